"""What a legal game makes likely: what that decides, what it casts doubt on, what it leaves."""

import pytest

from scorer.rules.board.board import TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark, tourists_of
from scorer.rules.position.marks import Marks
from scorer.vision.boards.halfboard import half_pictures
from scorer.vision.boards.picture import load_picture
from scorer.vision.decide.legal import (
    circled_odds,
    lone_rings,
    reached,
    settled_crowds,
    settled_sections,
    settled_task,
    with_referee,
)
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.shapes import Crowd, Shape
from tests.support.drawings import make_board

BOARD = make_board()
WHOLE = load_city("first-city").practice_board


def marks(**parts: object) -> Marks:
    return Marks("first-city", BOARD.id, **parts)  # type: ignore[arg-type]


def doubt(kind: str, where: str, read: object, confidence: float = 0.985) -> Doubt:
    return Doubt(kind, where, read, confidence, (), "faint")


def weighed(one: Doubt, on: Marks) -> Doubt:
    (found,) = with_referee((one,), on, BOARD)
    assert found.read == one.read
    return found


@pytest.mark.parametrize(("read", "sections"), [("none", ["a0-b0"]), ("visited", [])])
def test_a_cafe_that_the_rules_speak_against_is_doubted(read: str, sections: list[str]) -> None:
    on = marks(sections=frozenset(map(RoadId.parse, sections)))
    found = weighed(doubt("cafe", "b0", read), on)
    assert found.confidence < SURE
    assert found.reason == "referee"


@pytest.mark.parametrize(("read", "sections"), [("visited", ["a0-b0"]), ("none", [])])
def test_a_cafe_that_fits_the_rules_is_left_alone(read: str, sections: list[str]) -> None:
    on = marks(
        sections=frozenset(map(RoadId.parse, sections)),
        cafes={Crossroads("b0"): CafeMark.VISITED},
    )
    one = doubt("cafe", "b0", read)
    assert weighed(one, on) == one


def test_a_fourth_ring_casts_doubt_on_rings_and_two_on_places_without() -> None:
    four = marks(task=frozenset(map(Crossroads, ("a1", "b1", "c1", "d1"))))
    two = marks(task=frozenset(map(Crossroads, ("a1", "b1"))))
    ringed, bare = doubt("task", "a1", True), doubt("task", "e1", False)
    assert weighed(ringed, four).confidence < SURE
    # However clear it is: one of the four is none.
    assert weighed(doubt("task", "a1", True, 0.9999), four).confidence < SURE
    assert weighed(bare, four) == bare
    assert weighed(ringed, two) == ringed
    assert weighed(bare, two).confidence < SURE


def test_three_rings_or_none_are_as_they_should_be() -> None:
    bare = doubt("task", "e1", False)
    assert weighed(bare, marks()) == bare
    assert weighed(bare, marks(task=frozenset(map(Crossroads, ("a1", "b1", "c1"))))) == bare


def test_more_tourists_than_two_cards_give_are_doubted() -> None:
    counts = {TouristKind.CIRCLE: 5}
    on = marks(tourists={Location.parse("A1"): tourists_of(counts)})
    assert weighed(doubt("tourists", "A1", {"circle": 5}), on).confidence < SURE
    one = doubt("tourists", "A1", {"circle": 4})
    assert weighed(one, on) == one


@pytest.mark.parametrize(("ringed", "asked"), [(("a1", "b1"), "d4"), (("a1",), "d4 e1")])
def test_where_a_tasks_ring_is_missing_its_likeliest_places_are_asked(
    ringed: tuple[str, ...], asked: str
) -> None:
    """However little shows there: two are drawn as hardly ever as four."""
    on = marks(task=frozenset(map(Crossroads, ringed)))
    chances = {"c2": 0.9999, "d4": 0.998, "e1": 0.999}
    found = with_referee(
        [doubt("task", at, False, sure) for at, sure in chances.items()], on, BOARD
    )
    assert {one.where for one in found if one.confidence < SURE} == set(asked.split())
    assert not any(one.read for one in found)


