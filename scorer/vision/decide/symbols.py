"""Symbols beside the map, judged as cafés are: bonuses circled or used, tickets held."""

import numpy as np

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.decide.seen import Judged, Seen
from scorer.vision.decide.singlemarks import judge_cafes
from scorer.vision.doubts import CAFE_WORDS, Doubt
from scorer.vision.evidence.cafes import CafeEvidence, find_cafes
from scorer.vision.evidence.offmap import symbol_chances, symbols_as_cafes

# Rings beside the map are always asked about.
_MOST_SURE = 0.9
# A symbol of which more than this share was not seen is asked about, and how sure it is that
# nothing is drawn there.
_HIDDEN, _NOT_SEEN = 0.3, 0.6


def judge_symbols(seen: Seen) -> list[Judged]:
    """Judge the symbols beside the map of a photo, which no section reaches."""
    symbols = symbols_as_cafes(seen.board)
    nothing = np.zeros_like(seen.inked)
    cafes = find_cafes(seen.ink, nothing, seen.pen_px, seen.rectified, symbols)
    judged = judge_cafes(cafes, symbol_chances(seen.layers, symbols), {})
    return judged_symbols(seen.board, cafes, judged)


def judged_symbols(
    board: Board, cafes: tuple[CafeEvidence, ...], judged: list[Judged]
) -> list[Judged]:
    """Return what was *judged* of symbols taken for *cafes* as what they are on *board*.

    A ticket is held or not: nobody crosses one out. What was not seen, as where the photo shows
    the map alone, is asked about.
    """
    tickets = {symbol.id for symbol in board.cafe_area if symbol.dock is not None}
    found = []
    for cafe, one in zip(cafes, judged, strict=True):
        unseen = cafe.ring.unseen > _HIDDEN
        doubt = _not_seen(one.doubt) if unseen else _capped(one.doubt)
        found.append(replace(one, doubt=_of_symbol(doubt, ticket=doubt.where in tickets)))
    return found


def _capped(doubt: Doubt) -> Doubt:
    """Return *doubt* never quite sure of a ring: rings of neighbours reach into each other."""
    if doubt.read == CAFE_WORDS[0]:
        return doubt
    return replace(doubt, confidence=min(doubt.confidence, _MOST_SURE))


def _not_seen(doubt: Doubt) -> Doubt:
    none, *others = CAFE_WORDS
    return replace(
        doubt, read=none, confidence=_NOT_SEEN, alternatives=tuple(others), reason="glare"
    )


def _of_symbol(doubt: Doubt, *, ticket: bool) -> Doubt:
    """Return the *doubt* about a café as one about a ticket or a bonus."""
    if not ticket:
        return replace(doubt, kind="cafe-area")
    read = doubt.read != CAFE_WORDS[0]
    reason = doubt.reason if doubt.reason != "crossed out or not" else "faint"
    return replace(doubt, kind="ticket", read=read, alternatives=(not read,), reason=reason)
