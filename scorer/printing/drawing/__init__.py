"""Drawings in millimetres, and the formats they are written in."""