def test_half_a_board_may_show_a_part_of_a_task() -> None:
    half, _ = half_pictures(load_picture("new-york"))
    on = Marks("new-york", "new-york", task=frozenset({Crossroads("a1")}))
    one = doubt("task", "a3", False, 0.999)
    (found,) = with_referee([one], on, half.board)
    assert found.confidence > SURE


def test_what_is_quite_sure_stays_sure_whatever_the_rules_say() -> None:
    reached = marks(sections=frozenset({RoadId.parse("a0-b0")}))
    assert weighed(doubt("cafe", "b0", "none", 0.9999), reached).confidence > SURE


def test_in_new_york_a_cafe_may_be_passed_without_a_ring() -> None:
    """One café a round: a touched one without a ring is as sure as it looks, unlike London's."""
    drawn = frozenset({RoadId.parse("a2-b2")})
    for city, sure in (("new-york", True), ("london", False)):
        board = load_city(city).practice_board
        seen = doubt("cafe", "a2", "none")
        (found,) = with_referee((seen,), Marks(city, city, drawn), board)
        assert (found.confidence == seen.confidence) is sure


def test_spaces_beside_the_map_may_hold_many() -> None:
    board = load_city("cairo").practice_board
    many = doubt("tourists", "giza_space", {"circle": 4, "square": 3})
    (found,) = with_referee((many,), Marks("cairo", "cairo"), board)
    assert found.confidence == many.confidence
    alone = doubt("tourists", "B1", {"circle": 1})
    (found,) = with_referee((alone,), Marks("cairo", "cairo"), board)
    assert found.confidence == alone.confidence
    crowded = doubt("tourists", "B1", {"circle": 4, "square": 3})
    (found,) = with_referee((crowded,), Marks("cairo", "cairo"), board)
    assert found.confidence < crowded.confidence


def crowd(where: str, *chances: float, traces: tuple[float, ...] = ()) -> Crowd:
    """Return a location with circles that are so likely there, and traces of others."""
    one, two = (
        tuple(Shape(chance, (0.9, 0.05, 0.05), (0.0, 0.0), (0.577,) * 3) for chance in some)
        for some in (chances, traces)
    )
    return Crowd(Location.parse(where), one, two, left_over=0, unseen=0, faint=1)


def locations(filled: int, *others: Crowd) -> list[Crowd]:
    """Return a whole board's locations: so many clearly filled, *others*, the rest empty."""
    known = [cell.location for cell in WHOLE.cells]
    taken = {one.location for one in others}
    rest = [str(where) for where in known if where not in taken]
    made = [crowd(where, *((0.8, 0.78) if i < filled else ())) for i, where in enumerate(rest)]
    return [*others, *made]


def number_at(where: str, crowds: list[Crowd], fewest: int = 2) -> int:
    found = {one.location: one for one, _ in settled_crowds(crowds, 10, 10, fewest)}
    return len(found[Location.parse(where)].shapes)


def test_the_tenth_location_is_where_most_speaks_for_it() -> None:
    faint = crowd("F6", traces=(0.55, 0.5, 0.3))
    assert number_at("F6", locations(9, faint)) == 2
    assert number_at("F6", locations(10, faint)) == 0
    fainter = crowd("A6", traces=(0.4, 0.3))
    assert number_at("F6", locations(9, faint, fainter)) == 2
    assert number_at("A6", locations(9, faint, fainter)) == 0


def test_an_eleventh_location_must_be_clear() -> None:
    assert number_at("F6", locations(10, crowd("F6", 0.58, 0.56))) == 0
    assert number_at("F6", locations(10, crowd("F6", 0.8, 0.78))) == 2


