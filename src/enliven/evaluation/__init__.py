"""Measures and tables; takes a Route as a value."""
