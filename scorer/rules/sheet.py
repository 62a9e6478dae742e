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
    """A scoring step, in the order of the paper sheet."""

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
    route (decision D1) has neither.
    """

    crossroads: tuple[Crossroads, ...] = ()
    sections: tuple[RoadId, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether it ends where it starts."""
        return bool(self.sections) and self.crossroads[0] == self.crossroads[-1]


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


def sheet_data(sheet: ScoreSheet) -> dict[str, Any]:
    """Return *sheet* in the shape of its JSON."""
    return {
        "total": sheet.total,
        "optimal": sheet.optimal,
        "at_most_more": sheet.at_most_more,
        "route": {
            "crossroads": [str(point) for point in sheet.route.crossroads],
            "sections": [str(section) for section in sheet.route.sections],
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
