"""What the reader saw at every place, as ``reading.json``: who said what, and what was decided."""

from typing import Any

import msgspec

from scorer.vision.decide.seen import Place, Seen
from scorer.vision.doubts import SURE
from scorer.vision.placesfile import (
    FORMAT,
    Opinion,
    PlaceFile,
    PlacesFile,
    StepFile,
    WhyDoubtedFile,
)


def places_of(seen: Seen) -> PlacesFile:
    """Return what was seen at every place of a photo."""
    places = [_place(seen, place) for place in seen.doubts]
    return PlacesFile(FORMAT, seen.board.city, seen.board.id, SURE, places)


def _place(seen: Seen, place: Place) -> PlaceFile:
    kind, where = place
    doubt = seen.doubts[place]
    asked = WhyDoubtedFile(doubt.reason, list(doubt.alternatives))
    return PlaceFile(
        kind,
        where,
        network=_rounded(seen.network.get(place)),
        measured=_rounded(seen.measured.get(place)),
        game=_rounded(seen.game.get(place)),
        steps=_steps(seen, place),
        read=doubt.read,
        confidence=round(doubt.confidence, 4),
        doubt=asked if doubt.confidence < SURE else None,
    )


def _steps(seen: Seen, place: Place) -> list[StepFile]:
    """Return what each step made of a place, without those that left it as it was."""
    found: list[StepFile] = []
    for step, doubts in seen.steps:
        if place in doubts:
            doubt = doubts[place]
            after = StepFile(step.value, doubt.read, round(doubt.confidence, 4))
            before = found[-1] if found else None
            if before is None or (before.read, before.confidence) != (after.read, after.confidence):
                found.append(after)
    return found


def _rounded(opinion: Opinion | None) -> Opinion | None:
    """Return *opinion* with figures that a person can read."""
    return msgspec.convert(_shorter(msgspec.to_builtins(opinion)), Opinion | None)


def _shorter(value: Any) -> Any:
    match value:
        case float():
            return round(value, 4)
        case dict():
            return {key: _shorter(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_shorter(inner) for inner in value]
        case _:
            return value
