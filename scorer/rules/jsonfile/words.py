"""What a JSON decoder says of a bad value, in plain words: what was expected, what was found."""

import re

_NAMES = {
    "object": "an object {…}",
    "array": "a list […]",
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}
_PARTS = {"str": ("character", "characters"), "array": ("entry", "entries")}
_BOUNDS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}
_EXPECTED = re.compile(r"(?s)Expected `(?P<types>[^`]+)`(?P<more>.*)")
_GOT = re.compile(r", got `(?P<type>[^`]+)`")
_BOUND = re.compile(r" (?P<length>of length )?(?P<sign>[<>]=?) (?P<bound>[-+.\de]+)")
_LENGTH = re.compile(
    r" of (?P<most>at (?:least|most) )?length (?P<length>[\d to]+)(?:, got (?P<found>\d+))?"
)
_FORM = re.compile(r"(?s) matching regex (?P<form>.*)")
_UNKNOWN = re.compile(r"(?s)Invalid (?:enum )?value (?P<value>.*)")
_KEY = re.compile(r"(?s)Object (?P<what>missing required|contains unknown) field `(?P<key>.*)`")


def plain(message: str) -> str:
    """Return the *message* of a decoder in plain words; one of our own stays as it is.

    >>> plain("Expected `int | null`, got `str`")
    'expected a whole number or null, found text in quotes'
    >>> plain("Object missing required field `name`")
    'the key `name` is missing'
    >>> plain("Expected `str` of length >= 1")
    'expected text in quotes of 1 character or more'
    """
    if key := _KEY.fullmatch(message):
        name = f"key `{key['key']}`"
        return f"the {name} is missing" if "missing" in key["what"] else f"unknown {name}"
    if unknown := _UNKNOWN.fullmatch(message):
        return f"unknown value {unknown['value']}"
    if expected := _EXPECTED.fullmatch(message):
        types = expected["types"].split(" | ")
        wanted = " or ".join(_NAMES.get(one, one) for one in types)
        return f"expected {wanted}{_more(expected['more'], types[0])}"
    return message


def _more(more: str, type_: str) -> str:
    """Return what a decoder says of a value behind its *type_*: bounds, or what was found."""
    if got := _GOT.fullmatch(more):
        return f", found {_NAMES.get(got['type'], got['type'])}"
    if bound := _BOUND.fullmatch(more):
        told = _BOUNDS[bound["sign"]]
        if bound["length"]:
            told = told.replace("{}", _parts(bound["bound"], type_))
        return f" of {told.format(bound['bound'])}"
    if length := _LENGTH.fullmatch(more):
        found = f", found {length['found']}" if length["found"] else ""
        return f" of {length['most'] or ''}{_parts(length['length'], type_)}{found}"
    if form := _FORM.fullmatch(more):
        return f" of the form {form['form']}"
    return more


def _parts(number: str, type_: str) -> str:
    one, many = _PARTS.get(type_, ("key", "keys"))
    return f"{number} {one if number == '1' else many}"
