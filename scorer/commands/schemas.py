"""JSON schemas of everything that the command reads and prints."""

import re
from inspect import cleandoc
from typing import Any

from scorer.commands.formats import ReadAndScored, Scored
from scorer.rules.board.geometry import GeometryFile
from scorer.rules.innsmouth.filled import InnsmouthBoard
from scorer.rules.innsmouth.playing import Advice, CheckState
from scorer.rules.innsmouth.table import InnsmouthGame, InnsmouthResult
from scorer.rules.innsmouth.written import InnsmouthSheet
from scorer.rules.jsonfile.schema import schema_data
from scorer.rules.judge.claim import WrittenClaim
from scorer.rules.judge.judge import Verdict
from scorer.rules.phototour.game import PhotoTour
from scorer.rules.phototour.result import Result as PhotoTourResult
from scorer.rules.position.marks import Marks
from scorer.rules.position.saved import SavedBoard
from scorer.rules.position.setup import Setup
from scorer.rules.table.game import Game
from scorer.rules.table.written import WrittenTable
from scorer.rules.ticket_to_ride.game import TicketToRide
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.ticket_to_ride.result import Result as TicketToRideResult
from scorer.vision.innsmouth.written import WrittenTownReading
from scorer.vision.links.written import WrittenLinks
from scorer.vision.placesfile import PlacesFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FORMATS: dict[str, Any] = {
    "marks": Marks,
    "setup": Setup,
    "board": SavedBoard,
    "reading": ReadAndScored,
    "places": PlacesFile,
    "sheet": Scored,
    "game": Game,
    "table": WrittenTable,
    "claim": WrittenClaim,
    "verdict": Verdict,
    "geometry": GeometryFile,
    "phototour": PhotoTour,
    "phototour-result": PhotoTourResult,
    "ticket-to-ride": TicketToRide,
    "ticket-to-ride-result": TicketToRideResult,
    "ticket-map": TicketMap,
    "innsmouth": InnsmouthBoard,
    "innsmouth-sheet": InnsmouthSheet,
    "innsmouth-game": InnsmouthGame,
    "innsmouth-result": InnsmouthResult,
    "check": CheckState,
    "advice": Advice,
    "links-reading": WrittenLinks,
    "innsmouth-reading": WrittenTownReading,
}
# What is written; the others are read.
PRINTED = (
    *("reading", "places", "sheet", "table", "verdict"),
    *("phototour-result", "ticket-to-ride-result", "innsmouth-sheet", "innsmouth-result", "advice"),
    *("links-reading", "innsmouth-reading"),
)


class UnknownFormatError(ValueError):
    """A name that no format has, with those there are."""


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of the format called *name*.

    Raises
    ------
    UnknownFormatError
        If there is none of that name.
    """
    if name not in FORMATS:
        raise UnknownFormatError(f"unknown format {name!r}; known are {', '.join(FORMATS)}")
    plain: dict[str, Any] = _worded(schema_data(FORMATS[name], written=name in PRINTED))
    return {"$schema": DIALECT, **plain}


def all_schemas() -> dict[str, dict[str, Any]]:
    """Return every format's schema by its name."""
    return {name: schema_of(name) for name in FORMATS}


def _worded(part: Any) -> Any:
    """Return *part* of a schema with its descriptions as plain prose."""
    if isinstance(part, list):
        return [_worded(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    told = {key: _worded(inner) for key, inner in part.items()}
    if isinstance(told.get("description"), str):
        told["description"] = re.sub(r"`+", "`", cleandoc(told["description"]))
    return told
