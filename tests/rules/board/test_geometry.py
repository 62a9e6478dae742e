"""The geometry file: everything a board can hold survives the way to the file and back."""

import json
from typing import Any

import pytest

from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import geometry_data, geometry_json, parse_geometry
from scorer.rules.city.city import load_city
from tests.support.layouts import board

PLAIN = load_city("first-city").practice_board
ODD = board(
    columns=5,
    corners=["a1-b0"],
    diagonals=["b1-c2"],
    across={"c1-d1": ["D2"]},
    landmarks={
        "C1": {"kind": "yellow", "value": 6, "name": "Clock"},
        "upper": {
            "kind": "green",
            "cells": ["D1"],
            "roads": ["d0-e0", "d0-d1"],
            "polygon": [[45, 10], [55, 10], [45, 20]],
        },
        "park": {"kind": "red", "cells": ["A2", "B2"]},
        "sphinx": {"kind": "grey", "meeting_point": "f2", "id": "sphinx"},
    },
    cafes={"a1": "section"},
    visit_all=["c1"],
    transports={"boat": [["b0", "c0"], ["b2", "c2"]]},
)


@pytest.mark.parametrize("made", [PLAIN, ODD], ids=["plain", "odd"])
def test_a_board_round_trips(made: Board) -> None:
    assert parse_geometry(geometry_json(made)) == made


def test_a_wide_map_with_named_crossroads_round_trips() -> None:
    """New York's size, and a crossroads that stands on no lattice point."""
    file = geometry_data(board(columns=12, rows=6))
    file["crossroads"].append({"id": "times_square", "xy": [52.5, 31.0]})
    file["roads"].append(
        {
            "id": "d2-times_square",
            "ends": ["d2", "times_square"],
            "path": [[45, 30], [52.5, 31]],
            "cells": ["D2"],
            "kind": "diagonal",
        }
    )
    made = parse_geometry(json.dumps(file).encode())
    assert len(made.roads) == 163
    assert parse_geometry(geometry_json(made)) == made


def test_a_landmark_that_fills_a_cell_may_be_told_of_beside_the_cells() -> None:
    """Found with made-up files: the board that was written came back in another order."""
    cell = next(mark for mark in PLAIN.landmarks if mark.name == "Regatta Stand")
    data = json.loads(geometry_json(PLAIN))
    (home,) = (one for one in data["cells"] if one["id"] == str(cell.locations[0]))
    home["landmark"] = None
    plain = {"id": cell.id, "kind": str(cell.kind), "cells": [home["id"]], "name": cell.name}
    data["landmarks"] = [{**plain, "roads": sorted(map(str, cell.roads))}]
    assert parse_geometry(json.dumps(data).encode()) == PLAIN


def test_the_keys_are_those_of_the_format() -> None:
    file = json.loads(geometry_json(PLAIN))
    assert {"id", "page_mm", "cells", "crossroads", "roads", "cafes", "visit_all"} <= set(file)
    (e2,) = [cell for cell in file["cells"] if cell["id"] == "E2"]
    assert e2["landmark"]["kind"] == "yellow"
    assert e2["landmark"]["value"] == 6
    (road,) = [road for road in file["roads"] if road["id"] == "b1-c1"]
    assert road["ends"] == ["b1", "c1"]
    assert sorted(road["cells"]) == ["B1", "B2"]
    assert file["cafes"][0].keys() == {"crossroads", "xy", "bonus"}


def minimal() -> dict[str, Any]:
    """Return a geometry file of one location, all four roads, with no optional key."""
    points = {"a0": [10, 10], "b0": [20, 10], "a1": [10, 20], "b1": [20, 20]}
    corners = [points[name] for name in ("a0", "b0", "b1", "a1")]
    return {
        "id": "tiny",
        "page_mm": [30, 30],
        "cells": [{"id": "A1", "polygon": corners, "landmark": {"kind": "red"}}],
        "crossroads": [{"id": name, "xy": xy} for name, xy in points.items()],
        "roads": [
            {
                "id": f"{one}-{other}",
                "ends": [one, other],
                "path": [points[one], points[other]],
                "cells": ["A1"],
            }
            for one, other in (("a0", "b0"), ("a0", "a1"), ("a1", "b1"), ("b0", "b1"))
        ],
    }


def test_a_file_without_optional_keys_is_enough_and_the_city_comes_with_the_command() -> None:
    made = parse_geometry(json.dumps(minimal()).encode(), city="first-city")
    assert (made.city, len(made.roads), made.cafes) == ("first-city", 4, ())
    assert len(made.landmarks[0].roads) == 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda file: file.pop("page_mm"), "page_mm"),
        (lambda file: file["cells"][0].update(id="a0"), "'a0' is no location"),
        (lambda file: file["cells"][0].update(landmark={"kind": "pink"}), r"\$\.cells\[0\]"),
        (lambda file: file["roads"][0].update(ends=["a0", "a1"]), "its ends are given as a0, a1"),
        (lambda file: file["roads"][0].update(cells=["B1"]), "there is no location B1"),
        (lambda file: file["crossroads"].pop(), "there is no crossroads b1"),
        (lambda file: file["roads"].append(file["roads"][0]), "road a0-b0 is given twice"),
        (
            lambda file: file.update(transports=[{"id": "boat", "groups": []}]),
            "transport boat: expected one or two groups",
        ),
    ],
)
def test_a_contradicting_file_is_refused(change: Any, words: str) -> None:
    file = minimal()
    change(file)
    with pytest.raises(BoardError, match=words):
        parse_geometry(json.dumps(file).encode())


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff\xfe", b'{"id": '])
def test_what_is_no_json_object_is_refused(data: bytes) -> None:
    with pytest.raises(BoardError, match="board geometry"):
        parse_geometry(data)
