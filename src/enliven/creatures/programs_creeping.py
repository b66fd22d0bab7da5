"""Motions of spiders, snakes, fish, octopuses, jellyfish and butterflies."""

from enliven.creatures.waves import Bob, Program, Wave


def _eight_legs(reach: float, lift: float) -> tuple[Wave, ...]:
    """Neighbouring legs step in turn."""
    return tuple(
        wave
        for k in range(1, 5)
        for wave in (
            Wave(f"leg_{k}_upper_*", (0, -reach, 0), phase=0.5 * k, right=0.5, frame="radial"),
            Wave(f"leg_{k}_upper_*", (0, 0, lift), phase=0.5 * k, right=0.5, shape="lift", frame="radial"),
            Wave(f"leg_{k}_lower_*", (0, 0, -0.6 * lift), phase=0.5 * k, right=0.5, shape="lift", frame="radial"),
        )
    )


SPIDER_WALK = Program(
    "walk",
    "walks",
    0.9,
    (*_eight_legs(0.3, 0.34), Wave("abdomen", (0.04, 0, 0), beats=2), Wave("fang_*", (0.15, 0, 0))),
    (Bob((0, 0.012, 0), beats=2),),
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
