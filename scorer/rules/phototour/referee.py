"""What the rules do not allow in a finished game, with the figures that show it."""

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from scorer.rules.phototour.game import SLOTS, Diary, PhotoTour
from scorer.rules.phototour.sheet import card_count

TOKENS_A_CARD = 3
MOST_IN_RESERVE = 3
ALL_TOKENS = 50


class Offence(StrEnum):
    """What is wrong."""

    CARDS_OVER = "cards_over"  # more cards than slots
    NOBODY_FULL = "nobody_full"  # the game ends when somebody places the seventh card
    TOKENS_OVER = "tokens_over"  # more tokens on cards than these have places
    RESERVE_OVER = "reserve_over"
    ALL_TOKENS_OVER = "all_tokens_over"  # more than the box holds
    CARD_TWICE = "card_twice"


class Finding(NamedTuple):
    """An offence. ``seat`` is the player's, None where it concerns the table.

    ``found`` is the figure as given, or the card's number; ``most`` is what is allowed.
    """

    offence: Offence
    seat: int | None
    found: int
    most: int


def findings(game: PhotoTour) -> tuple[Finding, ...]:
    """Return all that cannot be, players first, then what concerns the table."""
    found = [
        finding
        for seat, diary in enumerate(game.players)
        for finding in _of_diary(game, seat, diary)
    ]
    return (*found, *_of_table(game))


def _of_diary(game: PhotoTour, seat: int, diary: Diary) -> list[Finding]:
    limits = (
        (Offence.CARDS_OVER, card_count(diary) or 0, SLOTS),
        (Offence.TOKENS_OVER, diary.tokens, _token_places(game, diary)),
        (Offence.RESERVE_OVER, diary.reserve, MOST_IN_RESERVE),
    )
    return [Finding(offence, seat, given, most) for offence, given, most in limits if given > most]


def _token_places(game: PhotoTour, diary: Diary) -> int:
    """Return how many tokens the cards can hold; without their count a whole diary's."""
    if diary.numbers is not None:
        return sum(game.card[number].places for number in diary.numbers)
    return TOKENS_A_CARD * (SLOTS if diary.cards is None else diary.cards)


def _of_table(game: PhotoTour) -> list[Finding]:
    counts = [card_count(diary) for diary in game.players]
    tokens = sum(diary.tokens + diary.reserve for diary in game.players)
    found = []
    known = [count for count in counts if count is not None]
    if len(known) == len(counts) and max(known) < SLOTS:
        found.append(Finding(Offence.NOBODY_FULL, None, max(known), SLOTS))
    if tokens > ALL_TOKENS:
        found.append(Finding(Offence.ALL_TOKENS_OVER, None, tokens, ALL_TOKENS))
    placed = Counter(number for diary in game.players for number in diary.numbers or ())
    found += [
        Finding(Offence.CARD_TWICE, None, number, 1)
        for number, times in sorted(placed.items())
        if times > 1
    ]
    return found
