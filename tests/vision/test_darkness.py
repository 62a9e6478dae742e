"""How dark shapes are, as evidence for a kind where there are no colours."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.rules.notation import Location
from scorer.vision import evidence
from scorer.vision.darkness import with_darkness
from scorer.vision.ink import find_ink
from scorer.vision.shapes import Crowd, Shape, _darkness
from tests.vision.drawings import Sheet, without_colours

CLEAR = {"c": (0.96, 0.02, 0.02), "s": (0.02, 0.96, 0.02), "t": (0.02, 0.02, 0.96)}
PALE, USUAL, DARK = -0.4, 0.0, 0.4


def crowd(where: str, *shapes: tuple[tuple[float, ...], float]) -> Crowd:
    made = tuple(Shape(0.9, kinds, (0.0, 0.0), (0.5, 0.5, 0.5), dark) for kinds, dark in shapes)
    return Crowd(Location.parse(where), made, (), 0.0, 0.0, 1.0)


def three_pens(apart: float = 0.05) -> tuple[Crowd, ...]:
    """Return locations that look lighter or darker by up to *apart*."""
    pens = {"c": PALE, "s": USUAL, "t": DARK}
    return tuple(
        crowd(f"{column}1", *[(CLEAR[kind], pens[kind] + off) for kind in "cst"])
        for column, off in zip("ABCD", (-apart, 0, apart / 2, apart), strict=True)
    )


def read(*crowds: Crowd) -> list[tuple[float, ...]]:
    return [shape.kinds for shape in with_darkness(crowds)[-1].shapes]


@pytest.mark.parametrize(("dark", "kind"), [(PALE, 0), (USUAL, 1), (DARK, 2)])
def test_an_unclear_shape_is_what_others_as_dark_are(dark: float, kind: int) -> None:
    (kinds,) = read(*three_pens(), crowd("A2", ((0.36, 0.32, 0.32), dark)))
    assert int(np.argmax(kinds)) == kind
    assert max(kinds) > 0.6


def test_a_clear_shape_of_another_darkness_keeps_its_kind() -> None:
    (kinds,) = read(*three_pens(), crowd("A2", (CLEAR["s"], PALE)))
    assert int(np.argmax(kinds)) == 1


def test_where_all_ink_looks_darker_what_is_dark_is_told_by_its_neighbours() -> None:
    """A circle among squares, all of them darker there: by itself it might be a square too."""
    pens, unclear = three_pens(apart=0.2), (0.5, 0.5, 0.0)
    (alone,) = read(*pens, crowd("A2", (unclear, PALE + 0.25)))
    squares = [(CLEAR["s"], USUAL + 0.25)] * 2
    *_, among = read(*pens, crowd("A2", *squares, (unclear, PALE + 0.25)))
    assert among[0] > 0.8
    assert alone[0] < 0.5


def test_one_pen_for_everything_changes_nothing() -> None:
    spread = (-0.1, 0.02, 0.08, -0.03, 0.05, -0.06, 0.04)
    shapes = zip("cccssst", spread, strict=True)
    one_pen = crowd("A1", *[(CLEAR[kind], dark) for kind, dark in shapes])
    (kinds,) = read(one_pen, crowd("A2", ((0.5, 0.3, 0.2), 0.1)))
    assert kinds == pytest.approx((0.5, 0.3, 0.2))


def test_a_kind_that_nothing_is_known_of_keeps_its_chance() -> None:
    pens = tuple(replace(crowd, shapes=crowd.shapes[:2]) for crowd in three_pens())
    (kinds,) = read(*pens, crowd("A2", ((0.4, 0.3, 0.3), PALE)))
    assert kinds[2] == pytest.approx(0.3)
    assert kinds[0] > 0.6


@pytest.mark.parametrize("dark", [-1.2, 1.2, float("nan")])
def test_ink_that_is_like_no_pen_says_nothing(dark: float) -> None:
    (kinds,) = read(*three_pens(), crowd("A2", ((0.2, 0.7, 0.1), dark)))
    assert kinds == pytest.approx((0.2, 0.7, 0.1), abs=0.01)


def test_five_shapes_of_a_large_crowd_are_weighed_and_the_others_stay() -> None:
    unclear = (0.4, 0.3, 0.3)
    found = read(*three_pens(), crowd("A2", *[(unclear, PALE)] * 7))
    assert min(kinds[0] for kinds in found[:5]) > 0.45
    assert found[5:] == [unclear] * 2
    for kinds in found:
        assert sum(kinds) == pytest.approx(1)


def test_no_shapes_are_no_reason_to_fail() -> None:
    assert with_darkness(()) == ()
    assert read(*three_pens(), crowd("A2")) == []


def test_ink_of_a_darker_pen_is_darker() -> None:
    sheet = Sheet()
    sheet.round((30.0, 30.0), 3.4)
    sheet.round((80.0, 60.0), 3.4, dark=0.6)
    photo = sheet.photo()
    ink = find_ink(photo)
    strong, pale, none = (
        _darkness(ink, *photo.to_px(middle), 150) for middle in ((30, 30), (80, 60), (55, 30))
    )
    assert strong > pale + 0.2
    assert np.isnan(none)


@pytest.mark.parametrize("grey", [False, True])
def test_darkness_counts_where_there_are_no_colours(
    grey: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, asked = Sheet(), []
    sheet.tourists("B2", "cst")
    for name in ("with_colours", "with_darkness"):
        monkeypatch.setattr(evidence, name, lambda crowds, name=name: asked.append(name) or crowds)
    photo = sheet.photo()
    evidence.interpret(without_colours(photo) if grey else photo, sheet.board)
    assert asked == ["with_darkness" if grey else "with_colours"]
