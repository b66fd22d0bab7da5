"""Motions of spiders, snakes, fish, octopuses, jellyfish and butterflies."""

from dataclasses import replace

from enliven.creatures.programs_gaits import Gait, Stand
from enliven.creatures.waves import Bob, Program, Wave

SPIDER_WALK = Program(
    "walk",
    "walks",
    0.9,
    (Wave("abdomen", (0.04, 0, 0), beats=2), Wave("fang_*", (0.15, 0, 0))),
    (Bob((0, 0.012, 0), beats=2),),
    feet=Gait(row_lag=0.46, duty=0.6, stride=0.7, lift=0.22, heel_rad=0.0, curl_rad=0.0, toe_rad=0.0),
)

REAR = Program(
    "threaten",
    "lifts its front legs",
    1.8,
    (
        Wave("thorax", (-0.22, 0, 0), shape="lift", phase=0.5),
        Wave("leg_1_upper_*", (0, 0, 0.75), shape="lift", phase=0.5, frame="radial"),
        Wave("leg_1_lower_*", (0, 0, 0.3), beats=3, frame="radial"),
        Wave("fang_*", (-0.35, 0, 0), shape="lift", phase=0.5),
        *(Wave(f"leg_{k}_upper_*", (0.22, 0, 0), shape="lift", phase=0.5) for k in (2, 3, 4)),
    ),
)

FISH_SWIM = Program(
    "swim",
    "swims forward",
    0.9,
    (
        Wave("body", (0, 0.07, 0)),
        Wave("head", (0, -0.1, 0), phase=0.1),
        Wave("spine_*", (0, 0.17, 0), phase=0.15, lag=0.12),
        Wave("tail", (0, 0.25, 0), phase=0.5),
        Wave("tail_fin", (0, 0.35, 0), phase=0.62),
        Wave("pectoral_fin_*", (0, 0.35, 0.3), beats=2),
        Wave("pelvic_fin_*", (0, 0, 0.2), phase=0.2),
        Wave("jaw", (0.12, 0, 0)),
        Wave("dorsal_fin", (0, 0, 0.05), phase=0.2),
    ),
    (Bob((0.02, 0, 0), phase=0.5),),
)

SLITHER = Program(
    "slither",
    "slithers forward",
    1.6,
    (
        # A heading that travels from head to tail: each joint turns by the difference to the one before it.
        Wave("body", (0, 0.4, 0)),
        Wave("tail_*", (0, 0.3, 0), phase=0.19, lag=0.12),
        Wave("neck_*", (0, 0.3, 0), phase=-0.31, lag=-0.12),
        Wave("head", (0, -0.25, 0), phase=0.2),
        Wave("tongue", (0.3, 0, 0), beats=4),
    ),
)

STRIKE = Program(
    "strike",
    "rears up and bites",
    1.8,
    (
        Wave("neck_*", (-0.16, 0, 0), shape="lift", phase=0.35),
        Wave("neck_*", (0.045, 0, 0), shape="lift", phase=0.68),
        Wave("head", (0.42, 0, 0), shape="lift", phase=0.35),
        Wave("jaw", (0.6, 0, 0), shape="lift", phase=0.55),
        Wave("tail_*", (0, 0.1, 0), lag=0.1),
    ),
)

OCTOPUS_SWIM = Program(
    "swim",
    "swims, drawing its arms together",
    1.7,
    (
        Wave("arm_*_1_*", (0, 0, -0.5), frame="radial"),
        Wave("arm_*_2_*", (0, 0, -0.34), phase=0.08, frame="radial"),
        Wave("arm_*_3_*", (0, 0, -0.34), phase=0.16, frame="radial"),
        Wave("arm_*_4_*", (0, 0, -0.34), phase=0.24, frame="radial"),
        Wave("arm_*_5_*", (0, 0, -0.34), phase=0.32, frame="radial"),
        Wave("mantle", (-0.12, 0, 0), phase=0.2),
        Wave("arm_*_1_*", (0, 0, -0.5), shape="steady", frame="radial"),
    ),
    (Bob((0, 0.1, 0), phase=0.2),),
)

OCTOPUS_WALK = Program(
    "crawl",
    "crawls over the ground",
    1.8,
    (
        Wave("mantle", (0.06, 0, 0.05)),
        Wave("head", (0, 0.06, 0)),
        *(
            wave
            for k in range(1, 5)
            for wave in (
                Wave(f"arm_{k}_1_*", (0, -0.22, 0), phase=0.27 * k, right=0.5, frame="radial"),
                Wave(f"arm_{k}_2_*", (0, 0, 0.3), phase=0.27 * k, right=0.5, shape="lift", frame="radial"),
                Wave(f"arm_{k}_4_*", (0, 0.3, 0), phase=0.27 * k + 0.2, right=0.5, frame="radial"),
            )
        ),
    ),
)

