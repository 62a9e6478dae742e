"""The referee: each finding on marks that deserve it, none on marks that just do not."""

import pytest

from scorer.rules.board.board import CafeBonus, TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark, Tourists, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.referee import FindingKind, findings
from scorer.rules.values import replace

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)
EMPTY = Marks(CITY.id, BOARD.id)
CAFES = {cafe.bonus: cafe.crossroads for cafe in BOARD.cafes}
AWAY_FROM_CAFES = sorted(
    road.id for road in BOARD.roads if not set(road.id.ends) & set(BOARD.cafe_at)
)


def kinds(marks: Marks, setup: Setup = SETUP) -> list[FindingKind]:
    return [finding.kind for finding in findings(FilledBoard(BOARD, CITY, marks, setup))]


def group(number: int, kind: TouristKind = TouristKind.CIRCLE) -> Tourists:
    return tourists_of({kind: number})


def places(number: int) -> list[Location]:
    return sorted(BOARD.cell_of)[:number]


def visiting(bonus: CafeBonus, mark: CafeMark) -> Marks:
    """Return marks with one section that reaches a café of *bonus*, and its mark."""
    point = CAFES[bonus]
    road = next(
        road
        for road in BOARD.roads_at[point]
        if not set(BOARD.cafe_at) & set(road.id.ends) - {point}
    )
    return replace(EMPTY, sections=frozenset({road.id}), cafes={point: mark})


def test_an_empty_board_is_legal() -> None:
    assert kinds(EMPTY) == []


def test_ten_occupied_locations_are_legal_and_eleven_are_not() -> None:
    assert kinds(replace(EMPTY, tourists={place: group(1) for place in places(10)})) == []
    eleven = replace(EMPTY, tourists={place: group(1) for place in places(11)})
    (finding,) = findings(FilledBoard(BOARD, CITY, eleven, SETUP))
    assert finding.kind is FindingKind.TOO_MANY_LOCATIONS
    assert finding.elements == tuple(places(11))
    assert "11 locations hold tourists" in finding.message


def test_four_tourists_are_legal_and_five_are_not() -> None:
    place = Location.parse("B2")
    assert kinds(replace(EMPTY, tourists={place: group(4)})) == []
    (finding,) = findings(
        FilledBoard(BOARD, CITY, replace(EMPTY, tourists={place: group(5)}), SETUP)
    )
    assert (finding.kind, finding.elements) == (FindingKind.TOO_MANY_TOURISTS, (place,))
    assert "at most 4" in finding.message


def test_a_used_tourists_cafe_allows_a_fifth_tourist_and_one_not_used_does_not() -> None:
    five = {Location.parse("B2"): group(5)}
    used = replace(visiting(CafeBonus.TOURISTS, CafeMark.USED), tourists=five)
    assert kinds(used) == []
    visited = replace(visiting(CafeBonus.TOURISTS, CafeMark.VISITED), tourists=five)
    assert kinds(visited) == [FindingKind.TOO_MANY_TOURISTS]


def test_one_used_tourists_cafe_does_not_allow_two_fifth_tourists() -> None:
    """The bonus adds one tourist, in the location of that turn: not one in each."""
    fives = {place: group(5) for place in places(2)}
    used = replace(visiting(CafeBonus.TOURISTS, CafeMark.USED), tourists=fives)
    (finding,) = findings(FilledBoard(BOARD, CITY, used, SETUP))
    assert (finding.kind, finding.elements) == (FindingKind.TOO_MANY_TOURISTS, tuple(places(2)))
    assert "2 tourists more" in finding.message
    assert "at most 1" in finding.message


def test_a_tourist_that_the_city_has_not_is_found() -> None:
    marks = replace(EMPTY, tourists={Location.parse("B2"): group(1, TouristKind.PENTAGON)})
    (finding,) = findings(FilledBoard(BOARD, CITY, marks, SETUP))
    assert finding.kind is FindingKind.FOREIGN_TOURIST
    assert "pentagon" in finding.message


def test_twenty_sections_are_legal_and_one_more_is_not() -> None:
    assert kinds(replace(EMPTY, sections=frozenset(AWAY_FROM_CAFES[:20]))) == []
    more = replace(EMPTY, sections=frozenset(AWAY_FROM_CAFES[:21]))
    (finding,) = findings(FilledBoard(BOARD, CITY, more, SETUP))
    assert finding.kind is FindingKind.TOO_MANY_SECTIONS
    assert "21 sections are drawn; a legal game allows at most 20" in finding.message


