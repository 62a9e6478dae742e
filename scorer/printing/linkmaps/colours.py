"""The colours and the signs of links: every colour has a sign, for those who cannot tell them."""

from dataclasses import dataclass

from scorer.printing.drawing.drawing import Path, circle, polygon, rectangle, star
from scorer.rules.ticket_to_ride.map import LinkColour

PAGE = "#f4ecd8"
GROUND = "#efe3c4"
BLOCK = "#e6d7b2"
BLOCK_EDGE = "#d8c69a"
PARK = "#cfdcae"
PARK_EDGE = "#b3c48c"
WATER = "#b7d3d8"
WATER_EDGE = "#8cb4bd"
WAVE = "#d3e6e8"
INK = "#33302a"
SOFT_INK = "#6b6353"
PAPER = "#fffdf6"
TRACK = "#fbf5e4"
TRACK_FIFTH = "#ecd9ae"
TRACK_EDGE = "#b79f68"
PLACE = "#fffdf6"
PLACE_RIM = "#7c3f24"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a space is painted: its fill, its rim, and its sign."""

    fill: str
    rim: str
    sign: str


PAINTS = {
    LinkColour.BLUE: Paint("#3f7fc1", "#1f4d80", "#dcebfa"),
    LinkColour.WHITE: Paint("#faf8f2", "#8d877a", "#a59f92"),
    LinkColour.RED: Paint("#cf4a3c", "#8a2319", "#fbdcd6"),
    LinkColour.YELLOW: Paint("#f0c433", "#a27b08", "#8a6804"),
    LinkColour.GREEN: Paint("#4f9a55", "#255f2d", "#dcf2dc"),
    LinkColour.PURPLE: Paint("#8a5aa8", "#56306f", "#efe0f8"),
}


def sign(colour: LinkColour, radius: float) -> Path:
    """Return the sign of *colour* about the origin, in mm."""
    match colour:
        case LinkColour.BLUE:
            return circle((0, 0), 0.85 * radius)
        case LinkColour.WHITE:
            return rectangle(-1.3 * radius, -0.28 * radius, 2.6 * radius, 0.56 * radius)
        case LinkColour.RED:
            return polygon(((0, -radius), (1.2 * radius, 0), (0, radius), (-1.2 * radius, 0)))
        case LinkColour.YELLOW:
            return star((0, 0), 1.15 * radius, 5, 0.45)
        case LinkColour.GREEN:
            return polygon(
                ((0, -radius), (1.1 * radius, 0.8 * radius), (-1.1 * radius, 0.8 * radius))
            )
        case LinkColour.PURPLE:
            return rectangle(-0.8 * radius, -0.8 * radius, 1.6 * radius, 1.6 * radius)
