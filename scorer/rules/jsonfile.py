"""Values from JSON and back: any common encoding, every refusal with the path of the value.

A type of its own that is no struct tells how it stands in JSON: names in notation are
strings, a ``NameSet`` is a list, and what has ``from_json`` and ``to_json`` says it there.
"""

import json
import re
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UnsetType

from scorer.rules.jsonwords import plain
from scorer.rules.notation import NameSet, RulesError

T = TypeVar("T")

_UTF8_MARK = b"\xef\xbb\xbf"
# The marks that editors put first; four-byte ones before the two-byte ones they start with.
_OTHER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_AT = re.compile(r"(?s)(?P<message>.*?) - at (?P<key>`key` in )?`(?P<path>\$.*)`")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_INNER = re.compile(r"(?s)(?P<path>(?:\[\d+\]|\.\w+)+): (?P<message>.*)")
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


def decode_json(data: bytes, type_: type[T], *, start: str = "$") -> T:
    """Return *data* as a *type_*; a byte order mark of UTF-8 is passed over.

    Parameters
    ----------
    start : str
        Where *data* stood in a larger file: what paths start with.

    Raises
    ------
    JsonError
        If *data* is no UTF-8, no JSON or no *type_*, or an object in it has a key twice: the
        encoding, the line, or the path of the bad value (``$.players[1].marks.tourists.B3``)
        and what is wrong with it.
    """
    text = plain_utf8(data)
    found = _decoded(text, type_, start)
    refuse_double_keys(text, start)
    return found


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
            inside = [(path + _shown(key), one) for key, one in value]
            seen = set[str]()
            for key, _ in value:
                if key in seen:
                    return path + _shown(key), key
                seen.add(key)
        elif isinstance(value, list):
            inside = [(f"{path}[{i}]", one) for i, one in enumerate(value)]
        left += reversed(inside)
    raise AssertionError("no key is there twice")


def _decoded(text: bytes, type_: type[T], start: str) -> T:
    try:
        return msgspec.json.decode(text, type=type_, dec_hook=value_from)
    except msgspec.ValidationError as error:
        told = _with_path(str(error), text, type_)
        known = _known_keys(str(error), type_) + _known_values(str(error), type_)
        raise JsonError(start + told + known) from error
    except msgspec.DecodeError as error:
        raise JsonError(_with_line(str(error), text)) from error
    except RecursionError as error:
        raise JsonError("nested too deeply") from error


def from_data(data: Any, type_: type[T], *, start: str = "$") -> T:
    """Return *data*, lists and dicts as JSON has them, as a *type_*.

    Raises
    ------
    JsonError
        If *data* is no *type_*, with the path of the bad value behind *start*.
    """
    # By way of bytes: ``msgspec.convert`` leaves the keys of objects as they are.
    return _decoded(plain_utf8(msgspec.json.encode(data)), type_, start)


