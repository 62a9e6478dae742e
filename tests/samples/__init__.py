"""Tests of the simulated photos."""
