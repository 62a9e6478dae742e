"""Finished games of Innsmouth: made up by chance, drawn by hand, photographed."""