def to_data(value: Any) -> Any:
    """Return *value* as lists and dicts, as they stand in JSON; inverse of ``from_data``."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=data_of))


def build_decoders() -> None:
    """Build the tables of all our structs by which msgspec decodes them.

    msgspec builds them when they are first needed. Two threads that do so at once crash the
    process: a program with threads calls this before it starts them.
    """
    waiting: list[type[msgspec.Struct]] = [msgspec.Struct]
    while waiting:
        found = [one for one in waiting.pop().__subclasses__() if one not in waiting]
        waiting += found
        for struct in found:
            if struct.__module__.partition(".")[0] == __name__.partition(".")[0]:
                msgspec.json.Decoder(struct, dec_hook=value_from)


def schema_data(type_: Any, *, written: bool = False) -> dict[str, Any]:
    """Return the JSON schema of *type_*.

    Parameters
    ----------
    written : bool
        Whether it is of what is written, where every key that is never left out is
        required; else of what is read, where keys with a default may be missing.
    """
    schema = msgspec.json.schema(type_, schema_hook=_schema)
    for part in _parts(type_, []):
        told = schema["$defs"].get(part.__name__, {})
        if written and issubclass(part, msgspec.Struct):
            fields = [one for one in msgspec.structs.fields(part) if _always(part, one)]
            told["required"] = [one.encode_name for one in fields]
        elif "enum" in told and hasattr(part, "schema"):
            del told["enum"]
            told.update(part.schema())
    return schema


def _parts(type_: Any, found: list[type]) -> list[type]:
    """Return the classes that values of *type_* are made of, behind those *found* before."""
    for inner in get_args(type_):
        _parts(inner, found)
    if isinstance(type_, type) and type_ not in found:
        found.append(type_)
        if issubclass(type_, msgspec.Struct):
            for field in msgspec.structs.fields(type_):
                _parts(field.type, found)
    return found


def _always(struct: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> bool:
    """Whether *field* of *struct* is written whatever its value."""
    if UnsetType in get_args(field.type):
        return False
    if not struct.__struct_config__.omit_defaults or field.required:
        return True
    # A default made by a function of our own is written (``kept``).
    return field.default is NODEFAULT and field.default_factory not in (list, dict, set)


def value_from(type_: Any, data: Any) -> Any:
    """Return *data* as the *type_* of our own; the ``dec_hook`` of decoders."""
    if type_ is object:
        return data
    origin = get_origin(type_) or type_
    if issubclass(origin, NameSet):
        members = _members(data, *(get_args(type_) or (origin.item,)))
        made = origin(members)
        made.given = members
        return made
    if hasattr(origin, "from_json"):
        return origin.from_json(data)
    if not isinstance(data, str):
        raise ValueError(f"Expected `str`, got `{_json_word(data)}`")
    return origin(data)


def _members(data: Any, type_: Any) -> list[Any]:
    """Return the *data* of a set as values of *type_*.

    Raises
    ------
    ValueError
        If it is no list, a member is no such value, or is named twice, with its path.
    """
    if not isinstance(data, list):
        raise ValueError(f"Expected `array`, got `{_json_word(data)}`")
    members: list[Any] = []
    for i, one in enumerate(data):
        try:
            member = msgspec.convert(one, type_, dec_hook=value_from)
        except msgspec.ValidationError as error:
            found = _AT.fullmatch(str(error))
            path, told = (found["path"][1:], found["message"]) if found else ("", str(error))
            inner = _INNER.fullmatch(told)
            path, told = (path + inner["path"], inner["message"]) if inner else (path, told)
            raise ValueError(f"[{i}]{path}: {told}") from error
        if member in members:
            raise ValueError(f"{member} is listed twice")
        members.append(member)
    return members


def _json_word(data: Any) -> str:
    words = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return words.get(type(data), "null")


def data_of(value: Any) -> Any:
    """Return a *value* of a type of our own as data; the ``enc_hook`` of encoders."""
    return value.to_json() if hasattr(value, "to_json") else str(value)


def _schema(type_: Any) -> dict[str, Any]:
    origin = get_origin(type_) or type_
    if issubclass(origin, NameSet):
        item = getattr(origin, "item", None)
        items = item.schema() if item else {"type": "string"}
        return {"type": "array", "items": items, "uniqueItems": True}
    return {"type": "string"}


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


def _with_line(message: str, text: bytes) -> str:
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


def _known_keys(message: str, type_: Any) -> str:
    """Return the keys there are, where *message* is about an unknown one."""
    if not message.startswith("Object contains unknown field"):
        return ""
    keys: dict[str, None] = {}
    for one in _types_at(_AT.fullmatch(message), type_):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            tag = one.__struct_config__.tag_field
            keys |= dict.fromkeys([tag] if tag else [])
            keys |= dict.fromkeys(field.encode_name for field in msgspec.structs.fields(one))
    return f"; known are {', '.join(keys)}" if keys else ""


def _known_values(message: str, type_: Any) -> str:
    """Return the words there are, where *message* is about one that is none of them."""
    found = _AT.fullmatch(message)
    told = found["message"] if found else message
    if not told.startswith("Invalid enum value"):
        return ""
    types = _types_at(found, type_)
    if found and found["key"]:
        types = [inner for one in types for inner in _plain_types(*get_args(one)[:1])]
    values = [str(value) for one in types for value in _words_of(one)]
    return f"; known are {', '.join(values)}" if values else ""


def _types_at(found: re.Match[str] | None, type_: Any) -> list[Any]:
    """Return the types of the value in a *type_* that a message, as *found*, is about."""
    types = _plain_types(type_)
    for step in _STEP.finditer(found["path"], 1) if found else ():
        types = [inner for one in types for inner in _types_inside(one, step)]
    return types


def _plain_types(*types: Any) -> list[Any]:
    """Return *types* without what is said about them, each of a union by itself."""
    found: list[Any] = []
    for one in types:
        if get_origin(one) is Annotated:
            found += _plain_types(get_args(one)[0])
        elif get_origin(one) in (Union, UnionType):
            found += _plain_types(*get_args(one))
        else:
            found.append(one)
    return found


def _types_inside(type_: Any, step: re.Match[str]) -> list[Any]:
    """Return the types that stand one *step* further in a value of *type_*."""
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
        fields = msgspec.structs.fields(type_)
        return _plain_types(*(one.type for one in fields if one.encode_name == step["name"]))
    inner = get_args(type_)
    if get_origin(type_) is dict:
        return _plain_types(inner[1])
    return _plain_types(*(one for one in inner if one is not ...)) if step["index"] else []


def _words_of(type_: Any) -> list[Any]:
    if isinstance(type_, type) and issubclass(type_, Enum):
        return [one.value for one in type_]
    return list(get_args(type_)) if get_origin(type_) is Literal else []


def _with_path(message: str, text: bytes, type_: Any) -> str:
    """Return *message* with the path behind the start in front, every key in it named."""
    found = _AT.fullmatch(message)
    if not found:
        return f": {plain(message)}"
    try:
        path = _path(found, text, type_)
    except (msgspec.DecodeError, RecursionError):
        # Numbers beyond all bounds and deep nests cannot be decoded freely.
        path = found["path"][1:]
    inner = _INNER.fullmatch(found["message"])
    if inner:
        return f"{path}{inner['path']}: {plain(inner['message'])}"
    return f"{path}: {plain(found['message'])}"


def _path(found: re.Match[str], text: bytes, type_: Any) -> str:
    """Return the path that *found* tells, and the keys that it leaves open as ``[...]``."""
    whole = msgspec.json.decode(text)
    steps: list[str | int | None] = []
    for told in _STEP.finditer(found["path"], 1):
        steps.append(told["name"] or (int(told["index"]) if told["index"] else None))
    if found["key"]:
        # What is told is the path of the object; the bad key itself is one step on.
        steps.append(None)
    shown, at = "", whole
    for i, step in enumerate(steps):
        if step is None and isinstance(at, dict):
            step = steps[i] = _first_bad_key(whole, steps[:i], at, type_)
            # Nothing but that key is left there, so that what follows is about it.
            whole = _replaced(whole, steps[:i], {step: at[step]})
        at = at[step]
        shown += f"[{step}]" if isinstance(step, int) else _shown(str(step))
    return shown


def _shown(key: str) -> str:
    """Return *key* as it stands in a path; an empty one would not be seen."""
    return f".{key}" if key else '[""]'


def _first_bad_key(
    whole: Any, steps: list[str | int | None], at: dict[str, Any], type_: Any
) -> str:
    """Return the first key of *at*, which lies at *steps* in *whole*, that spoils the decoding.

    Values are decoded one by one, so what is tried is how many may stay until it fails.
    """
    keys = list(at)
    good, bad = 0, len(keys)
    while bad - good > 1:
        middle = (good + bad) // 2
        part = {key: at[key] for key in keys[:middle]}
        try:
            replaced = msgspec.json.encode(_replaced(whole, steps, part))
            msgspec.json.decode(replaced, type=type_, dec_hook=value_from)
        except msgspec.ValidationError as error:
            # What lies behind may be wrong as well; then the start of *at* is still good.
            fits = _same_place(str(error), steps)
            good, bad = (good, middle) if fits else (middle, bad)
        else:
            good = middle
    return keys[bad - 1]


def _same_place(message: str, steps: list[str | int | None]) -> bool:
    """Whether *message* is about something below *steps*."""
    found = _AT.fullmatch(message)
    said = list(_STEP.finditer(found["path"], 1)) if found else []
    # What is wrong with a key is told with the path of the object that has it.
    deep = len(said) + bool(found and found["key"])
    return deep > len(steps) and all(
        place["any"] or step == (place["name"] or int(place["index"]))
        for place, step in zip(said, steps, strict=False)
    )


def _replaced(whole: Any, steps: list[str | int | None], part: Any) -> Any:
    """Return *whole* with *part* at *steps*."""
    if not steps:
        return part
    first, *rest = steps
    inner = _replaced(whole[first], rest, part)
    if isinstance(whole, list):
        return [inner if i == first else value for i, value in enumerate(whole)]
    return {**whole, first: inner}
