"""Marks and set-ups: the way to JSON and back, and what is refused, naming the key."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.board.board import TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark, MarksError, tourists_of
from scorer.rules.position.marks import Marks, parse_marks
from scorer.rules.position.setup import GameMode, parse_setup, usual_setup

CITY = load_city("first-city")
BOARD = CITY.practice_board


def read(**keys: Any) -> Marks:
    """Return the marks that a file with *keys* stands for."""
    file = {"city": "first-city", "board": "first-city"} | keys
    return parse_marks(json.dumps(file).encode()).checked_on(BOARD)


counts = st.dictionaries(st.sampled_from(CITY.tourists), st.integers(1, 9), min_size=1)
any_marks = st.builds(
    Marks,
    st.just("first-city"),
    st.just("first-city"),
    st.frozensets(st.sampled_from(sorted(BOARD.road_of))),
    st.dictionaries(st.sampled_from(sorted(BOARD.cell_of)), counts.map(tourists_of)),
    st.dictionaries(st.sampled_from(sorted(BOARD.cafe_at)), st.sampled_from(CafeMark)),
    st.frozensets(st.sampled_from(sorted(BOARD.crossroads_xy)), max_size=5),
    st.frozensets(st.sampled_from(sorted(BOARD.cell_of)), max_size=3),
)


@given(any_marks)
def test_marks_round_trip(marks: Marks) -> None:
    data = json.dumps(to_data(marks)).encode()
    assert parse_marks(data).checked_on(BOARD) == marks


def test_the_names_mean_what_the_notation_says() -> None:
    marks = read(
        sections=["b2-c2"],
        tourists={"B3": {"circle": 2, "square": 1}},
        cafes={"a4": "visited", "b6": "used"},
        task=["c3"],
        crossed=["C2"],
    )
    assert marks.sections == {RoadId.parse("b2-c2")}
    assert marks.tourists[Location.at(1, 2)].count(TouristKind.CIRCLE) == 2
    assert marks.tourists[Location.at(1, 2)].total == 3
    assert marks.cafes[Crossroads.at(0, 4)] is CafeMark.VISITED
    assert marks.task == {Crossroads.at(2, 3)}
    assert marks.crossed == {Location.at(2, 1)}


def test_a_location_without_tourists_is_no_mark() -> None:
    assert read(tourists={"B3": {"circle": 0}}).tourists == {}


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"sections": ["b2-d2"]}, r"\$\.sections\[0\]: there is no road b2-d2"),
        ({"sections": ["a0-b0", "c2-b2"]}, r"\$\.sections\[1\]: .*smaller end comes first"),
        ({"sections": ["a0-b0", "a0-b0"]}, r"\$\.sections: a0-b0 is listed twice"),
        ({"sections": "a0-b0"}, r"\$\.sections"),
        ({"tourists": {"G1": {"circle": 1}}}, r"\$\.tourists\.G1: there is no location G1"),
        ({"tourists": {"b3": {"circle": 1}}}, r"\$\.tourists\.b3: .*no location"),
        ({"tourists": {"B3": {"circle": -1}}}, r"\$\.tourists\.B3\.circle: -1 is below zero"),
        ({"tourists": {"B3": {"circle": 1.5}}}, r"\$\.tourists"),
        ({"tourists": {"B3": {"star": 1}}}, r"\$\.tourists"),
        ({"cafes": {"b2": "visited"}}, r"\$\.cafes\.b2: there is no café b2"),
        ({"cafes": {"a4": "eaten"}}, r"\$\.cafes"),
        ({"task": ["h0"]}, r"\$\.task\[0\]: there is no crossroads h0"),
        ({"crossed": ["A7"]}, r"\$\.crossed\[0\]: there is no location A7"),
        ({"city": "atlantis"}, r"\$\.city: these marks are of 'atlantis'"),
        ({"tourist": {}}, "tourist"),
    ],
)
def test_marks_that_do_not_fit_are_refused_naming_the_key(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(MarksError, match=words):
        read(**keys)


def test_marks_in_a_larger_file_are_refused_with_their_place_in_it() -> None:
    file = parse_marks(b'{"city": "first-city", "board": "first-city", "task": ["a0", "h0"]}')
    with pytest.raises(MarksError, match=r"^\$\.players\[1\]\.marks\.task\[1\]: there is no"):
        file.checked_on(BOARD, "$.players[1].marks")


@pytest.mark.parametrize("mode", list(GameMode))
def test_a_setup_is_of_any_of_the_three_modes(mode: GameMode) -> None:
    setup = parse_setup(json.dumps({"mode": mode.value, "balance_cards": 2}).encode(), CITY)
    assert setup.mode is mode
    assert to_data(setup)["mode"] == mode.value
    assert parse_setup(json.dumps(to_data(setup)).encode(), CITY) == setup


@pytest.mark.parametrize("data", [b"", b"[1]", b"{", b"\xff", b'{"city": "first-city"}'])
def test_what_is_no_marks_file_is_refused(data: bytes) -> None:
    with pytest.raises(MarksError, match=r"^marks: "):
        parse_marks(data)


def test_a_setup_round_trips_and_ratings_start_at_the_first_box() -> None:
    """The first box counts as marked from the start: no upgrade is 4, three of them are 10."""
    setup = parse_setup(b'{"ratings": {"school": 10}, "tasks": false}', CITY)
    assert setup.ratings == {"school": CITY.ratings.steps[3], "observatory": 4, "tv-tower": 4}
    assert (setup.cafes, setup.tasks) == (True, False)
    assert parse_setup(json.dumps(to_data(setup)).encode(), CITY) == setup


@pytest.mark.parametrize(
    ("mode", "cafes", "tasks"),
    [("simplified", False, False), ("medium", True, True), ("full", True, True)],
)
def test_the_modes_say_what_is_in_play(mode: str, cafes: bool, tasks: bool) -> None:
    setup = usual_setup(CITY, mode)
    assert (setup.cafes, setup.tasks, set(setup.ratings.values())) == (cafes, tasks, {4})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            b'{"ratings": {"tower": 8}}',
            r"\$\.ratings\.tower: The First City rates only school, observatory, tv-tower$",
        ),
        (b'{"ratings": {"school": 5}}', r"\$\.ratings\.school: 5 is not on its track \(4, 6, 8"),
        (b'{"cafes": 1}', r"\$\.cafes"),
        (b'{"goal": []}', "goal"),
        (b'{"mode": "duel"}', r"\$\.mode: unknown value 'duel'"),
        (b'{"balance_cards": 5}', r"\$\.balance_cards: 5 is not from 0 to 4"),
        (b'{"balance_cards": -1}', r"\$\.balance_cards: -1 is not from 0 to 4"),
        (b"not json", "^setup: "),
    ],
)
def test_a_setup_that_does_not_fit_is_refused_naming_the_key(data: bytes, words: str) -> None:
    with pytest.raises(MarksError, match=words):
        parse_setup(data, CITY)
