"""Scores boxed games of En Route from a photo of the filled board."""

__version__ = "0.2.0"
