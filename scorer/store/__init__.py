"""Keeps games, their readings and photos in a database."""
