"""What a decoder's message is about: the path of the bad value, and what might stand there."""

import re
from collections.abc import Callable
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from scorer.rules.jsonfile.text import key_shown
from scorer.rules.jsonfile.words import plain

_AT = re.compile(r"(?s)(?P<message>.*?) - at (?P<key>`key` in )?`(?P<path>\$.*)`")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_INNER = re.compile(r"(?s)(?P<path>(?:\[\d+\]|\.\w+)+): (?P<message>.*)")


# Returns data as a value of a type of our own.
Hook = Callable[[Any, Any], Any]


def told(message: str, text: bytes, type_: Any, hook: Hook) -> str:
    """Return the *message* about a *text* that is no *type_*, in plain words.

    In front stands the path behind the start, every key in it named; behind, what is known there.

    Parameters
    ----------
    hook : callable
        The ``dec_hook`` that *text* was decoded with.
    """
    known = _known_keys(message, type_) + _known_values(message, type_)
    found = _AT.fullmatch(message)
    if not found:
        return f": {plain(message)}{known}"
    try:
        path = _path(found, text, type_, hook)
    except (msgspec.DecodeError, RecursionError):
        # Numbers beyond all bounds and deep nests cannot be decoded freely.
        path = found["path"][1:]
    further, said = _own_path(found["message"])
    return f"{path}{further}: {plain(said)}{known}"


def parted(message: str) -> tuple[str, str]:
    """Return the path behind the start that a *message* tells, and what it says."""
    found = _AT.fullmatch(message)
    path, said = (found["path"][1:], found["message"]) if found else ("", message)
    further, said = _own_path(said)
    return path + further, said


def _own_path(message: str) -> tuple[str, str]:
    """Return the path that a type of our own put before its *message*, and the rest."""
    found = _INNER.fullmatch(message)
    return (found["path"], found["message"]) if found else ("", message)


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


def _path(found: re.Match[str], text: bytes, type_: Any, hook: Hook) -> str:
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
            step = steps[i] = _first_bad_key(whole, steps[:i], at, type_, hook)
            # Nothing but that key is left there, so that what follows is about it.
            whole = _replaced(whole, steps[:i], {step: at[step]})
        at = at[step]
        shown += f"[{step}]" if isinstance(step, int) else key_shown(str(step))
    return shown


def _first_bad_key(
    whole: Any, steps: list[str | int | None], at: dict[str, Any], type_: Any, hook: Hook
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
            msgspec.json.decode(replaced, type=type_, dec_hook=hook)
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
