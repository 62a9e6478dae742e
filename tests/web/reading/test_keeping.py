"""How a new reading meets corrections."""

from typing import Any

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.marks import Marks
from scorer.store.games import Player, Source, StoredReading
from scorer.web.reading.keeping import with_corrections

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
