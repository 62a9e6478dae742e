"""Atlantis: rules that no other city has."""

from scorer.rules.cities.paris import diversity
from scorer.rules.specials import Bonus, Case, Rule, WalkRule


def shells(case: Case) -> tuple[Bonus, ...]:
    """Every section of the route that is not on the parade gives a shell."""
    parade = case.board.marked_as("parade").roads
    roads = [road.id for road in case.board.roads if road.id not in parade]
    return tuple(Bonus(case.special.points, (road,)) for road in roads)


RULES: dict[str, Rule] = {"shells": shells}
WALK_RULES: dict[str, WalkRule] = {"colours": diversity}
