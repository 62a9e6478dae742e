"""What lies beside a board of Innsmouth counts beside its ink: worked by hand on made-up ink."""

from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from scorer.rules.board.board import CafeSymbol
from scorer.rules.innsmouth.filled import InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Bonus, Character, Group, Threat
from scorer.rules.innsmouth.teaching.changes import SetSpot
from scorer.rules.innsmouth.teaching.edits import changed
from scorer.rules.innsmouth.town import practice_town, town_of
from scorer.rules.notation import Location, NameSet
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.networks import averaged
from scorer.vision.evidence.shapes import Crowd, Shape
from scorer.vision.innsmouth import places
from scorer.vision.innsmouth.decide import marks_of
from scorer.vision.innsmouth.known import NOTHING_KNOWN, Known
from scorer.vision.innsmouth.page import printed_map
from scorer.vision.innsmouth.patches import Beside, place_xy, places_of
from scorer.vision.innsmouth.places import cache_chances
from scorer.vision.innsmouth.quarters import judge_quarters

TOWN = practice_town()
KINDS = ("circle", "square", "triangle", "cross", "threat")
C3 = Location.parse("C3")


def shape(kind: str, sure: float = 0.97, chance: float = 0.95) -> Shape:
    """Return a figure that is *kind* so surely, else a cross or a circle."""
    other = "circle" if kind == "cross" else "cross"
    kinds = tuple(sure if one == kind else 1 - sure if one == other else 0.0 for one in KINDS)
    return Shape(chance, kinds, (0.0, 0.0), (0.577, 0.577, 0.577))


def crowd(*shapes: Shape, traces: tuple[Shape, ...] = (), unseen: float = 0.0) -> Crowd:
    return Crowd(C3, shapes, traces, 0.0, unseen, 1.0)


def judged(
    one: Crowd, known: Known = NOTHING_KNOWN, *, strange: bool = False
) -> tuple[Doubt, Doubt]:
    """Return the doubts about the tourists and the symbols of C3."""
    people, threats = judge_quarters([one], known, whole=False, strange=strange)
    return people, threats


def test_symbols_and_tourists_in_one_quarter_are_told_apart() -> None:
    people, threats = judged(crowd(shape("circle"), shape("cross"), shape("threat")))
    assert people.read == {"circle": 1, "cross": 1}
    assert threats.read == 1
    assert people.confidence > SURE
    assert threats.confidence > SURE


def test_on_strange_print_a_symbol_is_less_sure_and_read_alike() -> None:
    seen = crowd(shape("circle"), shape("threat", 0.95))
    (people, threats), (others, strange) = judged(seen), judged(seen, strange=True)
    assert (others, strange.read) == (people, threats.read)
    assert strange.confidence < threats.confidence


def test_a_figure_that_may_be_a_cross_or_a_symbol_is_a_doubt_with_both() -> None:
    unclear = Shape(0.95, (0.0, 0.0, 0.0, 0.52, 0.48), (0.0, 0.0), (0.577,) * 3)
    people, threats = judged(crowd(shape("square"), unclear))
    assert people.confidence < SURE
    assert {"square": 1, "cross": 1} in (people.read, *people.alternatives)
    assert {"square": 1} in (people.read, *people.alternatives)
    assert {threats.read, *threats.alternatives} >= {0, 1}


@pytest.mark.parametrize(("due", "number"), [(1, 1), (0, 0)])
def test_fate_numbers_settle_whether_an_unclear_figure_is_a_symbol(due: int, number: int) -> None:
    unclear = Shape(0.95, (0.0, 0.0, 0.0, 0.5, 0.5), (0.0, 0.0), (0.577,) * 3)
    known = Known(threat=Threat.CULTISTS, due={C3: 1} if due else {})
    _, threats = judged(crowd(shape("square"), shape("square"), unclear), known)
    assert threats.read == number
    assert threats.confidence > SURE


def test_fate_numbers_never_hide_a_symbol_that_is_clearly_drawn() -> None:
    known = Known(threat=Threat.CULTISTS, due={})
    _, threats = judged(crowd(shape("threat", 0.999, 0.99)), known)
    assert threats.read == 1 or threats.confidence < SURE


def test_a_group_that_stands_on_another_board_is_likelier() -> None:
    unclear = shape("circle", 0.52)
    one = crowd(shape("square"), unclear)
    alone, _ = judged(one)
    other = Known(groups=frozenset({(0, 1, 0, 1)}))
    beside, _ = judged(one, other)
    assert alone.read == {"circle": 1, "square": 1}
    assert beside.read == {"square": 1, "cross": 1}


def test_five_tourists_are_a_detectives() -> None:
    five = crowd(*(shape("circle") for _ in range(4)), shape("square", chance=0.52))
    others, _ = judged(five, Known(character=Character.BOATMAN))
    detective, _ = judged(five, Known(character=Character.DETECTIVE))
    assert detective.read == {"circle": 4, "square": 1}
    assert others.confidence < SURE or others.read == {"circle": 4}


