"""A corrected geometry file: taken back as it is, or refused with where it is wrong."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from scorer.rules.board.board import BoardError
from scorer.rules.board.geometry import geometry_data, geometry_json
from scorer.rules.city.city import city_names, load_city
from scorer.rules.notation import RoadId
from scorer.rules.teaching.geometryedits import redescribed
from scorer.rules.values import replace

CITY = load_city("paris")
BOARD = replace(CITY.practice_board, id="own", name="Our own", practice=False)


@pytest.mark.parametrize("name", city_names())
def test_a_file_that_nobody_changed_is_the_board(name: str) -> None:
    city = load_city(name)
    board = replace(city.practice_board, id="own", name="Our own", practice=False)
    assert redescribed(board, city, geometry_json(board)) == board


def test_roads_and_landmarks_come_from_the_file_and_the_id_stays() -> None:
    file = geometry_data(BOARD)
    road: dict[str, Any] = {"id": "d4-e5", "ends": ["d4", "e5"], "cells": ["E5"]}
    road |= {"path": [[120, 120], [130, 130]], "kind": "diagonal"}
    file["roads"].append(road)
    file["landmarks"][0]["name"] = "Village"
    file |= {"id": "another", "practice": True}
    new = redescribed(BOARD, CITY, json.dumps(file).encode())
    assert RoadId.parse("d4-e5") in new.road_of
    assert "Village" in {mark.name for mark in new.landmarks}
    assert (new.id, new.practice) == ("own", False)


def first_mark(file: dict[str, Any]) -> dict[str, Any]:
    """The first landmark that fills a location."""
    return next(cell["landmark"] for cell in file["cells"] if cell["landmark"])


Change = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda f: f["roads"][3].update(path="x"), r"\$\.roads\[3\]\.path: "),
        (lambda f: f["roads"][3].update(cells=["A0"]), r"\$\.roads\[3\]: "),
        (lambda f: f["roads"][3].update(cells=["F9"]), r"\$\.roads\[3\]: "),
        (lambda f: f["roads"][3].update(path=[[1, 1]]), r"\$\.roads\[3\]\.path: "),
        (lambda f: f["roads"][2].update(path=[[1, 1], [9e5, 1]]), r"\$\.roads\[2\]\.path: "),
        (lambda f: f.update(roads=[], landmarks=[], marked=[]), r"\$\.roads: "),
        (lambda f: f["cells"][4].update(polygon=[]), r"\$\.cells\[4\]\.polygon: "),
        (lambda f: f["crossroads"].append({"id": "z9", "xy": [1, 1]}), r"\$\.crossroads: "),
        (lambda f: f.update(visit_all=[{"crossroads": "z9"}]), r"\$\.visit_all\[0\]: "),
        (lambda f: f["cafes"].append(f["cafes"][0]), r"\$\.cafes\[\d+\]: "),
        (lambda f: f["marked"][1]["crossroads"].append("z9"), r"\$\.marked\[1\]: "),
        (lambda f: f["transports"][0].update(groups=[["z9"]]), r"\$\.transports\[0\]: "),
        (lambda f: f["landmarks"][1].update(roads=["q"]), r"\$\.landmarks\[1\]\.roads\[0\]: "),
        (lambda f: f["landmarks"][1].update(kind="purple"), r"\$\.landmarks\[1\]\.kind: "),
        (lambda f: f["landmarks"][1].update(rating="moon"), r"\$\.landmarks\[1\]: "),
        (lambda f: first_mark(f).update(kind="purple"), r"\$\.cells\[\d+\]\.landmark\.kind: "),
        (lambda f: f.update(page_mm=[1, 1]), r"\$\.page_mm: .*\d mm, not 1 × 1 mm"),
        (lambda f: f.update(city="cairo"), r"\$\.city: "),
        (lambda f: f.update(name="x" * 81), r"\$\.name: "),
    ],
)
def test_a_file_that_cannot_be_is_refused_with_the_path(change: Change, path: str) -> None:
    file = geometry_data(BOARD)
    change(file)
    with pytest.raises(BoardError, match=path):
        redescribed(BOARD, CITY, json.dumps(file).encode())


@pytest.mark.parametrize("data", [b"", b"Dear diary", b"[]", b" " * (2**21 + 1)])
def test_what_is_no_geometry_file_is_refused(data: bytes) -> None:
    with pytest.raises(BoardError, match="board geometry"):
        redescribed(BOARD, CITY, data)
