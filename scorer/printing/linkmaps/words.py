"""The words on a printed map of links and its tickets, in English unless others are passed in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MapWords:
    """What is written beside a map and on its tickets; places keep the names of the map's file.

    Parameters
    ----------
    practice : str
        Whose map it is, on one of ours.
    practice_ticket : str
        The same on each of its tickets.
    tickets : str
        What the pages of tickets are called, behind the map's name.
    """

    practice: str = "A practice map of our own, not the publisher's"
    practice_ticket: str = "practice"
    tickets: str = "tickets"


ENGLISH = MapWords()
