"""Corrections: one tap each, in the words of the formats (kind, where, value)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct

from scorer.rules.board.board import Board, LandmarkKind, TouristKind
from scorer.rules.city.city import City
from scorer.rules.city.goalcards import GoalCard
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.mark import Mark, MarkKind, MarksError, differences
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Half, Setup
from scorer.rules.table.game import GOAL_CARDS, ChosenChallenge
from scorer.store.games import Player
from scorer.store.kept import ASIDE, GAME_KEYS, kept_marks, on_places, place_of, read_marks

MOST_GOALS = 9
# What a solo player can set out for: so many PP.
MOST_WANTED = 999
Count = Annotated[int, Meta(ge=0, le=99)]


class _Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """``settles``: whether a doubt about this place is answered by it.

    ``was`` is what stood there when it was made: a change of another place is no obstacle then.
    ``sent``: it went out before without an answer, so it may have been taken.
    """

    where: Annotated[str, Meta(max_length=40)]
    settles: bool = True
    was: Any = UNSET
    sent: bool = False


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
    """The PP that an iconic landmark stands at. Where it does not settle, nobody gave them."""

    value: int


class ModeEdit(_Edit, frozen=True, tag="mode", kw_only=True):
    """Which modules are in play; ``where`` is empty."""

    value: str


class GoalsEdit(_Edit, frozen=True, tag="goals", kw_only=True):
    """The goal cards that lie out; ``where`` is empty."""

    value: Annotated[list[GoalCard], Meta(max_length=MOST_GOALS)]


class ChallengeEdit(_Edit, frozen=True, tag="challenge", kw_only=True):
    """What a solo player set out for, or nothing; ``where`` is empty."""

    value: ChosenChallenge | None


class ToursEdit(_Edit, frozen=True, tag="tours", kw_only=True):
    """The themed tours in play; ``where`` is empty."""

    value: Annotated[list[str], Meta(max_length=9)]


class FewerToursEdit(_Edit, frozen=True, tag="fewer-tours", kw_only=True):
    """No other tours are in play than those told so far; ``where`` is empty."""

    value: bool


class DiversityEdit(_Edit, frozen=True, tag="diversity", kw_only=True):
    """The board's own table of PP for 0, 1, 2 … runs, or none; ``where`` is empty."""

    value: Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=20)]


class CheckedEdit(_Edit, frozen=True, tag="checked", kw_only=True):
    """A person declares the board right, or takes that back.

    ``where`` is the number of the reading that they looked at, 0 where nothing was read: what
    is read later nobody has checked.
    """

    value: bool


class BalanceEdit(_Edit, frozen=True, tag="balance", kw_only=True):
    """How many balance cards one player has; ``where`` is empty."""

    value: Annotated[int, Meta(ge=0, le=9)]


class TaskHalfEdit(_Edit, frozen=True, tag="task-half", kw_only=True):
    """On which half one player laid the task card, or that nobody said; ``where`` is empty."""

    value: Half | None


class DrawingEdit(_Edit, frozen=True, tag="drawing", kw_only=True):
    """Whether a photo counts, or what was there before; or that it is to be asked.

    ``where`` is the number of its reading.
    """

    value: Literal["photo", "entered", "ask"]


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
    | FewerToursEdit
    | DiversityEdit
    | BalanceEdit
    | TaskHalfEdit
    | CheckedEdit
    | DrawingEdit
)
MARK_EDITS = (
    SectionEdit,
    TouristsEdit,
    CafeEdit,
    TaskEdit,
    CrossedEdit,
    CafeAreaEdit,
    TicketEdit,
    HotSpotEdit,
)
# Those that concern all players of the game.
SETUP_EDITS = (
    RatingEdit,
    ModeEdit,
    GoalsEdit,
    ChallengeEdit,
    ToursEdit,
    FewerToursEdit,
    DiversityEdit,
)


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


def corrected(marks: Marks, board: Board, edits: Iterable[Edit]) -> Marks:
    """Return *marks* after *edits*; those of the set-up change nothing here.

    Raises
    ------
    MarksError
        If an edit names something that is not on the board.
    """
    for edit in edits:
        if isinstance(edit, MARK_EDITS):
            marks = MarkKind(_tag(type(edit))).set(marks, edit.where, edit.value)
    return from_data(to_data(marks), Marks).checked_on(board)


def still_fits(
    marks: Marks, kept: dict[str, Any], own: dict[str, Any], edits: Iterable[Edit]
) -> bool:
    """Whether each place of the *edits* is as it was, or as it shall be.

    *kept* is the set-up of the game and *own* the player's. Of other edits than those of marks,
    ratings and what is one player's alone it is not known.

    A phone whose answer was lost sends its edits once more, together with newer ones.
    """
    places: dict[tuple[str, str], tuple[Any, list[Any]]] = {}
    for edit in edits:
        now = _standing(marks, kept, own, edit)
        if now is UNSET or edit.was is UNSET:
            return False
        # Of several edits of one place the first replaces what is there, and the last one counts.
        # What an edit between them says is there only if it has arrived before.
        first = now, [edit.was, edit.value]
        _, known = places.setdefault((_tag(type(edit)), edit.where), first)
        known[-1] = edit.value
        if edit.sent:
            known.insert(1, edit.value)
    return all(now in map(_stood, known) for now, known in places.values())


