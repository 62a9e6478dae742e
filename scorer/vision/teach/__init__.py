"""Learning a board from photos of it."""
