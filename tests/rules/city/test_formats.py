"""What the cities add to marks, set-ups, given routes, the referee and the best few routes."""

import json
from typing import Any

import pytest

from scorer.rules.board.geometry import geometry_json, parse_geometry
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import parse_marks
from scorer.rules.position.setup import parse_setup
from scorer.rules.referee import FindingKind, findings
from scorer.rules.scoring.namedroute import RouteError, parse_route
from scorer.rules.scoring.sheet import Ride
from scorer.rules.search.alternatives import alternatives
from scorer.rules.search.best import score, score_route
from tests.support.cityboards import Game


@pytest.mark.parametrize(
    "name", ["london", "rio-de-janeiro", "cairo", "hong-kong", "paris", "new-york"]
)
def test_a_citys_board_goes_through_its_file(name: str) -> None:
    board = load_city(name).practice_board
    assert parse_geometry(geometry_json(board)) == board
    assert board.practice
    assert "practice" in board.name


def test_new_marks_go_through_their_file() -> None:
    new_york = Game(
        "new-york",
        "a4 b4",
        tickets=["whitehall"],
        cafe_area={"points-1": "visited"},
        hot_spots=["c1-d1"],
        crossed=["B2"],
    )
    paris = Game("paris", "a1 b1", colours="g")
    for game in (new_york, paris):
        data = to_data(game.marks)
        again = parse_marks(_json(data)).checked_on(game.board)
        assert again == game.marks
    assert to_data(paris.marks)["sections"] == [{"section": "a1-b1", "colour": "green"}]


def test_old_marks_look_as_before() -> None:
    data = to_data(Game("london", "a0 b0").marks)
    assert set(data) == {"city", "board", "sections", "tourists", "cafes", "task", "crossed"}
    assert data["sections"] == ["a0-b0"]


@pytest.mark.parametrize(
    ("city", "marks", "words"),
    [
        ("paris", {"sections": [{"section": "a1-b1", "colour": "grey"}]}, r"sections\[0\]\.colour"),
        ("paris", {"sections": [{"section": "a1-z1", "colour": "red"}]}, r"sections\[0\]"),
        ("new-york", {"tickets": ["points-1"]}, r"tickets\[0\]: there is no ticket points-1"),
        ("new-york", {"cafe_area": {"whitehall": "visited"}}, r"cafe_area\.whitehall"),
        ("new-york", {"hot_spots": ["a0-b0"]}, r"hot_spots\[0\]: there is no road a0-b0"),
        ("new-york", {"tickets": ["whitehall"] * 2}, r"\$\.tickets: whitehall is listed twice"),
        ("cairo", {"crossed": ["A1", "B2", "B2"]}, r"\$\.crossed: B2 is listed twice"),
        ("cairo", {"crossed": ["Z1"]}, r"crossed\[0\]: there is no location Z1"),
        ("hong-kong", {"tourists": {"moon_space": {"circle": 1}}}, r"tourists\.moon_space"),
        ("london", {"task": ["b1", "b1"]}, r"\$\.task: b1 is listed twice"),
    ],
)
def test_marks_that_the_board_has_not_are_refused(
    city: str, marks: dict[str, Any], words: str
) -> None:
    board = load_city(city).practice_board
    with pytest.raises(MarksError, match=words):
        parse_marks(_json({"city": city, "board": city, **marks})).checked_on(board)


@pytest.mark.parametrize(
    ("city", "setup", "words"),
    [
        ("paris", {"tours": ["moon"]}, r"tours\[0\]: Paris has no tour 'moon'"),
        ("paris", {"tours": ["kings", "kings"]}, r"tours\[1\]: 'kings' is given twice"),
        ("paris", {"tours": ["kings", "writers"]}, r"tours\[1\]: 'writers' is a second blue tour"),
        ("london", {"fewer_tours": True}, r"\$\.fewer_tours: London has no themed tours"),
        ("paris", {"diversity": [0, 5, 3]}, "never falling"),
        ("london", {"diversity": [0, 5]}, "London has no diversity table"),
        ("rio-de-janeiro", {"ratings": {"christ": 7}}, r"6, 9, 12, 15, 18, 21, 24"),
        ("rio-de-janeiro", {"ratings": {"carnival": 6}}, r"2, 3, 4, 5"),
    ],
)
def test_a_setup_that_the_city_has_not_is_refused(
    city: str, setup: dict[str, Any], words: str
) -> None:
    with pytest.raises(MarksError, match=words):
        parse_setup(_json(setup), load_city(city))


def test_a_route_with_a_ride_can_be_given() -> None:
    game = Game("london", "c2 d2 ~ b5 b4")
    given = parse_route("c2,d2,~,b5,b4", game.board, game.marks)
    assert given == game.route
    sheet = score_route(FilledBoard(game.board, game.city, game.marks, game.setup), given)
    assert to_data(sheet.route)["ride"] == {"after": 1, "from": "d2", "to": "b5"}
    assert sheet.optimal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c2 d2 ~ b4 b5", "no ride goes from d2 to b4"),
        ("~ c2 d2", "a section comes before it"),
        ("c2 d2 ~ b5", "one behind it"),
        ("c2 d2 ~ b5 b4 ~ c4", "one ride at most"),
    ],
)
def test_a_ride_that_cannot_be_is_refused(text: str, words: str) -> None:
    game = Game("london", "c2 d2 ~ b5 b4")
    with pytest.raises(RouteError, match=words):
        parse_route(text, game.board, game.marks)