def quarter(name: str, *shapes: Shape, traces: tuple[Shape, ...] = (), left: float = 0.0) -> Crowd:
    return Crowd(Location.parse(name), shapes, traces, left, 0.0, 1.0)


def nine_filled() -> list[Crowd]:
    places = [f"{column}{row}" for row in (1, 2) for column in "ABCDEF"][:9]
    return [quarter(place, shape("circle"), shape("square")) for place in places]


def test_a_likely_symbol_does_not_empty_the_tenth_quarter() -> None:
    symbol = Shape(0.79, (0.0, 0.02, 0.52, 0.05, 0.41), (0.0, 0.0), (0.577,) * 3)
    tenth, eleventh = quarter("F5", shape("square", chance=0.59)), quarter("E6", symbol)
    doubts = judge_quarters(
        [*nine_filled(), tenth, eleventh], NOTHING_KNOWN, whole=True, strange=False
    )
    read = {(one.kind, one.where): one for one in doubts}
    assert read["tourists", "F5"].read == {"square": 1}
    assert read["threats", "E6"].read == 1
    assert read["tourists", "F5"].confidence < SURE


def test_of_two_that_may_be_the_tenth_each_is_a_doubt() -> None:
    either = [quarter(name, shape("square", chance=0.6)) for name in ("F5", "E6")]
    doubts = judge_quarters([*nine_filled(), *either], NOTHING_KNOWN, whole=True, strange=False)
    sure = {one.where: one.confidence for one in doubts if one.kind == "tourists"}
    assert max(sure["F5"], sure["E6"]) < SURE
    assert min(sure["A1"], sure["C2"]) > SURE


def test_what_the_first_look_leaves_unclear_stays_a_doubt() -> None:
    """A closer look decides between a circle and a square, and makes nobody surer."""
    at_first = Shape(0.95, (0.4, 0.55, 0.0, 0.0, 0.05), (0.0, 0.0), (0.577,) * 3)
    closer = Shape(0.95, (0.01, 0.97, 0.0, 0.0, 0.02), (0.0, 0.0), (0.577,) * 3)
    seen, first = crowd(shape("circle"), closer), crowd(shape("circle"), at_first)
    alone, _ = judge_quarters([seen], NOTHING_KNOWN, whole=False, strange=False)
    people, _ = judge_quarters([seen], NOTHING_KNOWN, whole=False, strange=False, first=[first])
    assert alone.read == people.read == {"circle": 1, "square": 1}
    assert people.confidence < SURE < alone.confidence
    assert people.reason == "unclear shape"
    same = Known(groups=frozenset({(1, 1, 0, 0)}))
    told, _ = judge_quarters([seen], same, whole=False, strange=False, first=[first])
    assert told.confidence > SURE


def test_much_ink_that_is_no_tourists_is_a_symbol_and_a_doubt() -> None:
    spiral = shape("threat", 0.9, chance=0.48)
    _, clear = judge_quarters(
        [quarter("C3", traces=(spiral,), left=2.2)], NOTHING_KNOWN, whole=False, strange=False
    )
    _, print_ = judge_quarters(
        [quarter("C3", traces=(spiral,))], NOTHING_KNOWN, whole=False, strange=False
    )
    assert (clear.read, print_.read) == (1, 0)
    assert max(clear.confidence, print_.confidence) < SURE


def test_a_figure_that_was_wiped_off_is_nobody() -> None:
    for kind in ("threat", "circle"):
        people, symbols = judged(crowd(traces=(shape(kind, 0.9, chance=0.85),)))
        assert (people.read, symbols.read) == ({}, 0)


def test_a_quarter_that_cannot_be_seen_may_hold_anybody() -> None:
    people, _ = judged(crowd(unseen=0.9))
    assert people.read == {}
    assert people.confidence < SURE
    assert {"cross": 1} in people.alternatives


def test_known_of_a_table_has_the_fates_the_card_and_the_groups() -> None:
    setup = InnsmouthSetup(
        Threat.CULTISTS, Character.HUNTRESS, "fog", fates=(3, 3, 6, 1, 1, 6, 1, 6, 6, 5)
    )
    other = InnsmouthMarks(tourists={Location.parse("A1"): Group(circle=1, cross=2)})
    known = Known.of(TOWN, setup, [other])
    # Rounds 1 and 2 gave 3 and 3: the quarter in column 3 and row 3, and so on.
    assert {str(q): n for q, n in (known.due or {}).items()} == {
        "C3": 1, "F1": 1, "A6": 2, "F5": 1,
    }  # fmt: skip
    assert known.caches == TOWN.file.caches["fog"]
    assert known.groups == {(1, 0, 0, 2)}
    deep = Known.of(TOWN, InnsmouthSetup(Threat.DEEP_ONES))
    assert deep.due is None
    assert deep.caches is None


