"""Proportions and coats of four-legged animals; lengths in heights of the withers."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np


@dataclass(frozen=True, slots=True)
class Coat:
    """Colours as sRGB hex: the body, its underside, legs and markings, and what the eyes and nose look like."""

    back: str
    belly: str
    legs: str
    mark: str
    iris: str = "5a3413"
    nose: str = "1d1a1c"
    inner_ear: str = "d99a94"
    pattern: Literal["plain", "stripes", "spots", "patches"] = "plain"


@dataclass(frozen=True, slots=True)
class QuadrupedShape:
    """How a four-legged animal is built. Lengths are shares of the height of the withers."""

    height_m: float
    coats: tuple[Coat, ...]
    trunk: float = 0.95  # hip to shoulder
    chest: float = 0.21
    belly: float = 0.18
    hip: float = 0.18
    neck: float = 0.42
    neck_rad: float = 0.95  # above the horizontal
    neck_root: float = 0.15
    neck_top: float = 0.11
    skull: float = 0.17
    muzzle: float = 0.2
    muzzle_root: float = 0.1
    muzzle_tip: float = 0.06
    leg: float = 0.085  # radius at the elbow
    ankle: float = 0.042
    foot: float = 0.065
    hooves: bool = False
    ear: float = 0.17
    ear_width: float = 0.06
    ear_tip: float = 0.32  # share of the width
    ear_out_rad: float = 0.45
    tail: float = 0.7
    tail_root: float = 0.05
    tail_middle: float = 0.06
    tail_tip: float = 0.02
    tail_rise_rad: float = 0.3
    tail_curl_rad: float = -0.2  # each of its four bones turns up by this
    mane: float = 0.0
    antlers: Literal["none", "antlers", "horns"] = "none"
    eye: float = 0.048
    snout: bool = False  # two nostrils on a bare disc instead of a button


FOX = QuadrupedShape(
    height_m=0.42,
    coats=(
        Coat("d9662b", "f6e7d3", "3a2622", "fbf3e6", iris="8a5a16", inner_ear="3a2622"),
        Coat("dfe6ee", "ffffff", "c7d2df", "ffffff", iris="4f7fa8", inner_ear="e7b9b9"),
        Coat("5b5a63", "b8b2ad", "2c2a30", "e9e4dc", iris="c08a2a", inner_ear="2c2a30"),
    ),
    trunk=0.76, chest=0.2, belly=0.175, hip=0.175, neck=0.3, neck_rad=0.85, neck_root=0.16, neck_top=0.13,
    skull=0.205, muzzle=0.22, muzzle_root=0.1, muzzle_tip=0.045, leg=0.078, ankle=0.042, foot=0.06,
    ear=0.25, ear_width=0.088, ear_out_rad=0.38, tail=0.92, tail_root=0.06, tail_middle=0.15, tail_tip=0.035,
    tail_rise_rad=-0.1, tail_curl_rad=0.2, eye=0.05,
)  # fmt: skip
DOG = QuadrupedShape(
    height_m=0.56,
    coats=(
        Coat("c98a4b", "f3e2c6", "c98a4b", "f7ecd8", iris="4a2b14"),
        Coat("4a4f5c", "f2efe9", "e6e2da", "f7f5f0", iris="5b9bd0"),
        Coat("6b4226", "8c5f3c", "6b4226", "8c5f3c", iris="5b3a1c", nose="3a2018"),
        Coat("f1ead9", "fffaf0", "efe5d0", "6e4a30", pattern="patches"),
    ),
    trunk=0.7, chest=0.215, belly=0.185, hip=0.185, neck=0.33, neck_rad=0.95, neck_root=0.165, neck_top=0.13,
    skull=0.19, muzzle=0.2, muzzle_root=0.105, muzzle_tip=0.075, leg=0.085, ankle=0.05, foot=0.07,
    ear=0.23, ear_width=0.09, ear_out_rad=2.5, tail=0.55, tail_root=0.05, tail_middle=0.065, tail_tip=0.025,
    tail_rise_rad=0.8, tail_curl_rad=0.42, eye=0.046,
)  # fmt: skip
CAT = QuadrupedShape(
    height_m=0.3,
    coats=(
        Coat("e0964a", "fbeedb", "e0964a", "b5652a", iris="7fb04a", nose="d98b86", pattern="stripes"),
        Coat("7c828c", "c9ccd2", "7c828c", "4b505a", iris="d9b23a", nose="c98b88", pattern="stripes"),
        Coat("2b2a30", "3d3b43", "2b2a30", "2b2a30", iris="d8c23e", nose="3a3238", inner_ear="7a5a60"),
        Coat("f4eee4", "ffffff", "f4eee4", "d08a4a", iris="5aa6c9", nose="e2a29c", pattern="patches"),
    ),
    trunk=0.84, chest=0.195, belly=0.19, hip=0.19, neck=0.24, neck_rad=0.8, neck_root=0.15, neck_top=0.13,
    skull=0.23, muzzle=0.085, muzzle_root=0.1, muzzle_tip=0.07, leg=0.078, ankle=0.052, foot=0.068,
    ear=0.17, ear_width=0.095, ear_out_rad=0.42, tail=1.0, tail_root=0.05, tail_middle=0.05, tail_tip=0.036,
    tail_rise_rad=0.35, tail_curl_rad=0.33, eye=0.066,
)  # fmt: skip
HORSE = QuadrupedShape(
    height_m=1.5,
    coats=(
        Coat("8a4f2a", "a56a40", "3d2418", "2a1a14", iris="2f1c12", nose="4a332a"),
        Coat("d9b27a", "ecd3a8", "e9dcc3", "f6eedd", iris="3b2413", nose="8a6a55"),
        Coat("45464f", "6b6c76", "2d2d34", "1d1d22", iris="241a14", nose="2a282c"),
        Coat("efe9df", "fffaf2", "e2d8ca", "c9bfb2", iris="3b2413", nose="a58e84", pattern="spots"),
    ),
    trunk=0.68, chest=0.2, belly=0.205, hip=0.195, neck=0.56, neck_rad=0.98, neck_root=0.18, neck_top=0.1,
    skull=0.125, muzzle=0.3, muzzle_root=0.105, muzzle_tip=0.07, leg=0.082, ankle=0.036, foot=0.06, hooves=True,
    ear=0.12, ear_width=0.042, ear_out_rad=0.25, tail=0.72, tail_root=0.04, tail_middle=0.085, tail_tip=0.03,
    tail_rise_rad=-0.35, tail_curl_rad=-0.28, mane=0.09, eye=0.036,
)  # fmt: skip
DEER = QuadrupedShape(
    height_m=1.1,
    coats=(
        Coat("a9653a", "f1dfc4", "8a5330", "f7ead4", iris="2a1810", pattern="spots"),
        Coat("8d7256", "d9c8ae", "6d5640", "efe3cf", iris="2a1810"),
    ),
    trunk=0.66, chest=0.18, belly=0.165, hip=0.17, neck=0.46, neck_rad=1.12, neck_root=0.13, neck_top=0.085,
    skull=0.125, muzzle=0.2, muzzle_root=0.085, muzzle_tip=0.05, leg=0.068, ankle=0.03, foot=0.048, hooves=True,
    ear=0.19, ear_width=0.055, ear_out_rad=1.0, tail=0.2, tail_root=0.045, tail_middle=0.055, tail_tip=0.025,
    tail_rise_rad=0.2, tail_curl_rad=0.1, antlers="antlers", eye=0.042,
)  # fmt: skip
COW = QuadrupedShape(
    height_m=1.35,
    coats=(
        Coat("f3ede3", "fffaf3", "f3ede3", "3a2f2c", iris="2a1810", nose="e2a8a0", pattern="patches"),
        Coat("8c4a2a", "b9774d", "7a3f24", "f0e2cf", iris="2a1810", nose="d9a398"),
    ),
    trunk=0.82, chest=0.24, belly=0.26, hip=0.225, neck=0.34, neck_rad=0.55, neck_root=0.19, neck_top=0.14,
    skull=0.15, muzzle=0.22, muzzle_root=0.125, muzzle_tip=0.098, leg=0.09, ankle=0.05, foot=0.07, hooves=True,
    ear=0.16, ear_width=0.055, ear_out_rad=1.35, tail=0.72, tail_root=0.035, tail_middle=0.025, tail_tip=0.05,
    tail_rise_rad=-0.5, tail_curl_rad=-0.3, antlers="horns", eye=0.04,
)  # fmt: skip

BEAR = QuadrupedShape(
    height_m=1.05,
    coats=(
        Coat("7a4c2e", "8c5c3a", "5e3922", "7a4c2e", iris="2a1810"),
        Coat("f1efe8", "ffffff", "e6e3da", "f1efe8", iris="1f1612"),
        Coat("33302f", "4a4340", "2a2726", "33302f", iris="5a3a1c", inner_ear="6a5550"),
    ),
    trunk=0.74, chest=0.28, belly=0.28, hip=0.26, neck=0.24, neck_rad=0.62, neck_root=0.22, neck_top=0.175,
    skull=0.225, muzzle=0.15, muzzle_root=0.115, muzzle_tip=0.082, leg=0.12, ankle=0.085, foot=0.105,
    ear=0.1, ear_width=0.078, ear_tip=0.85, ear_out_rad=0.75, tail=0.12, tail_root=0.055,
    tail_middle=0.055, tail_tip=0.035,
    tail_rise_rad=-0.4, tail_curl_rad=0.0, eye=0.036,
)  # fmt: skip
PIG = QuadrupedShape(
    height_m=0.62,
    coats=(
        Coat("f0aaa2", "f7c6bd", "e2938c", "f0aaa2", iris="3a2420", nose="dd7f7c", inner_ear="d9817c"),
        Coat("f1c0b0", "f7d6c9", "e0a595", "4a3a3a", iris="3a2420", nose="d98a80", pattern="patches"),
        Coat("5a4038", "6e5046", "4a332c", "5a4038", iris="1f1412", nose="8a6258"),
    ),
    trunk=0.86, chest=0.28, belly=0.3, hip=0.27, neck=0.14, neck_rad=0.4, neck_root=0.24, neck_top=0.2,
    skull=0.215, muzzle=0.17, muzzle_root=0.13, muzzle_tip=0.1, leg=0.098, ankle=0.055, foot=0.064, hooves=True,
    ear=0.17, ear_width=0.085, ear_out_rad=0.75, tail=0.3, tail_root=0.034, tail_middle=0.028, tail_tip=0.016,
    tail_rise_rad=0.6, tail_curl_rad=0.95, eye=0.04, snout=True,
)  # fmt: skip
RABBIT = QuadrupedShape(
    height_m=0.2,
    coats=(
        Coat("b58a62", "f4e8d6", "a87c56", "fbf5ea", iris="3a2216", nose="d98f88"),
        Coat("f3f0ea", "ffffff", "ece8e0", "ffffff", iris="b8484a", nose="e2a29c"),
        Coat("7d8088", "dcdde0", "70737b", "f4f4f4", iris="2a2220", nose="b98a88"),
    ),
    trunk=0.6, chest=0.21, belly=0.25, hip=0.265, neck=0.22, neck_rad=0.9, neck_root=0.17, neck_top=0.14,
    skull=0.235, muzzle=0.075, muzzle_root=0.1, muzzle_tip=0.072, leg=0.088, ankle=0.062, foot=0.085,
    ear=0.5, ear_width=0.095, ear_tip=0.6, ear_out_rad=0.22, tail=0.14, tail_root=0.075,
    tail_middle=0.095, tail_tip=0.07,
    tail_rise_rad=0.5, tail_curl_rad=0.2, eye=0.062,
)  # fmt: skip

SPECIES = {
    "fox": FOX,
    "horse": HORSE,
    "cat": CAT,
    "dog": DOG,
    "deer": DEER,
    "cow": COW,
    "bear": BEAR,
    "pig": PIG,
    "rabbit": RABBIT,
}
"""By name; the order is that of seeds of a plain quadruped."""

_VARIED = ("trunk", "chest", "belly", "hip", "neck", "skull", "muzzle", "leg", "ear", "tail", "tail_middle", "height_m")


def shape_of(species: str | None, seed: int) -> tuple[QuadrupedShape, Coat]:
    """A shape with its proportions varied by some per cent, and one of its coats.

    Args:
        species: a key of ``SPECIES``; ``None`` takes the next with every seed.
        seed: decides everything else.

    Returns:
        Shape and coat.
    """
    rng = np.random.default_rng(seed)
    turn, step = (seed, 1) if species is not None else (seed // len(SPECIES), len(SPECIES))
    shape = SPECIES[species] if species is not None else tuple(SPECIES.values())[seed % len(SPECIES)]
    spread = 0.04 if seed < step else 0.075
    factors = np.exp(np.clip(rng.normal(0.0, spread, len(_VARIED)), -2 * spread, 2 * spread))
    varied = {name: getattr(shape, name) * float(f) for name, f in zip(_VARIED, factors, strict=True)}
    return replace(shape, **varied), shape.coats[turn % len(shape.coats)]
