"""The score sheet in five categories, what is still missing for it, and who wins."""

from enum import StrEnum
from typing import NamedTuple

from scorer.rules.phototour.contest import prizes
from scorer.rules.phototour.game import SLOTS, Contest, Diary, PhotoTour
from scorer.rules.ranking import ranked

A_TOKEN, A_TOKEN_WITH_CARD, IN_RESERVE = 3, 4, 1
CONTESTS = 3


class Category(StrEnum):
    """The five categories, in the order in which they are scored."""

    CARDS = "cards"
    TOKENS = "tokens"
    RESERVE = "reserve"
    CONTESTS = "contests"
    CONDITIONS = "conditions"


class TieBreak(StrEnum):
    """What puts a player ahead of the next, in the order in which it is asked."""

    POINTS = "points"
    FEWER_CARDS = "fewer_cards"
    TOKENS = "tokens"


class Line(NamedTuple):
    """A category's points and the ``terms`` that they are the sum of."""

    category: Category
    points: int
    terms: tuple[int, ...]


class Sheet(NamedTuple):
    """What a player has scored."""

    lines: tuple[Line, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


class Standing(NamedTuple):
    """A place, the seats that take it, and what puts them ahead of the next place."""

    place: int
    seats: tuple[int, ...]
    ahead_by: TieBreak | None


def results(game: PhotoTour, contest: Contest) -> tuple[int, ...]:
    """Return each player's figure in *contest*: as given, or cards of its region counted."""
    if contest.results is not None:
        return contest.results
    return tuple(
        sum(game.card[number].region == contest.region for number in diary.numbers or ())
        for diary in game.players
    )


def sheets(game: PhotoTour) -> tuple[Sheet, ...]:
    """Return the players' sheets, in the order of their seats.

    >>> from scorer.rules.phototour.game import Contest, Diary, PhotoTour
    >>> anna = Diary(name="Anna", cards=7, card_points=31, tokens=8, reserve=2)
    >>> boris = Diary(name="Boris", cards=6, card_points=30, tokens=9)
    >>> [sheet.total for sheet in sheets(PhotoTour((anna, boris), (Contest(results=(5, 5)),)))]
    [62, 62]
    """
    won = [prizes(results(game, contest), contest.minimum) for contest in game.contests]
    return tuple(
        _sheet(game, diary, tuple(prize[seat] for prize in won))
        for seat, diary in enumerate(game.players)
    )


def _sheet(game: PhotoTour, diary: Diary, won: tuple[int, ...]) -> Sheet:
    each = A_TOKEN_WITH_CARD if diary.four_a_token else A_TOKEN
    terms = {
        Category.CARDS: _card_points(game, diary),
        Category.TOKENS: (each * diary.tokens,),
        Category.RESERVE: (IN_RESERVE * diary.reserve,),
        Category.CONTESTS: won,
        Category.CONDITIONS: diary.slots + diary.bonuses,
    }
    lines = tuple(Line(category, sum(parts), parts) for category, parts in terms.items())
    return Sheet(lines, _missing(game, diary))


def _card_points(game: PhotoTour, diary: Diary) -> tuple[int, ...]:
    if diary.numbers is not None:
        return tuple(game.card[number].points for number in diary.numbers)
    return (diary.card_points or 0,)


def _missing(game: PhotoTour, diary: Diary) -> tuple[str, ...]:
    """Return what nobody has said yet, without which the total may be wrong."""
    told = diary.numbers is not None
    missing = [
        name
        for name, known in (
            ("cards", card_count(diary) is not None),
            ("card_points", told or diary.card_points is not None),
            ("contests", len(game.contests) == CONTESTS),
        )
        if not known
    ]
    return tuple(missing)


def card_count(diary: Diary) -> int | None:
    """Return how many cards lie in *diary*, None where nobody has said it."""
    return diary.cards if diary.numbers is None else len(diary.numbers)


def standings(game: PhotoTour) -> tuple[Standing, ...]:
    """Return the places: most points; then fewer cards; then more tokens on them; then shared.

    Tokens in reserve and cards in hand do not count. The rules ask this of the first place
    only; we order all places so (our decision). A diary whose cards nobody has counted is taken
    for a full one: what is missing wins no tie.
    """
    breaks = tuple(TieBreak)
    counts = [card_count(diary) for diary in game.players]
    found = ranked(
        [
            (sheet.total, -(SLOTS if count is None else count), diary.tokens)
            for sheet, count, diary in zip(sheets(game), counts, game.players, strict=True)
        ]
    )
    return tuple(
        Standing(one.place, one.seats, None if one.ahead_by is None else breaks[one.ahead_by])
        for one in found
    )
