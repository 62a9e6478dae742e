"""Rules of the game: board graph, marks, route search and scoring. Pure: no pixels, no web.

What a program needs is named here. A board's marks are written in notation, or come from
JSON; a ``Position`` is a board with all that counts, and everything is asked of it:

>>> from scorer.rules import Mark, MarkKind, Position, RulesError
>>> position = Position.of(
...     "first-city first-city: section b1-c1 c1-c2 c2-d2 d2-d3; tourists C2=circle:2"
... )
>>> sheet = position.best()
>>> print(sheet)
2 PP: red 2; route b1 c1 c2 d2 d3
>>> sheet.total, sheet.optimal, sheet.route.text
(2, True, 'b1 c1 c2 d2 d3')
>>> [line.step.value for line in sheet.lines if line.points]
['red']
>>> position.sheet("b1 c1 c2").total
2
>>> [other.route.text for other in position.alternatives(2)]
['b1 c1 c2 d2 d3', 'b1 c1 c2 d2']
>>> [finding.kind.value for finding in position.findings()]
[]
>>> position.with_mark(Mark(MarkKind.CAFE, "a4", "visited")).marks.cafes
{'a4': <CafeMark.VISITED: 'visited'>}

Whatever is wrong with something from outside is told by a ``RulesError``, with the place:

>>> position.with_mark(Mark(MarkKind.TOURISTS, "Z9", {"circle": 1}))
Traceback (most recent call last):
    ...
scorer.rules.position.mark.MarksError: $.tourists.Z9: there is no location Z9 on this board
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.rules.board.board import Board as Board
    from scorer.rules.board.board import BoardError as BoardError
    from scorer.rules.board.board import LandmarkKind as LandmarkKind
    from scorer.rules.board.board import TouristKind as TouristKind
    from scorer.rules.board.geometry import geometry_json as geometry_json
    from scorer.rules.board.geometry import parse_geometry as parse_geometry
    from scorer.rules.certainty import Certainty as Certainty
    from scorer.rules.city.city import City as City
    from scorer.rules.city.city import CityError as CityError
    from scorer.rules.city.city import UnknownCityError as UnknownCityError
    from scorer.rules.city.city import city_names as city_names
    from scorer.rules.city.city import load_city as load_city
    from scorer.rules.city.goalcards import CardError as CardError
    from scorer.rules.city.goalcards import Direction as Direction
    from scorer.rules.city.goalcards import GoalCard as GoalCard
    from scorer.rules.city.goalcards import Measure as Measure
    from scorer.rules.jsonfile import from_data as from_data
    from scorer.rules.jsonfile import to_data as to_data
    from scorer.rules.jsonfile.text import JsonError as JsonError
    from scorer.rules.judge.claim import ClaimError as ClaimError
    from scorer.rules.judge.claim import WrittenClaim as WrittenClaim
    from scorer.rules.judge.claim import parse_claim as parse_claim
    from scorer.rules.judge.judge import Verdict as Verdict
    from scorer.rules.judge.judge import judge as judge
    from scorer.rules.library import Position as Position
    from scorer.rules.notation import Crossroads as Crossroads
    from scorer.rules.notation import Location as Location
    from scorer.rules.notation import NotationError as NotationError
    from scorer.rules.notation import RoadId as RoadId
    from scorer.rules.notation import RulesError as RulesError
    from scorer.rules.position.filled import FilledBoard as FilledBoard
    from scorer.rules.position.mark import CafeMark as CafeMark
    from scorer.rules.position.mark import Mark as Mark
    from scorer.rules.position.mark import MarkKind as MarkKind
    from scorer.rules.position.mark import MarksError as MarksError
    from scorer.rules.position.mark import Section as Section
    from scorer.rules.position.mark import Tourists as Tourists
    from scorer.rules.position.marks import Marks as Marks
    from scorer.rules.position.marks import parse_marks as parse_marks
    from scorer.rules.position.setup import GameMode as GameMode
    from scorer.rules.position.setup import Setup as Setup
    from scorer.rules.position.setup import parse_setup as parse_setup
    from scorer.rules.position.setup import usual_setup as usual_setup
    from scorer.rules.referee import Finding as Finding
    from scorer.rules.referee import FindingKind as FindingKind
    from scorer.rules.scoring.namedroute import RouteError as RouteError
    from scorer.rules.scoring.namedroute import parse_route as parse_route
    from scorer.rules.scoring.sheet import FinalRoute as FinalRoute
    from scorer.rules.scoring.sheet import Line as Line
    from scorer.rules.scoring.sheet import ScoreSheet as ScoreSheet
    from scorer.rules.scoring.sheet import Step as Step
    from scorer.rules.search.alternatives import AlternativesError as AlternativesError
    from scorer.rules.status import Checking as Checking
    from scorer.rules.status import Status as Status
    from scorer.rules.status import status_of as status_of
    from scorer.rules.table.game import Game as Game
    from scorer.rules.table.game import GameError as GameError
    from scorer.rules.table.game import PlayedGame as PlayedGame
    from scorer.rules.table.game import Player as Player
    from scorer.rules.table.game import parse_game as parse_game
    from scorer.rules.table.result import Table as Table
    from scorer.rules.table.result import table_of as table_of
    from scorer.rules.values import replace as replace

# Where each name lives. It is fetched when it is asked for: to import one module of the rules
# must not import them all.
_HOMES = {
    "Board": "board.board",
    "BoardError": "board.board",
    "LandmarkKind": "board.board",
    "TouristKind": "board.board",
    "geometry_json": "board.geometry",
    "parse_geometry": "board.geometry",
    "City": "city.city",
    "CityError": "city.city",
    "UnknownCityError": "city.city",
    "city_names": "city.city",
    "load_city": "city.city",
    "CardError": "city.goalcards",
    "Direction": "city.goalcards",
    "GoalCard": "city.goalcards",
    "Measure": "city.goalcards",
    "JsonError": "jsonfile.text",
    "from_data": "jsonfile",
    "to_data": "jsonfile",
    "ClaimError": "judge.claim",
    "WrittenClaim": "judge.claim",
    "parse_claim": "judge.claim",
    "Verdict": "judge.judge",
    "judge": "judge.judge",
    "Position": "library",
    "Crossroads": "notation",
    "Location": "notation",
    "NotationError": "notation",
    "RoadId": "notation",
    "RulesError": "notation",
    "FilledBoard": "position.filled",
    "CafeMark": "position.mark",
    "Mark": "position.mark",
    "MarkKind": "position.mark",
    "MarksError": "position.mark",
    "Section": "position.mark",
    "Tourists": "position.mark",
    "GameMode": "position.setup",
    "Marks": "position.marks",
    "Setup": "position.setup",
    "parse_marks": "position.marks",
    "parse_setup": "position.setup",
    "usual_setup": "position.setup",
    "Certainty": "certainty",
    "Checking": "status",
    "Status": "status",
    "status_of": "status",
    "Finding": "referee",
    "FindingKind": "referee",
    "RouteError": "scoring.namedroute",
    "parse_route": "scoring.namedroute",
    "FinalRoute": "scoring.sheet",
    "Line": "scoring.sheet",
    "ScoreSheet": "scoring.sheet",
    "Step": "scoring.sheet",
    "AlternativesError": "search.alternatives",
    "Game": "table.game",
    "GameError": "table.game",
    "PlayedGame": "table.game",
    "Player": "table.game",
    "parse_game": "table.game",
    "Table": "table.result",
    "table_of": "table.result",
    "replace": "values",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Return the public *name* from the module that it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