PULSE = Program(
    "swim",
    "pulses its bell and rises",
    1.8,
    (
        Wave("rim_*", (0, 0, -0.42), frame="radial"),
        Wave("thread_*_1_*", (0, 0, 0.3), phase=0.2, frame="radial"),
        Wave("thread_*_2_*", (0, 0, 0.35), phase=0.35, frame="radial"),
        Wave("arm_*_1_*", (0, 0, 0.14), phase=0.15, frame="radial"),
        Wave("arm_*_2_*", (0, 0, 0.18), phase=0.3, frame="radial"),
        Wave("arm_*_3_*", (0, 0, 0.22), phase=0.45, frame="radial"),
    ),
    (Bob((0, 0.06, 0), phase=0.25),),
)

BUTTERFLY = Program(
    "fly",
    "flutters its wings",
    0.5,
    (
        Wave("wing_front_*", (0, 0, 0.75)),
        Wave("wing_front_*", (0, 0, 0.35), shape="steady"),
        Wave("wing_back_*", (0, 0, 0.68), phase=0.06),
        Wave("wing_back_*", (0, 0, 0.32), shape="steady"),
        Wave("abdomen_*", (0.14, 0, 0), phase=0.5),
        Wave("antenna_*", (0.1, 0, 0), phase=0.3),
        Wave("leg_*", (0.3, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.16, 0), phase=0.5),),
)


def _timed(program: Program, name: str, caption: str, seconds: float, swing: float) -> Program:
    """The same waves at another tempo and size."""
    waves = tuple(
        wave if wave.shape == "steady" else replace(wave, turn_rad=tuple(swing * turn for turn in wave.turn_rad))
        for wave in program.waves
    )
    return replace(program, name=name, caption=caption, duration_s=seconds, waves=waves)