@pytest.mark.parametrize(("mark", "legal"), [(CafeMark.USED, True), (CafeMark.VISITED, False)])
def test_a_used_section_cafe_allows_one_more_section(mark: CafeMark, legal: bool) -> None:
    visit = visiting(CafeBonus.SECTION, mark)
    other = [road for road in AWAY_FROM_CAFES if road not in visit.sections]
    marks = replace(visit, sections=visit.sections | set(other[:20]))
    assert kinds(marks) == ([] if legal else [FindingKind.TOO_MANY_SECTIONS])


@pytest.mark.parametrize(("cards", "legal"), [(0, False), (1, False), (2, True)])
def test_each_balance_card_allows_one_more_section(cards: int, legal: bool) -> None:
    """10 rounds of 2 sections are 20; 22 need two cards."""
    marks = replace(EMPTY, sections=frozenset(AWAY_FROM_CAFES[:22]))
    found = findings(FilledBoard(BOARD, CITY, marks, replace(SETUP, balance_cards=cards)))
    assert (not found) == legal
    if found:
        (finding,) = found
        assert (finding.kind, finding.count) == (FindingKind.TOO_MANY_SECTIONS, 22)
        assert finding.most == 20 + cards
        assert finding.elements == tuple(AWAY_FROM_CAFES[:22])


def test_a_circled_cafe_that_no_section_reaches_is_found() -> None:
    marks = replace(EMPTY, cafes={CAFES[CafeBonus.COORDINATE]: CafeMark.VISITED})
    (finding,) = findings(FilledBoard(BOARD, CITY, marks, SETUP))
    assert finding.kind is FindingKind.CAFE_NOT_REACHED
    assert finding.elements == (CAFES[CafeBonus.COORDINATE],)


def test_a_reached_cafe_that_is_not_circled_is_found() -> None:
    reached = replace(visiting(CafeBonus.SECTION, CafeMark.USED), cafes={})
    (finding,) = findings(FilledBoard(BOARD, CITY, reached, SETUP))
    assert finding.kind is FindingKind.CAFE_NOT_CIRCLED
    assert finding.elements == (CAFES[CafeBonus.SECTION],)


def test_a_cafe_counts_as_reached_through_a_section_that_no_route_would_keep() -> None:
    """Any drawn section visits the café, also one far from all others."""
    visit = visiting(CafeBonus.COORDINATE, CafeMark.VISITED)
    far = [road for road in AWAY_FROM_CAFES if road not in visit.sections]
    assert kinds(replace(visit, sections=visit.sections | {far[0], far[-1]})) == []


@pytest.mark.parametrize(
    ("rings", "found"),
    [
        ("", []),
        ("c3 d1 e5", []),
        ("c3 d1 e5 f2", [FindingKind.TOO_MANY_TASKS]),
        ("c3 d1", [FindingKind.TOO_FEW_TASKS]),
    ],
)
def test_a_task_card_has_three_crossroads(rings: str, found: list[FindingKind]) -> None:
    task = frozenset(Crossroads.parse(text) for text in rings.split())
    assert kinds(replace(EMPTY, task=task)) == found


def test_without_cafes_and_tasks_in_play_their_marks_are_not_looked_at() -> None:
    simplified = usual_setup(CITY, "simplified")
    marks = replace(
        EMPTY,
        sections=frozenset({RoadId.parse("a3-a4")}),
        cafes={Crossroads.parse("g5"): CafeMark.VISITED},
        task=frozenset({Crossroads.parse("c3")}),
    )
    assert kinds(marks, simplified) == []
    assert len(kinds(marks)) == 3


def test_findings_do_not_depend_on_the_order_of_drawing() -> None:
    points = list(BOARD.cafe_at)
    forth = replace(EMPTY, cafes=dict.fromkeys(points, CafeMark.USED))
    back = replace(EMPTY, cafes=dict.fromkeys(reversed(points), CafeMark.USED))
    assert findings(FilledBoard(BOARD, CITY, forth, SETUP)) == findings(
        FilledBoard(BOARD, CITY, back, SETUP)
    )
    assert len(findings(FilledBoard(BOARD, CITY, forth, SETUP))) == len(points)


