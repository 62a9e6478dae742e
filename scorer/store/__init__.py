"""Keeps games in a database."""
