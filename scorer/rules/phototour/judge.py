"""The judge: which numbers of a player's own sheet are wrong, and the likeliest mistakes.

A mistake is made on purpose, the line is worked out anew, and only what gives exactly the number
that was written is named. The browser does the same (``static/js/scoring/phototour.js``).
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, assert_never

from scorer.rules.phototour.contest import FIRST, SECOND, prizes
from scorer.rules.phototour.game import CONTESTS, TOTAL, Diary, PhotoTour, Slot
from scorer.rules.phototour.sheet import (
    A_TOKEN,
    A_TOKEN_WITH_CARD,
    Category,
    Line,
    Sheet,
)

Figures = tuple[tuple[int | None, ...], ...]


class Mistake(StrEnum):
    """How a number may have come about."""

    FORGOTTEN = "forgotten"  # a card, a prize or a bonus was left out
    RATE = "rate"  # 3 points a token in place of 4, or the other way round
    WITH_RESERVE = "with-reserve"  # tokens in reserve counted as those on cards
    COUNTED = "counted"  # tokens, without their points
    AS_ON_CARDS = "as-on-cards"  # tokens in reserve give as much as those on cards
    UNDIVIDED = "undivided"  # whoever shares a place takes the whole prize
    SECOND_TOO = "second-too"  # a second prize beside a shared first place
    MINIMUM = "minimum"  # the printed minimum was not minded
    FIGURES = "figures"  # figures of contests in place of prizes
    UNFIT = "unfit"  # a slot that is empty or holds a card of the wrong kind
    SUM = "sum"


class Verdict(NamedTuple):
    """A number that is wrong: what was written, what is right, and what gives the former.

    ``line`` is a category, or ``total``.
    """

    line: str
    written: int
    right: int
    mistakes: tuple[Mistake, ...]


def judged(game: PhotoTour, seat: int, sheet: Sheet, figures: Figures) -> tuple[Verdict, ...]:
    """Return which numbers that the player at *seat* wrote differ from *sheet*, and why.

    A line of which something is not told yet is not compared, nor is the total then.
    """
    diary = game.players[seat]
    written = {str(line): number for line, number in diary.written.items()}
    told = _told(diary, figures)
    found = []
    for line in sheet.lines:
        number = written.get(line.category)
        if number is not None and told[line.category] and number != line.points:
            made = _made(game, seat, line, figures)
            mistakes = dict.fromkeys(mistake for mistake, value in made if value == number)
            found.append(Verdict(line.category.value, number, line.points, tuple(mistakes)))
    number = written.get(TOTAL)
    if number is not None and all(told.values()) and number != sheet.total:
        # Who wrote the total alone may have made any mistake; a line of 0 is often left out.
        whole = all(line.category in written or not line.points for line in sheet.lines)
        summed = whole and number != sum(written.get(line.category, 0) for line in sheet.lines)
        found.append(Verdict(TOTAL, number, sheet.total, (Mistake.SUM,) if summed else ()))
    return tuple(found)


def _told(diary: Diary, figures: Figures) -> dict[Category, bool]:
    """Return whether all is told that a category is made of."""
    whole = len(figures) == CONTESTS and all(None not in each for each in figures)
    return {
        Category.CARDS: diary.numbers is not None or diary.card_points is not None,
        Category.TOKENS: diary.tokens is not None,
        Category.RESERVE: diary.reserve is not None,
        Category.CONTESTS: whole,
        Category.CONDITIONS: diary.slots is not None and diary.bonuses is not None,
    }


def _made(
    game: PhotoTour, seat: int, line: Line, figures: Figures
) -> Iterator[tuple[Mistake, int]]:
    """Yield mistakes that one can make in *line*, and what the line is worth with each."""
    diary = game.players[seat]
    match line.category:
        case Category.CARDS:
            yield from _without_one(line)
        case Category.TOKENS:
            rate, other = _rates(diary)
            yield Mistake.RATE, other * diary.on_cards
            yield Mistake.WITH_RESERVE, rate * (diary.on_cards + diary.in_reserve)
            yield Mistake.COUNTED, diary.on_cards
        case Category.RESERVE:
            for rate in _rates(diary):
                yield Mistake.AS_ON_CARDS, rate * diary.in_reserve
        case Category.CONTESTS:
            yield from _in_contests(game, seat, line, figures)
        case Category.CONDITIONS:
            yield from _without_one(line)
            slots = [one.points if isinstance(one, Slot) else one for one in diary.slots or ()]
            yield Mistake.UNFIT, sum(slots) + sum(diary.bonuses or ())
        case _:
            assert_never(line.category)


def _without_one(line: Line) -> Iterator[tuple[Mistake, int]]:
    if len(line.terms) > 1:
        for one in line.terms:
            yield Mistake.FORGOTTEN, line.points - one


def _rates(diary: Diary) -> tuple[int, int]:
    """Return what a token on a card gives, and what it gives others."""
    both = (A_TOKEN, A_TOKEN_WITH_CARD)
    return both[::-1] if diary.four_a_token else both


def _in_contests(
    game: PhotoTour, seat: int, line: Line, figures: Figures
) -> Iterator[tuple[Mistake, int]]:
    each = [
        ([told or 0 for told in told_each], contest.minimum)
        for contest, told_each in zip(game.contests, figures, strict=True)
    ]
    yield Mistake.UNDIVIDED, sum(_undivided(*one)[seat] for one in each)
    yield Mistake.SECOND_TOO, sum(_second_too(*one)[seat] for one in each)
    yield Mistake.MINIMUM, sum(prizes(told, 0)[seat] for told, _ in each)
    yield Mistake.FIGURES, sum(told[seat] for told, _ in each)
    yield from _without_one(line)


def _levels(results: Sequence[int], minimum: int) -> list[int]:
    return sorted({result for result in results if result >= minimum}, reverse=True)


def _undivided(results: Sequence[int], minimum: int) -> list[int]:
    won = dict(zip(_levels(results, minimum), (FIRST, SECOND), strict=False))
    if any(results.count(level) > 1 for level in list(won)[:1]):
        won = dict(list(won.items())[:1])
    return [won.get(result, 0) for result in results]


def _second_too(results: Sequence[int], minimum: int) -> list[int]:
    second = _levels(results, minimum)[1:2]
    return [
        SECOND // results.count(result) if result in second else prize
        for result, prize in zip(results, prizes(results, minimum), strict=True)
    ]
