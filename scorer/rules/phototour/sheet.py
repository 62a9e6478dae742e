"""The score sheet in five categories, and who wins."""

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from scorer.rules.phototour.contest import prizes
from scorer.rules.phototour.game import SLOTS, Card, Contest, Diary, Kind, PhotoTour, Slot
from scorer.rules.ranking import ranked

A_TOKEN, A_TOKEN_WITH_CARD, IN_RESERVE = 3, 4, 1


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

    @property
    def total(self) -> int:
        """All points together."""
        return sum(line.points for line in self.lines)


class Standing(Struct, frozen=True):
    """A place, the seats that take it, and what puts them ahead of the next place."""

    place: int
    seats: tuple[int, ...]
    ahead_by: TieBreak | None


def results(game: PhotoTour, contest: Contest) -> tuple[int | None, ...]:
    """Return each player's figure in *contest*: as given, or cards of its region counted.

    None stands for what nobody has said.
    """
    given = contest.results or (None,) * len(game.players)
    return tuple(
        told
        if contest.region is None or diary.numbers is None
        else sum(game.card[number].region == contest.region for number in diary.numbers)
        for diary, told in zip(game.players, given, strict=True)
    )


def sheets(game: PhotoTour) -> tuple[Sheet, ...]:
    """Return the players' sheets, in the order of their seats. What nobody said counts nothing.

    >>> from scorer.rules.phototour.game import Contest, Diary, PhotoTour
    >>> anna = Diary(name="Anna", cards=7, card_points=31, tokens=8, reserve=2)
    >>> boris = Diary(name="Boris", cards=6, card_points=30, tokens=9)
    >>> [sheet.total for sheet in sheets(PhotoTour((anna, boris), (Contest(results=(5, 5)),)))]
    [62, 62]
    """
    won = [
        prizes([told or 0 for told in results(game, contest)], contest.minimum)
        for contest in game.contests
    ]
    return tuple(
        _sheet(game, diary, tuple(prize[seat] for prize in won))
        for seat, diary in enumerate(game.players)
    )


def _sheet(game: PhotoTour, diary: Diary, won: tuple[int, ...]) -> Sheet:
    each = A_TOKEN_WITH_CARD if diary.four_a_token else A_TOKEN
    slots = tuple(slot_points(game, slot) for slot in diary.slots or ())
    terms = {
        Category.CARDS: _card_points(game, diary),
        Category.TOKENS: (each * diary.on_cards,),
        Category.RESERVE: (IN_RESERVE * diary.in_reserve,),
        Category.CONTESTS: won,
        Category.CONDITIONS: (*slots, *(diary.bonuses or ())),
    }
    return Sheet(tuple(Line(category, sum(parts), parts) for category, parts in terms.items()))


def _card_points(game: PhotoTour, diary: Diary) -> tuple[int, ...]:
    if diary.numbers is not None:
        return tuple(game.card[number].points for number in diary.numbers)
    if isinstance(diary.card_points, tuple):
        return diary.card_points
    return (diary.card_points or 0,)


def slot_points(game: PhotoTour, slot: Slot | int) -> int:
    """Return what a slot of the lower row gives: nothing while empty or under a wrong card.

    >>> from scorer.rules.phototour.game import Diary, Kind, PhotoTour, Slot
    >>> game = PhotoTour((Diary(name="Anna"),))
    >>> [slot_points(game, Slot(Kind.NATURE, 5, held)) for held in (None, Kind.CITY, Kind.NATURE)]
    [0, 0, 5]
    """
    if isinstance(slot, int):
        return slot
    return slot.points if _kind_held(game.card, slot.holds) is slot.kind else 0


def _kind_held(book: dict[int, Card], holds: Kind | int | None) -> Kind | None:
    return holds if holds is None or isinstance(holds, Kind) else book[holds].kind


def standings(game: PhotoTour) -> tuple[Standing, ...]:
    """Return the places: most points; then fewer cards; then more tokens on them; then shared.

    Tokens in reserve and cards in hand do not count. The rules ask this of the first place
    only; we order all places so (our decision). A diary whose cards nobody has counted is taken
    for a full one: what is missing wins no tie.
    """
    breaks = tuple(TieBreak)
    found = ranked(
        [
            (sheet.total, -(SLOTS if diary.count is None else diary.count), diary.on_cards)
            for sheet, diary in zip(sheets(game), game.players, strict=True)
        ]
    )
    return tuple(
        Standing(one.place, one.seats, None if one.ahead_by is None else breaks[one.ahead_by])
        for one in found
    )
