"""Paris: PP for runs of three sections in a row of three different colours."""

from scorer.rules.board import LandmarkKind
from scorer.rules.notation import RoadId
from scorer.rules.sheet import FinalRoute, Line, Step
from scorer.rules.specials import Case, WalkRule

RUN = 3


def diversity(case: Case, route: FinalRoute) -> Line:
    """Runs of three colours on the walk, each section in one run only, by the city's table.

    Decision D4: consecutive means in the order walked. Decision D12: a run does not span the
    ride, for its sections would form no segment.
    """
    found = runs(case.marks.colours, route)
    table = case.city.diversity
    points = diversity_points(case, len(found))
    word = "run" if len(found) == 1 else "runs"
    doubt = ", practice table" if table and table.practice and not case.setup.diversity else ""
    working = f"{len(found)} {word} → {points}{doubt}"
    return Line(
        Step.own(case.special.step), points, working, tuple(s for run in found for s in run)
    )


def diversity_points(case: Case, count: int) -> int:
    """Return the PP for *count* runs: by the table given with the game, else the city's."""
    if case.setup.diversity:
        return case.setup.diversity[min(count, len(case.setup.diversity) - 1)]
    return case.city.diversity.points_for(count) if case.city.diversity else 0


def runs(colours: dict[RoadId, LandmarkKind], route: FinalRoute) -> tuple[tuple[RoadId, ...], ...]:
    """Return as many runs of three colours on *route*, sharing no section, as there can be.

    Taking every run as early as it ends never rules a better choice out. A closed route may
    be walked from any of its crossroads, so all starts are tried (decision D13).
    """
    if route.closed and route.ride is not None:
        # Started behind the ride, it is one part.
        return _runs(colours, route.sections[route.ride :] + route.sections[: route.ride])
    if not route.closed:
        return tuple(run for part in route.parts for run in _runs(colours, part))
    tried = [
        _runs(colours, route.sections[start:] + route.sections[:start])
        for start in range(min(RUN, len(route.sections)))
    ]
    return max(tried, key=len)


def _runs(
    colours: dict[RoadId, LandmarkKind], part: tuple[RoadId, ...]
) -> tuple[tuple[RoadId, ...], ...]:
    found = []
    at = 0
    while at + RUN <= len(part):
        window = part[at : at + RUN]
        kinds = {colours[section] for section in window if section in colours}
        if len(kinds) == RUN:
            found.append(window)
        at += RUN if len(kinds) == RUN else 1
    return tuple(found)


WALK_RULES: dict[str, WalkRule] = {"diversity": diversity}
