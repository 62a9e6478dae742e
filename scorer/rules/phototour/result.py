"""The result of a game as one value: sheets, places, what the referee objects to, how sure.

It is what ``scorer table --json`` prints of such a game.
"""

from enum import StrEnum

from msgspec import Struct

from scorer.rules.certainty import GameStatus, Lack
from scorer.rules.phototour.game import CONTESTS, Diary, PhotoTour
from scorer.rules.phototour.judge import Verdict, judged
from scorer.rules.phototour.referee import Finding, findings
from scorer.rules.phototour.sheet import Category, Standing, results, sheets, standings

FEWEST_PLAYERS = 2


class Need(StrEnum):
    """What a result needs and nobody has said yet, in the order in which it is asked for."""

    PLAYERS = "players"
    CARDS = "cards"
    CARD_POINTS = "card_points"
    TOKENS = "tokens"
    RESERVE = "reserve"
    SLOTS = "slots"
    BONUSES = "bonuses"
    CONTEST = "contest"


class Player(Struct, frozen=True):
    """A player's result. ``lines`` are the points by category, ``terms`` what they add up.

    ``verdicts`` are about numbers that the player wrote. What is open of the table, or of others in
    contests, and bears on the player, is in the ``status`` too.
    """

    name: str
    lines: dict[Category, int]
    terms: dict[Category, tuple[int, ...]]
    total: int
    cards: int | None
    tokens: int
    verdicts: tuple[Verdict, ...]
    status: GameStatus


class Result(Struct, frozen=True):
    """The result of a game. ``figures`` are those of the players in each contest.

    ``standings``, ``findings`` and what is ``missing`` name players by their position, from 0.
    """

    players: tuple[Player, ...]
    figures: tuple[tuple[int | None, ...], ...]
    standings: tuple[Standing, ...]
    findings: tuple[Finding, ...]
    status: GameStatus
    game: str = "phototour"


def result_of(game: PhotoTour) -> Result:
    """Return the result of *game*."""
    figures = tuple(results(game, contest) for contest in game.contests)
    found = findings(game)
    own = [_lacks(game, figures, seat) for seat in range(len(game.players))]
    of_table = _of_table(game)
    players = tuple(
        Player(
            name=diary.name,
            lines={line.category: line.points for line in sheet.lines},
            terms={line.category: line.terms for line in sheet.lines},
            total=sheet.total,
            cards=diary.count,
            tokens=diary.on_cards,
            verdicts=judged(game, seat, sheet, figures),
            status=_status(game, found, (own, of_table), seat),
        )
        for seat, (diary, sheet) in enumerate(zip(game.players, sheets(game), strict=True))
    )
    missing = [*(lack for lacks in own for lack in lacks), *of_table]
    status = GameStatus.because(missing, len(found), checked=game.checked)
    return Result(players, figures, standings(game), found, status)


def _lacks(game: PhotoTour, figures: tuple[tuple[int | None, ...], ...], seat: int) -> list[Lack]:
    """Return what nobody has said yet of the player at *seat*."""
    contests = [
        Lack(Need.CONTEST, seat, number)
        for number, figure in enumerate(figures, 1)
        if figure[seat] is None
    ]
    return [*(Lack(need, seat) for need in _of_diary(game.players[seat])), *contests]


def _status(
    game: PhotoTour,
    found: tuple[Finding, ...],
    lacks: tuple[list[list[Lack]], list[Lack]],
    seat: int,
) -> GameStatus:
    """Return how sure the total of the player at *seat* is; *lacks* are players' and the table's.

    Figures of others in contests decide who gets the points there.
    """
    own, of_table = lacks
    others = [lack for i, each in enumerate(own) if i != seat for lack in each]
    contests = [lack for lack in others if lack.what == Need.CONTEST]
    open_ = sum(finding.seat in (None, seat) for finding in found)
    return GameStatus.because((*own[seat], *contests, *of_table), open_, checked=game.checked)


def _of_diary(diary: Diary) -> list[Need]:
    told = {
        Need.CARDS: diary.count,
        Need.CARD_POINTS: diary.card_points if diary.numbers is None else (),
        Need.TOKENS: diary.tokens,
        Need.RESERVE: diary.reserve,
        Need.SLOTS: diary.slots,
        Need.BONUSES: diary.bonuses,
    }
    return [need for need, value in told.items() if value is None]


def _of_table(game: PhotoTour) -> list[Lack]:
    few = [Lack(Need.PLAYERS)] if len(game.players) < FEWEST_PLAYERS else []
    return few + [
        Lack(Need.CONTEST, None, number) for number in range(len(game.contests) + 1, CONTESTS + 1)
    ]
