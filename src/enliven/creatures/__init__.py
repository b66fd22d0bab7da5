"""Parametric bodies and motion programs: samples, fixtures, extra training data."""

from enliven.creatures.catalogue import KINDS as KINDS
from enliven.creatures.catalogue import sample as sample
from enliven.creatures.creature import Creature as Creature
