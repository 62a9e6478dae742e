"""Simulated photos of filled boards, and the simulator that makes them."""
