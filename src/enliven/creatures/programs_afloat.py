"""Swimming and flying of bodies that have neither fins nor wings: people, robots, animals with legs."""

from dataclasses import replace

from enliven.creatures.programs_four_legs import FOLDED as WINGS_FOLDED
from enliven.creatures.programs_gestures import FOLDED, HANGING
from enliven.creatures.waves import Bob, Program, Wave

_STROKE = ((0.0, 0.0), (0.3, 1.0), (0.5, 0.9), (0.8, 0.0), (1.0, 0.0))
_ARM_PULL = ((0.0, 0.0), (0.1, 0.0), (0.4, 1.0), (0.6, 0.75), (0.85, 0.0), (1.0, 0.0))
_PRONE = (
    Wave("hips", (1.35, 0, 0), shape="steady"),
    Wave("neck*", (-0.35, 0, 0), shape="steady"),
    Wave("head", (-0.55, 0, 0), shape="steady"),
)
_FLUTTER = (
    Wave("leg_upper_*", (0.28, 0, 0), right=0.5, beats=3),
    Wave("leg_lower_*", (0.3, 0, 0), right=0.5, beats=3, phase=0.08),
    Wave("leg_lower_*", (0.25, 0, 0), shape="steady"),
    Wave("foot_*", (0.7, 0, 0), shape="steady"),
)

PERSON_SWIM = Program(
    "swim",
    "swims on its front, one arm after the other",
    1.7,
    (
        *_PRONE,
        *_FLUTTER,
        *HANGING,
        # Ahead over the head, down through the water to the hip, and back ahead past the side.
        Wave("arm_upper_*", (-1.35, 0, 0), shape="steady"),
        Wave("arm_upper_*", (1.35, 0, 0), right=0.5),
        Wave("arm_upper_*", (0, 0, 0.85), right=0.5, shape="lift", phase=0.5),
        Wave("arm_lower_*", (-0.75, 0, 0), right=0.5, shape="lift", phase=0.5),
        Wave("chest", (0, 0.3, 0), phase=0.02),
        Wave("hips", (0, 0, 0.14), phase=0.05),
        Wave("head", (0, 0, 0.35), phase=0.1),
    ),
    (Bob((0, 0.012, 0), beats=2), Bob((0, 0, 0.02), beats=2, phase=0.2)),
)

PERSON_BREASTSTROKE = Program(
    "swim_breast",
    "swims on its front with both arms at once",
    1.6,
    (
        *_PRONE,
        *HANGING,
        Wave("arm_upper_*", (-2.7, 0, 0), shape="steady"),
        Wave("arm_upper_*", (0.5, 0, 1.15), keys=_ARM_PULL),
        Wave("arm_lower_*", (-0.9, 0, 0), keys=_STROKE),
        Wave("leg_upper_*", (-0.7, 0, 0.55), keys=_STROKE, phase=0.22),
        Wave("leg_lower_*", (1.35, 0, 0), keys=_STROKE, phase=0.2),
        Wave("foot_*", (0.6, 0, 0), shape="steady"),
        Wave("hips", (-0.12, 0, 0), keys=_STROKE),
        Wave("head", (-0.25, 0, 0), keys=_STROKE),
    ),
    (Bob((0, 0.035, 0), keys=_STROKE), Bob((0, 0, 0.05), keys=_STROKE, phase=0.45)),
)

PERSON_TREAD = Program(
    "swim_tread",
    "swims upright, paddling with arms and legs",
    1.3,
    (
        *HANGING,
        Wave("hips", (0.55, 0, 0), shape="steady"),
        Wave("head", (-0.4, 0, 0), shape="steady"),
        Wave("arm_upper_*", (-0.95, 0, 0.25), shape="steady"),
        Wave("arm_upper_*", (0.6, 0, 0), right=0.5),
        Wave("arm_lower_*", (-0.7, 0, 0), shape="steady"),
        Wave("arm_lower_*", (-0.5, 0, 0), right=0.5, phase=0.2),
        Wave("leg_upper_*", (0.5, 0, 0), right=0.5, phase=0.1),
        Wave("leg_lower_*", (0.55, 0, 0), shape="steady"),
        Wave("leg_lower_*", (0.4, 0, 0), right=0.5, phase=0.3),
        Wave("foot_*", (0.5, 0, 0), shape="steady"),
        Wave("chest", (0, 0.15, 0)),
    ),
    (Bob((0, 0.03, 0), beats=2),),
)

