"""Benchmarks: what the project promises about its speed, measured. Run them with ``./dugout bench``."""
