"""How a new reading meets corrections."""

from typing import Any

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.marks import Marks
from scorer.store.games import Player, Source, StoredReading
from scorer.web.moving import with_corrections
from scorer.web.otherdrawing import shows_another

BOARD = load_city("first-city").practice_board
EMPTY: dict[str, Any] = {"city": "first-city", "board": "first-city"}


def marks(**changes: Any) -> Marks:
    return from_data({**EMPTY, **changes}, Marks).checked_on(BOARD)


def game(now: Marks, read: Marks | None, *settled: str) -> Player:
    reading = StoredReading(1, to_data(read), [], [], {}) if read else None
    return Player(
        1, "Anna", "", "first-city", Source.PHOTO, to_data(now), {},
        frozenset(settled), None, 1, reading,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("read", "now"),
    [
        ({"sections": ["a0-b0"]}, {"sections": []}),
        ({"sections": []}, {"sections": ["a0-b0"]}),
        ({"tourists": {"A1": {"circle": 1}}}, {"tourists": {"A1": {"circle": 2, "square": 1}}}),
        ({"tourists": {"A1": {"circle": 1}}}, {"tourists": {}}),
        ({"cafes": {"e6": "visited"}}, {"cafes": {"e6": "used"}}),
        ({"cafes": {"e6": "visited"}}, {"cafes": {}}),
        ({"task": ["c3"]}, {"task": ["d3"]}),
    ],
)
def test_a_correction_stays_when_the_same_is_read_again(
    read: dict[str, Any], now: dict[str, Any]
) -> None:
    first, corrected = marks(**read), marks(**now)
    assert with_corrections(game(corrected, first), BOARD, first) == corrected


def test_what_nobody_corrected_follows_the_new_reading() -> None:
    first = marks(sections=["a0-b0"], task=["c3"])
    corrected = marks(sections=["a0-b0", "b0-c0"], task=["c3"])
    again = marks(sections=["d0-e0"], task=["c3", "e1"])
    expected = marks(sections=["b0-c0", "d0-e0"], task=["c3", "e1"])
    assert with_corrections(game(corrected, first), BOARD, again) == expected


def test_what_was_confirmed_as_read_stays_though_it_is_read_differently_now() -> None:
    first = marks(sections=["a0-b0"], tourists={"A1": {"circle": 1}}, cafes={"e6": "visited"})
    kept = game(first, first, "section:a0-b0", "section:b0-c0", "tourists:A1", "cafe:e6", "task:c3")
    again = marks(sections=["b0-c0"], tourists={"A1": {"square": 1}}, task=["c3"])
    assert with_corrections(kept, BOARD, again) == first


def test_a_changed_rating_is_no_mark() -> None:
    first = marks(sections=["a0-b0"])
    kept = game(first, first, "rating:school", "mode:")
    assert with_corrections(kept, BOARD, marks()) == marks()


def test_a_board_tapped_in_before_its_photo_could_be_read_stays() -> None:
    by_hand = marks(sections=["a0-b0"])
    again = marks(sections=["b0-c0"])
    expected = marks(sections=["a0-b0", "b0-c0"])
    assert with_corrections(game(by_hand, None), BOARD, again) == expected


def road_names(first: int, last: int) -> list[str]:
    return [str(road.id) for road in BOARD.roads[first:last]]


SEEN = frozenset(BOARD.crossroads_xy)


@pytest.mark.parametrize(
    ("entered", "photo", "settled", "another"),
    [
        # Hand and photo differ at four sections, at three, or in what was not tapped in yet.
        (road_names(0, 10), road_names(4, 10), (), True),
        (road_names(0, 10), road_names(3, 10), (), False),
        (road_names(0, 3), road_names(0, 10), (), False),
        # What was declared right lacks nothing, and nor does what somebody took away.
        (road_names(0, 3), road_names(0, 10), ("checked:0",), True),
        (
            road_names(0, 3),
            road_names(0, 10),
            tuple(f"section:{road}" for road in road_names(3, 7)),
            True,
        ),
        ([], road_names(0, 10), (), False),
    ],
)
def test_a_photo_of_another_drawing_than_was_entered_is_told(
    entered: list[str], photo: list[str], settled: tuple[str, ...], another: bool
) -> None:
    player = game(marks(sections=entered), None, *settled)
    assert shows_another(player, BOARD, marks(sections=photo), set(), SEEN) is another


def test_what_a_photo_does_not_show_for_sure_tells_no_drawings_apart() -> None:
    player = game(marks(sections=road_names(0, 10)), None)
    read = marks(sections=road_names(4, 10))
    assert not shows_another(player, BOARD, read, {*road_names(0, 1)}, SEEN)
    assert not shows_another(player, BOARD, read, set(), frozenset())


def test_corrections_of_what_two_photos_show_alike_are_of_that_drawing() -> None:
    first = marks(sections=road_names(0, 10))
    corrected = marks(sections=road_names(5, 15))
    assert not shows_another(game(corrected, first), BOARD, first, set(), SEEN)
    # Nobody has corrected the photo before: this one may be of somebody else's board.
    assert shows_another(game(first, first), BOARD, marks(sections=["f6-g6"]), set(), SEEN)
    other = marks(sections=road_names(30, 40))
    assert shows_another(game(corrected, first), BOARD, other, set(), SEEN)
