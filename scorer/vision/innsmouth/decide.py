"""From a rectified photo of a town to what is drawn at every place, and how sure that is."""

import numpy as np

from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.innsmouth.pieces import Bonus
from scorer.rules.innsmouth.town import NAME, Town, bonus_of
from scorer.rules.notation import Location, NameSet, RoadId
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.decide import strokes
from scorer.vision.decide.legal import settled_sections
from scorer.vision.doubts import Doubt
from scorer.vision.evidence.networks.patches import Layers
from scorer.vision.evidence.sections import find_sections
from scorer.vision.evidence.shapes import INKED, find_shapes, pen_width
from scorer.vision.evidence.touristkinds import closer_look, look_closer
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import find_ink
from scorer.vision.innsmouth.known import Known
from scorer.vision.innsmouth.patches import Beside
from scorer.vision.innsmouth.places import (
    doubted_outside,
    place_doubts,
    section_doubts,
    sign_doubts,
)
from scorer.vision.innsmouth.quarters import group_of, judge_quarters, looked_at
from scorer.vision.innsmouth.symbols import numbers_of_symbols

# Ten rounds draw two sections each; a zigzag and the end bonuses add some.
_MOST_SECTIONS = 26
# What the closer look counts for: it learned from cities alone.
_CLOSER = 0.55


def decide_town(
    rectified: Rectified, picture: BoardPicture, town: Town, known: Known, *, by_hand: bool
) -> tuple[Doubt, ...]:
    """Return a doubt about every place of *town*, however sure.

    Parameters
    ----------
    rectified : Rectified
        The photo laid over the town's printed page.
    picture : BoardPicture
        What is printed, with the signs beside the map in the board's ``cafe_area``.
    town : Town
    known : Known
        What counts as evidence beside the ink.
    by_hand : bool
        Whether a person set the corners: then the photo need not show the whole map.
    """
    ink = find_ink(rectified)
    layers = Layers.of(rectified, ink)
    found = find_sections(ink, rectified, town.board)
    chances, sections = section_doubts(layers, town, found)
    inked = np.asarray((ink.strength > INKED) * 255, np.uint8)
    drawn = [one.stroke_px for one in found if chances[one.road] > 0.5]
    taken = strokes.along(drawn, inked, pen_width(inked))
    whole = not by_hand or bool(rectified.seen.all())
    looked = looked_at(layers, town.board)
    first = find_shapes(ink, taken, looked, rectified, town.board, through=True)
    closer = closer_look(ink, rectified, town.board)
    crowds = look_closer(first, closer, False, ink.grey, worth=_CLOSER)
    strange = picture.strange
    signs = sign_doubts(layers, Beside.of(picture.board), town, known, strange=strange)
    ringed = [d.confidence if d.read else 1 - d.confidence for d in signs if d.where == NAME]
    symbols = numbers_of_symbols(town, known, ringed[0] if ringed else None)
    quarters = judge_quarters(crowds, known, whole, strange=strange, symbols=symbols, first=first)
    filled = {Location.parse(d.where) for d in quarters if d.kind == "tourists" and d.read}
    settled = settled_sections(sections, chances, filled, _MOST_SECTIONS, town.board)
    doubts = [doubt for doubt, _ in settled]
    after = {RoadId.parse(d.where): d.confidence if d.read else 1 - d.confidence for d in doubts}
    doubts += quarters + place_doubts(layers, town, known, after) + signs
    return tuple(doubts if whole else doubted_outside(doubts, rectified, town))


def marks_of(doubts: tuple[Doubt, ...]) -> InnsmouthMarks:
    """Return the marks that *doubts* about all places read, sure or not."""
    read = [doubt for doubt in doubts if doubt.read and doubt.read != "none"]

    def where(kind: str) -> list[Doubt]:
        return [doubt for doubt in read if doubt.kind == kind]

    # Which bonuses are circled is known where each has a sign that was looked at.
    signs = {bonus_of(doubt.where) for doubt in doubts if doubt.kind == "bonus"}
    names = [bool(doubt.read) for doubt in doubts if doubt.where == NAME]
    bonuses = [(bonus_of(doubt.where), doubt.read) for doubt in where("bonus")]
    return InnsmouthMarks(
        sections=NameSet(RoadId.parse(doubt.where) for doubt in where("section")),
        tourists={Location.parse(d.where): group_of(d.read) for d in where("tourists")},
        threats={Location.parse(d.where): d.read for d in where("threats")},
        caches=NameSet(doubt.where for doubt in where("cache")),
        rings=NameSet(doubt.where for doubt in where("ring")),
        circled=tuple(bonus for bonus, _ in bonuses) if signs == {*Bonus} else None,
        used=tuple(bonus for bonus, mark in bonuses if mark == "used"),
        ringed_name=names[0] if names else None,
    )
