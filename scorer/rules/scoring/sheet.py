"""The score sheet: every point with its working and what made it up."""

from enum import StrEnum
from typing import Any, Self

from msgspec import Struct, field

from scorer.rules.city.goalcards import GoalCard
from scorer.rules.notation import Crossroads, Element, Location, RoadId
from scorer.rules.position.mark import Tourists
from scorer.rules.values import kept


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

    @classmethod
    def _missing_(cls, value: object) -> "Step | None":
        return _OWN.get(str(value))

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON schema: any text, as a city may have steps of its own."""
        return {"type": "string", "examples": [step.value for step in cls]}


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


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the sheet: PP, how they come about, and the parts of the board they come from.

    In JSON these parts are called ``from``.
    """

    step: Step
    points: int
    working: str
    elements: tuple[Element, ...] = field(name="from")


class Ride(Struct, frozen=True, forbid_unknown_fields=True):
    """A ride, taken ``after`` so many sections, from one station to another."""

    after: int
    start: Crossroads = field(name="from")
    end: Crossroads = field(name="to")


class FinalRoute(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A final route in walking order, over drawn sections, each walked at most once.

    ``sections[i]`` joins ``crossroads[i]`` and ``crossroads[i + 1]``. The empty
    route (decision D1) has neither. Where there is a ``ride``, ``crossroads`` hold both its
    stations, so that behind it they are one ahead.
    """

    crossroads: tuple[Crossroads, ...] = kept(())
    sections: tuple[RoadId, ...] = kept(())
    ride: Ride | None = None

    @classmethod
    def of(
        cls,
        crossroads: tuple[Crossroads, ...],
        sections: tuple[RoadId, ...],
        after: int | None = None,
    ) -> Self:
        """Return the route on which a ride follows the first *after* sections, if any does."""
        if after is None:
            return cls(crossroads, sections)
        return cls(crossroads, sections, Ride(after, crossroads[after], crossroads[after + 1]))

    @property
    def closed(self) -> bool:
        """Whether it ends where it starts, so that it may be started anywhere."""
        return bool(self.sections) and self.crossroads[0] == self.crossroads[-1]

    @property
    def parts(self) -> tuple[tuple[RoadId, ...], ...]:
        """The sections walked without a break: all, or those before and behind the ride."""
        if self.ride is None:
            return (self.sections,)
        return self.sections[: self.ride.after], self.sections[self.ride.after :]

    @property
    def text(self) -> str:
        """The crossroads in walking order, ``~`` between the stations of a ride."""
        names = [str(point) for point in self.crossroads]
        if self.ride is not None:
            names.insert(self.ride.after + 1, "~")
        return " ".join(names)

    def walked_to(self, point: int) -> int:
        """Return how many sections are walked on the way to ``crossroads[point]``."""
        return point if self.ride is None or point <= self.ride.after else point - 1


class Unused(Struct, frozen=True, forbid_unknown_fields=True):
    """A drawn section that the final route leaves out."""

    section: RoadId
    reason: Reason


class GoalResult(GoalCard, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A goal card with what a route makes of it: the value measured, and the PP it gives.

    What is won is reached too; in a solo game neither gives PP.
    """

    value: int
    is_reached: bool
    is_won: bool
    points: int


class ScoreSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A score sheet of one board. ``optimal``: no other final route scores more, proved.

    Where that is not proved, any other scores at most ``at_most_more`` more. ``given_up``
    are the PP of steps 1 to 8 that the best route without goal cards has more than this one,
    and ``given_up_lines`` where they went, step by step (a step may have gained).
    """

    total: int
    optimal: bool
    at_most_more: int
    route: FinalRoute
    lines: tuple[Line, ...]
    length: int
    tourists: int
    landmarks: int
    lost_tourists: dict[Location, Tourists]
    unused: tuple[Unused, ...]
    goals: tuple[GoalResult, ...]
    given_up: int
    given_up_lines: dict[Step, int]

    @property
    def plain(self) -> int:
        """The total without goal cards."""
        return self.total - sum(result.points for result in self.goals)

    def __hash__(self) -> int:
        return hash((self.total, self.route, self.lines))

    def __str__(self) -> str:
        """The PP, the lines that give some, and the route as ``parse_route`` reads it."""
        lines = ", ".join(f"{line.step.value} {line.points}" for line in self.lines if line.points)
        goals = sum(result.points for result in self.goals)
        parts = [lines, f"goals {goals}" if goals else "", f"route {self.route.text or 'none'}"]
        return f"{self.total} PP: {'; '.join(part for part in parts if part)}"