NEW_YORK = load_city("new-york")
HARBOUR = Marks("new-york", "new-york")


def found_in(name: str, marks: Marks) -> list[FindingKind]:
    """Return what the referee notices on the practice board of the city called *name*."""
    city = load_city(name)
    board = city.practice_board
    filled = FilledBoard(board, city, marks.moved_to(name, board.id), usual_setup(city))
    return [finding.kind for finding in findings(filled)]


def circled(number: int) -> dict[Crossroads, CafeMark]:
    points = sorted(NEW_YORK.practice_board.cafe_at)[:number]
    return dict.fromkeys(points, CafeMark.VISITED)


@pytest.mark.parametrize(("number", "legal"), [(10, True), (11, False)])
def test_one_cafe_a_round_makes_ten_in_new_york(number: int, legal: bool) -> None:
    """Seed 002: 1ラウンドで訪問できるカフェは1つまでです (one café a round at most)."""
    reached = {NEW_YORK.practice_board.roads_at[point][0].id for point in sorted(circled(number))}
    marks = replace(HARBOUR, cafes=circled(number), sections=frozenset(reached))
    assert (FindingKind.TOO_MANY_CAFES in found_in("new-york", marks)) is not legal


@pytest.mark.parametrize(("number", "legal"), [(2, True), (1, False), (0, False)])
def test_each_bonus_and_ticket_beside_the_map_comes_from_a_cafe(number: int, legal: bool) -> None:
    """Seed 002: a bonus is circled beside the map additionally (追加で) to the café's symbol."""
    marks = replace(
        HARBOUR,
        cafes=circled(number),
        cafe_area={"section-1": CafeMark.VISITED},
        tickets=frozenset({"whitehall"}),
    )
    assert (FindingKind.BONUS_WITHOUT_CAFE in found_in("new-york", marks)) is not legal


@pytest.mark.parametrize(("number", "legal"), [(4, True), (5, False)])
def test_four_cards_show_a_hot_spot_each(number: int, legal: bool) -> None:
    """Seed 002: 4つのホットスポット (the four hot spots on the goal cards' backs)."""
    roads = sorted(NEW_YORK.practice_board.road_of)[:number]
    marks = replace(HARBOUR, hot_spots=frozenset(roads))
    kinds_ = found_in("new-york", marks)
    assert kinds_ == ([] if legal else [FindingKind.TOO_MANY_HOT_SPOTS])


def test_only_new_york_has_hot_spots() -> None:
    marks = replace(EMPTY, hot_spots=frozenset({RoadId("a0-b0")}))
    assert found_in("london", marks) == [FindingKind.HOT_SPOT_ELSEWHERE]


@pytest.mark.parametrize(
    ("rings", "legal"),
    [
        ("a0 c2 e4", True),
        ("g1 h2 l4", True),
        ("a0 g2 g4", True),
        ("g0 g2 g4", True),
        ("a0 c2 l4", False),
    ],
)
def test_a_task_card_is_laid_on_one_half(rings: str, legal: bool) -> None:
    """Seed 002: the player picks one half; the fold, line g, belongs to both."""
    marks = replace(HARBOUR, task=frozenset(map(Crossroads, rings.split())))
    assert found_in("new-york", marks) == ([] if legal else [FindingKind.TASK_IN_BOTH_HALVES])


@pytest.mark.parametrize(
    ("city", "place", "legal"),
    [
        ("cairo", "A1", True),
        ("first-city", "A1", False),
        ("rio-de-janeiro", "A1", False),
        ("hong-kong", "A1", False),
        ("hong-kong", None, True),
    ],
)
def test_locations_are_crossed_out_where_the_city_says_so(
    city: str, place: str | None, legal: bool
) -> None:
    """Seed 002: in Cairo after two Cairo cards, in Hong Kong a ferry that has left."""
    board = load_city(city).practice_board
    crossed = Location(place) if place else min(load_city(city).crossable(board))
    marks = replace(EMPTY, crossed=frozenset({crossed}))
    assert found_in(city, marks) == ([] if legal else [FindingKind.CROSSED_ELSEWHERE])
