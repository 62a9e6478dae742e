"""The score sheet: every point with its working and what made it up."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from scorer.rules.cards import GoalCard
from scorer.rules.marks import Tourists
from scorer.rules.notation import Crossroads, Location, RoadId

Element = Location | Crossroads | RoadId


class Step(StrEnum):
    """A scoring step, in the order of the paper sheet; a city may have some of its own."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    YELLOW = "yellow"
    GREY = "grey"
    CAFES = "cafes"
    VISIT_ALL = "visit-all"
    TASK = "task"
    GOALS = "goals"

    @classmethod
    def own(cls, name: str) -> "Step":
        """Return the step called *name*, a usual one or a city's own; the same each time."""
        usual = {step.value: step for step in cls}
        return usual.get(name) or _OWN.setdefault(name, _own_step(name))


# Steps that cities brought with them.
_OWN: dict[str, Step] = {}


def _own_step(name: str) -> Step:
    """Return a step beside the members of ``Step``, which are the usual ones."""
    step = str.__new__(Step, name)
    step._name_, step._value_ = name.upper().replace("-", "_"), name
    return step


class Reason(StrEnum):
    """Why a drawn section is not on the final route."""

    NOT_CONNECTED = "not-connected"
    ALTERNATIVE = "alternative"
    DEAD_END = "dead-end"


@dataclass(frozen=True)
class Line:
    """One line of the sheet: PP, how they come about, and the parts of the board they come from."""

    step: Step
    points: int
    working: str
    elements: tuple[Element, ...]


@dataclass(frozen=True)
class FinalRoute:
    """A walk over drawn sections, each at most once.

    ``sections[i]`` joins ``crossroads[i]`` and ``crossroads[i + 1]``. The empty
    route (decision D1) has neither. Where a ride follows the first ``ride`` sections,
    ``crossroads`` hold both its stations, so that behind it they are one ahead.
    """

    crossroads: tuple[Crossroads, ...] = ()
    sections: tuple[RoadId, ...] = ()
    ride: int | None = None

    @property
    def closed(self) -> bool:
        """Whether it ends where it starts, so that it may be started anywhere."""
        return bool(self.sections) and self.crossroads[0] == self.crossroads[-1]

    @property
    def parts(self) -> tuple[tuple[RoadId, ...], ...]:
        """The sections walked without a break: all, or those before and behind the ride."""
        if self.ride is None:
            return (self.sections,)
        return self.sections[: self.ride], self.sections[self.ride :]

    @property
    def text(self) -> str:
        """The crossroads in walking order, ``~`` between the stations of a ride."""
        names = [str(point) for point in self.crossroads]
        if self.ride is not None:
            names.insert(self.ride + 1, "~")
        return " ".join(names)

    @property
    def stations(self) -> tuple[Crossroads, Crossroads] | None:
        """Where the ride starts and ends, if there is one."""
        if self.ride is None:
            return None
        return self.crossroads[self.ride], self.crossroads[self.ride + 1]

    def walked_to(self, point: int) -> int:
        """Return how many sections are walked on the way to ``crossroads[point]``."""
        return point if self.ride is None or point <= self.ride else point - 1


@dataclass(frozen=True)
class Unused:
    """A drawn section that the final route leaves out."""

    section: RoadId
    reason: Reason


@dataclass(frozen=True)
class GoalResult:
    """What a route makes of one goal card: the value measured, and the PP it gives.

    Who won was reached too; in a solo game neither gives PP.
    """

    card: GoalCard
    value: int
    reached: bool
    won: bool
    points: int


@dataclass(frozen=True)
class ScoreSheet:
    """The score of one board. ``optimal``: no other final route scores more, proved.

    Where that is not proved, any other scores at most ``at_most_more`` more. ``given_up``
    are the PP of steps 1 to 8 that the best route without goal cards has more than this one,
    and ``given_up_lines`` where they went, step by step (a step may have gained).
    """

    total: int
    optimal: bool
    route: FinalRoute
    lines: tuple[Line, ...]
    length: int
    tourists: int
    landmarks: int
    lost_tourists: dict[Location, Tourists]
    unused: tuple[Unused, ...]
    at_most_more: int = 0
    goals: tuple[GoalResult, ...] = ()
    given_up: int = 0
    given_up_lines: tuple[tuple[Step, int], ...] = ()

    @property
    def plain(self) -> int:
        """The total without goal cards."""
        return self.total - sum(result.points for result in self.goals)


def sheet_data(sheet: ScoreSheet) -> dict[str, Any]:
    """Return *sheet* in the shape of its JSON."""
    return {
        "total": sheet.total,
        "optimal": sheet.optimal,
        "at_most_more": sheet.at_most_more,
        "route": {
            "crossroads": [str(point) for point in sheet.route.crossroads],
            "sections": [str(section) for section in sheet.route.sections],
            **_ride_data(sheet.route),
        },
        "lines": [
            {
                "step": line.step.value,
                "points": line.points,
                "working": line.working,
                "from": [str(element) for element in line.elements],
            }
            for line in sheet.lines
        ],
        "length": sheet.length,
        "tourists": sheet.tourists,
        "landmarks": sheet.landmarks,
        "lost_tourists": {
            str(place): {kind.value: number for kind, number in lost.counts}
            for place, lost in sorted(sheet.lost_tourists.items())
        },
        "unused": [
            {"section": str(unused.section), "reason": unused.reason.value}
            for unused in sheet.unused
        ],
        "goals": [
            msgspec.to_builtins(result.card)
            | {
                "value": result.value,
                "is_reached": result.reached,
                "is_won": result.won,
                "points": result.points,
            }
            for result in sheet.goals
        ],
        "given_up": sheet.given_up,
        "given_up_lines": {step.value: points for step, points in sheet.given_up_lines},
    }


def _ride_data(route: FinalRoute) -> dict[str, Any]:
    if route.stations is None:
        return {}
    start, end = route.stations
    return {"ride": {"after": route.ride, "from": str(start), "to": str(end)}}
