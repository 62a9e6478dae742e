"""JSON from outside: which encodings are understood, and that refusals name the very place."""

from typing import Annotated, Any

import msgspec
import pytest

from scorer.rules.board.board import TouristKind
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """What one player wrote, for these tests."""

    name: str
    places: dict[str, dict[TouristKind, int]] = {}
    rows: list[int] = []


class Sheets(msgspec.Struct, forbid_unknown_fields=True):
    """What several players wrote."""

    players: list[Sheet]


def test_plain_utf8_and_utf8_with_a_byte_order_mark_are_the_same() -> None:
    data = '{"players": [{"name": "Zoë"}]}'.encode()
    assert decode_json(b"\xef\xbb\xbf" + data, Sheets) == decode_json(data, Sheets)
    assert decode_json(data, Sheets).players[0].name == "Zoë"


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("utf-32-be", "UTF-32"),
        ("cp1252", "line 2 is not in UTF-8 .byte 0xeb, perhaps of Windows-1252"),
    ],
)
def test_other_encodings_are_named_with_what_to_do(encoding: str, named: str) -> None:
    data = '{"players":\n [{"name": "Zoë"}]}'.encode(encoding)
    with pytest.raises(JsonError, match=f"{named}.*save it as UTF-8"):
        decode_json(data, Sheets)


@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_called_empty(data: bytes) -> None:
    with pytest.raises(JsonError, match="there is nothing in it"):
        decode_json(data, Sheets)


def test_what_is_no_json_is_refused_with_line_and_character() -> None:
    """Behind two lines and two letters of the third: the ë is one character, not two bytes."""
    with pytest.raises(JsonError, match=r"malformed: .* \(line 3, character 3\)"):
        decode_json('{"players":\n["Zoë",\n"ë",,]}'.replace('"ë",', "1,").encode(), object)
    with pytest.raises(JsonError, match=r"\(line 1, character 8\)"):
        decode_json('["ëëë" 1]'.encode(), object)


@pytest.mark.parametrize(
    "text", [r"\ud800", r"\ud800 and more", r"\ud83d\ude00\ud800", r"\ud800\u0041"]
)
def test_half_a_character_is_called_so(text: str) -> None:
    place = 13 if "ude00" not in text else 25
    told = rf"^\\ud800 is half a character; write the whole one \(line 2, character {place}\)$"
    with pytest.raises(JsonError, match=told):
        decode_json(f'\n{{"name": "Zë{text}"}}'.encode(), Sheet)
    with pytest.raises(JsonError, match=r"^\\udc00 is half a character"):
        decode_json(rb'{"name": "\\ud800 \udc00"}', Sheet)
    for cut in (rb'{"name": "\ud83d\ude', rb'{"name": "\ud83d', rb'{"name": "\\ud800'):
        with pytest.raises(JsonError, match="truncated"):
            decode_json(cut, Sheet)


@pytest.mark.parametrize(
    ("players", "place"),
    [
        ('{"name": 3}', r"\$\.players\[1\]\.name: expected text in quotes, found a whole number"),
        ("{}", r"\$\.players\[1\]: the key `name` is missing"),
        (
            '{"name": "", "score": 1}',
            r"\$\.players\[1\]: unknown key `score`; known are name, pl",
        ),
        (
            '{"name": "", "rows": [1, 2, "3"]}',
            r"\$\.players\[1\]\.rows\[2\]: expected a whole",
        ),
        ('{"name": "", "places": {"A1": {}, "B3": 4}}', r"\$\.players\[1\]\.places\.B3: exp"),
        (
            '{"name": "", "places": {"A1": {"circle": 1}, "B3": {"square": 1, "circle": "x"},'
            ' "C3": {"circle": "x"}}, "rows": 5}',
            r"\$\.players\[1\]\.places\.B3\.circle: expected a whole number, f",
        ),
        (
            '{"name": "", "places": {"A1": {}, "B3": {"star": 1}, "C3": {}}}',
            r"\$\.players\[1\]\.places\.B3\.star: unknown value 'star'",
        ),
    ],
)
def test_the_path_names_every_index_and_key(players: str, place: str) -> None:
    good = '{"name": "Ann", "places": {"B3": {"circle": 2}}}'
    with pytest.raises(JsonError, match=place):
        decode_json(f'{{"players": [{good}, {players}, 7]}}'.encode(), Sheets)


def test_the_path_names_the_key_though_another_object_has_a_bad_one_too() -> None:
    marks = b"""{"city": "first-city", "board": "first-city", "cafes": {"Z9": "used"},
        "tourists": {"A1": {"circle": 1}, "B2": {"circle": 1}, "C3": {"circle": []}}}"""
    swapped = b"""{"city": "first-city", "board": "first-city",
        "tourists": {"A1": {"circle": 1}, "B2": {"circle": 1}, "C3": {"circle": []}},
        "cafes": {"Z9": "used"}}"""
    with pytest.raises(JsonError, match="Z9"):
        decode_json(marks, Marks)
    with pytest.raises(JsonError, match=r"^\$\.tourists\.C3\.circle: "):
        decode_json(swapped, Marks)


def test_an_empty_key_is_seen_in_a_path() -> None:
    places = b'{"name": "", "places": {"": 1}}'
    with pytest.raises(JsonError, match=r'^\$\.places\[""\]: expected an object'):
        decode_json(places, Sheet)
    with pytest.raises(JsonError, match=r'^\$\.places\[""\]\.a: the key `a` is there twice'):
        decode_json(b'{"places": {"": {"a": 1, "a": 2}}}', object)


