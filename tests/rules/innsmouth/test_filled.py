"""Boards, set-ups and towns from files: what is read, and what is refused with its place."""

import json
from typing import Any

import pytest

from scorer.rules.innsmouth.filled import filled_on, read_board
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.town import PRACTICE, load_town, practice_town
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.jsonfile.text import JsonError
from tests.support.innsmouthtowns import plain_town

TOWN = practice_town()
GOOD = {"threshold": 1, "points": 1}


def file(marks: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"game": "innsmouth", "marks": marks, **more}).encode()


def test_a_board_stands_in_its_file_as_it_is() -> None:
    data = file({"sections": ["c1-c2"], "tourists": {"B2": {"cross": 1}}, "threats": {"C3": 2}})
    board = read_board(data)
    filled = filled_on(board, TOWN)
    assert filled.symbols == {"C3": 2}
    assert from_data(to_data(board), type(board)) == board


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (file({"sections": ["c1-c2", "c2-c4"]}), r"\$\.marks\.sections\[1\]: there is no road"),
        (file({"tourists": {"G1": {"circle": 1}}}), r"\$\.marks\.tourists\.G1: .*no quarter G1"),
        (file({"tourists": {"A1": {"pentagon": 1}}}), r"\$\.marks\.tourists\.A1: .*pentagon"),
        (file({"threats": {"A1": -1}}), r"\$\.marks\.threats\.A1: "),
        (file({}, setup={"caches": "gold"}), r"\$\.setup\.caches: no cache card 'gold'"),
        (file({}, setup={"caches": ["h9"]}), r"\$\.setup\.caches\[0\]: there is no"),
        (file({}, setup={"caches": ["c1", "c1"]}), r"\$\.setup\.caches\[1\]: c1 is named twice"),
        (file({"threats": {"A1": 6, "B1": 5}}), r"\$\.marks\.threats: 11 symbols"),
        (
            file({"caches": ["a1", *(f"{line}{n}" for line in "bcef" for n in (1, 2, 4, 5))]}),
            r"\$\.marks\.caches: 17 are named; a card has 16 at most",
        ),
        (file({}, setup={"character": "priest"}), r"\$\.setup\.character: "),
        (file({}, setup={"deck": {"tiara": 6}}), r"\$\.setup\.deck: a deck has 7 .* not 6"),
        (file({"rings": ["h9"]}), r"\$\.marks\.rings\[0\]: there is no"),
        (
            file({}, setup={"goals": [{"measure": "turns", "tiers": [], "of": ""}]}),
            r"\$\.setup\.goals\[0\]\.tiers: ",
        ),
        (
            file(
                {},
                setup={
                    "goals": [
                        {
                            "measure": "turns",
                            "of": "cross",
                            "tiers": [{"threshold": 1, "points": 1}],
                        }
                    ]
                },
            ),
            r"\$\.setup\.goals\[0\]\.of: 'cross' is no kind here",
        ),
        (
            file({}, setup={"goals": [{"measure": "turns", "tiers": [GOOD]} for _ in range(3)]}),
            r"\$\.setup\.goals: ",
        ),
        (b'{"game": "chess", "marks": {}}', r"\$\.game: "),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filled_on(read_board(data), TOWN)


def test_a_cache_card_of_a_town_without_any_is_refused() -> None:
    board = read_board(file({}, setup={"caches": "gold"}))
    with pytest.raises(JsonError, match="no cache card 'gold'; this town has none"):
        filled_on(board, plain_town())


def test_as_many_symbols_and_caches_as_may_be_are_taken() -> None:
    caches = [f"{line}{n}" for line in "bcef" for n in (1, 2, 4, 5)]
    board = read_board(file({"threats": {"A1": 6, "B1": 4}, "caches": caches}))
    filled = filled_on(board, TOWN)
    assert sum(filled.symbols.values()) == 10
    assert len(filled.caches) == 16


