"""What the rules do not allow in a finished game, with the figures that show it.

What cards are worth no rule limits. A slip of the finger must not win a game all the same: points
are objected to above a limit that we set far beyond any card, and below 0 (our decision), and
count once somebody says that they are so.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from scorer.rules.phototour.game import SLOTS, ByKind, Diary, PhotoTour, Slot
from scorer.rules.phototour.sheet import slot_points

TOKENS_A_CARD = 3
MOST_IN_RESERVE = 3
ALL_TOKENS = 50
OF_A_KIND = 10
# Far more than a card of this game gives, by its own points, its slot or its bonus.
POINTS_A_CARD = 20
# Contests count what lies in a diary: its cards and the tokens on them.
MOST_FIGURE = SLOTS + SLOTS * TOKENS_A_CARD


class Offence(StrEnum):
    """What is wrong."""

    CARDS_OVER = "cards_over"  # more cards than slots
    TOKENS_OVER = "tokens_over"  # more tokens on cards than these have places
    CARD_TOKENS_OVER = "card_tokens_over"  # more tokens on one card than it has places
    RESERVE_OVER = "reserve_over"
    SLOTS_OVER = "slots_over"  # more slots with cards than there are cards, or slots at all
    NOBODY_FULL = "nobody_full"  # the game ends when somebody places the seventh card
    ALL_TOKENS_OVER = "all_tokens_over"  # more than the box holds
    KIND_OVER = "kind_over"  # more of one kind than the box holds
    CARD_TWICE = "card_twice"
    # More than we think possible, or as much below 0:
    POINTS_OVER = "points_over"  # on all cards together
    CARD_POINTS_OVER = "card_points_over"  # on one card
    SLOT_POINTS_OVER = "slot_points_over"  # for all slots of the lower row
    BONUS_OVER = "bonus_over"  # for all landmark bonuses
    FIGURE_OVER = "figure_over"  # more than a diary holds that a contest counts
    # Points that cards hardly take away:
    POINTS_BELOW = "points_below"  # on all cards together
    CARD_POINTS_BELOW = "card_points_below"  # on one card


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offence. ``seat`` is the player's, None where it concerns the table.

    ``found`` is the figure as given, and ``most`` what is allowed: for points below 0 the least.
    ``card`` is the number of the card it is about, or its place in the diary where the cards have
    no numbers; ``kind`` is that of the tokens, and ``contest`` the number of the contest, from 1.
    """

    offence: Offence
    seat: int | None
    found: int
    most: int
    card: int | None = None
    kind: str | None = None
    contest: int | None = None


def findings(game: PhotoTour) -> tuple[Finding, ...]:
    """Return all that cannot be, players first, then what concerns the table."""
    of_players = (
        finding
        for seat, diary in enumerate(game.players)
        for finding in _of_diary(game, seat, diary)
    )
    return (*of_players, *_of_table(game))


def _of_diary(game: PhotoTour, seat: int, diary: Diary) -> Iterator[Finding]:
    slots = [slot for slot in diary.slots or () if _holds_card(slot)]
    limits = (
        (Offence.CARDS_OVER, diary.count or 0, SLOTS),
        (Offence.TOKENS_OVER, diary.on_cards, _token_places(game, diary)),
        (Offence.RESERVE_OVER, diary.in_reserve, MOST_IN_RESERVE),
        (Offence.SLOTS_OVER, len(slots), SLOTS if diary.count is None else min(diary.count, SLOTS)),
    )
    for offence, given, most in limits:
        if given > most:
            yield Finding(offence, seat, given, most)
    if isinstance(diary.tokens, tuple):
        yield from _of_cards(game, seat, diary, diary.tokens)
    yield from _of_points(game, seat, diary)
    for number, contest in enumerate(game.contests, 1):
        figure = contest.results[seat] if contest.results else None
        if figure is not None and figure > MOST_FIGURE:
            yield Finding(Offence.FIGURE_OVER, seat, figure, MOST_FIGURE, contest=number)


def _holds_card(slot: Slot | int) -> bool:
    """Whether a card lies in *slot*: without one it gives no points."""
    return bool(slot.holds if isinstance(slot, Slot) else slot)


def _of_points(game: PhotoTour, seat: int, diary: Diary) -> Iterator[Finding]:
    each = diary.card_points if isinstance(diary.card_points, tuple) else ()
    if diary.numbers is not None:
        each = tuple(game.card[number].points for number in diary.numbers)
    for i, points in enumerate(each):
        card = diary.numbers[i] if diary.numbers is not None else i + 1
        if abs(points) > POINTS_A_CARD:
            yield Finding(Offence.CARD_POINTS_OVER, seat, points, POINTS_A_CARD, card)
        elif points < 0:
            yield Finding(Offence.CARD_POINTS_BELOW, seat, points, 0, card)
    full = POINTS_A_CARD * SLOTS
    told = diary.card_points if isinstance(diary.card_points, int) else 0
    limits = (
        (Offence.POINTS_OVER, told, full if diary.count is None else POINTS_A_CARD * diary.count),
        (Offence.SLOT_POINTS_OVER, sum(slot_points(game, one) for one in diary.slots or ()), full),
        (Offence.BONUS_OVER, sum(diary.bonuses or ()), full),
    )
    for offence, found, most in limits:
        if abs(found) > most:
            yield Finding(offence, seat, found, most)
        elif found < 0:
            # Neither slots nor bonuses take points away.
            yield Finding(Offence.POINTS_BELOW, seat, found, 0)


def _of_cards(
    game: PhotoTour, seat: int, diary: Diary, tokens: tuple[int, ...]
) -> Iterator[Finding]:
    numbers = diary.numbers or (None,) * len(tokens)
    for i, (number, given) in enumerate(zip(numbers, tokens, strict=True), 1):
        most = TOKENS_A_CARD if number is None else game.card[number].places
        if given > most:
            yield Finding(Offence.CARD_TOKENS_OVER, seat, given, most, number or i)


def _token_places(game: PhotoTour, diary: Diary) -> int:
    """Return how many tokens the cards can hold; without their count a whole diary's."""
    if diary.numbers is not None:
        return sum(game.card[number].places for number in diary.numbers)
    return TOKENS_A_CARD * (SLOTS if diary.count is None else diary.count)


def _of_table(game: PhotoTour) -> Iterator[Finding]:
    counts = [diary.count for diary in game.players]
    known = [count for count in counts if count is not None]
    if len(known) == len(counts) and max(known) < SLOTS:
        yield Finding(Offence.NOBODY_FULL, None, max(known), SLOTS)
    tokens = sum(diary.on_cards + diary.in_reserve for diary in game.players)
    if tokens > ALL_TOKENS:
        yield Finding(Offence.ALL_TOKENS_OVER, None, tokens, ALL_TOKENS)
    for kind, number in _by_kind(game).items():
        if number > OF_A_KIND:
            yield Finding(Offence.KIND_OVER, None, number, OF_A_KIND, kind=kind)
    placed = Counter(number for diary in game.players for number in diary.numbers or ())
    for number, times in sorted(placed.items()):
        if times > 1:
            yield Finding(Offence.CARD_TWICE, None, times, 1, number)


def _by_kind(game: PhotoTour) -> dict[str, int]:
    """Return how many tokens of each kind were told."""
    told = [
        one
        for diary in game.players
        for one in (diary.tokens, diary.reserve)
        if isinstance(one, ByKind)
    ]
    return {
        name: sum(getattr(one, name) for one in told) for name in msgspec.structs.asdict(ByKind())
    }
