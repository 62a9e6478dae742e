"""Steps 6 and 7 tried wrongly: unused cafés, and the table of the visit-them-all points."""

from collections.abc import Iterator
from itertools import combinations

from scorer.rules.judge.case import Case
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.marks import CafeMark
from scorer.rules.notation import Crossroads

# What a café may have been taken to give: one each, or a neighbouring figure.
CAFE_VALUES = (1, 3, 4)


def cafe_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the line of unused cafés would be with each mistake made on purpose."""
    marks, each = case.marks.cafes, case.city.game.cafe_points
    unused = _cafes(case, CafeMark.VISITED)
    used = _cafes(case, CafeMark.USED)
    on_route = tuple(point for point in unused if point in case.passed.crossroads)
    if len(on_route) < len(unused):
        left = tuple(point for point in unused if point not in on_route)
        figures = {"counted": len(on_route)}
        mistake = Mistake(MistakeKind.CAFES_ONLY_ON_ROUTE, left, figures)
        yield attempt(len(on_route) * each, mistake)
    for count in range(1, len(unused) + 1):
        mistake = Mistake(MistakeKind.CAFES_FORGOTTEN, unused, {"by": -count}, count)
        yield attempt((len(unused) - count) * each, mistake)
    for count in range(1, len(used) + 1):
        mistake = Mistake(MistakeKind.USED_CAFES_COUNTED, used, {"by": count}, count)
        yield attempt((len(unused) + count) * each, mistake)
    open_ = tuple(
        point
        for point in sorted(case.board.cafe_at)
        if point in case.drawn_crossroads and point not in marks
    )
    for count in range(1, len(open_) + 1):
        mistake = Mistake(MistakeKind.CAFES_NOT_CIRCLED, open_, {"by": count}, count)
        yield attempt((len(unused) + count) * each, mistake)
    for value in CAFE_VALUES:
        if value != each and unused:
            figures = {"read": value, "right": each}
            yield attempt(len(unused) * value, Mistake(MistakeKind.CAFE_VALUE, unused, figures))


def _cafes(case: Case, mark: CafeMark) -> tuple[Crossroads, ...]:
    return tuple(point for point, kept in sorted(case.marks.cafes.items()) if kept is mark)


def visit_all_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the line of visit-them-all points would be with each mistake on purpose."""
    table = case.city.visit_all
    on = tuple(point for point in case.board.visit_all if point in case.passed.crossroads)
    off = [point for point in case.board.visit_all if point not in on]
    right, number = table.points_for(len(on)), len(on)
    for kind, points, sign in (
        (MistakeKind.POINT_FORGOTTEN, list(on), -1),
        (MistakeKind.POINT_OFF_ROUTE, [p for p in off if p in case.drawn_crossroads], 1),
        (MistakeKind.POINT_NOT_REACHED, [p for p in off if p not in case.drawn_crossroads], 1),
    ):
        for count in range(1, len(points) + 1):
            for chosen in combinations(points, count):
                wrong = table.points_for(number + sign * count)
                yield attempt(wrong, Mistake(kind, chosen, {"by": wrong - right}, count))
    for row in (number - 1, number + 1):
        if 0 <= row < len(table.points):
            figures = {"row": row, "right": number}
            yield attempt(table.points_for(row), Mistake(MistakeKind.POINTS_ROW, on, figures))
    first = next((points for points in table.points if points), 0)
    figures = {"each": first, "number": number}
    yield attempt(number * first, Mistake(MistakeKind.POINTS_EACH, on, figures))
    added = sum(table.points_for(row) for row in range(1, number + 1))
    yield attempt(added, Mistake(MistakeKind.POINTS_ADDED_UP, on, {"number": number}))
    yield attempt(number, Mistake(MistakeKind.POINTS_COUNTED, on, {"number": number}))
