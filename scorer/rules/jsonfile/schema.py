"""The JSON schema of what is read and written."""

from typing import Any, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UnsetType

from scorer.rules.notation import NameSet


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


def _schema(type_: Any) -> dict[str, Any]:
    origin = get_origin(type_) or type_
    if issubclass(origin, NameSet):
        item = getattr(origin, "item", None)
        items = item.schema() if item else {"type": "string"}
        return {"type": "array", "items": items, "uniqueItems": True}
    return {"type": "string"}
