"""The referee: what a legal game cannot produce. Warns, never refuses."""

from enum import StrEnum

from msgspec import Struct, field

from scorer.rules.board.board import Board, CafeBonus, Sign, TouristKind
from scorer.rules.counted import counted
from scorer.rules.notation import Crossroads, Element, Location
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark, roads_of
from scorer.rules.position.marks import Marks

# A personal task card shows three crossroads.
TASK_CROSSROADS = 3
# Four goal cards' backs show a hot spot each (seed 002, New York's special set-up).
HOT_SPOTS = 4


class FindingKind(StrEnum):
    """What the referee noticed."""

    TOO_MANY_LOCATIONS = "too-many-locations"
    TOO_MANY_TOURISTS = "too-many-tourists"
    FOREIGN_TOURIST = "foreign-tourist"
    TOO_MANY_SECTIONS = "too-many-sections"
    CAFE_NOT_REACHED = "cafe-not-reached"
    CAFE_NOT_CIRCLED = "cafe-not-circled"
    TOO_MANY_TASKS = "too-many-tasks"
    TOO_FEW_TASKS = "too-few-tasks"
    CROSSED_OCCUPIED = "crossed-occupied"
    FERRY_OCCUPIED = "ferry-occupied"
    NO_COLOUR = "no-colour"
    TOO_MANY_CAFES = "too-many-cafes"
    BONUS_WITHOUT_CAFE = "bonus-without-cafe"
    TOO_MANY_HOT_SPOTS = "too-many-hot-spots"
    HOT_SPOT_ELSEWHERE = "hot-spot-elsewhere"
    CROSSED_ELSEWHERE = "crossed-elsewhere"
    TASK_IN_BOTH_HALVES = "task-in-both-halves"


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing a legal game cannot produce, with the parts of the board it is about.

    In JSON these parts are called ``from``.

    ``count`` is what stands there and ``most`` what a legal game allows, where figures matter:
    enough, with the kind, to say it in any language.
    """

    kind: FindingKind
    message: str
    elements: tuple[Element, ...] = field(name="from")
    count: int = 0
    most: int = 0


def findings(filled: FilledBoard) -> tuple[Finding, ...]:
    """Return everything on a board that a legal game cannot produce, in a fixed order.

    Cafés and tasks are looked at only where they are in play. A café crossed out but never
    circled cannot be told apart in ``Marks`` and is left to the reading.
    """
    found = [*_locations(filled), *_tourists(filled), *_sections(filled)]
    found += _closed_locations(filled.board, filled.marks)
    found += [*_crossed_elsewhere(filled), *_hot_spots(filled)]
    if filled.city.coloured:
        found += _colours(filled.marks)
    if filled.setup.cafes:
        found += [*_cafes(filled), *_cafe_visits(filled)]
    if filled.setup.tasks:
        found += [*_tasks(filled.marks), *_task_halves(filled)]
    return tuple(found)


def _locations(filled: FilledBoard) -> list[Finding]:
    """One location is occupied, or crossed out in its place, per round.

    Spaces beside the map fill up meanwhile; a ferry leaves beside a location's tourists.
    """
    city, marks = filled.city, filled.marks
    occupied = {place for place in marks.tourists if not place.name}
    crossed = marks.crossed - _ferries(filled.board)
    places = tuple(sorted(occupied | crossed))
    if len(places) <= city.game.rounds:
        return []
    hold = "hold tourists or are crossed out" if crossed else "hold tourists"
    message = (
        f"{len(places)} locations {hold}, "
        f"but in {city.game.rounds} rounds at most {city.game.rounds} can"
    )
    return [Finding(FindingKind.TOO_MANY_LOCATIONS, message, places, len(places), city.game.rounds)]


def _tourists(filled: FilledBoard) -> list[Finding]:
    """Two cards give so many tourists; each used instant café bonus adds its own, once."""
    city, marks = filled.city, filled.marks
    used = _tourist_bonuses(filled.board, marks) if filled.setup.cafes else 0
    usual, bonuses = city.game.tourists_per_location, used * city.game.instant_bonus
    most = usual + city.game.round_bonus + bonuses
    bonuses += city.game.rounds * city.game.round_bonus
    found = []
    for place, group in sorted(marks.tourists.items()):
        if group.total > most and not place.name:
            message = f"{place} holds {group.total} tourists; a legal game gives at most {most}"
            kind = FindingKind.TOO_MANY_TOURISTS
            found.append(Finding(kind, message, (place,), group.total, most))
        foreign = [kind for kind in TouristKind if group.count(kind) and kind not in city.tourists]
        if foreign:
            message = f"{place} holds a {foreign[0]}, and {city.name} has none"
            found.append(Finding(FindingKind.FOREIGN_TOURIST, message, (place,)))
    crowded = {
        place: group.total
        for place, group in marks.tourists.items()
        if group.total > usual and not place.name
    }
    more = sum(crowded.values()) - usual * len(crowded)
    if more > bonuses and max(crowded.values()) <= most:
        message = (
            f"{counted(len(crowded), 'location holds', 'locations hold')} "
            f"{counted(more, 'tourist')} more than cards give; "
            f"the used café bonuses give at most {bonuses}"
        )
        places = tuple(sorted(crowded))
        found.append(Finding(FindingKind.TOO_MANY_TOURISTS, message, places, more, bonuses))
    return found


def most_sections(filled: FilledBoard) -> int:
    """Return how many sections a legal game draws at most, by the café bonuses used."""
    board, marks, setup, game = filled.board, filled.marks, filled.setup, filled.city.game
    used = 0
    if setup.cafes:
        used = _used(board, marks, CafeBonus.SECTION, CafeBonus.INSTANT_SECTION)
        kind = {symbol.id: symbol.bonus for symbol in board.cafe_area}
        used += sum(
            mark is CafeMark.USED and kind[id_] == CafeBonus.SECTION
            for id_, mark in marks.cafe_area.items()
        )
    # How a balance card was used is not on the board, so each may have been a section.
    most = game.rounds * game.sections_per_round + used + setup.balance_cards
    return most + game.free_sections


def _sections(filled: FilledBoard) -> list[Finding]:
    marks, most = filled.marks, most_sections(filled)
    # A hot spot takes two sections to draw.
    drawn = len(marks.sections) + len(marks.sections & marks.hot_spots)
    if drawn <= most:
        return []
    message = f"{drawn} sections are drawn; a legal game allows at most {most}"
    sections = tuple(sorted(roads_of(marks.sections)))
    return [Finding(FindingKind.TOO_MANY_SECTIONS, message, sections, drawn, most)]


def _closed_locations(board: Board, marks: Marks) -> list[Finding]:
    """Nobody stays where a location is crossed out, nor on a ferry."""
    found = []
    ferries = _ferries(board)
    for place in sorted(marks.tourists):
        if place in ferries:
            message = f"{place} is a ferry, and tourists cannot be marked there"
            found.append(Finding(FindingKind.FERRY_OCCUPIED, message, (place,)))
        elif place in marks.crossed:
            message = f"{place} is crossed out, but holds tourists"
            found.append(Finding(FindingKind.CROSSED_OCCUPIED, message, (place,)))
    return found


def _colours(marks: Marks) -> list[Finding]:
    """Every section is drawn in one of the three colours."""
    without = tuple(sorted(marks.sections - set(marks.colours)))
    if not without:
        return []
    message = f"no colour is given for {', '.join(map(str, without))}"
    return [Finding(FindingKind.NO_COLOUR, message, without, len(without))]


def _cafes(filled: FilledBoard) -> list[Finding]:
    city, board, marks = filled.city, filled.board, filled.marks
    reached = {end for section in marks.sections for end in section.ends}
    found = []
    for point in sorted(board.cafe_at):
        if point in marks.cafes and point not in reached:
            message = f"the café at {point} is {_word(marks, point)}, but no section reaches it"
            found.append(Finding(FindingKind.CAFE_NOT_REACHED, message, (point,)))
        # Where one café a round may be visited, others are passed without a ring.
        if point in reached and point not in marks.cafes and not city.game.one_cafe_a_round:
            message = f"a section reaches the café at {point}, but it is not circled"
            found.append(Finding(FindingKind.CAFE_NOT_CIRCLED, message, (point,)))
    return found


def _cafe_visits(filled: FilledBoard) -> list[Finding]:
    """One café a round gives one bonus, where so few may be visited (seed 002, New York)."""
    city, marks = filled.city, filled.marks
    rounds, found = city.game.rounds, []
    if city.game.one_cafe_a_round and len(marks.cafes) > rounds:
        message = f"{len(marks.cafes)} cafés are circled, but in {rounds} rounds at most {rounds}"
        points = tuple(sorted(marks.cafes))
        kind = FindingKind.TOO_MANY_CAFES
        found.append(Finding(kind, message, points, len(points), rounds))
    bonuses = len(marks.cafe_area) + len(marks.tickets)
    if bonuses > len(marks.cafes):
        message = (
            f"bonuses and tickets marked beside the map: {bonuses}, "
            f"but only {counted(len(marks.cafes), 'café is', 'cafés are')} circled"
        )
        kind = FindingKind.BONUS_WITHOUT_CAFE
        found.append(Finding(kind, message, (), bonuses, len(marks.cafes)))
    return found


def _hot_spots(filled: FilledBoard) -> list[Finding]:
    """Four cards show a hot spot each; most cities have none."""
    city, spots = filled.city, tuple(sorted(filled.marks.hot_spots))
    if spots and not city.game.hot_spots:
        message = f"{', '.join(spots)}: {city.name} has no hot spots"
        return [Finding(FindingKind.HOT_SPOT_ELSEWHERE, message, spots, len(spots))]
    if len(spots) > HOT_SPOTS:
        message = f"{len(spots)} hot spots are marked; the goal cards show {HOT_SPOTS}"
        return [Finding(FindingKind.TOO_MANY_HOT_SPOTS, message, spots, len(spots), HOT_SPOTS)]
    return []


def _crossed_elsewhere(filled: FilledBoard) -> list[Finding]:
    """Locations are crossed out where a city says so, ferries alone in some."""
    wrong = tuple(sorted(filled.marks.crossed - filled.city.crossable(filled.board)))
    if not wrong:
        return []
    names = ", ".join(wrong)
    message = f"{names}: nothing in {filled.city.name} crosses such a location out"
    return [Finding(FindingKind.CROSSED_ELSEWHERE, message, wrong, len(wrong))]


def _task_halves(filled: FilledBoard) -> list[Finding]:
    """A task card is laid on one half of a double map; the fold belongs to both."""
    if not filled.city.game.task_halves:
        return []
    half = filled.board.half
    task = tuple(sorted(filled.marks.task))
    columns = [point.lattice[0] for point in task if point.lattice]
    if not columns or min(columns) >= half or max(columns) <= half:
        return []
    message = "the task's crossroads are ringed in both halves; a card is laid on one of them"
    return [Finding(FindingKind.TASK_IN_BOTH_HALVES, message, task, len(task))]


def _tasks(marks: Marks) -> list[Finding]:
    """A task card has three crossroads: all are ringed at the end, or none without tasks."""
    if len(marks.task) in (0, TASK_CROSSROADS):
        return []
    many = len(marks.task) > TASK_CROSSROADS
    kind = FindingKind.TOO_MANY_TASKS if many else FindingKind.TOO_FEW_TASKS
    message = f"{len(marks.task)} crossroads are ringed; a task card shows {TASK_CROSSROADS}"
    points = tuple(sorted(marks.task))
    return [Finding(kind, message, points, len(points), TASK_CROSSROADS)]


def _tourist_bonuses(board: Board, marks: Marks) -> int:
    """Return how many cafés may have given tourists at once.

    Where the bonuses stand beside the map, those used at once leave no trace there.
    """
    if not board.cafe_area:
        return _used(board, marks, CafeBonus.TOURISTS)
    return max(0, len(marks.cafes) - len(marks.cafe_area) - len(marks.tickets))


def _ferries(board: Board) -> frozenset[Location]:
    groups = [group for group in board.marked if group.sign is Sign.FERRY]
    return frozenset(place for group in groups for place in group.locations)


def _used(board: Board, marks: Marks, *bonuses: CafeBonus) -> int:
    return sum(
        mark is CafeMark.USED and board.cafe_at[point].bonus in bonuses
        for point, mark in marks.cafes.items()
    )


def _word(marks: Marks, point: Crossroads) -> str:
    return "circled" if marks.cafes[point] is CafeMark.VISITED else "crossed out"