PERSON_FLY = Program(
    "fly",
    "flies flat through the air with arms stretched ahead",
    2.2,
    (
        *_PRONE,
        Wave("arm_upper_*", (0.25, 1.0, 0.12), shape="steady", frame="aim"),
        Wave("arm_upper_*", (0.06, 0, 0.08)),
        Wave("leg_upper_*", (0.1, 0, 0), shape="steady"),
        Wave("leg_upper_*", (0.1, 0, 0), right=0.5, phase=0.2),
        Wave("leg_lower_*", (0.18, 0, 0), shape="steady"),
        Wave("foot_*", (0.7, 0, 0), shape="steady"),
        Wave("hips", (0, 0.16, 0), phase=0.3),
        Wave("hips", (0.1, 0, 0), phase=0.15),
        Wave("chest", (-0.12, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.5, 0), shape="steady"), Bob((0, 0.09, 0)), Bob((0.03, 0, 0), phase=0.3)),
)

PERSON_FLY_ONE_ARM = replace(
    PERSON_FLY,
    name="fly_one_arm",
    caption="flies flat through the air with one arm ahead",
    waves=(
        *(wave for wave in PERSON_FLY.waves if not wave.joints.startswith("arm_upper")),
        Wave("arm_upper_left", (0.24, -1.0, 0.0), shape="steady", frame="aim"),
        Wave("arm_upper_right", (0.2, 1.0, 0.12), shape="steady", frame="aim"),
        Wave("arm_upper_right", (0.06, 0, 0.05)),
        Wave("arm_lower_left", (-0.3, 0, 0), shape="steady"),
    ),
)

PERSON_FLAP = Program(
    "fly_flapping",
    "flies, flapping its arms like wings",
    0.8,
    (
        Wave("arm_upper_*", (1.0, 0.05, 0), shape="steady", frame="aim"),
        Wave("arm_upper_*", (0, 0, 0.8)),
        Wave("arm_lower_*", (0, 0, 0.3), phase=0.1),
        Wave("hand_*", (0, 0, 0.25), phase=0.16),
        Wave("hips", (0.6, 0, 0), shape="steady"),
        Wave("head", (-0.45, 0, 0), shape="steady"),
        Wave("leg_upper_*", (0.25, 0, 0), shape="steady"),
        Wave("leg_upper_*", (0.12, 0, 0), phase=0.3),
        Wave("leg_lower_*", (0.4, 0, 0), shape="steady"),
        Wave("foot_*", (0.6, 0, 0), shape="steady"),
    ),
    (Bob((0, 0.4, 0), shape="steady"), Bob((0, 0.07, 0), phase=0.55)),
)

_STREAMING = (
    Wave("tail_1", (0.35, 0, 0), shape="steady"),
    Wave("tail_*", (0, 0.14, 0), lag=0.12, grow=0.2),
    Wave("ear_*", (-0.5, 0, 0), shape="steady"),
    Wave("ear_*", (0.12, 0, 0.1), beats=2),
)

ANIMAL_SWIM = Program(
    "swim",
    "swims, paddling with its legs",
    0.9,
    (
        Wave("hips", (-0.3, 0, 0), shape="steady"),
        Wave("hips", (0.03, 0.08, 0.09), phase=0.1),
        Wave("chest", (0, -0.1, 0), phase=0.1),
        Wave("neck*", (0.06, 0, 0), shape="steady"),
        Wave("head", (0.14, 0, 0), shape="steady"),
        # The front legs dig from under the chin to the belly, the hind legs trail and kick.
        Wave("front_leg_upper_*", (-0.5, 0, 0), shape="steady"),
        Wave("front_leg_upper_*", (0.95, 0, 0), right=0.5),
        Wave("front_leg_lower_*", (-0.9, 0, 0), right=0.5, shape="lift", phase=0.55),
        Wave("front_foot_*", (0.8, 0, 0), right=0.5, shape="lift", phase=0.5),
        Wave("hind_leg_upper_*", (0.6, 0, 0), shape="steady"),
        Wave("hind_leg_upper_*", (0.6, 0, 0), right=0.5, phase=0.3),
        Wave("hind_leg_lower_*", (0.6, 0, 0), right=0.5, shape="lift", phase=0.8),
        Wave("hind_foot_*", (0.6, 0, 0), shape="steady"),
        Wave("tail_*", (0, 0.2, 0), lag=0.12, grow=0.2),
    ),
    (Bob((0, 0.3, 0), shape="steady"), Bob((0, 0.05, 0), beats=2), Bob((0, 0, 0.05), beats=2, phase=0.2)),
)

DRAGON_SWIM = replace(ANIMAL_SWIM, waves=(*WINGS_FOLDED, *ANIMAL_SWIM.waves))

