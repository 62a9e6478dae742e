"""Frozen values with a part changed, whether they are dataclasses or structs."""

import dataclasses
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def kept(value: T) -> T:
    """Return the default of a struct's field that is written to JSON like any other value.

    Other defaults are left out, where the struct says ``omit_defaults``.
    """
    made: T = msgspec.field(default_factory=lambda: value)
    return made


def replace(value: T, /, **changes: Any) -> T:
    """Return a copy of *value*, a dataclass or a struct, with *changes*.

    >>> from scorer.rules.position.marks import Marks
    >>> replace(Marks("first-city", "first-city"), board="my-board").board
    'my-board'
    """
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **changes)
    copy: T = dataclasses.replace(value, **changes)  # type: ignore[type-var]
    return copy


def widened(value: msgspec.Struct, type_: type[S], /, **more: Any) -> S:
    """Return *value* as a *type_*, a struct that has its fields, and *more*."""
    return type_(**{name: getattr(value, name) for name in value.__struct_fields__}, **more)
