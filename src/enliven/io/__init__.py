"""Bytes to core values and back: the only layer that knows file formats."""
