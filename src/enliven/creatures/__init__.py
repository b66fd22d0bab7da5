"""Parametric bodies and motion programs of our own: samples, fixtures, extra training data."""
