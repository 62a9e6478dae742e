"""JSON schemas of everything that the command reads and prints."""

import re
from inspect import cleandoc
from typing import Any

import msgspec

from scorer.formats import ReadingFile, ScoredFile, TableFile, VerdictFile
from scorer.rules.game import GameFile
from scorer.rules.geometry import GeometryFile
from scorer.rules.judge.claim import ClaimFile
from scorer.rules.marks import BoardFile, MarksFile, SetupFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FORMATS: dict[str, Any] = {
    "marks": MarksFile,
    "setup": SetupFile,
    "board": BoardFile,
    "reading": ReadingFile,
    "sheet": ScoredFile,
    "game": GameFile,
    "table": TableFile,
    "claim": ClaimFile,
    "verdict": VerdictFile,
    "geometry": GeometryFile,
}


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
    plain: dict[str, Any] = _worded(msgspec.json.schema(FORMATS[name]))
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