SPIDER_RUN = replace(
    SPIDER_WALK,
    name="run",
    caption="scurries",
    duration_s=0.5,
    feet=Gait(row_lag=0.48, duty=0.5, stride=0.85, lift=0.2, heel_rad=0.0, curl_rad=0.0, toe_rad=0.0),
)
SPIDER_IDLE = Program(
    "idle",
    "stands and waits",
    2.4,
    (
        Wave("abdomen", (0.06, 0, 0)),
        Wave("head", (0.04, 0.06, 0), phase=0.2),
        Wave("fang_*", (0.2, 0, 0), beats=2),
    ),
    (Bob((0, -0.02, 0)),),
    feet=Stand(),
)
FISH_FAST = _timed(FISH_SWIM, "swim_fast", "swims fast", 0.5, 1.2)
FISH_SLOW = _timed(FISH_SWIM, "swim_slowly", "swims slowly", 1.8, 0.75)
FISH_HOVER = Program(
    "hover",
    "hovers in the water, moving its fins",
    2.0,
    (
        Wave("pectoral_fin_*", (0, 0.4, 0.35), beats=2, right=0.5),
        Wave("pelvic_fin_*", (0, 0, 0.25), beats=2),
        Wave("dorsal_fin", (0, 0, 0.08), beats=2),
        Wave("tail", (0, 0.1, 0)),
        Wave("tail_fin", (0, 0.18, 0), phase=0.15),
        Wave("jaw", (0.15, 0, 0), beats=2),
    ),
    (Bob((0, 0.04, 0)),),
)
FISH_BITE = Program(
    "bite",
    "darts forward and bites",
    0.9,
    (
        Wave("jaw", (0.6, 0, 0), keys=((0, 0), (0.3, 1), (0.5, 0), (1, 0))),
        Wave("head", (-0.12, 0, 0), keys=((0, 0), (0.32, 1), (0.5, -0.5), (1, 0))),
        Wave("spine_*", (0, 0.2, 0), beats=2, phase=0.15, lag=0.12),
        Wave("tail", (0, 0.3, 0), beats=2, phase=0.5),
        Wave("tail_fin", (0, 0.35, 0), beats=2, phase=0.62),
        Wave("pectoral_fin_*", (0, 0.6, 0), keys=((0, 0), (0.2, 1), (0.6, 0), (1, 0))),
    ),
    (Bob((0, 0, 0.5), keys=((0, 0), (0.2, -0.3), (0.45, 1), (0.6, 0.9), (1, 0))),),
)
FISH_DIE = Program(
    "die",
    "turns belly up and dies",
    2.2,
    (
        Wave("body", (0, 0, 3.0), keys=((0, 0), (0.2, 0.05), (0.75, 1), (1, 1))),
        Wave("spine_*", (0, 0.2, 0), keys=((0, 0), (0.12, 1), (0.24, -1), (0.36, 0.6), (0.6, 0.1), (1, 0.1))),
        Wave("tail", (0, 0.3, 0), keys=((0, 0), (0.15, 1), (0.27, -1), (0.4, 0.6), (0.65, 0.1), (1, 0.1))),
        Wave("jaw", (0.3, 0, 0), keys=((0, 0), (0.6, 1), (1, 1))),
        Wave("pectoral_fin_*", (0, 0.3, 0), keys=((0, 0), (0.7, 1), (1, 1))),
    ),
    loop=False,
)
SLITHER_FAST = _timed(SLITHER, "slither_fast", "slithers fast", 0.8, 1.15)
SLITHER_SLOW = _timed(SLITHER, "slither_slowly", "slithers slowly", 2.8, 0.85)
SNAKE_IDLE = Program(
    "idle",
    "lies and flicks its tongue",
    2.6,
    (
        Wave("head", (0.06, 0.08, 0)),
        Wave("neck_*", (-0.02, 0.03, 0), lag=0.1),
        Wave("tongue", (0.35, 0, 0), beats=4),
        Wave("tail_*", (0, 0.03, 0), lag=0.12),
    ),
)
SNAKE_LOOK = Program(
    "look_around",
    "raises its head and looks around",
    3.0,
    (
        Wave("neck_*", (-0.16, 0, 0), keys=((0, 0), (0.2, 1), (0.8, 1), (1, 0))),
        Wave("head", (0.5, 0, 0), keys=((0, 0), (0.2, 1), (0.8, 1), (1, 0))),
        Wave("head", (0, 0.6, 0), keys=((0, 0), (0.2, 0), (0.35, 1), (0.6, -1), (0.8, 0), (1, 0))),
        Wave("neck_*", (0, 0.12, 0), keys=((0, 0), (0.2, 0), (0.37, 1), (0.62, -1), (0.8, 0), (1, 0))),
        Wave("tongue", (0.3, 0, 0), beats=5),
    ),
)
OCTOPUS_IDLE = Program(
    "idle",
    "rests, its arms curling slowly",
    3.0,
    (
        Wave("mantle", (0.05, 0, 0)),
        *(Wave(f"arm_*_{k}_*", (0, 0.06, 0.08), phase=0.12 * k, lag=0.1, frame="radial") for k in range(2, 6)),
    ),
    (Bob((0, 0.02, 0)),),
)
OCTOPUS_WAVE = Program(
    "wave",
    "waves an arm",
    1.8,
    (
        Wave("arm_1_1_left", (0, 0, 0.9), shape="steady", frame="radial"),
        *(Wave(f"arm_1_{k}_left", (0, 0.3, 0.25), beats=2, phase=0.1 * k, frame="radial") for k in range(2, 6)),
        Wave("mantle", (0.03, 0, 0)),
    ),
)
DRIFT = Program(
    "drift",
    "drifts, its threads trailing",
    2.8,
    (
        Wave("@root", (0.06, 0, 0.08)),
        Wave("rim_*", (0, 0, -0.1), frame="radial"),
        *(Wave(f"thread_*_{k}_*", (0.1, 0, 0.12), phase=0.15 * k) for k in (1, 2)),
        *(Wave(f"arm_*_{k}_*", (0.08, 0, 0.1), phase=0.14 * k) for k in (1, 2, 3)),
    ),
    (Bob((0, 0.03, 0)), Bob((0.03, 0, 0), phase=0.25)),
)
BUTTERFLY_REST = Program(
    "rest",
    "sits and slowly opens and closes its wings",
    2.4,
    (
        Wave("wing_front_*", (0, 0, 0.55)),
        Wave("wing_front_*", (0, 0, 0.6), shape="steady"),
        Wave("wing_back_*", (0, 0, 0.5), phase=0.04),
        Wave("wing_back_*", (0, 0, 0.55), shape="steady"),
        Wave("antenna_*", (0.12, 0, 0.05), beats=2),
        Wave("abdomen_*", (0.04, 0, 0)),
    ),
)
GLIDE = Program(
    "glide",
    "glides on spread wings",
    2.6,
    (
        Wave("@root", (0, 0, 0.1)),
        Wave("@root", (0.03, 0, 0), beats=2),
        Wave("wing_arm_*", (0, 0, 0.12), shape="steady"),
        Wave("wing_arm_*", (0, 0, 0.05), beats=2),
        Wave("wing_hand_*", (0, 0, 0.06), beats=2, phase=0.1),
        Wave("wing_finger_*", (0, 0, 0.04), beats=2, phase=0.1),
        Wave("wing_front_*", (0, 0, 0.2), shape="steady"),
        Wave("wing_front_*", (0, 0, 0.06), beats=2),
        Wave("wing_back_*", (0, 0, 0.05), beats=2),
        Wave("tail*", (0.05, 0.03, 0), phase=0.2),
        Wave("head", (0, 0.06, 0)),
        Wave("*leg_upper_*", (0.9, 0, 0), shape="steady"),
        Wave("hind_foot_*", (0.5, 0, 0), shape="steady"),
        Wave("foot_*", (0.7, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.05, 0), phase=0.2), Bob((0.05, 0, 0), phase=0.5)),
)
