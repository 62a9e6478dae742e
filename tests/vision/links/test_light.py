"""The light on a map is taken apart as it was put together: light, gloss, print, and things."""

import cv2
import numpy as np
import pytest

from scorer.vision.links.light import evenly_lit

PX_PER_MM = 2.0
HIGH, WIDE = 240, 320
RED = np.array([0.48, 0.03, 0.03], np.float32)


def page(seed: int = 4) -> np.ndarray:
    """Return a dark page with pale and coloured patches 6 mm wide, linear."""
    rng = np.random.default_rng(seed)
    small = np.where(rng.random((20, 27, 1)) < 0.5, 0.04, rng.uniform(0.1, 0.8, (20, 27, 3)))
    large = cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_NEAREST)
    return np.asarray(large, np.float32)


def light() -> np.ndarray:
    """Return light that falls off to a third from left to right, and is yellow."""
    fall = np.linspace(0.6, 0.2, WIDE, dtype=np.float32)[None, :, None]
    return np.asarray(fall * np.array([1.0, 0.9, 0.6], np.float32), np.float32)


def gloss() -> np.ndarray:
    """Return what a card mirrors of a bright wall: more towards the bottom, without colour."""
    return np.linspace(0.01, 0.08, HIGH, dtype=np.float32)[:, None, None]


NOWHERE = np.zeros((HIGH, WIDE), bool)


def test_a_bare_page_looks_as_what_it_mirrors_makes_it() -> None:
    printed = page()
    lit, bare = evenly_lit(printed * light() + gloss(), printed, NOWHERE, PX_PER_MM)
    assert np.abs(np.sqrt(lit) - np.sqrt(bare)).mean() < 0.01
    # By hand, in the middle: light 0.4 and mirrored 0.045, so red is 0.045 / 0.4 lighter there.
    rows, columns = slice(100, 140), slice(140, 180)
    more = (bare - printed)[rows, columns, 0].mean()
    assert more == pytest.approx(0.045 / 0.4, abs=0.02)


def test_a_thing_on_the_page_has_its_own_colour_whatever_the_page_mirrors() -> None:
    printed = page()
    photo = printed * light() + gloss()
    for x in (40, 160, 280):
        photo[150:166, x : x + 16] = RED * light()[:, x : x + 16]
    lit, bare = evenly_lit(photo, printed, NOWHERE, PX_PER_MM)
    for x in (40, 160, 280):
        there = np.s_[153:163, x + 3 : x + 13]
        assert lit[there].mean(axis=(0, 1)) == pytest.approx(RED, rel=0.2, abs=0.01)
        # The page under it is not taken for the thing.
        assert np.abs(bare - printed)[there].mean() < 0.35


def test_a_print_that_came_out_paler_is_no_light() -> None:
    # Colours half way to grey: what was taught is corrected, everywhere alike.
    printed = page()
    grey = printed.mean(axis=2, keepdims=True)
    paler = 0.5 * printed + 0.5 * grey
    lit, bare = evenly_lit(paler * light(), printed, NOWHERE, PX_PER_MM)
    off = np.abs(printed - paler).mean()
    assert off > 0.03
    assert np.abs(lit - bare).mean() < 0.4 * off
