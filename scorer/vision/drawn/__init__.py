"""Learning a board from photos of it filled: what is ink, what is print, and what is unknown."""
