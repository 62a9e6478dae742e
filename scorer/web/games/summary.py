"""The score sheet of a game in the reader's language, whatever the game: what files show."""

from dataclasses import dataclass

from scorer.printing.sheet import SheetRow


@dataclass(frozen=True, slots=True)
class Scored:
    """A player's column: name, total, how sure it is in words, and whether they have won.

    ``seat`` counts from 1. There is no ``total`` before a game gives one.
    """

    seat: int
    name: str
    total: int | None
    kind: str
    won: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The score sheet of a game.

    ``what`` names the game or its city, ``kind`` says how sure the result is, ``verdict`` who
    won or is ahead so far and what is open. ``box`` and ``box_id`` are what the BG Stats app
    knows the game by.
    """

    what: str
    box: str
    box_id: str
    columns: tuple[Scored, ...]
    rows: tuple[SheetRow, ...]
    kind: str
    verdict: str
