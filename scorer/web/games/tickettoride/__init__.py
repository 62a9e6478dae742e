"""Ticket to Ride: Paris on the pages: what is kept of a game, and the maps there are."""
