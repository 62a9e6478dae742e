"""A board on a table, under a light, before a camera."""
