"""Corrections of taught boards."""
