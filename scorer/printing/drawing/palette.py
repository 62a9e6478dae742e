"""The colours of a board. Fills are pale tints, so that every pen stands out on them."""

from dataclasses import dataclass

from scorer.rules.board.board import LandmarkKind

PAGE = "#faf7ee"
PARK = "#e3ebd3"
PARK_EDGE = "#c5d3ad"
PARK_TREE = "#cfddb8"
PARK_LEAF = "#b9cc9d"
ROAD = "#fffefb"
KERB = "#a9a08d"
ROAD_MARK = "#e9e4d8"
PLOT = "#efe9db"
HOUSE = "#e2d9c5"
HOUSE_LIT = "#e9e2d2"
HOUSE_EDGE = "#b3a78c"
GARDEN = "#dbe5c8"
GARDEN_EDGE = "#b3c497"
WATER = "#d3e3ea"
WATER_EDGE = "#8fb3c4"
WATER_INK = "#41687b"
WAVE = "#b2cedb"
BRIDGE = "#7d6a4f"
BORDER = "#ffffff"
LANE = "#7fb2d6"
CARNIVAL = "#f0a79b"
CARNIVAL_EDGE = "#cf5a47"
BROADWAY = "#f6dc7c"
BROADWAY_EDGE = "#c7a225"
RAIL = "#8d8473"
INK = "#3a352c"
SOFT_INK = "#6d6556"
PAPER = "#ffffff"
CAFE = "#7a4a2b"
CAFE_FILL = "#fff8ee"
FESTIVAL = "#ffd84d"
FESTIVAL_EDGE = "#8a6100"


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of one kind of landmark, light to dark, and of its symbol.

    ``tint`` fills the location; ``light``, ``mid`` and ``line`` draw the picture;
    ``symbol`` is full colour.
    """

    tint: str
    light: str
    mid: str
    line: str
    symbol: str


TONES = {
    LandmarkKind.RED: Tones("#f7d8d0", "#fbe8e2", "#e9aa9c", "#bd7e71", "#c8321f"),
    LandmarkKind.GREEN: Tones("#d3e8c6", "#e6f3dd", "#a9cc95", "#7aa36d", "#2c7d2b"),
    LandmarkKind.BLUE: Tones("#cfe2f4", "#e4eff9", "#9fc2e2", "#6f97bd", "#1f5fae"),
    LandmarkKind.PURPLE: Tones("#e4d6ef", "#f0e7f6", "#c3a6d9", "#83649c", "#6f3a98"),
    LandmarkKind.YELLOW: Tones("#fcf0b8", "#fef8dc", "#ecd06a", "#b3973c", "#f2c200"),
    LandmarkKind.GREY: Tones("#d6d8db", "#ebecee", "#b2b6bc", "#7f858d", "#4b5058"),
}
