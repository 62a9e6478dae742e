"""Reads a photo of a filled board: from photo bytes to marks with doubts."""
