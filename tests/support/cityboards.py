"""End-of-game boards of the cities, written short: walks, tourists, and what they come to."""

from typing import Any

from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.scoring.terms.allterms import lines_of

KINDS = {
    "c": TouristKind.CIRCLE,
    "s": TouristKind.SQUARE,
    "t": TouristKind.TRIANGLE,
    "p": TouristKind.PENTAGON,
}


def walk(board: Board, text: str) -> FinalRoute:
    """Return the walk over the crossroads in *text*; ``~`` is the ride between two of them."""
    points: list[Crossroads] = []
    sections: list[RoadId] = []
    ride = None
    riding = True
    for word in text.split():
        if word == "~":
            ride, riding = len(sections), True
            continue
        point = Crossroads.parse(word)
        if not riding:
            sections.append(RoadId.between(points[-1], point))
        points.append(point)
        riding = False
    assert set(sections) <= set(board.road_of), set(sections) - set(board.road_of)
    return FinalRoute.of(tuple(points), tuple(sections), ride)


class Game:
    """One player's board at the end of a game in *city*, on its practice board.

    *tourists* as ``{"B2": "ccs"}``, a letter each; *colours* as letters in walking order.
    """

    def __init__(
        self,
        city: str,
        route: str,
        *,
        tourists: dict[str, str] | None = None,
        ratings: dict[str, int] | None = None,
        colours: str = "",
        setup: dict[str, Any] | None = None,
        **marks: Any,
    ) -> None:
        self.city: City = load_city(city)
        self.board: Board = self.city.practice_board
        self.route = walk(self.board, route)
        names = [str(section) for section in self.route.sections]
        sections: list[Any] = list(names)
        if colours:
            full = {"r": "red", "g": "green", "b": "blue"}
            pairs = zip(names, colours.replace(" ", ""), strict=True)
            sections = [{"section": name, "colour": full[letter]} for name, letter in pairs]
        counts = {
            place: {KINDS[letter]: group.count(letter) for letter in group}
            for place, group in (tourists or {}).items()
        }
        file = {
            "city": city,
            "board": city,
            "sections": sections,
            "tourists": counts,
            **marks,
        }
        self.marks: Marks = from_data(file, Marks).checked_on(self.board)
        beside = {"ratings": ratings or {}, **(setup or {})}
        self.setup: Setup = from_data(beside, Setup).checked_in(self.city)

    @property
    def filled(self) -> FilledBoard:
        """The board with all that counts."""
        return FilledBoard(self.board, self.city, self.marks, self.setup)

    @property
    def walked(self) -> Walked:
        """The given route on it."""
        return Walked(self.filled, self.route)

    def points(self) -> dict[str, int]:
        """Return the PP of every step of the given route."""
        return {line.step.value: line.points for line in lines_of(self.walked)}

    def total(self) -> int:
        """Return the sum of all steps."""
        return sum(self.points().values())
