"""A small JSON Schema checker for tests: the words that our schemas use, and no other."""

import re
from typing import Any

NUMBERS = {"integer": (int,), "number": (int, float)}
PLAIN = {"string": str, "boolean": bool, "null": type(None), "array": list, "object": dict}
# Words that constrain nothing.
SILENT = {"title", "examples", "description", "default", "$defs", "$schema"}


def check(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str = "$") -> list[str]:
    """Return what in *value* breaks *schema*, each with its path."""
    wrong: list[str] = []
    for word, asked in schema.items():
        if word in SILENT:
            continue
        if word not in WORDS:
            raise AssertionError(f"{path}: the checker does not know {word!r}")
        wrong += WORDS[word](value, asked, schema, root, path)
    return wrong


def _ref(value: Any, asked: str, schema: Any, root: dict[str, Any], path: str) -> list[str]:
    return check(value, root["$defs"][asked.removeprefix("#/$defs/")], root, path)


def _type(value: Any, asked: str, schema: Any, root: Any, path: str) -> list[str]:
    if asked in NUMBERS:
        fits = isinstance(value, NUMBERS[asked]) and not isinstance(value, bool)
    else:
        fits = isinstance(value, PLAIN[asked])
    return [] if fits else [f"{path}: no {asked}"]


def _properties(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    shared = [key for key in asked if key in value]
    return [
        wrong for key in shared for wrong in check(value[key], asked[key], root, f"{path}.{key}")
    ]


def _more(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    more = [key for key in value if key not in schema.get("properties", {})]
    if asked is False:
        return [f"{path}.{key}: unknown" for key in more]
    return [wrong for key in more for wrong in check(value[key], asked, root, f"{path}.{key}")]


def _required(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    missing = [key for key in asked if isinstance(value, dict) and key not in value]
    return [f"{path}.{key}: missing" for key in missing]


def _items(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    start = len(schema.get("prefixItems", []))
    if not isinstance(value, list) or asked is False:
        return [f"{path}: too long"] if isinstance(value, list) and len(value) > start else []
    rest = enumerate(value[start:], start)
    return [wrong for i, item in rest for wrong in check(item, asked, root, f"{path}[{i}]")]


def _prefix(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    if not isinstance(value, list):
        return []
    pairs = enumerate(zip(value, asked, strict=False))
    return [wrong for i, (item, of) in pairs for wrong in check(item, of, root, f"{path}[{i}]")]


def _any_of(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    tried = [check(value, option, root, path) for option in asked]
    return [] if not all(tried) else [f"{path}: fits none of {len(asked)}: {tried}"]


def _enum(value: Any, asked: Any, schema: Any, root: Any, path: str) -> list[str]:
    return [] if value in asked else [f"{path}: {value!r} is none of {asked}"]


def _at_least(value: Any, asked: int, schema: Any, root: Any, path: str) -> list[str]:
    short = isinstance(value, list | str) and len(value) < asked
    return [f"{path}: shorter than {asked}"] if short else []


def _at_most(value: Any, asked: int, schema: Any, root: Any, path: str) -> list[str]:
    long = isinstance(value, list | str) and len(value) > asked
    return [f"{path}: longer than {asked}"] if long else []


def _pattern(value: Any, asked: str, schema: Any, root: Any, path: str) -> list[str]:
    fits = not isinstance(value, str) or re.search(asked, value)
    return [] if fits else [f"{path}: {value!r} is not like {asked}"]


def _unique(value: Any, asked: bool, schema: Any, root: Any, path: str) -> list[str]:
    told = [repr(one) for one in value] if isinstance(value, list) else []
    return [f"{path}: something is there twice"] if asked and len(set(told)) < len(told) else []


def _minimum(value: Any, asked: float, schema: Any, root: Any, path: str) -> list[str]:
    small = isinstance(value, int | float) and value < asked
    return [f"{path}: less than {asked}"] if small else []


def _maximum(value: Any, asked: float, schema: Any, root: Any, path: str) -> list[str]:
    large = isinstance(value, int | float) and value > asked
    return [f"{path}: more than {asked}"] if large else []


WORDS: dict[str, Any] = {
    "$ref": _ref,
    "type": _type,
    "properties": _properties,
    "additionalProperties": _more,
    "required": _required,
    "items": _items,
    "prefixItems": _prefix,
    "anyOf": _any_of,
    "enum": _enum,
    "uniqueItems": _unique,
    "minItems": _at_least,
    "maxItems": _at_most,
    "minLength": _at_least,
    "maxLength": _at_most,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
}
