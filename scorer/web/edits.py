"""Corrections: one tap each, in the words of the formats (kind, where, value)."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scorer.rules.board import Board, LandmarkKind, TouristKind
from scorer.rules.cards import GoalCard
from scorer.rules.city import City
from scorer.rules.game import ChallengeFile
from scorer.rules.marks import (
    Marks,
    MarksError,
    MarksFile,
    Setup,
    SetupFile,
    marks_data,
    marks_on,
    setup_data,
    setup_in,
)
from scorer.rules.notation import RoadId
from scorer.store.games import Game, Player

Count = Annotated[int, Meta(ge=0, le=99)]


class _Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """``settles``: whether a doubt about this place is answered by it."""

    where: Annotated[str, Meta(max_length=40)]
    settles: bool = True


class SectionEdit(_Edit, frozen=True, tag="section", kw_only=True):
    """A section is drawn, or is not; in a coloured city, the colour it is drawn with."""

    value: bool | LandmarkKind


class TouristsEdit(_Edit, frozen=True, tag="tourists", kw_only=True):
    """The tourists of a location, all kinds at once."""

    value: dict[TouristKind, Count]


class CafeEdit(_Edit, frozen=True, tag="cafe", kw_only=True):
    """A café's mark."""

    value: Literal["none", "visited", "used"]


class TaskEdit(_Edit, frozen=True, tag="task", kw_only=True):
    """A crossroads is ringed for the personal task, or is not."""

    value: bool


class CrossedEdit(_Edit, frozen=True, tag="crossed", kw_only=True):
    """A location is crossed out, or is not."""

    value: bool


class CafeAreaEdit(_Edit, frozen=True, tag="cafe-area", kw_only=True):
    """A bonus beside the map; ``where`` is the id of its symbol."""

    value: Literal["none", "visited", "used"]


class TicketEdit(_Edit, frozen=True, tag="ticket", kw_only=True):
    """A ticket beside the map is circled, or is not; ``where`` is the id of its symbol."""

    value: bool


class HotSpotEdit(_Edit, frozen=True, tag="hot-spot", kw_only=True):
    """A road is a hot spot, or is none."""

    value: bool


class RatingEdit(_Edit, frozen=True, tag="rating", kw_only=True):
    """The PP that an iconic landmark stands at."""

    value: int


class ModeEdit(_Edit, frozen=True, tag="mode", kw_only=True):
    """Which modules are in play; ``where`` is empty."""

    value: str


class GoalsEdit(_Edit, frozen=True, tag="goals", kw_only=True):
    """The goal cards that lie out; ``where`` is empty."""

    value: Annotated[list[GoalCard], Meta(max_length=9)]


class ChallengeEdit(_Edit, frozen=True, tag="challenge", kw_only=True):
    """What a solo player set out for, or nothing; ``where`` is empty."""

    value: ChallengeFile | None


class ToursEdit(_Edit, frozen=True, tag="tours", kw_only=True):
    """The themed tours in play; ``where`` is empty."""

    value: Annotated[list[str], Meta(max_length=9)]


class DiversityEdit(_Edit, frozen=True, tag="diversity", kw_only=True):
    """The board's own table of PP for 0, 1, 2 … runs, or none; ``where`` is empty."""

    value: Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=20)]


class BalanceEdit(_Edit, frozen=True, tag="balance", kw_only=True):
    """How many balance cards one player has; ``where`` is empty."""

    value: Annotated[int, Meta(ge=0, le=9)]


Edit = (
    SectionEdit
    | TouristsEdit
    | CafeEdit
    | TaskEdit
    | CrossedEdit
    | CafeAreaEdit
    | TicketEdit
    | HotSpotEdit
    | RatingEdit
    | ModeEdit
    | GoalsEdit
    | ChallengeEdit
    | ToursEdit
    | DiversityEdit
    | BalanceEdit
)
# Marks that are there or are not, and where they stand in the format.
_Flag = TaskEdit | CrossedEdit | TicketEdit | HotSpotEdit
_FLAGS: dict[type[_Flag], str] = {
    TaskEdit: "task",
    CrossedEdit: "crossed",
    TicketEdit: "tickets",
    HotSpotEdit: "hot_spots",
}
# Marks that are circled, and perhaps crossed out, and where they stand in the format.
_Circle = CafeEdit | CafeAreaEdit
_CIRCLES: dict[type[_Circle], str] = {CafeEdit: "cafes", CafeAreaEdit: "cafe_area"}

