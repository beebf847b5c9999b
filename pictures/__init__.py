"""The pictures of the documentation, taken of the demonstration league. Run by ``./dugout pictures``."""
