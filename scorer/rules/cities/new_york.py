"""New York: the Statue of Liberty, for a ticket and its dock, and the café area."""

from scorer.rules.marks import CafeMark
from scorer.rules.specials import Bonus, Case, Rule

# The café area's bonus that is worth PP of its own, and how many.
POINTS_BONUS, POINTS = "points", 8


def ticketed(case: Case) -> tuple[Bonus, ...]:
    """The Statue's rating, once, when a dock is on the route whose ticket is held."""
    docks = tuple(
        symbol.dock
        for symbol in case.board.cafe_area
        if symbol.dock is not None and symbol.id in case.marks.tickets
    )
    rating = case.setup.ratings[case.special.rating]
    # Without a ticket there is no place that would give it.
    return (Bonus(rating, docks),) if docks else ()


def cafe_area(case: Case) -> tuple[Bonus, ...]:
    """Each bonus circled in the café area and not crossed out, wherever the route goes.

    Decision D5: the 8 PP bonus gives 8, not also the 2 of an unused one.
    """
    kind = {symbol.id: symbol.bonus for symbol in case.board.cafe_area}
    return tuple(
        Bonus(POINTS if kind[id_] == POINTS_BONUS else case.special.points, ())
        for id_, mark in sorted(case.marks.cafe_area.items())
        if mark is CafeMark.VISITED
    )


RULES: dict[str, Rule] = {"ticketed": ticketed, "cafe-area": cafe_area}
