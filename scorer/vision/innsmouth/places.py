"""Sections, caches, rings, and the signs beside the map: by the networks, and by the game."""

from collections.abc import Iterator, Mapping

import numpy as np

from scorer.rules.board.board import Point, RoadKind
from scorer.rules.innsmouth.pieces import Character, Threat
from scorer.rules.innsmouth.town import NAME, Town
from scorer.rules.notation import RoadId
from scorer.rules.values import replace
from scorer.vision.decide.odds import log_odds, logistic
from scorer.vision.decide.singlemarks import judge_sections
from scorer.vision.doubts import Doubt
from scorer.vision.evidence.networks import averaged
from scorer.vision.evidence.networks.patches import Layers, point_patches, road_patches
from scorer.vision.evidence.sections import SectionEvidence
from scorer.vision.geometry import Rectified
from scorer.vision.innsmouth.known import Known
from scorer.vision.innsmouth.patches import Beside, places_of, sign_patches

# What a sign beside the map may carry, in the network's order.
SIGN_MARKS = ("none", "circled", "used")
_SUREST = 8.0
# Log odds of a diagonal: a game draws three at most, and none is printed.
_DIAGONAL = -1.5
# How likely a board's caches are no card's, or not those of the card that is known.
_NO_CARD, _OTHER_CARD = 0.02, 0.03
_USUAL_CACHES = 5
# Log odds of a ring: where no cache or shelter is, on the board of anybody but a Detective, and
# of a Detective where a section ends or none does.
_NO_PLACE, _NO_DETECTIVE, _REACHED, _NOT_REACHED = -5.0, -4.0, 1.0, -3.0
# Log odds of what is circled beside the map, by the character's card and by the threat.
_OF_THE_CARD, _OF_NO_CARD, _SKIPPED, _NO_SKIP = 3.0, -3.0, 2.5, -4.0
# A place of which more than this share was not seen is never surer than that.
_HIDDEN, _MOST_HIDDEN, _REACH_MM = 0.3, 0.9, 4.0
# Nor is a sign on print that no network learned from.
_MOST_STRANGE = 0.9


def section_doubts(
    layers: Layers, town: Town, strokes: tuple[SectionEvidence, ...]
) -> tuple[dict[RoadId, float], list[Doubt]]:
    """Return the chances of sections on roads and diagonals of *town*, and the doubts."""
    roads, pictures = road_patches(layers, town.board)
    known = dict(zip(roads, averaged.town_drawn(pictures).tolist(), strict=True))
    for road in town.board.roads:
        if road.kind is RoadKind.DIAGONAL:
            known[road.id] = logistic(log_odds(known[road.id], _SUREST) + _DIAGONAL)
    chances, judged = judge_sections(strokes, known)
    return chances, [one.doubt for one in judged]


def place_doubts(
    layers: Layers, town: Town, known: Known, sections: Mapping[RoadId, float]
) -> list[Doubt]:
    """Return the doubts about caches and rings at all places where these may be."""
    places = places_of(town)
    seen = averaged.town_points(point_patches(layers, town.board, tuple(places.values())))
    hidden = {place: _unseen(layers, xy) for place, xy in places.items()}
    cached = cache_chances(dict(zip(places, seen[:, 4].tolist(), strict=True)), town, known)
    shelters = {shelter.at for shelter in town.shelters}
    found = []
    for place, ringed in zip(places, seen[:, 3].tolist(), strict=True):
        most = _MOST_HIDDEN if hidden[place] > _HIDDEN else 1.0
        found.append(_yes_or_no("cache", place, cached[place], most, hidden[place]))
        odds = log_odds(ringed, _SUREST)
        if place not in shelters and cached[place] < 0.5:
            odds += _NO_PLACE
        odds += _ring_odds(place, town, known, sections)
        found.append(_yes_or_no("ring", place, logistic(odds), most, hidden[place]))
    return found


def _ring_odds(place: str, town: Town, known: Known, sections: Mapping[RoadId, float]) -> float:
    """Return what the character, and the sections that end at a place, say about a ring there."""
    if known.character not in (None, Character.DETECTIVE):
        return _NO_DETECTIVE
    ends = [
        chance for road, chance in sections.items()
        if place == str(road) or place in (str(end) for end in road.ends)
    ]  # fmt: skip
    none = float(np.prod([1 - chance for chance in ends])) if ends else 1.0
    return _REACHED * (1 - none) + _NOT_REACHED * none


def cache_chances(chances: Mapping[str, float], town: Town, known: Known) -> dict[str, float]:
    """Return the chance of a cache at every place: a card names all of them together.

    Parameters
    ----------
    chances : mapping of str to float
        By the ink alone.
    town : Town
        Its cache cards.
    known : Known
        The card in play, if somebody told it.
    """
    odds = {place: log_odds(chance, _SUREST) for place, chance in chances.items()}
    cards = _card_priors(town, known)
    # Likelihoods are beside that of no cache anywhere.
    weights = {
        places: float(np.log(prior)) + sum(odds.get(place, 0.0) for place in places)
        for places, prior in cards.items()
    }
    # Caches of no card may be at any place, a few of them on a board.
    usual = _USUAL_CACHES / max(len(odds), 1)
    free = sum(float(np.logaddexp(np.log(1 - usual), np.log(usual) + o)) for o in odds.values())
    anywhere = float(np.log(_NO_CARD)) + free
    top = max(anywhere, *weights.values()) if weights else anywhere
    shares = {places: float(np.exp(value - top)) for places, value in weights.items()}
    other = float(np.exp(anywhere - top))
    total = other + sum(shares.values())
    return {
        place: (
            sum(share for places, share in shares.items() if place in places)
            + other * chances[place]
        )
        / total
        for place in odds
    }