ANIMAL_DIVE = Program(
    "swim_winding",
    "swims like an otter, winding its back",
    1.1,
    (
        Wave("hips", (0.12, 0, 0)),
        Wave("spine_*", (0.14, 0, 0), phase=-0.15, lag=-0.12),
        Wave("chest", (0.12, 0, 0), phase=-0.35),
        Wave("neck*", (-0.1, 0, 0), phase=-0.4),
        Wave("front_leg_upper_*", (0.95, 0, 0), shape="steady"),
        Wave("front_leg_upper_*", (0.25, 0, 0.12), phase=0.2),
        Wave("hind_leg_upper_*", (0.95, 0, 0), shape="steady"),
        Wave("hind_leg_upper_*", (0.35, 0, 0), phase=0.15),
        Wave("hind_leg_lower_*", (0.3, 0, 0), phase=0.3),
        Wave("hind_foot_*", (0.7, 0, 0), shape="steady"),
        Wave("tail_*", (0.2, 0, 0), phase=0.1, lag=0.12, grow=0.1),
    ),
    (Bob((0, 0.08, 0), phase=0.1), Bob((0, 0.3, 0), shape="steady")),
)

ANIMAL_FLY = Program(
    "fly",
    "flies through the air with legs stretched out",
    1.8,
    (
        *_STREAMING,
        Wave("front_leg_upper_*", (-1.2, 0, 0.12), shape="steady"),
        Wave("front_leg_upper_*", (0.12, 0, 0.12), phase=0.2),
        Wave("front_leg_lower_*", (-0.15, 0, 0), shape="steady"),
        Wave("front_foot_*", (0.5, 0, 0), shape="steady"),
        Wave("hind_leg_upper_*", (1.15, 0, 0.1), shape="steady"),
        Wave("hind_leg_upper_*", (0.12, 0, 0.1), phase=0.4),
        Wave("hind_foot_*", (0.6, 0, 0), shape="steady"),
        Wave("neck*", (-0.08, 0, 0), shape="steady"),
        Wave("hips", (-0.1, 0, 0), shape="steady"),
        Wave("hips", (0.1, 0, 0.14), phase=0.15),
    ),
    (Bob((0, 0.75, 0), shape="steady"), Bob((0, 0.12, 0)), Bob((0.03, 0, 0), phase=0.3)),
)

ANIMAL_FLAP = Program(
    "fly_flapping",
    "flies, flapping its legs like wings",
    0.8,
    (
        *_STREAMING,
        Wave("front_leg_upper_*", (0, 0, 1.15), shape="steady"),
        Wave("front_leg_upper_*", (0, 0, 0.65)),
        Wave("front_leg_lower_*", (0, 0, 0.25), phase=0.1),
        Wave("hind_leg_upper_*", (0.5, 0, 0.8), shape="steady"),
        Wave("hind_leg_upper_*", (0, 0, 0.45), phase=0.05),
        Wave("neck*", (0.05, 0, 0), phase=0.3),
    ),
    (Bob((0, 0.7, 0), shape="steady"), Bob((0, 0.12, 0), phase=0.55)),
)

THEROPOD_SWIM = Program(
    "swim",
    "swims, paddling with its legs and winding its tail",
    1.1,
    (
        Wave("hips", (-0.12, 0.06, 0), shape="steady"),
        Wave("leg_upper_*", (0.7, 0, 0), right=0.5),
        Wave("leg_upper_*", (0.2, 0, 0), shape="steady"),
        Wave("leg_lower_*", (0.5, 0, 0), right=0.5, shape="lift", phase=0.6),
        Wave("foot_*", (0.5, 0, 0), right=0.5, shape="lift", phase=0.6),
        Wave("tail_*", (0, 0.16, 0), lag=0.1, grow=0.1),
        Wave("chest", (0, -0.08, 0)),
        Wave("arm_upper_*", (0.3, 0, 0), right=0.5),
        Wave("neck*", (-0.06, 0, 0), beats=2),
    ),
    (Bob((0, 0.03, 0), beats=2),),
)

BIRD_SWIM = Program(
    "swim",
    "swims on the water, paddling with its feet",
    1.1,
    (
        *FOLDED,
        Wave("leg_upper_*", (0.55, 0, 0), right=0.5),
        Wave("leg_upper_*", (0.25, 0, 0), shape="steady"),
        Wave("leg_lower_*", (0.45, 0, 0), right=0.5, shape="lift", phase=0.6),
        Wave("foot_*", (0.6, 0, 0), right=0.5, shape="lift", phase=0.6),
        Wave("hips", (0, 0.05, 0.06), phase=0.2),
        Wave("tail*", (0, 0.2, 0), beats=2),
        Wave("neck", (0.08, 0, 0), beats=2),
        Wave("head", (-0.08, 0, 0), beats=2, phase=0.05),
    ),
    (Bob((0, -0.02, 0), shape="steady"), Bob((0, 0.02, 0), beats=2)),
)

PERSON_AFLOAT = (PERSON_SWIM, PERSON_BREASTSTROKE, PERSON_TREAD, PERSON_FLY, PERSON_FLY_ONE_ARM, PERSON_FLAP)
ANIMAL_AFLOAT = (ANIMAL_SWIM, ANIMAL_DIVE, ANIMAL_FLY, ANIMAL_FLAP)
