"""Printed figures: icons of landmarks, what is drawn in ordinary locations, and spots."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import FONTS, Canvas, Tones, box, ring

Middle = NDArray[np.float64]
# From canvas, middle (mm), half the size (mm), tones and chance.
Figure = Callable[[Canvas, Middle, float, Tones, np.random.Generator], None]


def temple(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Columns under a gable."""
    at.fill(middle + half * np.array([[-1, -0.3], [0, -0.95], [1, -0.3]]), tones.other)
    at.line(middle + half * np.array([[-1, -0.3], [0, -0.95], [1, -0.3]]), tones.line, 0.3, True)
    for x in np.linspace(-0.8, 0.8, int(rng.integers(3, 7))):
        column = box(middle + half * np.array([x, 0.25]), (0.09 * half, 0.5 * half))
        at.fill(column, tones.line if rng.random() < 0.5 else tones.other)
    at.fill(box(middle + half * np.array([0, 0.85]), (half, 0.1 * half)), tones.line)


def tower(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A tall house with windows and a pointed roof."""
    wide = half * float(rng.uniform(0.25, 0.5))
    body = box(middle + np.array([0, 0.25 * half]), (wide, 0.7 * half))
    at.fill(body, tones.other)
    at.line(body, tones.line, 0.3, True)
    roof = middle + np.array([[-1.3 * wide, -0.45 * half], [0, -half], [1.3 * wide, -0.45 * half]])
    at.fill(roof, tones.line)
    for y in np.linspace(-0.2, 0.7, 4):
        for x in (-0.45, 0.45):
            window = middle + np.array([x * wide, y * half])
            at.fill(box(window, (0.18 * wide, 0.07 * half)), tones.line)


def wheel(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A big wheel."""
    at.line(ring(middle, 0.85 * half), tones.line, 0.5, True)
    for point in ring(middle, 0.85 * half, int(rng.integers(6, 11))):
        at.line(np.array([middle, point]), tones.line, 0.25)
        at.disc(point, 0.12 * half, tones.other)


def houses(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A row of gabled houses."""
    for x in np.linspace(-0.75, 0.75, int(rng.integers(2, 5))):
        wide, high = half * float(rng.uniform(0.2, 0.32)), half * float(rng.uniform(0.3, 0.75))
        foot = middle + half * np.array([x, 0.8])
        wall = np.array([[-wide, 0], [wide, 0], [wide, -high], [0, -1.7 * high], [-wide, -high]])
        at.fill(wall + foot, tones.other)
        at.line(wall + foot, tones.line, 0.25, True)


def trees(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Round trees on stems."""
    for _ in range(int(rng.integers(2, 7))):
        foot = middle + half * rng.uniform(-0.7, 0.7, 2)
        crown = half * float(rng.uniform(0.15, 0.32))
        at.line(foot + np.array([[0, 0], [0, 1.8 * crown]]), tones.line, 0.35)
        at.disc(foot, crown, tones.other)
        if rng.random() < 0.5:
            at.line(ring(foot, crown), tones.line, 0.2, True)


def bridge(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Arches over waves."""
    deck = box(middle - np.array([0, 0.25 * half]), (half, 0.12 * half))
    at.fill(deck, tones.line)
    count = int(rng.integers(2, 4))
    for x in np.linspace(-1 + 1 / count, 1 - 1 / count, count):
        angle = np.linspace(np.pi, 2 * np.pi, 16)
        arch = np.stack([np.cos(angle), 1.1 * np.sin(angle)], axis=1) * 0.85 / count
        at.line(middle + half * (arch + np.array([x, 0.5])), tones.line, 0.5)
    for y in (0.65, 0.85):
        x = np.linspace(-1, 1, 24)
        wave = np.stack([x, y + 0.05 * np.sin(14 * x)], axis=1)
        at.line(middle + half * wave, tones.other, 0.3)


def boat(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A hull with one or two sails."""
    hull = np.array([[-0.9, 0.4], [0.9, 0.4], [0.55, 0.8], [-0.6, 0.8]])
    at.fill(middle + half * hull, tones.line)
    at.line(middle + half * np.array([[0.05, 0.4], [0.05, -0.95]]), tones.line, 0.35)
    at.fill(middle + half * np.array([[0.1, -0.9], [0.1, 0.25], [0.75, 0.25]]), tones.other)
    if rng.random() < 0.6:
        at.line(
            middle + half * np.array([[-0.05, -0.6], [-0.05, 0.25], [-0.6, 0.25]]),
            tones.line,
            0.3,
            True,
        )


def spiral(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A shell."""
    angle = np.linspace(0, 2 * np.pi * float(rng.uniform(2, 3.5)), 90)
    grown = 0.85 * half * angle / angle[-1]
    path = middle + grown[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    at.line(path, tones.line, float(rng.uniform(0.3, 0.8)))


def crown(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A crown, or a star of as many points."""
    count = int(rng.integers(5, 9))
    reach = np.where(np.arange(2 * count) % 2, float(rng.uniform(0.4, 0.6)), 0.95)[:, None]
    star = middle + half * reach * ring(np.zeros(2), 1.0, 2 * count)
    at.fill(star, tones.other)
    at.line(star, tones.line, 0.3, True)


def skyline(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """Dark towers side by side."""
    left = -0.95
    while left < 0.9:
        wide, high = float(rng.uniform(0.15, 0.45)), float(rng.uniform(0.4, 1.7))
        corner = np.array([[left, 0.9], [left + wide, 0.9], [left + wide, 0.9 - high]])
        outline = np.vstack([corner, [left, 0.9 - high]])
        at.fill(middle + half * outline, tones.other if rng.random() < 0.5 else tones.line)
        left += wide + 0.03


def glyphs(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Large letters or numbers."""
    letters = "ABCDEFGHKLMNPRSTUVXYZ0123456789"
    word = "".join(letters[int(rng.integers(len(letters)))] for _ in range(int(rng.integers(1, 3))))
    font = FONTS[int(rng.integers(len(FONTS)))]
    at.text(word, middle, half * float(rng.uniform(0.8, 1.5)), tones.line, font)


def blobs(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Smooth closed shapes of any form, filled, outlined or both."""
    for _ in range(int(rng.integers(1, 4))):
        angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        reach = np.ones(40)
        for wave in range(2, 6):
            reach += rng.normal(0, 0.35 / wave) * np.cos(wave * angle + rng.uniform(0, 6))
        size = half * float(rng.uniform(0.2, 0.8))
        shape = size * np.clip(reach, 0.3, 1.5)[:, None] * ring(np.zeros(2), 1.0, 40)
        place = middle + rng.uniform(-1, 1, 2) * max(0.0, half - size)
        if rng.random() < 0.7:
            at.fill(place + shape, tones.other if rng.random() < 0.6 else tones.line)
        if rng.random() < 0.7:
            at.line(place + shape, tones.line, float(rng.uniform(0.2, 0.9)), True)


def flourish(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """Thin and thick lines that wander, bent or in straight pieces."""
    for _ in range(int(rng.integers(1, 5))):
        knots = rng.uniform(-0.9, 0.9, (int(rng.integers(3, 7)), 2))
        if rng.random() < 0.6:
            fine = np.linspace(0, len(knots) - 1, 40)
            reach = np.hanning(15) / np.hanning(15).sum()
            knots = np.stack(
                [
                    np.convolve(
                        np.pad(np.interp(fine, np.arange(len(knots)), knots[:, axis]), 7, "edge"),
                        reach,
                        "valid",
                    )
                    for axis in (0, 1)
                ],
                axis=1,
            )
        tone = tones.line if rng.random() < 0.6 else tones.other
        at.line(middle + half * knots, tone, float(rng.uniform(0.2, 1.3)), bool(rng.random() < 0.2))


def solids(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Polygons and bars, one over the other."""
    for _ in range(int(rng.integers(2, 6))):
        place = middle + half * rng.uniform(-0.6, 0.6, 2)
        corners = int(rng.integers(3, 8))
        points = ring(np.zeros(2), half * float(rng.uniform(0.15, 0.5)), corners)
        points = points * rng.uniform(0.4, 1.2, 2)
        turn = float(rng.uniform(0, np.pi))
        way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        at.fill(place + points @ way, tones.other if rng.random() < 0.6 else tones.line)
        if rng.random() < 0.5:
            at.line(place + points @ way, tones.line, float(rng.uniform(0.2, 0.7)), True)


def signs(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Small printed circles, squares and triangles, outlined as tourists are."""
    for _ in range(int(rng.integers(1, 4))):
        place = middle + half * rng.uniform(-0.7, 0.7, 2)
        size = float(rng.uniform(1.0, 2.0))
        corners = int(rng.choice([3, 4, 24]))
        at.line(ring(place, size, corners), tones.line, float(rng.uniform(0.2, 0.45)), True)


def cup_disc(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A cup on a light disc with a rim."""
    at.disc(middle, half, tones.base)
    at.line(ring(middle, half), tones.line, float(rng.uniform(0.25, 0.6)), True)
    cup = np.array([[-0.45, -0.25], [0.4, -0.25], [0.3, 0.5], [-0.35, 0.5]])
    at.fill(middle + half * cup, tones.line)
    at.line(ring(middle + half * np.array([0.45, 0.05]), 0.18 * half), tones.line, 0.25, True)


def letter_disc(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A dark disc with a light letter."""
    at.disc(middle, half, tones.line)
    at.text("CBKM"[int(rng.integers(4))], middle, 0.9 * half, tones.base, FONTS[1])


def hexagon(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A six-sided sign with a bean."""
    at.fill(ring(middle, half, 6), tones.other)
    at.line(ring(middle, half, 6), tones.line, float(rng.uniform(0.3, 0.7)), True)
    bean = ring(np.zeros(2), 0.5 * half, 20) * np.array([0.65, 1.0])
    at.fill(middle + bean, tones.line)
    at.line(middle + half * np.array([[0.05, -0.4], [-0.08, 0.0], [0.05, 0.4]]), tones.base, 0.3)


def target(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Discs in one another, light and dark by turns."""
    count = int(rng.integers(2, 5))
    for index in range(count):
        tone = tones.line if index % 2 else tones.base
        at.disc(middle, half * (1 - index / count), tone)
    at.line(ring(middle, half), tones.line, 0.3, True)


def checked(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A chequered cloth, straight or on its tip."""
    turn = float(rng.choice([0.0, np.pi / 4]))
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    count = int(rng.integers(3, 6))
    side = 1.5 * half / count
    for row in range(count):
        for column in range(count):
            place = (np.array([column, row]) - (count - 1) / 2) * side
            corners = box(place, (side / 2, side / 2)) @ way
            at.fill(middle + corners, tones.line if (row + column) % 2 else tones.base)


def arcade(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A small house with a striped awning."""
    at.fill(box(middle, (0.8 * half, 0.8 * half)), tones.base)
    count = int(rng.integers(4, 7))
    for index in range(count):
        x = (index + 0.5) / count * 1.6 - 0.8
        stripe = box(middle + half * np.array([x, -0.55]), (0.8 * half / count, 0.3 * half))
        at.fill(stripe, tones.line if index % 2 else tones.other)
    at.fill(box(middle + half * np.array([-0.3, 0.35]), (0.2 * half, 0.45 * half)), tones.line)
    at.line(box(middle, (0.8 * half, 0.8 * half)), tones.line, 0.3, True)


def spokes(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A cartwheel: a rim, a hub and lines across."""
    at.disc(middle, half, tones.base if rng.random() < 0.6 else tones.other)
    width = float(rng.uniform(0.3, 0.9))
    at.line(ring(middle, half), tones.line, width, True)
    start = float(rng.uniform(0, np.pi))
    for angle in start + np.linspace(0, np.pi, int(rng.integers(2, 6)), endpoint=False):
        way = half * np.array([np.cos(angle), np.sin(angle)])
        at.line(np.array([middle - way, middle + way]), tones.line, width)
    at.disc(middle, half * float(rng.uniform(0.1, 0.35)), tones.line)


def cutlery(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A knife and a fork laid crosswise on a plate or a square."""
    plate = ring(middle, half) if rng.random() < 0.5 else box(middle, (0.85 * half, 0.85 * half))
    at.fill(plate, tones.base if rng.random() < 0.6 else tones.other)
    at.line(plate, tones.line, 0.35, True)
    tilt = float(rng.normal(0, 0.1))
    for angle in (np.pi / 4 + tilt, 3 * np.pi / 4 + tilt):
        way = 0.7 * half * np.array([np.cos(angle), np.sin(angle)])
        at.line(np.array([middle - way, middle + way]), tones.line, float(rng.uniform(0.3, 1.0)))
        at.disc(middle - way, 0.16 * half, tones.line)


def windrose(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A compass rose: points that are half light, half dark."""
    count, start = int(rng.choice([4, 4, 8])), float(rng.choice([0.0, np.pi / 4]))
    waist = float(rng.uniform(0.15, 0.35))
    for angle in start + np.linspace(0, 2 * np.pi, count, endpoint=False):
        tip = middle + half * np.array([np.cos(angle), np.sin(angle)])
        for side, tone in ((-1, tones.line), (1, tones.base)):
            turned = angle + side * np.pi / count
            corner = middle + waist * half * np.array([np.cos(turned), np.sin(turned)])
            at.fill(np.array([middle, corner, tip]), tone)


def flower(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """Petals round a disc."""
    for petal in ring(middle, 0.6 * half, int(rng.integers(5, 9))):
        at.disc(petal, 0.4 * half, tones.other)
        at.line(ring(petal, 0.4 * half), tones.line, 0.2, True)
    at.disc(middle, 0.4 * half, tones.line if rng.random() < 0.5 else tones.base)


def cup_badge(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A square badge with a steaming cup in outline."""
    badge = box(middle, (0.85 * half, 0.85 * half))
    at.fill(badge, tones.base if rng.random() < 0.6 else tones.other)
    at.line(badge, tones.line, 0.4, True)
    cup = np.array([[-0.45, 0.0], [0.45, 0.0], [0.3, 0.55], [-0.3, 0.55]])
    at.line(middle + half * cup, tones.line, 0.35, True)
    for x in (-0.2, 0.1):
        y = np.linspace(-0.55, -0.15, 8)
        at.line(middle + half * np.stack([x + 0.08 * np.sin(14 * y), y], axis=1), tones.line, 0.25)


def table_spot(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A parasol from above: a disc in sectors."""
    count = 2 * int(rng.integers(3, 6))
    rim = ring(middle, half, count)
    for index in range(count):
        sector = np.array([middle, rim[index], rim[(index + 1) % count]])
        at.fill(sector, tones.line if index % 2 else tones.base)


def coin(at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator) -> None:
    """A disc with a second ring inside."""
    at.disc(middle, half, tones.other)
    at.line(ring(middle, half), tones.line, 0.35, True)
    at.line(ring(middle, 0.6 * half, int(rng.choice([4, 5, 24]))), tones.line, 0.3, True)


def lozenge(
    at: Canvas, middle: Middle, half: float, tones: Tones, rng: np.random.Generator
) -> None:
    """A square on its tip."""
    at.fill(ring(middle, 1.15 * half, 4), tones.other)
    at.line(ring(middle, 1.15 * half, 4), tones.line, float(rng.uniform(0.3, 0.6)), True)
    at.disc(middle, 0.35 * half, tones.line)
