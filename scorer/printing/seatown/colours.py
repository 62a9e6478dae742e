"""The colours of a sea-town by night: dark where nobody writes, pale where pens must show."""

from dataclasses import replace

from scorer.printing.drawing import palette
from scorer.printing.drawing.drawing import Group, Path
from scorer.rules.board.board import LandmarkKind

NIGHT = "#2f424c"
NIGHT_LINE = "#57707b"
MOON = "#e9e2bd"
PALE_INK = "#f3ecd6"
MARSH = "#b4bfb2"
MARSH_EDGE = "#8a9a92"
REED = "#8f9f8b"
PLATE = "#f4eedb"
PLATE_EDGE = "#8a8467"
INK = "#22292c"
SOFT_INK = "#4f5654"
PAPER = "#fffdf4"
SEA = "#47636f"
SEA_EDGE = "#6f8d98"
SEA_INK = "#16272e"
SWELL = "#5f7d89"
ROCK = "#25343b"
RIVER = "#c3d6d9"
RIVER_EDGE = "#6d919b"
MOORING = "#16475c"
QUAY = "#6a4a2e"
SHELTER = "#ffe08a"
SHELTER_EDGE = "#6a4a00"

TINTS = {
    LandmarkKind.RED: "#f0cfc5",
    LandmarkKind.GREEN: "#cbdfbf",
    LandmarkKind.BLUE: "#c6d9ea",
    LandmarkKind.PURPLE: "#dccce8",
    LandmarkKind.YELLOW: "#f6e6a6",
    LandmarkKind.GREY: "#cfd2d4",
}
ROAD = "#fbf7ea"
PLOT = "#dddccf"
HOUSE = "#d6d4c7"
HOUSE_LIT = "#e0ded2"
GARDEN = "#cdd6c0"

# What each colour of the cities' boards becomes here.
_MOOD = {
    palette.PARK: MARSH,
    palette.PARK_TREE: "#c0ccb4",
    palette.PARK_LEAF: "#b0bfa2",
    palette.PLOT: PLOT,
    palette.HOUSE: HOUSE,
    palette.HOUSE_LIT: HOUSE_LIT,
    palette.HOUSE_EDGE: "#a09c8a",
    palette.GARDEN: GARDEN,
    palette.GARDEN_EDGE: "#a2b194",
    palette.PAGE: "#e9e7dc",
    palette.WATER: RIVER,
    palette.WATER_EDGE: RIVER_EDGE,
    palette.WATER_INK: PALE_INK,
    palette.WAVE: "#9fbcc3",
    palette.ROAD: ROAD,
    palette.KERB: "#77786c",
    palette.ROAD_MARK: "#d5d0bf",
    palette.BRIDGE: QUAY,
    palette.INK: INK,
    **{palette.TONES[kind].tint: tint for kind, tint in TINTS.items()},
}


def moody(group: Group) -> Group:
    """Return *group*, drawn as on the cities' boards, in the colours of the sea-town."""
    return Group(
        group.name,
        tuple(
            replace(
                shape,
                fill=_MOOD.get(shape.fill or "", shape.fill),
                stroke=_MOOD.get(shape.stroke or "", shape.stroke),
            )
            if isinstance(shape, Path)
            else replace(shape, fill=_MOOD.get(shape.fill, shape.fill))
            for shape in group.shapes
        ),
    )
