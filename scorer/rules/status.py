"""How sure a result is: one status for a board, and for a table of boards.

A total is only as good as what it was worked out from. Four things can be amiss, and all are
told; the *kind* of a status is the first of these that holds (our decision: what changes most
by being put right comes first, and a person can go down the list):

1. ``incomplete``: something is missing on the board that no photo will give. Nothing is drawn
   yet, or the board is still being tapped in; a yellow landmark has no value; nobody said which
   landmark a grey one is, where an iconic one stands, or that the marks of the city, which a new
   board has from the practice layout, are so on the printed board; in New York all rings of the
   task are on the fold, and nobody said on which half the card was laid; others ringed their
   task's crossroads, and here are none; goal cards are in play, or themed tours are, and nobody
   said which. It is so
   whether or not a route reaches the place, so that all players with that board are told the same.
2. ``to-check``: places of the photo are in doubt, and nobody has looked at them yet; or the board
   breaks the rules of the game, as the referee says: something is not as it was drawn. So is a
   goal card with practice figures of ours, until somebody says that they stand on it.
3. ``ratings-not-set``: a rating that nobody gave counts as the lowest.
4. ``incomplete`` again, with nothing left to do on this board: a goal card gives more to whoever
   wins it, so other players' boards bear on this total, and one of them is not whole or not looked
   at yet (``with_rivals``), or this board is alone and nothing tells of them (``alone``).
5. ``final``: none of these.

A person may declare a board *checked*: then no place of it is left to check, it is drawn so
whatever the referee says, and what was tapped in is all there is. Missing values, names and
ratings stay missing.

The status says nothing of the search. "Proved best" is about routes over what was read, and
is told beside the status, never in its place.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta, Struct

from scorer.rules.board.missing import Lack, Need, missing
from scorer.rules.certainty import Certainty
from scorer.rules.city.goalcards import GoalCard
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import GameMode
from scorer.rules.referee import findings


class GapKind(StrEnum):
    """What can be missing on a board: what is drawn, and whatever a board may lack."""

    DRAWING = "drawing"
    KIND = Need.KIND.value
    VALUE = Need.VALUE.value
    NAME = Need.NAME.value
    PLACE = Need.PLACE.value
    SYMBOLS = Need.SYMBOLS.value
    MARKS = Need.MARKS.value
    TABLE = "table"
    HALF = "half"
    TASK = "task"
    GOALS = "goals"
    TOURS = "tours"
    BOARDS = "boards"
    RIVALS = "rivals"


# What all players of a table lack alike.
SHARED = (GapKind.GOALS, GapKind.TOURS)
# What only others can add; it comes after all that can be done on the board itself.
_AWAITED = (GapKind.BOARDS, GapKind.RIVALS)


class Gap(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something missing, and where: a location, else the landmark or its rating track.

    Of marks it is what they are called. Of other players' boards it is the player's name.
    """

    kind: GapKind
    where: str = ""


