"""Simulated photos of maps of links with buses on them: made-up towns, their art, the buses."""
