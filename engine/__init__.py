"""The rules engine: pure functions and frozen values, without Django, files to write, clock or chance."""
