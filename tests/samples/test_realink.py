"""Ink of real hands in place of simulated strokes, on a file made here."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.board.ink import lay_ink
from samples.simulator.people.pens import Pen
from samples.simulator.people.realink import RealInkError, Writer, load_writers
from samples.simulator.people.strokes import Stroke
from scorer.rules.board.board import TouristKind

_PEN = Pen("black", (0.03, 0.03, 0.03), 2.0, 1.0)
_PX_PER_MM = 8.0


@pytest.fixture
def ink(tmp_path: Path) -> Path:
    """Ten writers, of whom each drew two outlines of a kind and three strokes."""
    picture = np.full((64, 64, 3), 255, np.uint8)
    picture[8:56, 8:56] = 60
    picture[12:52, 12:52] = 255
    stroke = np.full((24, 96, 3), 255, np.uint8)
    stroke[8:16] = 60
    level = -np.log(60 / 255)
    data = {}
    for name, one, number in (
        ("circle", picture, 2),
        ("square", picture, 2),
        ("stroke", stroke, 3),
    ):
        data[name] = np.stack([one] * 10 * number)
        data[f"{name}_writer"] = np.repeat(np.arange(10), number)
        data[f"{name}_level"] = np.full(10 * number, level)
        data[f"{name}_stroke"] = np.full(10 * number, 8.0)
    np.savez(tmp_path / "ink.npz", allow_pickle=False, **data)
    return tmp_path / "ink.npz"


def test_writers_are_split_and_each_has_ink_of_its_own(ink: Path) -> None:
    kept, aside = load_writers(ink, held_out=False), load_writers(ink, held_out=True)
    assert (len(kept), len(aside)) == (8, 2)
    for writer in (*kept, *aside):
        assert [len(some) for some in writer.outlines.values()] == [2, 2]
        assert len(writer.strokes) == 3


def test_an_outline_lies_where_the_stroke_would(ink: Path) -> None:
    writer = load_writers(ink, held_out=False)[0]
    turns = np.linspace(0, 2 * np.pi, 60)
    ring = np.stack([20 + 4 * np.cos(turns), 25 + 4 * np.sin(turns)], axis=1)
    dark = _dark(writer, Stroke(ring, _PEN, TouristKind.CIRCLE))
    assert dark.mean(axis=0) == pytest.approx((20, 25), abs=0.4)
    # Turned a little, an outline reaches further by some tenths of its size.
    assert np.ptp(dark, axis=0) == pytest.approx((8, 8), abs=2.2)


def test_a_line_is_drawn_from_corner_to_corner_as_broad_as_the_pen(ink: Path) -> None:
    writer = load_writers(ink, held_out=False)[0]
    path = np.array([(10.0, 10.0), (30.0, 10.0), (30.0, 35.0)])
    dark = _dark(writer, Stroke(path, _PEN))
    assert (dark.min(axis=0), dark.max(axis=0)) == (
        pytest.approx((9, 9), abs=0.8),
        pytest.approx((31, 36), abs=0.8),
    )
    across = dark[np.abs(dark[:, 0] - 20) < 0.2, 1]
    assert np.ptp(across) == pytest.approx(_PEN.width_mm, abs=0.4)


def test_a_file_without_real_ink_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ink.npz").write_bytes(b"nothing")
    with pytest.raises(RealInkError, match="no real ink"):
        load_writers(tmp_path / "ink.npz", held_out=False)


def _dark(writer: Writer, stroke: Stroke) -> NDArray[np.float64]:
    """Return where (N, 2), mm, the page is dark once *writer* drew *stroke* on it."""
    page = np.ones((400, 400, 3), np.float32)
    rng = np.random.default_rng(3)
    lay_ink(page, _PX_PER_MM, writer.drawn([stroke], rng), rng)
    rows, columns = np.nonzero(page.mean(axis=2) < 0.5)
    return np.stack([columns, rows], axis=1) / _PX_PER_MM
