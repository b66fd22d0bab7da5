"""Manners of moving: how each changes the pace, the amount and the posture of a motion."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """Factors of pace and amount of motion, and how far an upright body leans forward, radians."""

    pace: float
    amount: float
    lean_rad: float = 0.0


STYLES: Mapping[str, Style] = {
    "calm": Style(pace=0.85, amount=0.8),
    "happy": Style(pace=1.1, amount=1.15, lean_rad=-0.05),
    "energetic": Style(pace=1.25, amount=1.3),
    "angry": Style(pace=1.15, amount=1.25, lean_rad=0.12),
    "heavy": Style(pace=0.8, amount=1.1, lean_rad=0.05),
    "tired": Style(pace=0.7, amount=0.75, lean_rad=0.3),
    "sneaky": Style(pace=0.75, amount=0.85, lean_rad=0.25),
}
PLAIN = Style(pace=1.0, amount=1.0)
