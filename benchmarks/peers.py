"""Two other ways to the best route, to measure ours against: CP-SAT and depth-first search.

Neither uses anything of our search; both score from the board's own lists.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import product

from ortools.sat.python import cp_model

from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup

Arc = tuple[RoadId, Crossroads, Crossroads]


class NotProvedError(RuntimeError):
    """CP-SAT ran out of time before it could prove an optimum."""


def cp_sat_best(city: City, marks: Marks, setup: Setup, seconds: float | None = None) -> int:
    """Return the best total, cafés left out, by OR-tools CP-SAT on one thread.

    The walk is one circuit through directed sections and a place outside, where it starts
    and ends. For the task each section is before, in or behind the counted part.

    Raises
    ------
    NotProvedError
        If it is not proved within *seconds*.
    """
    model = cp_model.CpModel()
    arcs: list[Arc] = []
    for road in sorted(marks.sections):
        arcs += [(road, road.first, road.second), (road, road.second, road.first)]
    on = [model.new_bool_var(f"on {i}") for i in range(len(arcs))]
    phase = [model.new_int_var(0, 2, f"phase {i}") for i in range(len(arcs))]
    begin = {v: model.new_bool_var(f"begin {v}") for v in sorted(marks.task)}
    finish = {v: model.new_bool_var(f"finish {v}") for v in sorted(marks.task)}
    _walk(model, arcs, on, phase, marks, begin, finish)
    used = {road: on[2 * i] + on[2 * i + 1] for i, road in enumerate(sorted(marks.sections))}
    parts: list[cp_model.LinearExprT] = list(_points(model, city, marks, setup, used))
    if setup.tasks:
        parts += _task(model, on, phase, begin, finish)
    model.maximize(sum(parts))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) != cp_model.OPTIMAL:
        raise NotProvedError("CP-SAT found no proved optimum")
    return round(solver.objective_value)


def _walk(
    model: cp_model.CpModel,
    arcs: list[Arc],
    on: list[cp_model.IntVar],
    phase: list[cp_model.IntVar],
    marks: Marks,
    begin: dict[Crossroads, cp_model.IntVar],
    finish: dict[Crossroads, cp_model.IntVar],
) -> None:
    """Tie the directed sections into one walk whose phase changes at task crossroads only."""
    outside = len(arcs)
    circuit: list[tuple[int, int, cp_model.LiteralT]] = []
    if begin:
        model.add_at_most_one(begin.values())
        model.add_at_most_one(finish.values())
    for v in begin:
        model.add_bool_or(~begin[v], ~finish[v])
    for i, (_, tail, head) in enumerate(arcs):
        start, end = model.new_bool_var(f"start {i}"), model.new_bool_var(f"end {i}")
        circuit += [(outside, i, start), (i, outside, end), (i, i, ~on[i])]
        if i % 2 == 0:
            model.add_at_most_one(on[i], on[i + 1])
        model.add(phase[i] <= begin.get(tail, 0)).only_enforce_if(start)
        # A walk that ends in the counted part ends where that part finishes.
        finished = [finish[head]] if head in finish else []
        model.add(phase[i] != 1).only_enforce_if(end, *(~here for here in finished))
    for (i, a), (j, b) in product(enumerate(arcs), repeat=2):
        if a[0] == b[0] or a[2] != b[1]:
            continue
        follows = model.new_bool_var(f"{i} then {j}")
        circuit.append((i, j, follows))
        at = a[2]
        if at in marks.task:
            # One step from before to in, or from in to behind, or none.
            model.add(phase[j] >= phase[i]).only_enforce_if(follows)
            model.add(phase[j] <= phase[i] + 1).only_enforce_if(follows)
            for change, chosen in ((0, begin[at]), (1, finish[at])):
                stays = model.new_bool_var("")
                model.add(phase[i] != change).only_enforce_if(~stays)
                model.add(phase[j] == phase[i]).only_enforce_if(follows, stays, ~chosen)
                model.add(phase[i] == change).only_enforce_if(stays)
        else:
            model.add(phase[j] == phase[i]).only_enforce_if(follows)
    model.add_circuit(circuit)


def _points(
    model: cp_model.CpModel,
    city: City,
    marks: Marks,
    setup: Setup,
    used: Mapping[RoadId, cp_model.LinearExprT],
) -> list[cp_model.LinearExprT]:
    """Return the terms of steps 1 to 5 and 7."""
    board = city.practice_board

    def reached(roads: frozenset[RoadId]) -> cp_model.IntVar:
        var = model.new_bool_var("reached")
        model.add(var <= sum(used[road] for road in sorted(roads & set(used))))
        return var

    beside = {
        place: frozenset(road.id for road in board.roads if place in road.locations)
        for place in marks.tourists
    }
    there = {place: reached(roads) for place, roads in beside.items()}
    terms: list[cp_model.LinearExprT] = []
    for colour, shape in city.pairs.items():
        landmarks = [reached(mark.roads) for mark in board.landmarks if mark.kind is colour]
        numbers = {place: group.count(shape) for place, group in marks.tourists.items()}
        most = sum(numbers.values())
        count = model.new_int_var(0, len(landmarks), "landmarks")
        tourists = model.new_int_var(0, most, "tourists")
        product_ = model.new_int_var(0, len(landmarks) * most, "product")
        model.add(count == sum(landmarks))
        model.add(tourists == sum(there[place] * number for place, number in numbers.items()))
        model.add_multiplication_equality(product_, [count, tourists])
        terms.append(product_)
    for mark in board.landmarks:
        if mark.kind is LandmarkKind.YELLOW:
            terms.append(reached(mark.roads) * (mark.value or 0))
        if mark.kind is LandmarkKind.GREY:
            terms.append(reached(mark.roads) * setup.ratings[mark.id])
    points = [
        reached(frozenset(road.id for road in board.roads_at[point])) for point in board.visit_all
    ]
    visited = model.new_int_var(0, len(points), "visited")
    model.add(visited == sum(points))
    value = model.new_int_var(0, max(city.visit_all.points), "visit all")
    model.add_element(visited, list(city.visit_all.points), value)
    return [*terms, value]


def _task(
    model: cp_model.CpModel,
    on: list[cp_model.IntVar],
    phase: list[cp_model.IntVar],
    begin: dict[Crossroads, cp_model.IntVar],
    finish: dict[Crossroads, cp_model.IntVar],
) -> list[cp_model.LinearExprT]:
    """Return the sections in the counted part, none unless it begins and finishes."""
    counted = []
    for i, here in enumerate(on):
        inside = model.new_bool_var(f"counted {i}")
        model.add(phase[i] == 1).only_enforce_if(inside)
        model.add_implication(inside, here)
        if not finish:
            model.add(inside == 0)
        counted.append(inside)
    return list(counted)


def depth_first_best(city: City, marks: Marks, setup: Setup) -> int:
    """Return the best total, cafés left out, by walking every way from every crossroads."""
    sections = sorted(marks.sections)
    around: dict[Crossroads, list[tuple[int, Crossroads]]] = {}
    for i, section in enumerate(sections):
        around.setdefault(section.first, []).append((1 << i, section.second))
        around.setdefault(section.second, []).append((1 << i, section.first))
    value = _set_value(city, marks, setup, sections)
    task = marks.task if setup.tasks else frozenset()
    best = value(0)

    def walk(at: Crossroads, walked: int, visits: list[tuple[int, Crossroads]]) -> None:
        nonlocal best
        if at in task:
            visits = [*visits, (walked.bit_count(), at)]
        ahead = [(bit, to) for bit, to in around[at] if not walked & bit]
        for bit, to in ahead:
            walk(to, walked | bit, visits)
        if not ahead:
            spans = [j - i for i, a in visits for j, b in visits if i < j and a != b]
            best = max(best, value(walked) + max(spans, default=0))

    for start in around:
        walk(start, 0, [])
    return best


def _set_value(
    city: City, marks: Marks, setup: Setup, sections: list[RoadId]
) -> Callable[[int], int]:
    """Return a function from a set of sections (a mask) to its points, the task left out."""
    board = city.practice_board

    def mask_of(roads: Iterable[RoadId]) -> int:
        wanted = set(roads)
        return sum(1 << i for i, section in enumerate(sections) if section in wanted)

    hosts = [
        (mask_of(road.id for road in board.roads if place in road.locations), group)
        for place, group in marks.tourists.items()
    ]
    landmarks = [(mask_of(mark.roads), mark) for mark in board.landmarks]
    points = [mask_of(road.id for road in board.roads_at[p]) for p in board.visit_all]
    known: dict[int, int] = {}

    def value(walked: int) -> int:
        if walked not in known:
            passed = [mark for mask, mark in landmarks if mask & walked]
            groups = [group for mask, group in hosts if mask & walked]
            total = city.visit_all.points_for(sum(1 for mask in points if mask & walked))
            for colour, shape in city.pairs.items():
                count = sum(mark.kind is colour for mark in passed)
                total += count * sum(group.count(shape) for group in groups)
            for mark in passed:
                if mark.kind is LandmarkKind.YELLOW:
                    total += mark.value or 0
                if mark.kind is LandmarkKind.GREY:
                    total += setup.ratings[mark.id]
            known[walked] = total
        return known[walked]

    return value
