"""A finished game as its file holds it: diaries, contests and, if filled in, the card book."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from scorer.rules.jsonfile import JsonError, decode_json

Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
CardNumber = Annotated[int, msgspec.Meta(ge=1, le=50)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

# Cards that a diary holds; the game ends with the round in which somebody fills one.
SLOTS = 7


class Kind(StrEnum):
    """What a landmark card shows."""

    CITY = "city"
    NATURE = "nature"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A landmark card of the owner's box. ``places`` are those for tokens."""

    number: CardNumber
    points: Points
    kind: Kind
    region: str = ""
    places: Annotated[int, msgspec.Meta(ge=0, le=3)] = 3


class Diary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player has at the end.

    Either ``numbers`` names the cards, which the game's book then tells about, or ``cards``
    and ``card_points`` say how many they are and what they are worth together. ``tokens`` lie
    on cards. ``slots`` and ``bonuses`` are the points of fulfilled conditions: of open slots
    in the lower row, and of landmark bonuses of the end of the game; all of these count (our
    decision: "one bonus a turn" is said of turns).
    """

    name: Name
    numbers: tuple[CardNumber, ...] | None = None
    cards: Number | None = None
    card_points: Annotated[int, msgspec.Meta(ge=-999, le=999)] | None = None
    tokens: Number = 0
    four_a_token: bool = False
    reserve: Number = 0
    slots: tuple[Number, ...] = ()
    bonuses: tuple[Number, ...] = ()


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A contest card: a figure for each player, or the ``region`` whose cards are counted."""

    minimum: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    region: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    results: tuple[Number, ...] | None = None


class PhotoTour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A finished game. Players stand in the order of their seats."""

    players: Annotated[tuple[Diary, ...], msgspec.Meta(min_length=2, max_length=4)]
    contests: Annotated[tuple[Contest, ...], msgspec.Meta(max_length=3)] = ()
    book: tuple[Card, ...] = ()

    @cached_property
    def card(self) -> dict[int, Card]:
        """The cards of the book by their numbers."""
        return {card.number: card for card in self.book}


def read_game(data: bytes) -> PhotoTour:
    """Return the game in the JSON *data*.

    Raises
    ------
    JsonError
        If it is no such game, with the place of what is wrong and what to do.
    """
    game = decode_json(data, PhotoTour)
    if len(game.card) < len(game.book):
        numbers = [card.number for card in game.book]
        twice = next(i for i, number in enumerate(numbers) if number in numbers[:i])
        raise JsonError(f"$.book[{twice}].number: the book has card {numbers[twice]} twice")
    for i, diary in enumerate(game.players):
        _check_diary(game, diary, f"$.players[{i}]")
    for i, contest in enumerate(game.contests):
        _check_contest(game, contest, f"$.contests[{i}]")
    return game


def _check_diary(game: PhotoTour, diary: Diary, place: str) -> None:
    if diary.numbers is None:
        return
    if diary.cards is not None or diary.card_points is not None:
        raise JsonError(f"{place}: give the cards' numbers, or their count and points, not both")
    for j, number in enumerate(diary.numbers):
        if number not in game.card:
            raise JsonError(f"{place}.numbers[{j}]: the book has no card {number}; add it there")


def _check_contest(game: PhotoTour, contest: Contest, place: str) -> None:
    if (contest.region is None) == (contest.results is None):
        raise JsonError(f"{place}: give either a region or the players' results")
    if contest.results is not None and len(contest.results) != len(game.players):
        raise JsonError(
            f"{place}.results: give one figure a player, that is {len(game.players)} and "
            f"not {len(contest.results)}"
        )
    if contest.region is not None:
        if any(diary.numbers is None for diary in game.players):
            raise JsonError(f"{place}.region: only cards given by number can be counted")
        if all(card.region != contest.region for card in game.book):
            raise JsonError(f"{place}.region: no card of the book lies in {contest.region!r}")
