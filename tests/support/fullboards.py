"""A board of each city with all that the city has, worked by hand in the tests of that city."""

from typing import Any

from tests.support.cityboards import Game


def cairo() -> Game:
    return Game(
        "cairo",
        "a4 a3 b3 c3 d3 d4 ~ c5 c6 b6 a5",
        tourists={"giza_space": "ccc", "saqqara_space": "tt", "dahshur_space": "ssss",
                  "B3": "ssc", "D4": "t", "C5": "cc"},
        ratings={"giza": 10, "saqqara": 6},
        cafes={"a5": "visited"},
        task=["a3", "d3", "b6"],
        crossed=["B4"],
    )  # fmt: skip


def hong_kong() -> Game:
    return Game(
        "hong-kong",
        "d1 d2 d3 c3 c4 c5 b5 a5 a4 a3",
        tourists={"C2": "ss", "B5": "ts", "A5": "tt", "D4": "cc"},
        ratings={"historic": 5, "modern": 3},
        cafes={"a5": "visited"},
        task=["d2", "c4", "a4"],
        crossed=["B4"],
    )


def london() -> Game:
    """Two segments joined by the tube from e3 to b5."""
    return Game(
        "london",
        "b1 b2 c2 d2 d3 e3 ~ b5 b4 c4 d4 d5",
        tourists={"B2": "ccs", "A2": "t", "C2": "tt", "D4": "s", "A5": "sss", "B5": "c",
                  "C5": "ttc", "E3": "ccc"},
        ratings={"big-ben": 8},
        cafes={"c0": "visited", "a2": "used"},
        task=["c2", "d3", "c4"],
    )  # fmt: skip


def new_york(**marks: Any) -> Game:
    found: dict[str, Any] = {
        "tickets": ["whitehall"],
        "cafe_area": {"section-1": "visited", "coordinate-1": "used", "points-1": "visited"},
        "task": ["b4", "e3", "f6"],
        "hot_spots": ["b4-c4"],
    }
    return Game(
        "new-york",
        "a4 b4 c4 d3 e3 f3 g2 h2 h3 h4 g4 ~ h6 i6 j6",
        tourists={"B4": "pp", "F3": "pcc", "H4": "sss", "I3": "ss", "G4": "tt", "H6": "c"},
        ratings={"rockefeller": 8, "statue": 6, "broadway": 3},
        **{**found, **marks},
    )


def paris(**setup: Any) -> Game:
    return Game(
        "paris",
        "f1 e1 e2 d2 d3 d4 ~ b6 c6 d6 e6 e5",
        colours="rgbrg gbrg",
        tourists={"E1": "cc", "C3": "ttt", "B6": "s", "D6": "ss", "F2": "ccc"},
        ratings={"notre-dame": 6},
        cafes={"d6": "visited"},
        task=["e1", "d3", "c6"],
        setup={"tours": ["islands", "bridges", "lights"], **setup},
    )


RATINGS = {"christ": 15, "maracana": 7, "tijuca": 9, "carnival": 4}


def rio_de_janeiro() -> Game:
    return Game(
        "rio-de-janeiro",
        "a3 a2 b2 c2 c3 c4 c5 b5 a5 b6",
        tourists={"A2": "cc", "B3": "st", "C4": "ss", "A6": "ttt", "D3": "c"},
        ratings=RATINGS,
        cafes={"d3": "used", "b0": "visited"},
        task=["a2", "c4", "b6"],
    )
