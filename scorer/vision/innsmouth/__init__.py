"""Reads photos of filled boards of Innsmouth: marks in one pen, told apart by form and place."""