class Checking(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far people have looked at a board: how many places are still ``to_check``.

    ``checked``: somebody declared the board right. False says that it is still being tapped
    in, None that nothing is known of it. ``others_task``: others at its table have ringed their
    task's crossroads, so one is looked for here too.
    """

    to_check: Annotated[int, Meta(ge=0)] = 0
    checked: bool | None = None
    others_task: bool = False


class Status(Struct, frozen=True, forbid_unknown_fields=True):
    """How sure a result is. ``ratings`` are the tracks whose rating nobody has given.

    ``cards`` are the goal cards with practice figures; all players share them, and they are
    among what is ``to_check``.

    >>> Status.because(to_check=3, ratings=("school",)).kind.value
    'to-check'
    """

    kind: Certainty
    missing: tuple[Gap, ...] = ()
    to_check: int = 0
    ratings: tuple[str, ...] = ()
    checked: bool = False
    cards: tuple[str, ...] = ()

    @property
    def own_to_check(self) -> int:
        """How much is to check beside the goal cards."""
        return self.to_check - len(self.cards)

    @classmethod
    def because(
        cls,
        missing: Iterable[Gap] = (),
        to_check: int = 0,
        ratings: Iterable[str] = (),
        *,
        checked: bool = False,
        cards: Iterable[str] = (),
    ) -> Self:
        """Return the status of a result of which so much is open, *cards* beside *to_check*."""
        gaps, tracks = tuple(dict.fromkeys(missing)), tuple(dict.fromkeys(ratings))
        names = tuple(dict.fromkeys(cards))
        to_check += len(names)
        if any(gap.kind not in _AWAITED for gap in gaps):
            kind = Certainty.INCOMPLETE
        elif to_check:
            kind = Certainty.TO_CHECK
        elif tracks:
            kind = Certainty.RATINGS_NOT_SET
        elif gaps:
            kind = Certainty.INCOMPLETE
        else:
            kind = Certainty.FINAL
        return cls(kind, gaps, to_check, tracks, checked, names)

    @property
    def final(self) -> bool:
        """Whether nothing is left to do."""
        return self.kind is Certainty.FINAL


# Of a board that nothing is said of.
NOTHING_KNOWN = Checking()


def status_of(filled: FilledBoard, checking: Checking = NOTHING_KNOWN) -> Status:
    """Return how sure the result of one board is.

    Where others have ringed their task's crossroads, a board without rings lacks its own, unless
    somebody has declared it checked.
    """
    checked = checking.checked is True
    return Status.because(
        _gaps(filled, checking),
        0 if checked else checking.to_check + len(findings(filled)),
        filled.setup.unrated,
        checked=checked,
        cards=(card.name or card.measure.value for card in filled.setup.goals if card.practice),
    )


def with_rivals(
    boards: Iterable[tuple[str, Status]], cards: Sequence[GoalCard]
) -> tuple[Status, ...]:
    """Return how sure the result of each board of a table is, by the players' names.

    Each player's route is the best reply to what the others' routes show on the goal *cards*
    (``scorer.rules.table.result``). So while another board lacks something, or has a place to
    check, that one's route may still become another, and with it who wins a card, and then this
    board's total and even its route (our decision: it is not asked whether it would in fact,
    which takes a search for each thing that may come to stand there). It does not matter where
    winning a card gives no more than reaching it. Ratings and cards that nobody told yet are all
    players' own gaps already.
    """
    each = tuple(boards)
    if not _compare_players(cards):
        return tuple(status for _, status in each)
    open_ = [
        status.own_to_check > 0 or not all(map(_is_shared, status.missing)) for _, status in each
    ]
    return tuple(
        _waiting(
            status,
            (Gap(GapKind.BOARDS, name) for j, (name, _) in enumerate(each) if j != i and open_[j]),
        )
        for i, (_, status) in enumerate(each)
    )


def alone(filled: FilledBoard, status: Status) -> Status:
    """Return how sure the result of a board is that has no other board beside it.

    *status* is what it is whatever others show. A usual game has several players, so goal cards
    that lie out compare this board with others. Where nothing tells what these reached, a card is
    counted as reached, not won, and the total waits for it (our decision: a lone player's game
    is a solo game, in which cards give no PP, and nothing waits).
    """
    setup = filled.setup
    known = filled.rivals is not None or setup.mode is GameMode.SOLO
    if known or not _compare_players(setup.goals):
        return status
    return _waiting(status, (Gap(GapKind.RIVALS),))


def _compare_players(cards: Sequence[GoalCard]) -> bool:
    """Whether any of *cards* gives more to whoever wins it."""
    return any(card.won > card.reached for card in cards)


def _waiting(status: Status, gaps: Iterable[Gap]) -> Status:
    """Return *status* with further *gaps*."""
    return Status.because(
        (*status.missing, *gaps),
        status.own_to_check,
        status.ratings,
        checked=status.checked,
        cards=status.cards,
    )


def together(boards: Iterable[Status]) -> Status:
    """Return how sure the result of a table with these *boards* is: no surer than any of them.

    A place missing on several players' boards is told once; a board that others wait for says
    itself what it lacks. A table without players is not complete.
    """
    each = tuple(boards)
    if not each:
        return Status.because((Gap(GapKind.DRAWING),))
    return Status.because(
        (gap for one in each for gap in one.missing if gap.kind is not GapKind.BOARDS),
        sum(one.own_to_check for one in each),
        (track for one in each for track in one.ratings),
        checked=all(one.checked for one in each),
        cards=(card for one in each for card in one.cards),
    )


def _is_shared(gap: Gap) -> bool:
    return gap.kind in (*SHARED, GapKind.BOARDS)


def _gaps(filled: FilledBoard, checking: Checking) -> list[Gap]:
    marks = filled.marks
    empty = not (marks.sections or marks.tourists)
    gaps = [Gap(GapKind.DRAWING)] if empty or checking.checked is False else []
    lacking = missing(filled.board, filled.city.practice_board)
    gaps += [Gap(GapKind(lack.need.value), _place(lack)) for lack in lacking]
    table = filled.city.diversity
    unknown = table is not None and table.practice and not filled.setup.diversity
    if unknown and not filled.board.practice:
        gaps.append(Gap(GapKind.TABLE, "diversity"))
    if filled.task_on_fold and filled.setup.task_half is None:
        gaps.append(Gap(GapKind.HALF))
    tasked = marks.task or empty or checking.checked
    if checking.others_task and filled.setup.tasks and not tasked:
        gaps.append(Gap(GapKind.TASK))
    if filled.setup.goal_cards and not filled.setup.goals:
        gaps.append(Gap(GapKind.GOALS))
    if _lacks_tours(filled):
        gaps.append(Gap(GapKind.TOURS))
    return gaps


def _lacks_tours(filled: FilledBoard) -> bool:
    """Whether not all themed tours are told, nor that a table plays without the others."""
    return len(filled.setup.tours) < len(filled.city.tour_colours) and not filled.setup.fewer_tours


def _place(lack: Lack) -> str:
    return str(lack.locations[0]) if lack.locations else lack.landmark