def test_an_unfinished_board_loses_nobody_and_gets_nobody() -> None:
    assert number_at("F6", locations(3, crowd("F6", 0.6))) == 1
    assert number_at("F6", locations(3, crowd("F6", traces=(0.5, 0.45)))) == 0


def test_nobody_stands_alone_where_there_is_a_trace_of_another() -> None:
    assert number_at("F6", locations(9, crowd("F6", 0.78, traces=(0.35, 0.22)))) == 2
    assert number_at("F6", locations(9, crowd("F6", 0.78))) == 1
    with_trace = locations(9, crowd("F6", 0.78, traces=(0.35, 0.22)))
    assert number_at("F6", with_trace, fewest=1) == 1


def test_of_a_part_of_the_board_ten_locations_are_not_expected() -> None:
    faint = crowd("F6", traces=(0.5, 0.45))
    found = {one.location: one for one, _ in settled_crowds(locations(9, faint), 10, 0, 2)}
    assert not found[faint.location].shapes


def rings(**known: float) -> set[str]:
    """Return at which crossroads rings are read, if they look so likely (elsewhere hardly)."""
    chances = {str(point): known.get(str(point), 0.001) for point in WHOLE.crossroads_xy}
    doubts = [
        Doubt("task", where, chance > 0.5, max(chance, 1 - chance), (chance <= 0.5,), "faint")
        for where, chance in chances.items()
    ]
    return {one.where for one, _ in settled_task(doubts) if one.read}


def test_a_third_ring_is_read_from_less_than_a_first() -> None:
    assert rings(a1=0.99, b1=0.98, c4=0.25) == {"a1", "b1", "c4"}
    assert rings(c4=0.25) == set()
    assert rings(a1=0.99, b1=0.98, c4=0.03) == {"a1", "b1"}


def test_a_fourth_ring_is_read_only_if_it_is_sure() -> None:
    assert rings(a1=0.99, b1=0.98, c1=0.99, d4=0.8) == {"a1", "b1", "c1"}
    assert rings(a1=0.99, b1=0.98, c1=0.99, d4=0.95) == {"a1", "b1", "c1", "d4"}


def sections(filled: tuple[str, ...] = (), most: int = 20, **known: float) -> dict[str, Doubt]:
    """Return all roads' doubts as settled, if sections look so likely on them (a1_b1=0.8)."""
    chances = {road.id: 0.0005 for road in WHOLE.roads}
    chances |= {RoadId.parse(road.replace("_", "-")): chance for road, chance in known.items()}
    doubts = [
        Doubt("section", str(road), chance > 0.5, max(chance, 1 - chance), (chance <= 0.5,), "")
        for road, chance in chances.items()
    ]
    places = {Location.parse(where) for where in filled}
    return {one.where: one for one, _ in settled_sections(doubts, chances, places, most, WHOLE)}


def drawn(found: dict[str, Doubt]) -> set[str]:
    return {where for where, one in found.items() if one.read}


def test_a_lone_section_with_nobody_beside_it_must_be_sure() -> None:
    assert drawn(sections(c3_c4=0.8)) == set()
    clear = sections(c3_c4=0.94)
    assert drawn(clear) == {"c3-c4"}
    assert clear["c3-c4"].confidence < SURE


def test_a_section_that_goes_on_beside_tourists_may_be_fainter() -> None:
    assert drawn(sections(("B1",), a1_b1=0.99, b1_c1=0.4)) == {"a1-b1", "b1-c1"}
    assert drawn(sections(a1_b1=0.99, b1_c1=0.2, c1_d1=0.99, d1_e1=0.98)) >= {"c1-d1"}


def test_without_which_another_stands_alone_is_likelier() -> None:
    found = sections(("B1",), a1_b1=0.99, b1_c1=0.12)
    assert drawn(found) == {"a1-b1", "b1-c1"}
    assert found["b1-c1"].confidence < SURE


