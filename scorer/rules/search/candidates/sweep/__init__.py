"""Drawings with very many circles: swept from one side to the other, the best first."""
