"""The text of a JSON file: its encoding, the line where it breaks off, keys that come twice."""

import json
import re
from typing import Any

from scorer.rules.notation import RulesError

_UTF8_MARK = b"\xef\xbb\xbf"
# The marks that editors put first; four-byte ones before the two-byte ones they start with.
_OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
# What is escaped in a string, by 16 bits: many characters take two such halves.
_ESCAPED = re.compile(
    rb"(?s)\\(?:u(?:(?P<first>[dD][89abAB])|(?P<last>[dD][c-fC-F]))?[0-9a-fA-F]{2}|.)"
)
# What is left of a second half where a text ends in the middle of it.
_CUT = re.compile(rb"(?:\\u?[0-9a-fA-F]{0,3})?\s*")
_BYTE = re.compile(r" \(byte (\d+)\)$")


class JsonError(RulesError):
    """Data that is no JSON of the expected shape, with where it goes wrong."""


class DoubleKeyError(JsonError):
    """An object has a key twice, with its path."""


class _DoubleKey(Exception):
    """Stops the look for a key that is there twice."""


def plain_utf8(data: bytes) -> bytes:
    """Return *data*, a text, without its byte order mark.

    Raises
    ------
    JsonError
        If it is no UTF-8, or nothing, saying what it is.
    """
    if data.startswith(_UTF8_MARK):
        data = data[len(_UTF8_MARK) :]
    encoding = next((name for mark, name in _OTHER_MARKS if data.startswith(mark)), None)
    # Without a mark, text of two bytes a letter shows in the zeros beside plain letters.
    if encoding is None and b"\x00" in data[:4]:
        encoding = "UTF-16" if data[:4].count(0) < 3 else "UTF-32"
    if encoding:
        raise JsonError(f"the text is in {encoding}; save it as UTF-8")
    if not data.strip():
        raise JsonError("there is nothing in it")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise JsonError(
            f"line {line} is not in UTF-8 (byte 0x{data[error.start]:02x}, perhaps of "
            "Windows-1252 or another old encoding); save it as UTF-8"
        ) from error
    return data


def with_line(message: str, text: bytes) -> str:
    """Return *message* with the line and the character in place of the byte."""
    # The decoder may look for the other half behind the end, and take the text for cut off.
    half = _lone_half(text) if "truncated" in message or "surrogate" in message else None
    if half:
        told = f"{half[0].decode()} is half a character; write the whole one"
        return told + _line_of(half.start(), text)
    found = _BYTE.search(message)
    if not found:
        return message
    return message[: found.start()] + _line_of(int(found[1]), text)


def _line_of(byte: int, text: bytes) -> str:
    before = text[:byte].decode(errors="ignore")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return f" (line {line}, character {column})"


def _lone_half(text: bytes) -> re.Match[bytes] | None:
    """Return the first escaped half of a character in *text* without the half it belongs to."""
    halves = (found for found in _ESCAPED.finditer(text) if found["first"] or found["last"])
    for found in halves:
        if found["first"]:
            after = _ESCAPED.match(text, found.end())
            if after and after["last"]:
                next(halves)
            elif not _CUT.fullmatch(text, found.end()):
                return found
        else:
            return found
    return None


def refuse_double_keys(data: bytes, start: str = "$") -> None:
    """Refuse the JSON *data* if an object in it has a key twice.

    Decoders take the last one, so that what stood under the first would count for nothing.

    Raises
    ------
    DoubleKeyError
        With the path of the second one.
    """
    try:
        # Most files have none: then neither objects nor numbers are made.
        json.loads(data, object_pairs_hook=_looked_at, parse_int=str, parse_float=str)
    except _DoubleKey:
        whole = json.loads(data, object_pairs_hook=_Pairs, parse_int=str, parse_float=str)
        path, key = _double_key(whole)
        told = f"{start}{path}: the key `{key}` is there twice; leave one out"
        raise DoubleKeyError(told) from None
    except RecursionError as error:
        raise JsonError("nested too deeply") from error


class _Pairs(list[tuple[str, Any]]):
    """An object with all that stands in it, a key twice too."""


def _looked_at(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise _DoubleKey


def _double_key(whole: Any) -> tuple[str, str]:
    """Return the path of the first key that is there twice in *whole*, and the key."""
    left: list[tuple[str, Any]] = [("", whole)]
    while left:
        path, value = left.pop()
        inside: list[tuple[str, Any]] = []
        if isinstance(value, _Pairs):
            inside = [(path + key_shown(key), one) for key, one in value]
            seen = set[str]()
            for key, _ in value:
                if key in seen:
                    return path + key_shown(key), key
                seen.add(key)
        elif isinstance(value, list):
            inside = [(f"{path}[{i}]", one) for i, one in enumerate(value)]
        left += reversed(inside)
    raise AssertionError("no key is there twice")


def key_shown(key: str) -> str:
    """Return *key* as it stands in a path; an empty one would not be seen."""
    return f".{key}" if key else '[""]'