def test_one_more_than_a_game_draws_must_be_clearer() -> None:
    row = {"a1_b1": 0.99, "b1_c1": 0.98, "c1_d1": 0.98, "d1_e1": 0.6, "a1_a2": 0.95}
    assert drawn(sections(("A2",), 5, **row)) == {one.replace("_", "-") for one in row}
    assert "d1-e1" not in drawn(sections(("A2",), 4, **row))
    assert "a1-a2" in drawn(sections(("A2",), 3, **row))


def test_sections_wiped_off_at_the_end_of_a_game_do_not_come_back() -> None:
    """Somebody without a section beside them misses one; on a board wiped clean many do."""
    rest = {"a6_b6": 0.99, "b6_c6": 0.99, "d2_d3": 0.15}
    assert "d2-d3" in drawn(sections(("B6", "C6", "D3"), 20, **rest))
    assert "d2-d3" not in drawn(sections(("B6", "C6", "D3", "A1", "F1", "F3"), 20, **rest))


def test_sure_sections_are_read_whatever_stands_beside_them() -> None:
    assert drawn(sections(a1_b1=0.98, d4_d5=0.97)) == {"a1-b1", "d4-d5"}


def cafe(where: str, read: str, confidence: float = 0.99) -> Doubt:
    return Doubt("cafe", where, read, confidence, ("none", "used"), "faint")


def test_a_ring_round_a_cafe_that_no_section_reaches_may_be_the_tasks() -> None:
    bare = [doubt("task", "b0", False), doubt("task", "c2", False)]
    near = {Crossroads("b0"): 0.01, Crossroads("c2"): 0.99}
    seen = [cafe("b0", "visited"), cafe("c2", "visited")]
    cafes, task = lone_rings(seen, bare, near)
    assert [one.read for one in (*cafes, *task)] == [one.read for one in (*seen, *bare)]
    assert max(cafes[0].confidence, task[0].confidence) < SURE
    assert (cafes[1], task[1]) == (seen[1], bare[1])


def test_the_only_such_ring_is_the_third_of_a_task() -> None:
    near = {Crossroads("b0"): 0.01, Crossroads("c2"): 0.01}
    task = [doubt("task", where, where[0] == "a") for where in ("a0", "a1", "a2", "b0", "c2")]
    seen = [cafe("b0", "visited")]
    cafes, rings = lone_rings(seen, [*task[:2], *task[3:]], near)
    assert (cafes[0].read, cafes[0].alternatives) == ("none", ("visited", "used"))
    assert [one.where for one in rings if one.read] == ["a0", "a1", "b0"]
    assert max(cafes[0].confidence, rings[2].confidence) < SURE
    # With three others, or where two such rings are, it stays the café's.
    for circles, others in ((seen, task), ([*seen, cafe("c2", "visited")], task[1:])):
        cafes, rings = lone_rings(circles, others, near)
        assert [one.read for one in (*cafes, *rings)] == [one.read for one in (*circles, *others)]


def test_a_crossed_out_cafe_needs_no_section_to_be_one() -> None:
    task, cafes = [doubt("task", "b0", False)], [cafe("b0", "used")]
    assert lone_rings(cafes, task, {Crossroads("b0"): 0.01}) == (cafes, task)


def test_a_section_speaks_for_a_circle_and_its_lack_against_one() -> None:
    first, york = load_city("first-city"), load_city("new-york")
    assert circled_odds(0.99, first) > 1 > -1 > circled_odds(0.01, first)
    assert circled_odds(0.99, york) == 0 > circled_odds(0.01, york)


def test_a_cafe_is_reached_by_any_of_its_sections() -> None:
    chances = {road.id: 0.0 for road in BOARD.roads}
    (point,) = {Crossroads("b0")} & set(BOARD.cafe_at)
    assert reached(BOARD, chances)[point] == 0
    chances[RoadId.parse("a0-b0")], chances[RoadId.parse("b0-b1")] = 0.5, 0.5
    assert reached(BOARD, chances)[point] == 0.75
