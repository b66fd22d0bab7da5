"""Ports and adapters for point tracking."""
