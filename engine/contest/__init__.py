"""Contests between teams: pure functions from results to orders."""