def test_caches_are_those_of_one_card() -> None:
    card = TOWN.file.caches["tide"]
    ink = {place: 0.9 if place in card[:3] else 0.3 if place in card else 0.05
           for place in places_of(TOWN)}  # fmt: skip
    found = cache_chances(ink, TOWN, NOTHING_KNOWN)
    assert {place for place, chance in found.items() if chance > 0.5} == set(card)
    # Where the card in play is known, unclear ink says nothing against it.
    faint = dict.fromkeys(places_of(TOWN), 0.2)
    known = Known(caches=TOWN.file.caches["bells"])
    found = cache_chances(faint, TOWN, known)
    assert {p for p, chance in found.items() if chance > 0.5} == set(TOWN.file.caches["bells"])


def test_places_are_crossroads_and_shelters() -> None:
    places = places_of(TOWN)
    assert {str(point) for point in TOWN.board.crossroads_xy} <= set(places)
    assert place_xy(TOWN, "b1-b2") == pytest.approx(
        [sum(pair) / 2 for pair in zip(places["b1"], places["b2"], strict=True)]
    )


def test_signs_stand_on_the_map_of_a_box_where_they_were_laid() -> None:
    file = TOWN.file
    for change in (
        SetSpot("section-1", ((-1.6, 2.0),)),
        SetSpot("name", ((-1.6, -0.8), (-0.8, -0.8))),
    ):
        file = changed(file, change)
    beside = Beside.of(printed_map(town_of(file)))
    assert [(one.id, one.bonus, one.xy) for one in beside.bonuses] == [
        ("section-1", "section", (12.0, 78.0))
    ]
    # The name is 20 mm long and its plate, which rings keep to, half as long again.
    assert beside.name is not None
    (x0, y0), (x1, y1) = beside.name
    assert (x0, x1, y0, y1) == pytest.approx((7.0, 37.0, 8.0, 8.0))
    # People see 9 mm round a sign, and the plate from end to end.
    parts = {"section": ((3.0, 69.0, 18.0, 18.0),), "name": ((7.0, -1.0, 30.0, 18.0),)}
    assert {key: pytest.approx(part) for key, (part,) in beside.parts.items()} == {
        key: part for key, (part,) in parts.items()
    }
    nothing = Beside.of(printed_map(TOWN))
    assert (nothing.bonuses, nothing.name) == ((), None)


@pytest.mark.parametrize(
    ("card", "read"),
    [((), ["none", "none"]), ((Bonus.SECTION,), ["none", "circled"]),
     ((Bonus.SECTION,) * 2, ["circled", "circled"])],
)  # fmt: skip
def test_of_two_signs_alike_a_card_with_one_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, card: tuple[Bonus, ...], read: list[str]
) -> None:
    """Either may be circled; a card with none or with both tells of each."""
    seen = np.array([[0.6, 0.35, 0.05], [0.4, 0.55, 0.05]])
    monkeypatch.setattr(places, "sign_patches", lambda *_: seen)
    monkeypatch.setattr(averaged, "town_points", lambda found: found)
    monkeypatch.setattr(places, "_unseen", lambda *_: 0.0)
    monkeypatch.setattr(places, "_in", lambda *_: True)
    signs = tuple(CafeSymbol(f"section-{n}", "section", (9.0, 20.0 * n)) for n in (1, 2))
    doubts = places.sign_doubts(
        Mock(), Beside(signs, None), TOWN, Known(bonuses=card), strange=False
    )
    assert [one.read for one in doubts] == read


def test_which_bonuses_are_circled_is_known_where_each_has_a_sign() -> None:
    section = Doubt("bonus", "section-1", "used", 0.9, (), "crossed out or not")
    marks = marks_of((section,))
    assert (marks.used, marks.circled, marks.ringed_name) == ((Bonus.SECTION,), None, None)
    others = [Doubt("bonus", f"{one}-1", "none", 0.9, (), "") for one in ("coordinate", "diagonal")]
    assert marks_of((section, *others)).circled == (Bonus.SECTION,)


def test_marks_are_what_the_doubts_read() -> None:
    doubts: list[tuple[str, str, Any]] = [
        ("section", "b1-c1", True), ("section", "c1-c2", False), ("tourists", "C3", {"cross": 2}),
        ("threats", "A1", 2), ("threats", "A2", 0), ("cache", "c1", True), ("ring", "c1", True),
        ("bonus", "section-1", "used"), ("bonus", "diagonal-1", "circled"),
        ("bonus", "coordinate-1", "none"), ("name", "name", True),
    ]  # fmt: skip
    marks = marks_of(tuple(Doubt(*one, 1.0, (), "faint") for one in doubts))
    assert [str(one) for one in marks.sections] == ["b1-c1"]
    assert marks.tourists == {C3: Group(cross=2)}
    assert {str(q): n for q, n in marks.threats.items()} == {"A1": 2}
    assert marks.caches == NameSet(["c1"])
    assert marks.rings == NameSet(["c1"])
    assert marks.circled == ("section", "diagonal")
    assert marks.used == ("section",)
    assert marks.ringed_name is True
