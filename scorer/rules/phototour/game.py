"""A finished game as its file holds it: diaries, contests and, if filled in, the card book.

``null`` stands for what nobody has said yet; what a file leaves out is zero.
"""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, assert_never

import msgspec

from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError

Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
AllPoints = Annotated[int, msgspec.Meta(ge=-999, le=999)]
CardNumber = Annotated[int, msgspec.Meta(ge=1, le=50)]
LONGEST_REGION = 40
Region = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REGION)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

# What a player wrote as the sum of all.
TOTAL = "total"
# A line of the player's own sheet: a category, or the total.
Written = Literal["cards", "tokens", "reserve", "contests", "conditions", "total"]

# Far more than a game has of anything that is listed.
_LISTED = msgspec.Meta(max_length=50)

# Cards that a diary holds; the game ends with the round in which somebody fills one.
SLOTS = 7
# Contest cards in play.
CONTESTS = 3
MOST_PLAYERS = 4


class Kind(StrEnum):
    """What a landmark card shows, and what a slot is for."""

    CITY = "city"
    NATURE = "nature"


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A landmark card of the owner's box. ``places`` are those for tokens."""

    number: CardNumber
    points: Points
    kind: Kind
    region: Annotated[str, msgspec.Meta(max_length=LONGEST_REGION)] = ""
    places: Annotated[int, msgspec.Meta(ge=0, le=3)] = 3


class ByKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Equipment tokens counted by their kind."""

    smartphone: Number = 0
    tripod: Number = 0
    drone: Number = 0
    lens: Number = 0
    film: Number = 0


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A slot of the lower row: its condition gives ``points`` if the card in it is of its kind.

    ``holds`` is that card's kind, or its number in the card book; without it the slot is empty.
    """

    kind: Kind
    points: Number
    holds: Kind | CardNumber | None = None