def test_the_practice_town_uses_every_feature() -> None:
    """River with two sides, sea, bridges, dead ends, rounded corners, shelters, caches, stars."""
    board = TOWN.board
    assert TOWN.file.practice
    assert {water.kind.value for water in board.waters} == {"river", "sea"}
    assert set(TOWN.side.values()) == {1, 2}
    # Bridges lead from one bank to the other, dead ends to the water's edge.
    assert {"b3-b4", "e2-e3"} <= board.road_of.keys()
    assert TOWN.dead_ends == {"a3_south", "d3_north", "g3_south"}
    assert sum(road.kind.value == "corner" for road in board.roads) == 4
    assert len(TOWN.shelters) == 3
    assert len(TOWN.file.caches) == 4
    assert len(TOWN.file.goals) == 5
    kinds = {mark.kind.value for mark in board.landmarks}
    assert kinds == {"red", "green", "blue", "purple", "yellow"}
    assert len(board.landmarks) < len(TOWN.quarters) == 36
    assert set(TOWN.file.bonuses) == {
        "detective", "warlock", "collector", "boatman", "huntress"
    }  # fmt: skip
    assert sum(TOWN.file.deck.counts) == 7


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"a3", "b3"', '"a3", "h3"', r"sides\[0\]\[1\]: there is no crossroads h3"),
        ('"a3", "b3"', '"g4", "b3"', "named twice"),
        ('roads = ["a3-a4"]', 'roads = ["a3-a9"]', "vertices.a3_south.roads: there is no road"),
        ('at = "b5"', 'at = "b9"', r"shelters\[1\]\.at: there is no"),
        ('fog = ["a3_south"', 'fog = ["a9"', r"caches.fog\[0\]: there is no"),
        ('fog = ["a3_south"', 'fog = ["c1"', r"town: caches.fog\[1\]: c1 is named twice"),
        ("tiara = 1 }", "tiara = 2 }", "town: deck: a deck has 7 artefacts, and not 8"),
        ('of = "cross"', 'of = "red"', r"goals\[2\]\.of: 'red' is no kind here; .*cross"),
        ("\npractice = true", "\npractise = true", "practise"),
        ('id = "practice"', "id = ", "town: "),
    ],
)
def test_a_town_that_contradicts_itself_is_refused(old: str, new: str, message: str) -> None:
    text = PRACTICE.read_text()
    assert old in text
    with pytest.raises(ValueError, match=message):
        load_town(text.replace(old, new, 1).encode())


SPOTS = "\n[spots]\nname = [[0, 0], [0.3, 0]]\nbonuses = { section-1 = [0, 0] }\n"
# The practice town, whose page is changed: what a box may just have, and what none has.
LIMITS = [
    ("cell_mm = 25", "cell_mm = 15", "cell_mm = 14.9", "board.cell_mm"),
    ("cell_mm = 25", "cell_mm = 45", "cell_mm = 45.1", "board.cell_mm"),
    ("[297, 210]", "[600, 210]", "[600.1, 210]", "board.page_mm"),
    ("[52, 28]", "[0, 28]", "[-0.1, 28]", "board.origin_mm"),
    ("width = 0.22", "width = 0.05", "width = 0.04", "board.rivers.width"),
    ("width = 0.22", "width = 1.0", "width = 1.01", "board.rivers.width"),
    ("at = [0, 3.42]", "at = [-3, 3.42]", "at = [-3.1, 3.42]", "board"),
    ("at = [6, 3.42]", "at = [9, 3.42]", "at = [9.1, 3.42]", "board"),
    ("[0.3, 0]", "[0.3, 0]", "[0.29, 0]", "spots.name"),
    # The page is 210 mm high, and the map begins 28 mm below its upper edge.
    ("section-1 = [0, 0]", "section-1 = [0, 7.28]", "section-1 = [0, 7.29]", "spots.bonuses"),
    (
        "outline = [[6.25, -0.5], [7.2, -0.5], [7.2, 6.5], [6.25, 6.5]]",
        "outline = [[6.25, -0.5], [7.2, -0.5], [7.2, 6.5]]",
        "outline = [[6.25, -0.5], [7.2, -0.5]]",
        "board.seas",
    ),
    *(
        (
            'kind = "red", name = "Kettle Inn"',
            'kind = "red"',
            f'kind = "red", {more}',
            "board.landmarks.D6",
        )
        for more in (
            'cells = ["D6", "E6"]',
            "polygon = [[3, 5], [4, 5], [4, 6]]",
            "shape = [[3, 5], [4, 5], [4, 6]]",
            "box_mm = [1, 1, 9, 9]",
            'meeting_point = "d5"',
        )
    ),
]


@pytest.mark.parametrize(("old", "just", "beyond", "key"), LIMITS)
def test_what_no_box_has_is_refused(old: str, just: str, beyond: str, key: str) -> None:
    text = PRACTICE.read_text() + SPOTS
    assert old in text
    assert town_told(text.replace(old, just, 1)).file.name == TOWN.file.name
    with pytest.raises(InnsmouthError, match=f"town: {key}"):
        town_told(text.replace(old, beyond, 1))


def test_what_no_box_has_is_told_with_its_limits() -> None:
    text = PRACTICE.read_text().replace("cell_mm = 25", "cell_mm = 50")
    with pytest.raises(InnsmouthError, match=r"board.cell_mm: 50.0 is not from 15.0 to 45.0"):
        town_told(text)


def test_a_towns_file_is_so_long_at_most() -> None:
    text = PRACTICE.read_text()
    assert town_told(text + "#" * (30_000 - len(text))).file == TOWN.file
    with pytest.raises(InnsmouthError, match="30001 characters; a town's file has 30000 at most"):
        town_told(text + "#" * (30_001 - len(text)))
