"""A second family of simulated photos, kept for tests: nothing in it was ever learned from.

Other print (drawn by a browser), other hands and ink (dabs of a nib along people's own lines),
another room, lens and sensor than in ``samples.simulator``. They share what is no picture: the
layout of boards, the games, the order to take pens that show, and the format of the truth.
"""
