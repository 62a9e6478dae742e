"""Ticket to Ride: Paris: the map as a graph, the sheet, ties, the referee and what is missing.

Source: the game's rule text. The publisher's map, its table of points and its tickets are not in
it: players enter those of their own box once, and a practice map of our own is shipped.
"""