class Diary(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """What a player has at the end.

    Either ``numbers`` names the cards, which the game's book then tells about, or ``cards``
    and ``card_points`` say how many they are and what they are worth, together or one by one.
    ``tokens`` lie on cards: their number, by kind, or on each card in turn. ``reserve`` may be
    told by kind too. ``slots`` and ``bonuses`` are the points of fulfilled conditions: of the
    lower row, and of landmark bonuses of the end of the game; all of these count (our decision:
    "one bonus a turn" is said of turns). A slot that is a number was judged by the player.
    ``written`` are the numbers on the player's own sheet, for the judge.
    """

    name: Name
    numbers: Annotated[tuple[CardNumber, ...], _LISTED] | None = None
    cards: Number | None = None
    card_points: AllPoints | Annotated[tuple[Points, ...], _LISTED] | None = None
    tokens: Number | ByKind | Annotated[tuple[Number, ...], _LISTED] | None = 0
    four_a_token: bool = False
    reserve: Number | ByKind | None = 0
    slots: Annotated[tuple[Number | Slot, ...], _LISTED] | None = ()
    bonuses: Annotated[tuple[Number, ...], _LISTED] | None = ()
    written: dict[Written, AllPoints] = {}

    @property
    def count(self) -> int | None:
        """How many cards there are, None where nobody has said it."""
        if self.numbers is not None:
            return len(self.numbers)
        return len(self.card_points) if isinstance(self.card_points, tuple) else self.cards

    @property
    def on_cards(self) -> int:
        """How many tokens lie on the cards."""
        return number_of(self.tokens)

    @property
    def in_reserve(self) -> int:
        """How many tokens are left."""
        return number_of(self.reserve)


def number_of(tokens: int | ByKind | tuple[int, ...] | None) -> int:
    """Return how many *tokens* are told, 0 where nothing is said."""
    match tokens:
        case None:
            return 0
        case int():
            return tokens
        case ByKind():
            return sum(msgspec.structs.astuple(tokens))
        case tuple():
            return sum(tokens)
        case _:
            assert_never(tokens)


class Contest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """A contest card: a figure for each player, or the ``region`` whose cards are counted.

    With a region, ``results`` tell of the players whose cards are not given by number.
    """

    minimum: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    region: Region | None = None
    results: tuple[Number | None, ...] | None = None


class PhotoTour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A finished game. Players stand in the order of their seats.

    ``checked``: somebody looked at all that the referee objects to, and it is so.
    """

    players: Annotated[tuple[Diary, ...], msgspec.Meta(min_length=1, max_length=MOST_PLAYERS)]
    contests: Annotated[tuple[Contest, ...], msgspec.Meta(max_length=CONTESTS)] = ()
    book: tuple[Card, ...] = ()
    checked: bool = False
    game: Literal["phototour"] = "phototour"

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
    return checked_game(decode_json(data, PhotoTour))


def checked_game(game: PhotoTour) -> PhotoTour:
    """Return *game*.

    Raises
    ------
    JsonError
        If parts of it contradict each other, with the place and what to do.
    """
    check_book(game.book)
    for i, diary in enumerate(game.players):
        _check_diary(game, diary, f"$.players[{i}]")
    for i, contest in enumerate(game.contests):
        _check_contest(game, contest, f"$.contests[{i}]")
    return game


def check_book(book: tuple[Card, ...], place: str = "$.book") -> None:
    """Refuse a card book that has a card twice.

    Raises
    ------
    JsonError
        With the place of the second one.
    """
    numbers = [card.number for card in book]
    for i, number in enumerate(numbers):
        if number in numbers[:i]:
            raise JsonError(f"{place}[{i}].number: the book has card {number} twice")


def _check_diary(game: PhotoTour, diary: Diary, place: str) -> None:
    if diary.numbers is not None and (diary.cards is not None or diary.card_points is not None):
        raise JsonError(f"{place}: give the cards' numbers, or their count and points, not both")
    if isinstance(diary.card_points, tuple) and diary.cards is not None:
        raise JsonError(f"{place}.cards: the points card by card say how many cards there are")
    for j, number in enumerate(diary.numbers or ()):
        if number not in game.card:
            raise JsonError(f"{place}.numbers[{j}]: the book has no card {number}; add it there")
    if isinstance(diary.tokens, tuple) and len(diary.tokens) != diary.count:
        told = "nobody says how many cards there are" if diary.count is None else diary.count
        raise JsonError(
            f"{place}.tokens: give one figure a card, that is {told} and not {len(diary.tokens)}"
        )
    _check_slots(game, diary, f"{place}.slots")


def _check_slots(game: PhotoTour, diary: Diary, place: str) -> None:
    held: set[int] = set()
    for j, slot in enumerate(diary.slots or ()):
        if not isinstance(slot, Slot) or not isinstance(slot.holds, int):
            continue
        if slot.holds not in (game.card if diary.numbers is None else diary.numbers):
            raise JsonError(f"{place}[{j}].holds: the diary has no card {slot.holds}")
        if slot.holds in held:
            raise JsonError(f"{place}[{j}].holds: card {slot.holds} lies in two slots")
        held.add(slot.holds)


def _check_contest(game: PhotoTour, contest: Contest, place: str) -> None:
    if contest.region is None and contest.results is None:
        raise JsonError(f"{place}: give a region or the players' results")
    if contest.results is not None and len(contest.results) != len(game.players):
        raise JsonError(
            f"{place}.results: give one figure a player, that is {len(game.players)} and "
            f"not {len(contest.results)}"
        )
    if contest.region is None:
        return
    if all(card.region != contest.region for card in game.book):
        raise JsonError(f"{place}.region: no card of the book lies in {contest.region!r}")
    for i, (diary, told) in enumerate(zip(game.players, contest.results or (), strict=False)):
        if diary.numbers is not None and told is not None:
            raise JsonError(
                f"{place}.results[{i}]: the cards in {contest.region!r} are counted by their "
                "numbers; write null"
            )
