"""Goal cards that belong to one city: what they are about is marked on its boards."""

import msgspec

from scorer.rules.board.board import Board, BoardError
from scorer.rules.city.goalcards import OF_LOCATIONS, OF_ROADS, Direction, GoalCard, Measure


class CityGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city's own goal card; ``marked`` names the places that it is about.

    The figures stand on the card: those of ours are made up where ``practice`` says so.
    """

    name: str
    measure: Measure
    threshold: int
    reached: int
    won: int
    marked: str = ""
    of: str = ""
    direction: Direction = Direction.AT_LEAST
    practice: bool = False

    def on(self, board: Board) -> GoalCard:
        """Return the card for *board*, with the elements marked there.

        Raises
        ------
        BoardError
            If the board marks no such places.
        """
        group = board.marked_as(self.marked)
        elements: tuple[str, ...] = ()
        if self.measure in OF_ROADS:
            elements = tuple(map(str, group.roads))
        elif self.measure in OF_LOCATIONS:
            elements = tuple(map(str, group.locations))
        if self.measure in (*OF_ROADS, *OF_LOCATIONS) and not elements:
            raise BoardError(f"goals: {self.name}: the board marks no {self.marked!r} for it")
        return GoalCard(
            self.measure,
            self.direction,
            self.threshold,
            self.reached,
            self.won,
            self.of,
            elements,
            self.name,
            self.practice,
        )
