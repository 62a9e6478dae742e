"""JSON from outside: any common encoding told apart, every refusal with the path of the value."""

import re
from typing import Any, TypeVar

import msgspec

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
_BYTE = re.compile(r" \(byte (\d+)\)$")


class JsonError(ValueError):
    """Data that is no JSON of the expected shape, with where it goes wrong."""


def decode_json(data: bytes, type_: type[T], *, start: str = "$") -> T:
    """Return *data* as a *type_*; a byte order mark of UTF-8 is passed over.

    Parameters
    ----------
    start : str
        Where *data* stood in a larger file: what paths start with.

    Raises
    ------
    JsonError
        If *data* is no UTF-8, no JSON or no *type_*: the encoding, the line, or the path of
        the bad value (``$.players[1].marks.tourists.B3``) and what is wrong with it.
    """
    text = _utf8(data)
    try:
        return msgspec.json.decode(text, type=type_)
    except msgspec.ValidationError as error:
        told = _with_path(str(error), text, type_)
        raise JsonError(start + told + _known_keys(told, type_)) from error
    except msgspec.DecodeError as error:
        raise JsonError(_with_line(str(error), text)) from error
    except RecursionError as error:
        raise JsonError("nested too deeply") from error


def _utf8(data: bytes) -> bytes:
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
    found = _BYTE.search(message)
    if not found:
        return message
    before = text[: int(found[1])].decode(errors="ignore")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return f"{message[: found.start()]} (line {line}, character {column})"


def _known_keys(told: str, type_: Any) -> str:
    """Return the keys there are, where *told* is about an unknown one at the top."""
    if not told.startswith(": Object contains unknown field"):
        return ""
    names = [field.encode_name for field in msgspec.structs.fields(type_)]
    return f"; known are {', '.join(names)}"


def _with_path(message: str, text: bytes, type_: Any) -> str:
    """Return *message* with the path behind the start in front, every key in it named."""
    found = _AT.fullmatch(message)
    if not found:
        return f": {message}"
    try:
        path = _path(found, text, type_)
    except (msgspec.DecodeError, RecursionError):
        # Numbers beyond all bounds and deep nests cannot be decoded freely.
        path = found["path"][1:]
    return f"{path}: {found['message']}"


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
        shown += f"[{step}]" if isinstance(step, int) else f".{step}"
    return shown


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
            msgspec.convert(_replaced(whole, steps, part), type_)
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
    if len(said) <= len(steps):
        return bool(found and found["key"] and len(said) == len(steps))
    return all(
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
