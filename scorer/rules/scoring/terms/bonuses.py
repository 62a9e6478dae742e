"""Bonuses: PP that a route gets once for reaching any of some places, or for none at all."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from scorer.rules.board.board import Board
from scorer.rules.city.city import City, Special
from scorer.rules.notation import Element, Location
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import roads_of
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import OnRoute, Walked, on_route, reaches, ways_to
from scorer.rules.scoring.sheet import FinalRoute, Line
from scorer.rules.scoring.terms.parts import Feature, Fixed, Flat, Part
from scorer.rules.scoring.terms.slips import Change, changed
from scorer.rules.scoring.terms.sums import sum_text
from scorer.rules.scoring.terms.term import NamedTerm


@dataclass(frozen=True)
class Bonus:
    """PP that a route gives once when it reaches any of ``places``; always, if there are none."""

    points: int
    places: tuple[Element, ...]

    def given(self, passed: OnRoute) -> bool:
        """Whether a route that passes *passed* has it."""
        return not self.places or any(reaches(passed, place) for place in self.places)


class Bonuses(NamedTerm):
    """A line that is made of bonuses; a rule of them says which there are."""

    @abstractmethod
    def bonuses(self, filled: FilledBoard) -> tuple[Bonus, ...]:
        """Return the bonuses that a route on *filled* can have."""

    def line(self, walked: Walked) -> Line:
        given = [bonus for bonus in self.bonuses(walked.filled) if bonus.given(walked.passed)]
        points = [bonus.points for bonus in given]
        alike = len(set(points)) == 1 and len(points) > 1
        working = f"{len(points)} × {points[0]}" if alike else sum_text(points)
        shown = [p for bonus in given for p in bonus.places if reaches(walked.passed, p)]
        return Line(self.step, sum(points), working, tuple(dict.fromkeys(shown)))

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        bonuses = self.bonuses(filled)
        features = []
        for bonus in bonuses:
            by = tuple(way for place in bonus.places for way in ways_to(filled.board, place))
            if by:
                features.append(Feature(by, bonus.points))
        fixed = sum(bonus.points for bonus in bonuses if not bonus.places)
        return Flat(tuple(features)), Fixed(fixed)

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        """Yield places forgotten or counted too many, PP written once, and a rating misread."""
        bonuses = self.bonuses(walked.filled)
        right = self.line(walked).points
        given = [bonus for bonus in bonuses if bonus.given(walked.passed)]
        drawn = on_route(walked.filled, FinalRoute(sections=tuple(roads_of(walked.marks.sections))))
        changes = [
            _change(walked, drawn, n, bonus) for n, bonus in enumerate(bonuses) if bonus.places
        ]
        yield from changed(right, [change for change in changes if change.delta])
        where = tuple(place for bonus in given for place in bonus.places)
        figures = {"number": len(given)}
        if where:
            yield attempt(len(given), Mistake(MistakeKind.PLACES_COUNTED, where, figures=figures))
        if len(given) > 1 and where and len({bonus.points for bonus in given}) == 1:
            each = given[0].points
            mistake = Mistake(MistakeKind.PLACES_ONCE, where, figures=figures | {"each": each})
            yield attempt(each, mistake)
        if self.special.rating:
            yield from _misread(self.city, self.special, walked, len(given))


class Each(Bonuses):
    """Every marked place on the route gives its printed PP, the rating, or the usual points."""

    kind: ClassVar[str] = "each"

    def bonuses(self, filled: FilledBoard) -> tuple[Bonus, ...]:
        marked = filled.board.marked_as(self.special.of)
        rating = self.special.rating
        usual = filled.setup.ratings[rating] if rating else self.special.points
        printed = dict(marked.values)
        return tuple(
            Bonus(usual if isinstance(place, Location) else printed.get(place, usual), (place,))
            for place in marked.places
        )

    def phone(self, board: Board) -> dict[str, Any]:
        """Return the places with the PP printed there; None stands for the present rating."""
        marked = board.marked_as(self.special.of)
        printed = dict(marked.values)
        usual = None if self.special.rating else self.special.points
        each = [
            [str(place), usual if isinstance(place, Location) else printed.get(place, usual)]
            for place in marked.places
        ]
        return {"rating": self.special.rating, "each": each}


def _change(walked: Walked, drawn: OnRoute, number: int, bonus: Bonus) -> Change:
    """Return that the place of *bonus* was forgotten, or counted though off the route."""
    if bonus.given(walked.passed):
        kind, delta = MistakeKind.PLACE_FORGOTTEN, -bonus.points
        places = tuple(place for place in bonus.places if reaches(walked.passed, place))
    else:
        reached = any(reaches(drawn, place) for place in bonus.places)
        kind = MistakeKind.PLACE_OFF_ROUTE if reached else MistakeKind.PLACE_NOT_REACHED
        delta, places = bonus.points, bonus.places
    return Change(f"place {number}", delta, kind, places)


def _misread(city: City, special: Special, walked: Walked, number: int) -> Iterator[Attempt]:
    """Yield the line with the rating read one box too early or too far, or as never risen."""
    steps, rating = city.track(special.rating), walked.setup.ratings[special.rating]
    before, after = [s for s in steps if s < rating], [s for s in steps if s > rating]
    readings = {MistakeKind.TRACK_FIRST_BOX: steps[0]}
    if before:
        readings[MistakeKind.TRACK_ONE_BOX_BACK] = before[-1]
    if after:
        readings[MistakeKind.TRACK_ONE_BOX_ON] = after[0]
    for kind, read in readings.items():
        if number and read != rating:
            figures = {"read": read, "right": rating}
            yield attempt(number * read, Mistake(kind, figures=figures))
