"""Speeds, beside the machine's own: ``make bench``. Recorded in docs/benchmarks.md, asserted nowhere."""
