"""Values from JSON and back: any common encoding, every refusal with the path of the value.

A type of its own that is no struct tells how it stands in JSON: names in notation are
strings, a ``NameSet`` is a list, and what has ``from_json`` and ``to_json`` says it there.
"""

from typing import Any, TypeVar, get_args, get_origin

import msgspec

from scorer.rules.jsonfile.places import parted, told
from scorer.rules.jsonfile.text import JsonError, plain_utf8, refuse_double_keys, with_line
from scorer.rules.notation import NameSet

T = TypeVar("T")


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


def _decoded(text: bytes, type_: type[T], start: str) -> T:
    try:
        return msgspec.json.decode(text, type=type_, dec_hook=value_from)
    except msgspec.ValidationError as error:
        raise JsonError(start + told(str(error), text, type_, value_from)) from error
    except msgspec.DecodeError as error:
        raise JsonError(with_line(str(error), text)) from error
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
            path, said = parted(str(error))
            raise ValueError(f"[{i}]{path}: {said}") from error
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
