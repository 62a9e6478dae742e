"""Pictures of landmarks, drawn by us, in a box of 100 × 100 with the ground at 92.

A picture is a list of layers, each a tone and a path (see ``shapes.parse_path``): ``light``,
``mid`` and ``paper`` fill, ``shape`` fills light and draws the outline, ``body`` fills mid
and draws the outline, ``line`` and ``fine`` draw lines only.
"""

from functools import cache

from scorer.printing.drawing.drawing import Path, parse_path
from scorer.printing.drawing.palette import PAPER, Tones
from scorer.printing.icons.city import CITY_ICONS
from scorer.printing.icons.town import TOWN_ICONS
from scorer.printing.icons.world import WORLD_ICONS
from scorer.rules.board.board import Landmark, LandmarkKind, Point

ICONS = {**TOWN_ICONS, **CITY_ICONS, **WORLD_ICONS}

# The words in a landmark's name that call for a picture, first match first.
_WORDS = (
    ("eiffel", "iron"),
    ("big ben", "clocktower"),
    ("clock tower", "clocktower"),
    ("tower of london", "castle"),
    ("finance tower", "skyscraper"),
    ("commerce tower", "skyscraper"),
    ("china tower", "skyscraper"),
    ("state tower", "skyscraper"),
    ("rockefeller", "skyscraper"),
    ("liberty", "liberty"),
    ("notre-dame", "dome"),
    ("sacre", "dome"),
    ("city hall", "dome"),
    ("saint-denis", "dome"),
    ("wall street", "skyscraper"),
    ("towers", "skyscraper"),
    ("united nations", "skyscraper"),
    ("flatiron", "skyscraper"),
    ("school", "school"),
    ("observatory", "observatory"),
    ("tower", "tower"),
    ("puppet", "booth"),
    ("market", "stall"),
    ("fairground", "wheel"),
    ("regatta", "boats"),
    ("lantern", "lantern"),
    ("pond", "pond"),
    ("hill", "hill"),
    ("walk", "avenue"),
    ("museum", "museum"),
    ("theatre", "theatre"),
    ("letters", "book"),
    ("library", "book"),
    ("gallery", "gallery"),
    ("clock", "clock"),
    ("bridge", "bridge"),
    ("arch", "arch"),
    ("tram", "tram"),
    ("temple", "temple"),
    ("cathedral", "dome"),
    ("palace", "castle"),
    ("castle", "castle"),
    ("versailles", "avenue"),
    ("fontainebleau", "avenue"),
    ("forest", "avenue"),
    ("garden", "pond"),
    ("insurance", "skyscraper"),
    ("christ", "statue"),
    ("stadium", "stadium"),
    ("citadel", "citadel"),
    ("pyramid", "pyramid"),
)
# What a landmark without such a word gets, in turn.
_USUAL = {
    LandmarkKind.RED: ("stall", "booth", "wheel", "boats"),
    LandmarkKind.GREEN: ("avenue", "pond", "hill", "lantern"),
    LandmarkKind.BLUE: ("museum", "gallery", "theatre", "book"),
    LandmarkKind.PURPLE: ("theatre", "booth", "gallery", "wheel"),
    LandmarkKind.YELLOW: ("arch", "clock", "bridge", "tram"),
    LandmarkKind.GREY: ("tower", "observatory", "school", "museum"),
}


def icon_names(landmarks: tuple[Landmark, ...]) -> dict[str, str]:
    """Return the picture of each landmark, by its id; alike ones take turns."""
    found: dict[str, str] = {}
    turns = dict.fromkeys(LandmarkKind, 0)
    for mark in landmarks:
        words = f"{mark.name} {mark.id}".lower()
        named = next((icon for word, icon in _WORDS if word in words), None)
        if named is None:
            usual = _USUAL[mark.kind]
            named = usual[turns[mark.kind] % len(usual)]
            turns[mark.kind] += 1
        found[mark.id] = named
    return found


def icon(name: str, tones: Tones, centre: Point, size: float) -> tuple[Path, ...]:
    """Return the picture called *name*, *size* mm wide and high about *centre*."""
    at = (centre[0] - size / 2, centre[1] - size / 2)
    line, fine = 0.024 * size, 0.015 * size
    paints: dict[str, tuple[str | None, str | None, float]] = {
        "paper": (PAPER, None, 0),
        "light": (tones.light, None, 0),
        "mid": (tones.mid, None, 0),
        "shape": (tones.light, tones.line, line),
        "body": (tones.mid, tones.line, line),
        "line": (None, tones.line, line),
        "fine": (None, tones.line, fine),
    }
    return tuple(
        outline.painted(*paints[tone]).placed(at, size / 100) for tone, outline in _layers(name)
    )


@cache
def _layers(name: str) -> tuple[tuple[str, Path], ...]:
    return tuple((tone, parse_path(path)) for tone, path in ICONS[name])
