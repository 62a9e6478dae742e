"""What may come of the cards that ask for little: which of them a route meets, and at what price.

Points only grow with a walk, but for a card that asks for few of something. So the search
takes the cards' outcomes one by one. Where such a card is passed up, nothing is lost by going
on. Where it is met, the route has to keep within a limit, which is had by going without some
sections of the drawing altogether; over the others nothing is lost by going on either.
"""

from dataclasses import dataclass, replace
from itertools import product

from scorer.rules.city.goalcards import Direction
from scorer.rules.search.cards.cardworth import NEEDED, Prizes
from scorer.rules.search.cards.limits import Limit


@dataclass(frozen=True)
class Outcome:
    """One way the cards may come out.

    A route with this outcome keeps all ``limits`` and has ``points`` for the cards that it
    settles (in a solo game so many are ``met``), and at most what they can still give for
    the cards numbered in ``open``. No straight run is longer than ``run``, where it is not 0.
    *zigzag*: it turns at every crossroads; over one-way streets nothing is lost by going on.
    *loose*: going on may lose something all the same. A *scout* takes a loose outcome for
    one that is not: what it finds soon makes the search of the loose one shorter, but
    settles nothing.
    """

    points: int = 0
    met: int = 0
    limits: tuple[Limit, ...] = ()
    loose: bool = False
    zigzag: bool = False
    run: int = 0
    open: tuple[int, ...] = ()
    anything: bool = False
    scout: bool = False

    @property
    def rank(self) -> int:
        """Which outcomes to look at first, low before high."""
        return 2 if self.loose else int(self.scout)

    def hope(self, prizes: Prizes | None, left: int, kept: int) -> int:
        """Return points for cards that no walk over *left* with all of *kept* exceeds."""
        if prizes is None:
            return 0
        if self.anything:
            return prizes.at_most(left, kept)
        results = [prizes.goals.result(n, prizes.gauges[n].value(left)) for n in self.open]
        if prizes.goals.solo:
            met = self.met + sum(result.is_reached for result in results)
            return NEEDED * min(prizes.needed, met)
        return self.points + sum(result.points for result in results)


ANYTHING = Outcome(loose=True, anything=True)


def outcomes_of(prizes: Prizes | None) -> tuple[Outcome, ...]:
    """Return outcomes of the cards such that every route has one of them, or less."""
    if prizes is None:
        return (Outcome(),)
    if prizes.onwalk:
        return (ANYTHING,)
    levels = [_levels(prizes, number) for number in range(len(prizes.gauges))]
    found = [_joined(chosen) for chosen in product(*levels)]
    scouts = [replace(one, loose=False, scout=True) for one in found if one.loose]
    return (*found, *scouts)


def _joined(parts: tuple[Outcome, ...]) -> Outcome:
    return Outcome(
        points=sum(part.points for part in parts),
        met=sum(part.met for part in parts),
        limits=tuple(limit for part in parts for limit in part.limits),
        loose=any(part.loose for part in parts),
        zigzag=any(part.zigzag for part in parts),
        run=min((part.run for part in parts if part.run), default=0),
        open=tuple(number for part in parts for number in part.open),
    )


def _levels(prizes: Prizes, number: int) -> list[Outcome]:
    """Return the outcomes of one card: as good as won, as good as reached, passed up."""
    card, gauge = prizes.goals.cards[number], prizes.gauges[number]
    passed_up = Outcome()
    if gauge.asks_ends:
        return [_met(prizes, number, int(card.direction is Direction.AT_LEAST)), passed_up]
    if card.direction is Direction.AT_LEAST:
        if gauge.kept_by_loops:
            return [Outcome(open=(number,))]
        return [Outcome(open=(number,), loose=True), passed_up]
    found: list[Outcome] = []
    for most in prizes.levels(number):
        level = _met(prizes, number, most, gauge.limit(most))
        if gauge.asks_run:
            zigzag = most == 1 and prizes.streets is not None
            level = replace(level, loose=level.loose and not zigzag, zigzag=zigzag, run=most)
        if level.points or level.met:
            found.append(level)
    return [*found, passed_up]


def _met(prizes: Prizes, number: int, value: int, limit: Limit | None = None) -> Outcome:
    """Return the outcome of card *number* where it is met with *value*."""
    result = prizes.goals.result(number, value)
    # Where only the order of the walk tells, a part of a walk may do what the whole does not.
    loose = prizes.gauges[number].ordered or limit is None
    limits = (limit,) if limit is not None else ()
    return Outcome(result.points, int(result.is_reached), limits, loose)
