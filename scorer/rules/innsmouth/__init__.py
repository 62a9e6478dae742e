"""Innsmouth: the final route with ferries, the threat check played best, sheet and referee.

Source: the Russian rule text. Functions name its steps at the end of the game, or its headings
in English. What it leaves open is decided where it is used; what only the box knows (map, cache
cards, split of the artefacts, goal cards) is data marked as practice.
"""