def _card_priors(town: Town, known: Known) -> dict[frozenset[str], float]:
    """Return how likely each card's places are before the ink is seen."""
    cards = {frozenset(places) for places in town.file.caches.values()}
    if known.caches is None:
        return {places: (1 - _NO_CARD) / len(cards) for places in cards}
    mine = frozenset(known.caches)
    others = cards - {mine}
    return {
        mine: 1 - _NO_CARD - _OTHER_CARD,
        **{places: _OTHER_CARD / len(others) for places in others},
    }


def sign_doubts(
    layers: Layers, beside: Beside, town: Town, known: Known, *, strange: bool
) -> list[Doubt]:
    """Return the doubts about the bonuses and the town's name, where they are on the page.

    On *strange* print none of them is sure, nor is one that the photo does not reach.
    """
    pictures = sign_patches(layers, town.board, beside)
    if not len(pictures):
        return []
    seen, found = averaged.town_points(pictures), []
    spots = [symbol.xy for symbol in beside.bonuses]
    for symbol, chances, xy in zip(beside.bonuses, seen, spots, strict=False):
        marks = dict(zip(SIGN_MARKS, chances[:3].tolist(), strict=True))
        if known.bonuses is not None:
            mine = sum(one.value == symbol.bonus for one in known.bonuses)
            alike = sum(one.bonus == symbol.bonus for one in beside.bonuses)
            if mine >= alike:
                marks = _weighed(marks, _OF_THE_CARD)
            elif not mine:
                marks = _weighed(marks, _OF_NO_CARD)
            # Else any of them may be the one that is circled.
        doubt = _sign_doubt("bonus", symbol.id, marks, _unseen(layers, xy))
        found.append(doubt if _in(layers.rectified, xy) else _outside(doubt))
    if beside.name is not None:
        (x0, y0), (x1, y1) = beside.name
        chance = float(seen[-1, 1:3].sum())
        if known.threat is not None:
            odds = _SKIPPED if known.threat is Threat.DEEP_ONES else _NO_SKIP
            chance = logistic(log_odds(chance, _SUREST) + odds)
        unseen = _unseen(layers, ((x0 + x1) / 2, (y0 + y1) / 2))
        most = _MOST_HIDDEN if unseen > _HIDDEN else 1.0
        doubt = _yes_or_no("name", NAME, chance, most, unseen)
        reached = all(_in(layers.rectified, xy) for xy in _along(*beside.name))
        found.append(doubt if reached else _outside(doubt))
    return [_unsure(doubt) for doubt in found] if strange else found


def _along(left: Point, right: Point) -> Iterator[Point]:
    """Yield places on the name between both ends of its plate, which may reach beyond the page."""
    for share in (0.2, 0.5, 0.8):
        yield left[0] + share * (right[0] - left[0]), left[1] + share * (right[1] - left[1])


def _unsure(doubt: Doubt) -> Doubt:
    return replace(doubt, confidence=min(doubt.confidence, _MOST_STRANGE))


def _weighed(marks: dict[str, float], odds: float) -> dict[str, float]:
    """Return the chances of a sign's *marks* with log *odds* of any from elsewhere."""
    none = logistic(log_odds(marks["none"], _SUREST) - odds)
    rest = max(1 - marks["none"], 1e-9)
    return {mark: none if mark == "none" else chance * (1 - none) / rest
            for mark, chance in marks.items()}  # fmt: skip


def _sign_doubt(kind: str, where: str, marks: dict[str, float], unseen: float) -> Doubt:
    first, *others = sorted(marks, key=lambda mark: -marks[mark])
    most = _MOST_HIDDEN if unseen > _HIDDEN else 1.0
    reason = "glare" if unseen > _HIDDEN else "crossed out or not"
    return Doubt(kind, where, first, min(most, marks[first]), tuple(others), reason)


def _yes_or_no(kind: str, where: str, chance: float, most: float, unseen: float) -> Doubt:
    read = chance > 0.5
    sure = min(most, max(chance, 1 - chance))
    reason = "glare" if unseen > _HIDDEN else "faint"
    return Doubt(kind, where, read, sure, (not read,), reason)


def _unseen(layers: Layers, xy: tuple[float, float]) -> float:
    """Return the share of the ground round a place that a reflection hides."""
    steps = np.linspace(-_REACH_MM, _REACH_MM, 9)
    around = np.array(xy) + np.stack(np.meshgrid(steps, steps), axis=-1)
    seen = layers.at(layers.scale.places(around[None]))[0, ..., -1]
    return float(1 - seen.mean())


def doubted_outside(doubts: list[Doubt], rectified: Rectified, town: Town) -> list[Doubt]:
    """Return *doubts* with every place that the photo does not reach asked about."""
    places = places_of(town)
    roads = {str(road.id): road.path for road in town.board.roads}
    cells = {str(cell.location): cell.polygon for cell in town.board.cells}
    found = []
    for doubt in doubts:
        points = roads.get(doubt.where) or cells.get(doubt.where)
        spots = points if points else (places.get(doubt.where),)
        found.append(doubt if all(_in(rectified, xy) for xy in spots if xy) else _outside(doubt))
    return found


def _in(rectified: Rectified, xy: tuple[float, float]) -> bool:
    x, y = (round(value) for value in rectified.to_px(xy))
    height, width = rectified.seen.shape
    return 0 <= x < width and 0 <= y < height and bool(rectified.seen[y, x])


def _outside(doubt: Doubt) -> Doubt:
    return replace(
        doubt, confidence=min(doubt.confidence, _MOST_HIDDEN), reason="outside the photo"
    )
