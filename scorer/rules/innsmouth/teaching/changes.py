"""The changes that a person tells of the town of their box, as the page sends them."""

from enum import StrEnum
from typing import Annotated

import msgspec

from scorer.rules.board.board import LandmarkKind, Point
from scorer.rules.innsmouth.ownbox import FAR, SIDE
from scorer.rules.innsmouth.pieces import Bonus, Challenge, Character, Deck, GoalCard, Group
from scorer.rules.innsmouth.teaching.laying import RoadState
from scorer.rules.innsmouth.town import MOST_CACHES, Part
from scorer.rules.notation import Crossroads, Location, RoadId

_MOST_LEVELS, _MOST_GOALS, _MOST_BENDS = 9, 12, 40

Name = Annotated[str, msgspec.Meta(max_length=40)]
Where = Annotated[float, msgspec.Meta(ge=-FAR, le=SIDE + FAR)]
Coordinate = Annotated[int, msgspec.Meta(ge=1, le=SIDE)]
Numbers = Annotated[tuple[Coordinate, ...], msgspec.Meta(min_length=SIDE, max_length=SIDE)]


class Edge(StrEnum):
    """A side of the map, beyond which the sea may be."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="set"):
    """A value that is told."""


class SetName(_Change, frozen=True, tag="name"):
    """How the town is called."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class SetTold(_Change, frozen=True, tag="told"):
    """Whether all of a part is as the box has it."""

    part: Part
    told: bool


class SetRiver(_Change, frozen=True, tag="river"):
    """Where the river's middle runs; without a line there is none."""

    path: Annotated[tuple[tuple[Where, Where], ...], msgspec.Meta(max_length=_MOST_BENDS)]


class SetSea(_Change, frozen=True, tag="sea"):
    """Along which sides of the map the sea is."""

    edges: Annotated[tuple[Edge, ...], msgspec.Meta(max_length=4)]


class SetWater(_Change, frozen=True, tag="water"):
    """Whether a crossroads is by the water, so that ferries land there."""

    place: Crossroads
    water: bool


class SetRoad(_Change, frozen=True, tag="road"):
    """What is printed where the lattice has a road."""

    road: RoadId
    state: RoadState


class SetCorner(_Change, frozen=True, tag="corner"):
    """Whether an outer corner of the map is rounded, by the road that rounds it."""

    corner: RoadId
    rounded: bool


class SetBeside(_Change, frozen=True, tag="beside"):
    """Whether a quarter next to a road is along it, where no river tells that it is not."""

    road: RoadId
    quarter: Location
    beside: bool


class SetQuarter(_Change, frozen=True, tag="quarter"):
    """The landmark of a quarter; a star has its VP. Without a kind it is a white quarter."""

    quarter: Location
    kind: LandmarkKind | None = None
    value: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    name: Name = ""


class SetDiagonals(_Change, frozen=True, tag="diagonals"):
    """Whether diagonals may be drawn through a quarter; the river may forbid it."""

    quarter: Location
    allowed: bool


class SetCoordinates(_Change, frozen=True, tag="coordinates"):
    """The numbers along the map: X of each column, Y of each row."""

    columns: Numbers
    rows: Numbers


class SetShelter(_Change, frozen=True, tag="shelter"):
    """A shelter, with the tourists who hide there; without tourists there is none."""

    at: str
    tourists: Group | None = None


class SetCard(_Change, frozen=True, tag="card"):
    """A cache card and all its places; None takes the card away."""

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    places: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_CACHES)] | None = None


class SetDeck(_Change, frozen=True, tag="deck"):
    """The split of the artefacts."""

    deck: Deck


class SetBonuses(_Change, frozen=True, tag="bonuses"):
    """The bonuses on a character card."""

    character: Character
    bonuses: Annotated[tuple[Bonus, ...], msgspec.Meta(max_length=6)]


class SetGoals(_Change, frozen=True, tag="goals"):
    """All goal cards."""

    goals: Annotated[tuple[GoalCard, ...], msgspec.Meta(max_length=_MOST_GOALS)]


class SetLevels(_Change, frozen=True, tag="levels"):
    """The cells of the solo card."""

    levels: Annotated[tuple[Challenge, ...], msgspec.Meta(max_length=_MOST_LEVELS)]


class SetSigns(_Change, frozen=True, tag="signs"):
    """The rounds whose cells of the rounds board bear the Deep Ones' sign."""

    rounds: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=10)], ...], msgspec.Meta(max_length=10)
    ]


class SetSpot(_Change, frozen=True, tag="spot"):
    """Where a bonus's sign is printed beside the map, or both ends of the town's ``name``.

    Without places the sign is laid nowhere.
    """

    sign: Annotated[str, msgspec.Meta(max_length=40)]
    at: Annotated[tuple[Point, ...], msgspec.Meta(max_length=2)] = ()


Change = (
    SetName
    | SetTold
    | SetRiver
    | SetSea
    | SetWater
    | SetRoad
    | SetCorner
    | SetBeside
    | SetQuarter
    | SetDiagonals
    | SetCoordinates
    | SetShelter
    | SetCard
    | SetDeck
    | SetBonuses
    | SetGoals
    | SetLevels
    | SetSigns
    | SetSpot
)
