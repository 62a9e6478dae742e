"""The best final route of a board, proved."""