def test_the_best_few_routes_begin_with_the_ride_that_is_best() -> None:
    """c2-d2: C3 7 and the station d2 4. b4-b5: the bridge 7 and the station b5 4. Or both."""
    game = Game("london", "c2 d2 ~ b5 b4", setup={"tasks": False})
    best = score(FilledBoard(game.board, game.city, game.marks, game.setup))
    few = alternatives(FilledBoard(game.board, game.city, game.marks, game.setup), 3)
    assert [sheet.total for sheet in few.sheets] == [22, 11, 11]
    assert best.total == 22
    ends = Crossroads("d2"), Crossroads("b5")
    assert few.sheets[0].route.ride in (Ride(1, *ends), Ride(1, *reversed(ends)))
    assert few.proved


def found(game: Game) -> list[FindingKind]:
    return [
        note.kind for note in findings(FilledBoard(game.board, game.city, game.marks, game.setup))
    ]


def test_the_referee_knows_what_the_cities_cannot_have() -> None:
    assert found(Game("cairo", "b3 b4", tourists={"A1": "c"}, crossed=["A1"])) == [
        FindingKind.CROSSED_OCCUPIED
    ]
    assert found(Game("hong-kong", "b2 b3", tourists={"B4": "c"})) == [FindingKind.FERRY_OCCUPIED]
    assert found(Game("hong-kong", "b2 b3", crossed=["B4"])) == []
    assert found(Game("paris", "c1 d1")) == [FindingKind.NO_COLOUR]
    assert found(Game("paris", "c1 d1", colours="r")) == []


def test_a_remote_space_fills_up_without_a_finding() -> None:
    assert found(Game("cairo", "b3 b4", tourists={"giza_space": "cccccccsst"})) == []


def test_in_new_york_a_touched_cafe_may_stay_without_a_ring() -> None:
    assert found(Game("new-york", "a2 b2")) == []
    assert found(Game("london", "a2 b2")) == [FindingKind.CAFE_NOT_CIRCLED]


def test_a_hot_spot_takes_two_sections_to_draw() -> None:
    """30 sections in ten rounds: with 30 drawn, a drawn hot spot is one too many."""
    top = "b0 c0 d0 e0 f0 g0 h0 i0 j0 k0 l0 m1 m2 m3 m4 m5"
    route = f"{top} l6 k6 j6 i6 h6 g6 f6 e6 d6 c6 b6 a5 a4 a3 a2"
    assert len(Game("new-york", route).marks.sections) == 30
    assert found(Game("new-york", route)) == []
    assert found(Game("new-york", route, hot_spots=["a1-a2"])) == []
    assert found(Game("new-york", route, hot_spots=["c0-d0"])) == [FindingKind.TOO_MANY_SECTIONS]
    cafe = next(iter(sorted(set(Game("new-york", route).board.cafe_at) & set(route.split()))))
    used: dict[str, Any] = {"cafes": {cafe: "visited"}, "cafe_area": {"section-1": "used"}}
    assert found(Game("new-york", route, hot_spots=["c0-d0"], **used)) == []


def test_londons_free_section_is_allowed() -> None:
    """The outer roads but three: 21 = 2 × 10 rounds and the free one; 22 are too many."""
    outer = "a0 b0 c0 d0 e0 f0 g0 g1 g2 g3 g4 g5 g6 f6 e6 d6 c6 b6 a6 a5 a4 a3"
    game = Game("london", outer, setup={"cafes": False})
    assert len(game.marks.sections) == 21
    assert found(game) == []
    assert found(Game("london", f"{outer} a2", setup={"cafes": False})) == [
        FindingKind.TOO_MANY_SECTIONS
    ]


def _json(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode()


def test_a_crossed_location_takes_a_round_as_an_occupied_one_does() -> None:
    """Ten rounds: nine occupied locations and two crossed out are one too many."""
    held = dict.fromkeys(["A1", "B1", "D1", "E1", "F1", "A2", "B2", "D2", "E2"], "c")
    game = Game("cairo", "b3 b4", tourists=held, crossed=["F2"], setup={"cafes": False})
    assert found(game) == []
    more = Game("cairo", "b3 b4", tourists=held, crossed=["F2", "A3"], setup={"cafes": False})
    assert found(more) == [FindingKind.TOO_MANY_LOCATIONS]


def test_a_ferry_leaves_beside_the_tourists_of_its_round() -> None:
    held = dict.fromkeys(["A1", "B1", "C1", "D1", "E1", "F1", "A2", "B2", "C2", "D2"], "c")
    game = Game("hong-kong", "b1 b2", tourists=held, crossed=["B4"], setup={"cafes": False})
    assert found(game) == []


def test_in_new_york_a_visited_cafe_may_have_given_tourists_at_once() -> None:
    """Two cards give four; a bonus used at once leaves nothing in the café area."""
    five = {"B2": "ccssp"}
    assert found(Game("new-york", "a2 b2", tourists=five, cafes={"a2": "visited"})) == []
    assert found(Game("new-york", "a3 b3", tourists=five)) == [FindingKind.TOO_MANY_TOURISTS]
    kept = {"tourists-1": "visited"}
    game = Game("new-york", "a2 b2", tourists=five, cafes={"a2": "visited"}, cafe_area=kept)
    assert found(game) == [FindingKind.TOO_MANY_TOURISTS]


def test_in_paris_a_round_may_add_one_tourist() -> None:
    fives = {"A1": "ccsst", "B1": "ccsst"}
    assert found(Game("paris", "d1 d2", colours="r", tourists=fives)) == []
    assert found(Game("paris", "d1 d2", colours="r", tourists={"A1": "ccsstt"})) == [
        FindingKind.TOO_MANY_TOURISTS
    ]
