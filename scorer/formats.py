"""The formats that the command prints, typed: what programs that read them may rely on.

What it reads is typed where it is read (``MarksFile``, ``SetupFile``, ``GameFile`` …). Keys
that a result may lack are absent then, not null.
"""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType, field

from scorer.rules.board import TouristKind
from scorer.rules.cards import GoalCard
from scorer.rules.judge.mistakes import MistakeKind
from scorer.rules.marks import GameMode, MarksFile
from scorer.rules.referee import FindingKind
from scorer.rules.sheet import Reason
from scorer.rules.table import Settling
from scorer.rules.ties import TieBreak


class RideFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ride, taken after so many sections, from one station to another."""

    after: int
    from_: str = field(name="from")
    to: str


class RouteFile(msgspec.Struct, forbid_unknown_fields=True):
    """A final route in walking order; ``sections[i]`` joins two crossroads that follow."""

    crossroads: list[str]
    sections: list[str]
    ride: RideFile | UnsetType = UNSET


class LineFile(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the sheet; ``from`` are the parts of the board that its PP come from."""

    step: str
    points: int
    working: str
    from_: list[str] = field(name="from")


class UnusedFile(msgspec.Struct, forbid_unknown_fields=True):
    """A drawn section that the final route leaves out."""

    section: str
    reason: Reason


class GoalResultFile(GoalCard, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A goal card with what the route makes of it."""

    value: int
    is_reached: bool
    is_won: bool
    points: int


class SheetFile(msgspec.Struct, forbid_unknown_fields=True):
    """A score sheet. No final route scores more than ``total`` + ``at_most_more``, proved.

    ``given_up`` are the PP of the other lines that goal cards were reached or won for.
    """

    total: int
    optimal: bool
    at_most_more: int
    route: RouteFile
    lines: list[LineFile]
    length: int
    tourists: int
    landmarks: int
    lost_tourists: dict[str, dict[TouristKind, int]]
    unused: list[UnusedFile]
    goals: list[GoalResultFile]
    given_up: int
    given_up_lines: dict[str, int]


class ComparedSheetFile(SheetFile, kw_only=True, forbid_unknown_fields=True):
    """A sheet with how it differs from another: PP of each line, more or less."""

    difference: dict[str, int]
    comparison: str | UnsetType = UNSET


class ScoredFile(SheetFile, kw_only=True, forbid_unknown_fields=True):
    """What ``scorer score`` prints: the sheet of the best route or of the one given.

    ``best`` stands beside a given route, and ``other`` beside two; ``alternatives`` where
    they were asked for, the best first, and whether it is proved that no other belongs
    among them.
    """

    best: ComparedSheetFile | UnsetType = UNSET
    other: ComparedSheetFile | UnsetType = UNSET
    alternatives: list[ComparedSheetFile] | UnsetType = UNSET
    alternatives_proved: bool | UnsetType = UNSET


class DoubtFile(msgspec.Struct, forbid_unknown_fields=True):
    """A place to check: ``read`` and ``alternatives`` are as the marks would have them.

    ``changes_score`` is null where no set-up was given.
    """

    kind: str
    where: str
    read: bool | str | dict[str, Any]
    confidence: float
    alternatives: list[bool | str | dict[str, Any]]
    reason: str
    changes_score: bool | None


class QualityFile(msgspec.Struct, forbid_unknown_fields=True):
    """How good the photo is; ``size`` in pixels, ``blur`` in mm on the board."""

    blur: float
    glare_share: float
    px_per_mm: float
    agreement: float
    size: tuple[int, int]


class ReadingFile(msgspec.Struct, forbid_unknown_fields=True):
    """What was read from a photo; ``sheet`` where a set-up was given.

    ``corners_xy`` are the map's corners a0, g0, g6, a6 in the upright photo, in pixels.
    """

    marks: MarksFile
    doubts: list[DoubtFile]
    corners_xy: list[tuple[float, float]]
    quality: QualityFile
    timings_ms: dict[str, float]
    sheet: SheetFile | UnsetType = UNSET


class FindingFile(msgspec.Struct, forbid_unknown_fields=True):
    """Something that a legal game cannot produce; ``most`` is what one allows."""

    kind: FindingKind
    message: str
    from_: list[str] = field(name="from")
    count: int
    most: int


class StandingFile(msgspec.Struct, forbid_unknown_fields=True):
    """A place, who takes it, and by what they are ahead of the next one."""

    place: int
    seats: list[int]
    ahead_by: TieBreak | None


class SettlingFile(msgspec.Struct, forbid_unknown_fields=True):
    """How the players' routes were found; in a cycle the same came back after ``rounds``."""

    kind: Settling
    rounds: int
    cycle: int


class SeatFile(msgspec.Struct, forbid_unknown_fields=True):
    """A player's result; ``plain`` is of the route that is best without goal cards."""

    seat: int
    name: str
    own_route: bool
    sheet: SheetFile
    plain: SheetFile
    findings: list[FindingFile]


class TeamFile(msgspec.Struct, forbid_unknown_fields=True):
    """A team: its seats, the sum of their PP, and by how much they differ."""

    seats: list[int]
    points: int
    difference: int


class ChallengeResultFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a solo player set out for."""

    points: int
    goals: int


class SoloFile(msgspec.Struct, forbid_unknown_fields=True):
    """How a solo game ended; ``won`` is null where no challenge was chosen.

    ``points_with_goals`` are the most PP of a route that reaches enough goal cards.
    """

    challenge: ChallengeResultFile | None
    points: int
    goals: int
    won: bool | None
    points_with_goals: int | None
    proved: bool


class TableFile(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a game. Seats count from 1; ``seats`` in ``team_standings`` are teams."""

    city: str
    mode: GameMode
    advanced: bool
    winners: list[int]
    standings: list[StandingFile]
    settling: SettlingFile
    players: list[SeatFile]
    plain_standings: list[StandingFile]
    teams: list[TeamFile] | UnsetType = UNSET
    team_standings: list[StandingFile] | UnsetType = UNSET
    solo: SoloFile | UnsetType = UNSET


class MistakeFile(msgspec.Struct, forbid_unknown_fields=True):
    """One mistake, made ``count`` times at some of the places in ``from``."""

    kind: MistakeKind
    from_: list[str] = field(name="from")
    count: int
    figures: dict[str, int]
    others: list[str]


class ExplanationFile(msgspec.Struct, forbid_unknown_fields=True):
    """Mistakes that together lead exactly to the claimed number."""

    sentence: str
    line: str | None
    mistakes: list[MistakeFile]


class LineVerdictFile(msgspec.Struct, forbid_unknown_fields=True):
    """One line that was claimed; explanations stand likeliest first."""

    step: str
    claimed: int
    computed: int
    difference: int
    explanations: list[ExplanationFile]


class TotalVerdictFile(msgspec.Struct, forbid_unknown_fields=True):
    """The total; ``added`` is what the lines add up to, those in ``assumed`` as computed."""

    claimed: int
    computed: int
    difference: int
    added: int
    assumed: list[str]
    explanations: list[ExplanationFile]


class VerdictFile(msgspec.Struct, forbid_unknown_fields=True):
    """What the judge found. ``sheet`` is what the claim was measured against.

    That is the sheet of the route given (``against`` is ``route``) or of the best one.
    """

    right: bool
    against: str
    lines: list[LineVerdictFile]
    total: TotalVerdictFile | None
    sheet: SheetFile
    best: SheetFile
    given_away: int
    fitting: list[SheetFile]
    route_problem: str