# Those that concern all players of the game.
SETUP_EDITS = (RatingEdit, ModeEdit, GoalsEdit, ChallengeEdit, ToursEdit, DiversityEdit)
# What of the game's set-up the rules keep apart from what lies beside a board.
GAME_KEYS = ("challenge",)


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Edits that belong together, and the version they were made on.

    Without a version they count whatever was changed meanwhile.
    """

    edits: Annotated[list[Edit], Meta(min_length=1, max_length=300)]
    version: int | None = None


def parse_change(data: bytes) -> Change:
    """Return the change that *data* holds.

    Raises
    ------
    MarksError
        If it is no such JSON, with the path of the bad value.
    """
    try:
        return msgspec.json.decode(data, type=Change)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise MarksError(f"change: {error}") from error


def kept_marks(player: Player, board: Board) -> Marks:
    """Return the current marks on the board of *player*."""
    return marks_on(msgspec.convert(player.marks, MarksFile), board)


def read_marks(player: Player, board: Board) -> Marks | None:
    """Return what was last read from the photo of *player*, if it was."""
    if player.reading is None:
        return None
    return marks_on(msgspec.convert(player.reading.marks, MarksFile), board)


def kept_setup(game: Game, player: Player | None, city: City) -> Setup:
    """Return the set-up that all players of *game* share, with what is *player*'s alone."""
    own = player.own if player else {}
    common = {key: value for key, value in game.setup.items() if key not in GAME_KEYS}
    return setup_in(msgspec.convert({**common, **own}, SetupFile), city)


def corrected(marks: Marks, board: Board, edits: Iterable[Edit]) -> Marks:
    """Return *marks* after *edits*; those of the set-up change nothing here.

    Raises
    ------
    MarksError
        If an edit names something that is not on the board.
    """
    data = marks_data(marks)
    for edit in edits:
        _edit_marks(data, edit)
    return marks_on(msgspec.convert(data, MarksFile), board)


def set_up(kept: dict[str, Any], city: City, edits: Iterable[Edit]) -> dict[str, Any]:
    """Return the set-up *kept* with a game after those of *edits* that concern it.

    Raises
    ------
    MarksError
        If a rating is of no iconic landmark or not on its track, or a goal card means nothing.
    """
    common = {key: value for key, value in kept.items() if key not in GAME_KEYS}
    data = setup_data(setup_in(msgspec.convert(common, SetupFile), city))
    extra = {key: kept[key] for key in GAME_KEYS if key in kept}
    for edit in edits:
        if isinstance(edit, RatingEdit):
            data["ratings"][edit.where] = edit.value
        elif isinstance(edit, ModeEdit):
            mode = city.mode(edit.value)
            data["cafes"], data["tasks"] = mode.cafes, mode.tasks
        elif isinstance(edit, GoalsEdit):
            data["goals"] = [msgspec.to_builtins(card) for card in edit.value]
        elif isinstance(edit, ToursEdit):
            data["tours"] = edit.value
        elif isinstance(edit, DiversityEdit):
            data["diversity"] = edit.value
        elif isinstance(edit, ChallengeEdit):
            extra["challenge"] = msgspec.to_builtins(edit.value)
    return setup_data(setup_in(msgspec.convert(data, SetupFile), city)) | extra


def own_after(own: dict[str, Any], edits: Iterable[Edit]) -> dict[str, Any]:
    """Return what of the set-up is one player's alone after *edits*."""
    for edit in edits:
        if isinstance(edit, BalanceEdit):
            own = {**own, "balance_cards": edit.value}
    return own


