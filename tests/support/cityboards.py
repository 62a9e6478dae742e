"""End-of-game boards of the cities, written short: walks, tourists, and what they come to."""

from typing import Any

import msgspec

from scorer.rules.board import Board, TouristKind
from scorer.rules.city import City, load_city
from scorer.rules.marks import Marks, MarksFile, Setup, SetupFile, marks_on, setup_in
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.sheet import FinalRoute
from scorer.rules.specials import city_lines

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
    return FinalRoute(tuple(points), tuple(sections), ride)


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
        self.marks: Marks = marks_on(msgspec.convert(file, MarksFile), self.board)
        beside = {"ratings": ratings or {}, **(setup or {})}
        self.setup: Setup = setup_in(msgspec.convert(beside, SetupFile), self.city)

    def points(self) -> dict[str, int]:
        """Return the PP of every step of the given route."""
        lines = city_lines(self.city, self.board, self.marks, self.setup, self.route)
        return {line.step.value: line.points for line in lines}

    def total(self) -> int:
        """Return the sum of all steps."""
        return sum(self.points().values())
