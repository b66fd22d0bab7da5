"""Images of core values, on the CPU, without a display."""
