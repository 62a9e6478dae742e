"""Фототур, strategic mode: the sheet of five categories, contests, ties and the referee.

Source: the game's rule text, a draft. What it leaves open is decided where it is used.
"""
