"""Tests of ``scorer.printing.seatown``."""
