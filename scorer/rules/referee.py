"""The referee: what a legal game cannot produce. Warns, never refuses."""

from dataclasses import dataclass
from enum import StrEnum

from scorer.rules.board import Board, CafeBonus, Sign, TouristKind
from scorer.rules.city import City
from scorer.rules.marks import CafeMark, Marks, Setup
from scorer.rules.notation import Crossroads, Location
from scorer.rules.sheet import Element

# A personal task card shows three crossroads.
TASK_CROSSROADS = 3


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


@dataclass(frozen=True)
class Finding:
    """One thing a legal game cannot produce, with the parts of the board it is about.

    ``count`` is what stands there and ``most`` what a legal game allows, where figures matter:
    enough, with the kind, to say it in any language.
    """

    kind: FindingKind
    message: str
    elements: tuple[Element, ...]
    count: int = 0
    most: int = 0


def findings(board: Board, city: City, marks: Marks, setup: Setup) -> tuple[Finding, ...]:
    """Return everything in *marks* that a legal game cannot produce, in a fixed order.

    Cafés and tasks are looked at only where they are in play. A café crossed out but never
    circled cannot be told apart in ``Marks`` and is left to the reading.
    """
    found = [*_locations(city, board, marks), *_tourists(board, city, marks, setup)]
    found += _sections(board, city, marks, setup)
    found += _closed_locations(board, marks)
    if city.coloured:
        found += _colours(marks)
    if setup.cafes:
        found += _cafes(city, board, marks)
    if setup.tasks:
        found += _tasks(marks)
    return tuple(found)


def _locations(city: City, board: Board, marks: Marks) -> list[Finding]:
    """One location is occupied, or crossed out in its place, per round.

    Spaces beside the map fill up meanwhile; a ferry leaves beside a location's tourists.
    """
    occupied = {place for place in marks.tourists if not place.name}
    crossed = marks.crossed - _ferries(board)
    places = tuple(sorted(occupied | crossed))
    if len(places) <= city.game.rounds:
        return []
    hold = "hold tourists or are crossed out" if crossed else "hold tourists"
    message = (
        f"{len(places)} locations {hold}, "
        f"but in {city.game.rounds} rounds at most {city.game.rounds} can"
    )
    return [Finding(FindingKind.TOO_MANY_LOCATIONS, message, places, len(places), city.game.rounds)]


def _tourists(board: Board, city: City, marks: Marks, setup: Setup) -> list[Finding]:
    """Two cards give so many tourists; each used instant café bonus adds its own, once."""
    used = _tourist_bonuses(board, marks) if setup.cafes else 0
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
            f"{len(crowded)} locations hold {more} tourists more than cards give; "
            f"the used café bonuses give at most {bonuses}"
        )
        places = tuple(sorted(crowded))
        found.append(Finding(FindingKind.TOO_MANY_TOURISTS, message, places, more, bonuses))
    return found


def most_sections(board: Board, city: City, marks: Marks, setup: Setup) -> int:
    """Return how many sections a legal game draws at most, by the bonuses used in *marks*."""
    used = 0
    if setup.cafes:
        used = _used(board, marks, CafeBonus.SECTION, CafeBonus.INSTANT_SECTION)
        kind = {symbol.id: symbol.bonus for symbol in board.cafe_area}
        used += sum(
            mark is CafeMark.USED and kind[id_] == CafeBonus.SECTION
            for id_, mark in marks.cafe_area.items()
        )
    # How a balance card was used is not on the board, so each may have been a section.
    most = city.game.rounds * city.game.sections_per_round + used + setup.balance_cards
    return most + city.game.free_sections


def _sections(board: Board, city: City, marks: Marks, setup: Setup) -> list[Finding]:
    most = most_sections(board, city, marks, setup)
    # A hot spot takes two sections to draw.
    drawn = len(marks.sections) + len(marks.sections & marks.hot_spots)
    if drawn <= most:
        return []
    message = f"{drawn} sections are drawn; a legal game allows at most {most}"
    sections = tuple(sorted(marks.sections))
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


def _cafes(city: City, board: Board, marks: Marks) -> list[Finding]:
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