def differences(before: Marks, after: Marks) -> list[Edit]:
    """Return the edits that lead from *before* to *after*, in reading order."""
    edits: list[Edit] = [
        SectionEdit(where=str(section), value=_drawn(after, section))
        for section in sorted(before.sections | after.sections)
        if _drawn(before, section) != _drawn(after, section)
    ]
    for place in sorted(before.tourists.keys() | after.tourists.keys()):
        here = after.tourists.get(place)
        if before.tourists.get(place) != here:
            value = dict(here.counts) if here else {}
            edits.append(TouristsEdit(where=str(place), value=value))
    old, new = marks_data(before), marks_data(after)
    for circle, key in _CIRCLES.items():
        was, now = old.get(key, {}), new.get(key, {})
        for name in sorted(was.keys() | now.keys()):
            if was.get(name) != now.get(name):
                edits.append(circle(where=name, value=now.get(name, "none")))
    for flag, key in _FLAGS.items():
        there = set(new.get(key, []))
        changed = there ^ set(old.get(key, []))
        edits += [flag(where=name, value=name in there) for name in sorted(changed)]
    return edits


def place_of(kind: str, where: str) -> str:
    """Return the name under which a doubt about a place counts as answered."""
    return f"{kind}:{where}"


def settled_after(settled: frozenset[str], edits: Iterable[Edit]) -> frozenset[str]:
    """Return the answered doubts after *edits*."""
    found = set(settled)
    for edit in edits:
        place = place_of(_tag(type(edit)), edit.where)
        if edit.settles:
            found.add(place)
        else:
            found.discard(place)
    return frozenset(found)


def confirmed(marks: Marks, settled: frozenset[str]) -> list[Edit]:
    """Return the edits that give each place a person has answered for its value in *marks*."""
    data = marks_data(marks)
    flags = {_tag(kind): key for kind, key in _FLAGS.items()}
    circles = {_tag(kind): key for kind, key in _CIRCLES.items()}
    edits = []
    for place in sorted(settled):
        kind, where = place.split(":", 1)
        if kind == "section":
            edits.append(edit_of(kind, where, _drawn(marks, RoadId.parse(where))))
        elif kind == "tourists":
            edits.append(edit_of(kind, where, data["tourists"].get(where, {})))
        elif kind in flags:
            edits.append(edit_of(kind, where, where in data.get(flags[kind], [])))
        elif kind in circles:
            edits.append(edit_of(kind, where, data.get(circles[kind], {}).get(where, "none")))
    return edits


def edit_of(kind: str, where: str, value: Any) -> Edit:
    """Return the edit that gives a doubtful place *value*."""
    edit: Edit = msgspec.convert({"kind": kind, "where": where, "value": value}, Edit)
    return edit


def _drawn(marks: Marks, section: RoadId) -> bool | LandmarkKind:
    return marks.colours.get(section, section in marks.sections)


def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _edit_marks(data: dict[str, Any], edit: Edit) -> None:
    match edit:
        case SectionEdit():
            _draw(data["sections"], edit.where, edit.value)
        case TouristsEdit():
            data["tourists"][edit.where] = {k.value: n for k, n in edit.value.items()}
        case CafeEdit() | CafeAreaEdit():
            circled = data.setdefault(_CIRCLES[type(edit)], {})
            circled.pop(edit.where, None)
            if edit.value != "none":
                circled[edit.where] = edit.value
        case TaskEdit() | CrossedEdit() | TicketEdit() | HotSpotEdit():
            _toggle(data.setdefault(_FLAGS[type(edit)], []), edit.where, edit.value)


def _draw(sections: list[Any], name: str, value: bool | LandmarkKind) -> None:
    """Draw a section, with a colour or without one, or take it away."""
    for there in sections:
        if name in (there, there["section"] if isinstance(there, dict) else None):
            sections.remove(there)
            break
    if isinstance(value, LandmarkKind):
        sections.append({"section": name, "colour": value.value})
    elif value:
        sections.append(name)


def _toggle(names: list[str], name: str, there: bool) -> None:
    if there and name not in names:
        names.append(name)
    elif not there and name in names:
        names.remove(name)