class Bounds(msgspec.Struct):
    """Values within bounds, for these tests."""

    seats: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    size: Annotated[float, msgspec.Meta(gt=0)] = 1
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "Ann"
    some: Annotated[list[int], msgspec.Meta(min_length=1)] = []
    pair: tuple[int, int] = (1, 2)
    by: Annotated[dict[str, int], msgspec.Meta(max_length=1)] = {}
    id: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")] = "a"
    kind: TouristKind | None = None


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("[]", "$: expected an object {…}, found a list […]"),
        ('{"seats": 5}', "$.seats: expected a whole number of 4 or less"),
        ('{"seats": 0}', "$.seats: expected a whole number of 1 or more"),
        ('{"size": 0.0}', "$.size: expected a number of more than 0.0"),
        ('{"name": ""}', "$.name: expected text in quotes of 1 character or more"),
        ('{"some": []}', "$.some: expected a list […] of 1 entry or more"),
        ('{"pair": [1]}', "$.pair: expected a list […] of 2 entries"),
        ('{"by": {"a": 1, "b": 2}}', "$.by: expected an object {…} of 1 key or less"),
        ('{"id": "7"}', "$.id: expected text in quotes of the form '^[a-z]+$'"),
        ('{"kind": 7}', "$.kind: expected text in quotes or null, found a whole number"),
        ('{"seats": true}', "$.seats: expected a whole number, found true or false"),
    ],
)
def test_what_was_expected_and_found_is_told_in_plain_words(data: str, told: str) -> None:
    with pytest.raises(JsonError) as refusal:
        decode_json(data.encode(), Bounds)
    assert str(refusal.value) == told


def test_an_unknown_key_at_the_top_is_refused_with_those_there_are() -> None:
    with pytest.raises(JsonError, match=r"unknown key `score`; known are name, places, rows$"):
        decode_json(b'{"name": "Ann", "score": 3}', Sheet)


@pytest.mark.parametrize(
    ("twice", "place"),
    [
        (
            '{"name": "Ann", "name": "Bob"}',
            r"^\$\.players\[1\]\.name: the key `name` is there twice",
        ),
        (
            '{"name": "Bob", "places": {"A1": {}, "B3": {}, "A1": {}}}',
            r"^\$\.players\[1\]\.places\.A1: the key `A1` is there twice; leave one out$",
        ),
        (
            '{"name": "Bob", "places": {"A1": {"circle": 1, "circle": 1}, "A1": {}}}',
            r"^\$\.players\[1\]\.places\.A1: ",
        ),
    ],
)
def test_a_key_that_is_there_twice_is_refused_with_its_path(twice: str, place: str) -> None:
    text = f'{{"players": [{{"name": "Zoë"}}, {twice}]}}'.encode()
    for type_ in (Sheets, object):
        with pytest.raises(JsonError, match=place):
            decode_json(text, type_)


def test_looking_for_keys_that_are_there_twice_minds_no_large_number() -> None:
    assert decode_json(b"[1" + b"0" * 5000 + b".5e-5000]", object)


def test_a_word_that_is_none_of_those_there_are_is_refused_with_them() -> None:
    marks = b'{"city": "x", "board": "y", "cafes": {"a4": "used", "b6": "maybe"}}'
    with pytest.raises(JsonError, match=r"^\$\.cafes\.b6: .* 'maybe'; known are visited, used$"):
        decode_json(marks, Marks)
    setup = b'{"goals": [{"measure": "nosuch"}], "mode": "usual"}'
    with pytest.raises(JsonError, match=r"^\$\.goals\[0\]\.measure: .*; known are turns, length, "):
        decode_json(setup, Setup)
    with pytest.raises(JsonError, match=r"^\$\.task_half: .*; known are left, right$"):
        decode_json(b'{"task_half": "top"}', Setup)
    sheets = b'{"players": [{"name": "", "places": {"B3": {"star": 1}}}]}'
    with pytest.raises(JsonError, match=r"B3\.star: .* 'star'; known are circle, square, "):
        decode_json(sheets, Sheets)


def test_a_path_starts_where_the_data_stood() -> None:
    with pytest.raises(JsonError, match=r"^\$\.marks\.rows\[0\]: "):
        decode_json(b'{"name": "Ann", "rows": [null]}', Sheet, start="$.marks")
    with pytest.raises(JsonError, match=r"^\$\.marks: "):
        decode_json(b"[]", Sheet, start="$.marks")


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 100_000])
def test_bottomless_nests_are_refused(data: bytes) -> None:
    with pytest.raises(JsonError, match=r"nested too deeply|Input data was truncated"):
        decode_json(data, object)


def test_a_number_beyond_all_bounds_is_refused_with_its_path() -> None:
    with pytest.raises(JsonError, match=r"^\$\.rows\[0\]: Number out of range"):
        decode_json(b'{"name": "", "rows": [1e999]}', Sheet)


def test_a_long_object_is_searched_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halving finds one bad key of 4096 in 12 steps."""
    places: dict[str, Any] = {f"p{i}": {} for i in range(4096)}
    places["p2900"] = 1
    tried = []
    decode = msgspec.json.decode

    def counted(*given: Any, **options: Any) -> Any:
        tried.append(given)
        return decode(*given, **options)

    monkeypatch.setattr(msgspec.json, "decode", counted)
    with pytest.raises(JsonError, match=r"\$\.places\.p2900: "):
        decode_json(msgspec.json.encode({"name": "", "places": places}), Sheet)
    # Before that the whole is decoded as it should be, and as it is.
    assert len(tried) <= 2 + 12
