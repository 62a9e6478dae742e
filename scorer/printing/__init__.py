"""Draws practice boards as PDF, PNG and SVG."""
