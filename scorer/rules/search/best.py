"""The score of one board: the best final route, proved, and the sheet that explains it."""

from collections.abc import Callable
from functools import partial

from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import GameMode
from scorer.rules.scoring.goals import check_goals, goal_results
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import FinalRoute, Reason, ScoreSheet, Step, Unused
from scorer.rules.scoring.terms.allterms import lines_of
from scorer.rules.search.candidates.bestsofar import Best
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from scorer.rules.search.rides import best_with_rides, rides_of
from scorer.rules.search.valuation import parts_of, valuation_of
from scorer.rules.search.walks.walk import named, route_of
from scorer.rules.values import replace


def score(
    filled: FilledBoard,
    *,
    needed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> ScoreSheet:
    """Return the sheet of the best final route over the sections drawn.

    Parameters
    ----------
    needed : int
        In a solo game: the best route is the one that reaches so many goals (in a city with
        themed tours: finishes so many of these), or as many of them as can be, and has most
        PP among those that do.
    stop : callable, optional
        Asked now and then; once it says yes, the best route so far is returned, not proved.

    Raises
    ------
    MarksError
        If a goal card marks something that is not on the board.
    """
    setup = filled.setup
    check_goals(filled.board, setup)
    without = replace(filled, setup=replace(setup, goals=()), rivals=None)
    plain_graph, plain = _best(without, stop=stop)
    graph, best = plain_graph, plain
    if needed or (setup.goals and setup.mode is not GameMode.SOLO):
        # Without cards the plain best bounds nothing: finished tours outweigh it.
        bound = plain if setup.goals else None
        graph, best = _best(filled, needed, stop, bound)
    sheet = sheet_of(filled, route_of_best(graph, best))
    more = best.at_most_more
    if needed:
        # There goals outweigh PP in the search. No route has more PP than the plain best.
        more = min(more, plain.worth.points + plain.at_most_more - sheet.plain)
    sheet = replace(sheet, optimal=not best.at_most_more, at_most_more=more)
    if sheet.plain != plain.worth.points:
        before = sheet_of(filled, route_of_best(plain_graph, plain))
        sheet = _with_given_up(sheet, before)
    return sheet


def _best(
    filled: FilledBoard,
    needed: int = 0,
    stop: Callable[[], bool] | None = None,
    plain: Best | None = None,
) -> tuple[Graph, Best]:
    """Return the best route, and the graph it is over, whichever half the task is taken in."""
    parts = parts_of(filled)
    found: tuple[Graph, Best] | None = None
    most = 0
    drawn = {end for section in filled.marks.sections for end in section.ends}
    # Where more of the task is drawn the best is sooner found, and then bounds the others.
    choices = sorted(parts.choices or (parts.task,), key=lambda task: -len(task & drawn))
    for task in choices:
        valued = partial(
            valuation_of, filled=filled, parts=replace(parts, task=task), needed=needed
        )
        alone = len(choices) == 1 and not rides_of(filled)
        floor = found[1].worth if found is not None else None
        graph, best = best_with_rides(filled, valued, stop, plain if alone else None, floor)
        most = max(most, best.worth.points + best.at_most_more)
        if found is None or best.worth.key > found[1].worth.key:
            found = graph, best
    assert found is not None, "there is always the task as ringed"
    return found[0], replace(found[1], at_most_more=max(0, most - found[1].worth.points))


def score_route(
    filled: FilledBoard, route: FinalRoute, *, best: ScoreSheet | None = None
) -> ScoreSheet:
    """Return the sheet of *route*, walked as given, best or not.

    *best* is the sheet of the best route where it is known already.

    Raises
    ------
    MarksError
        If a goal card marks something that is not on the board.
    """
    best = best or score(filled)
    sheet = sheet_of(filled, route)
    more = best.total + best.at_most_more - sheet.total
    return replace(sheet, optimal=more == 0, at_most_more=more)


def route_of_best(graph: Graph, best: Best) -> FinalRoute:
    """Return the walk that *best* stands for."""
    if best.walk is not None:
        return named(graph, best.walk)
    return route_of(graph, best.sections, best.ends, best.split)


def sheet_of(filled: FilledBoard, route: FinalRoute) -> ScoreSheet:
    """Return the sheet of *route* as walked; nothing is proved about other routes."""
    walked = Walked(filled, route)
    passed, marks = walked.passed, filled.marks
    lines = lines_of(walked)
    return ScoreSheet(
        total=sum(line.points for line in lines),
        optimal=False,
        at_most_more=0,
        route=route,
        lines=lines,
        length=len(route.sections),
        tourists=walked.tourists,
        landmarks=len(passed.landmarks),
        lost_tourists={
            place: group
            for place, group in sorted(marks.tourists.items())
            if place not in passed.locations
        },
        unused=unused_sections(graph_of(marks.sections), route),
        goals=goal_results(walked),
        given_up=0,
        given_up_lines={},
    )


def _with_given_up(sheet: ScoreSheet, plain: ScoreSheet) -> ScoreSheet:
    """Return *sheet* with what it gave up against *plain*, the best route without goals."""
    before = {line.step: line.points for line in plain.lines if line.step is not Step.GOALS}
    now = {line.step: line.points for line in sheet.lines}
    lines = {step: points - now[step] for step, points in before.items()}
    return replace(
        sheet,
        given_up=sum(lines.values()),
        given_up_lines={step: points for step, points in lines.items() if points},
    )


def unused_sections(graph: Graph, route: FinalRoute) -> tuple[Unused, ...]:
    """Return the drawn sections that *route* leaves out, each with its reason.

    Not connected: no way over drawn sections leads from it to the route. Alternative: it
    lies on a way that leaves the route and comes back to it, or to itself, without walking
    a section twice, so it could have been walked in place of something. Dead end: whoever
    walks it has to come back over it.
    """
    used = graph.mask(route.sections)
    near = sum(part for part in graph.components(graph.everything) if part & used)
    found = []
    for i in bits(graph.everything & ~used):
        if not near >> i & 1:
            reason = Reason.NOT_CONNECTED
        elif _comes_back(graph, i, used, near):
            reason = Reason.ALTERNATIVE
        else:
            reason = Reason.DEAD_END
        found.append(Unused(graph.sections[i], reason))
    return tuple(found)


def _comes_back(graph: Graph, section: int, used: int, near: int) -> bool:
    """Whether *section* lies on a circle of the drawing, the route taken as one place."""
    rest = near & ~(1 << section)
    reached = _reached(graph, graph.ends[section][0], rest, used)
    return graph.ends[section][1] in reached


def _reached(graph: Graph, start: int, sections: int, used: int) -> set[int]:
    """Return the crossroads reached from *start*, the whole route being one place."""
    on_used = set(graph.touched(used))
    reached, queue = {start}, [start]
    for at in queue:
        around = {end for i in bits(graph.incident[at] & sections) for end in graph.ends[i]}
        around |= on_used if at in on_used else set()
        fresh = around - reached
        reached |= fresh
        queue += sorted(fresh)
    return reached
