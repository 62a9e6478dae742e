"""One player's board at the end of a game: the one thing that every rule looks at."""

from dataclasses import dataclass

from scorer.rules.board.board import Board
from scorer.rules.city.box import in_box
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.position.saved import Rivals as Rivals
from scorer.rules.position.setup import Setup


@dataclass(frozen=True)
class FilledBoard:
    """A board of a city, what is drawn on it, what lies beside it, and what rivals reached.

    ``rivals`` is None for a board on its own: then reaching a goal card does not win it. The
    ``city`` is as the box of the board has it.

    Raises
    ------
    MarksError
        If the board is of another city, a road is not on it, or a rating is missing, with
        the place.
    """

    board: Board
    city: City
    marks: Marks
    setup: Setup
    rivals: Rivals | None = None

    def __post_init__(self) -> None:
        if self.board.city != self.city.id:
            raise MarksError(
                f"$.board: {self.board.id!r} is a board of {self.board.city!r}, "
                f"the rules are those of {self.city.id!r}"
            )
        object.__setattr__(self, "city", in_box(self.city, self.board))
        for road in sorted(
            (r for r in self.marks.sections if r not in self.board.road_of), key=str
        ):
            raise MarksError(f"$.sections: there is no road {road} on {self.board.id}")
        for track in self.city.iconic:
            if track.id not in self.setup.ratings:
                raise MarksError(f"$.ratings.{track.id}: the rating of {track.name} is missing")
        if self.rivals is not None and len(self.rivals) != len(self.setup.goals):
            raise ValueError(
                f"{len(self.setup.goals)} goals, but rivals' values for {len(self.rivals)}"
            )

    @property
    def task_on_fold(self) -> bool:
        """Whether the task's rings do not tell on which half of the map the card was laid.

        That is so where all of them are on the fold: the last line of the left half is the
        first one of the right half.
        """
        if not (self.city.game.task_halves and self.setup.tasks and self.marks.task):
            return False
        half = self.board.half
        return all(point.lattice and point.lattice[0] == half for point in self.marks.task)

    @property
    def docks(self) -> tuple[Crossroads, ...]:
        """The docks whose tickets are held: each leads to the landmark across the water."""
        symbols = self.board.cafe_area
        return tuple(
            one.dock for one in symbols if one.dock is not None and one.id in self.marks.tickets
        )