def _standing(marks: Marks, kept: dict[str, Any], own: dict[str, Any], edit: Edit) -> Any:
    """Return what stands at the place of *edit*; UNSET where that cannot be told."""
    if isinstance(edit, MARK_EDITS):
        return MarkKind(_tag(type(edit))).get(marks, edit.where)
    if isinstance(edit, RatingEdit):
        return kept.get("ratings", {}).get(edit.where, UNSET)
    if isinstance(edit, BalanceEdit):
        return own.get("balance_cards", 0)
    return own.get("task_half") if isinstance(edit, TaskHalfEdit) else UNSET


def cards_fit(kept: dict[str, Any], edits: Iterable[Edit]) -> bool:
    """Whether the goal cards of a game lie out as *edits* found them, or as one of them left them.

    A phone that leaves a page sends the edit on its way once more, together with the next ones.
    """
    of_cards = [edit for edit in edits if isinstance(edit, GoalsEdit)]
    known = [cards for edit in of_cards for cards in (edit.was, to_data(edit.value))]
    return to_data(from_data(kept.get("goals", []), list[GoalCard])) in known


def _stood(known: Any) -> Any:
    return {k: count for k, count in known.items() if count} if isinstance(known, dict) else known


def set_up(kept: dict[str, Any], city: City, edits: Sequence[Edit]) -> dict[str, Any]:
    """Return the set-up *kept* with a game after those of *edits* that concern it.

    Raises
    ------
    MarksError
        If a rating is of no iconic landmark or not on its track, or a goal card means nothing.
    """
    common = {key: value for key, value in kept.items() if key not in GAME_KEYS}
    data = to_data(from_data(common, Setup).completed_in(city))
    extra = {key: kept[key] for key in GAME_KEYS if key in kept}
    for edit in edits:
        if isinstance(edit, RatingEdit):
            data["ratings"][edit.where] = edit.value
            others = [id_ for id_ in data.get("unrated", []) if id_ != edit.where]
            data["unrated"] = others if edit.settles else [*others, edit.where]
        elif isinstance(edit, ModeEdit):
            mode = city.mode(edit.value)
            data["cafes"], data["tasks"] = mode.cafes, mode.tasks
            data["goal_cards"] = mode.goals
            known = data.get("goals") or extra.get(ASIDE) or []
            data["goals"] = known if mode.goals else []
            extra.pop(ASIDE, None)
            if known and not mode.goals:
                extra[ASIDE] = known
        elif isinstance(edit, GoalsEdit):
            data["goals"] = [msgspec.to_builtins(card) for card in edit.value]
            if data["goals"]:
                extra.pop(ASIDE, None)
        elif isinstance(edit, ToursEdit):
            # Of other tours nobody has said so yet that they are all.
            data["tours"], data["fewer_tours"] = edit.value, False
        elif isinstance(edit, FewerToursEdit):
            data["fewer_tours"] = edit.value
        elif isinstance(edit, DiversityEdit):
            data["diversity"] = edit.value
        elif isinstance(edit, ChallengeEdit):
            _check_challenge(edit.value, city, len(data.get("goals", ())))
            extra["challenge"] = msgspec.to_builtins(edit.value)
    rated = {edit.where: edit.value for edit in edits if isinstance(edit, RatingEdit)}
    from_data({**data, "ratings": rated, "unrated": []}, Setup).checked_in(city)
    after: dict[str, Any] = to_data(from_data(data, Setup).completed_in(city))
    return after | extra


def _check_challenge(challenge: ChosenChallenge | None, city: City, cards: int) -> None:
    """Refuse what no solo player can set out for: kept, it would spoil the game for good."""
    if challenge is None:
        return
    challenge.wanted_in(city)
    if challenge.points is not None and not 0 <= challenge.points <= MOST_WANTED:
        raise MarksError(f"$.edits: a challenge asks for 0 to {MOST_WANTED} PP")
    # It may be chosen before all its cards lie out.
    most = max(cards, GOAL_CARDS)
    if not 0 <= challenge.goals <= most:
        raise MarksError(f"$.edits: a challenge asks for 0 to {most} goals")


def own_after(own: dict[str, Any], edits: Iterable[Edit]) -> dict[str, Any]:
    """Return what of the set-up is one player's alone after *edits*."""
    for edit in edits:
        if isinstance(edit, BalanceEdit):
            own = {**own, "balance_cards": edit.value}
        elif isinstance(edit, TaskHalfEdit):
            own = {**own, "task_half": edit.value}
    return own


def settled_after(
    settled: frozenset[str], edits: Iterable[Edit], places: str = ""
) -> frozenset[str]:
    """Return the answered doubts after *edits*.

    ``places`` is the mark of the places of a taught board as they are now.
    """
    found = set(settled)
    for edit in edits:
        if isinstance(edit, CheckedEdit):
            found = {one for one in found if not one.startswith(on_places(""))}
            found |= {on_places(places)} if edit.value and places else set()
        place = place_of(_tag(type(edit)), edit.where)
        if edit.value if isinstance(edit, CheckedEdit) else edit.settles:
            found.add(place)
        else:
            found.discard(place)
    return frozenset(found)


def confirmed(marks: Marks, settled: frozenset[str]) -> list[Mark]:
    """Return each place that a person has answered for, with its value in *marks*."""
    places = [place.split(":", 1) for place in sorted(settled)]
    known = {_tag(edit) for edit in MARK_EDITS}
    return [
        Mark(MarkKind(kind), where, MarkKind(kind).get(marks, where))
        for kind, where in places
        if kind in known
    ]


def corrections(player: Player, board: Board) -> list[Mark]:
    """Return what people drew, took away or confirmed on *board*, whatever was read."""
    before = read_marks(player, board) or Marks(board.city, board.id)
    now = kept_marks(player, board)
    return [*differences(before, now), *confirmed(now, player.settled)]


def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)
