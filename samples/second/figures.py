"""What is printed on a board of the second family, as SVG: houses, towers, trees, cups."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Tint:
    """A hue in degrees with its saturation, in percent; ``at`` gives a colour of some lightness."""

    hue: float
    saturation: float

    def at(self, lightness: float, shift: float = 0) -> str:
        """Return the CSS colour of *lightness* percent, its hue *shift* degrees aside."""
        light = min(max(lightness, 0), 100)
        return f"hsl({(self.hue + shift) % 360:.0f} {self.saturation:.0f}% {light:.0f}%)"


# Draws a figure in a box from -1 to 1: the tint, the lightness of its walls, the luck.
Figure = Callable[[Tint, float, Random], str]


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """Return an SVG element; ``_`` in attributes' names stands for ``-``."""
    given = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f"<{name} {given}>{inside}</{name}>"


def rect(x: float, y: float, wide: float, high: float, fill: str, **more: object) -> str:
    """Return a rectangle."""
    return tag(
        "rect",
        x=f"{x:.3f}",
        y=f"{y:.3f}",
        width=f"{wide:.3f}",
        height=f"{high:.3f}",
        fill=fill,
        **more,
    )


def polygon(points: list[tuple[float, float]], fill: str, **more: object) -> str:
    """Return a polygon."""
    listed = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
    return tag("polygon", points=listed, fill=fill, **more)


def disc(x: float, y: float, radius: float, fill: str, **more: object) -> str:
    """Return a disc."""
    return tag("circle", cx=f"{x:.3f}", cy=f"{y:.3f}", r=f"{radius:.3f}", fill=fill, **more)


def path(d: str, fill: str, **more: object) -> str:
    """Return a path."""
    return tag("path", d=d, fill=fill, **more)


def _windows(
    left: float, top: float, wide: float, high: float, columns: int, rows: int, fill: str
) -> str:
    step_x, step_y = wide / columns, high / rows
    return "".join(
        rect(
            left + (c + 0.28) * step_x, top + (r + 0.25) * step_y, 0.44 * step_x, 0.5 * step_y, fill
        )
        for c in range(columns)
        for r in range(rows)
    )


def house(tint: Tint, light: float, rng: Random) -> str:
    """Return a house with a gable."""
    wall, roof = tint.at(light), tint.at(light - 28, 10)
    rows = int(rng.integers(1, 4))
    top = float(rng.uniform(-0.35, 0))
    return (
        rect(-0.7, top, 1.4, 0.95 - top, wall)
        + polygon([(-0.85, top), (0, top - 0.6), (0.85, top)], roof)
        + _windows(-0.65, top + 0.05, 1.3, 0.6, int(rng.integers(2, 5)), rows, tint.at(light - 35))
        + rect(-0.12, 0.62, 0.24, 0.33, tint.at(light - 42))
    )


def tower(tint: Tint, light: float, rng: Random) -> str:
    """Return a tower with battlements, a clock or a spire."""
    half = float(rng.uniform(0.25, 0.42))
    parts = rect(-half, -0.5, 2 * half, 1.45, tint.at(light))
    parts += rect(-half - 0.1, -0.6, 2 * half + 0.2, 0.16, tint.at(light - 20))
    if rng.random() < 0.5:
        parts += polygon([(-half, -0.6), (0, -1.0), (half, -0.6)], tint.at(light - 30, -15))
    if rng.random() < 0.5:
        parts += disc(
            0, -0.2, 0.6 * half, tint.at(94), stroke=tint.at(light - 40), stroke_width=0.05
        )
        parts += path("M0 -0.2v-0.14M0 -0.2h0.1", "none", stroke=tint.at(25), stroke_width=0.04)
    return parts + _windows(-half, 0.15, 2 * half, 0.7, 2, 3, tint.at(light - 34))


def dome(tint: Tint, light: float, rng: Random) -> str:
    """Return a hall with pillars under a dome."""
    columns = int(rng.integers(4, 8))
    step = 1.6 / columns
    pillars = "".join(
        rect(-0.8 + (i + 0.3) * step, 0.05, 0.4 * step, 0.7, tint.at(light + 6))
        for i in range(columns)
    )
    return (
        rect(-0.85, 0.0, 1.7, 0.8, tint.at(light - 22))
        + pillars
        + rect(-0.95, 0.75, 1.9, 0.18, tint.at(light - 8))
        + rect(-0.9, -0.1, 1.8, 0.14, tint.at(light - 10))
        + path("M-0.5 -0.1a0.5 0.55 0 0 1 1 0z", tint.at(light - 4, 12))
        + rect(-0.04, -0.9, 0.08, 0.3, tint.at(light - 30))
    )


def church(tint: Tint, light: float, _rng: Random) -> str:
    """Return a nave with a steeple."""
    return (
        rect(-0.2, -0.1, 1.1, 1.05, tint.at(light))
        + polygon([(-0.25, -0.1), (0.35, -0.5), (0.95, -0.1)], tint.at(light - 26, 14))
        + rect(-0.75, -0.35, 0.55, 1.3, tint.at(light - 6))
        + polygon([(-0.8, -0.35), (-0.475, -1.0), (-0.15, -0.35)], tint.at(light - 32, 8))
        + "".join(
            path(f"M{x} 0.6v-0.3a0.09 0.12 0 0 1 0.18 0v0.3z", tint.at(light - 38))
            for x in (0.0, 0.28, 0.56)
        )
    )


def ship(tint: Tint, light: float, rng: Random) -> str:
    """Return a ship on waves."""
    waves = "".join(
        path(
            f"M-0.95 {y}q0.16 -0.12 0.32 0t0.32 0t0.32 0t0.32 0t0.32 0t0.32 0",
            "none",
            stroke=tint.at(light - 18),
            stroke_width=0.06,
        )
        for y in (0.65, 0.82)
    )
    sails = polygon([(-0.05, -0.9), (-0.05, 0.2), (-0.6, 0.2)], tint.at(light + 8))
    sails += polygon([(0.08, -0.7), (0.08, 0.2), (0.55, 0.2)], tint.at(light - 3, 12))
    funnels = rect(-0.3, -0.3, 0.2, 0.6, tint.at(light - 25)) + rect(
        0.1, -0.2, 0.2, 0.5, tint.at(light)
    )
    hull = path("M-0.8 0.3h1.6l-0.3 0.35h-1z", tint.at(light - 30))
    return waves + (sails if rng.random() < 0.6 else funnels) + hull


def wheel(tint: Tint, light: float, rng: Random) -> str:
    """Return a big wheel."""
    spokes = int(rng.integers(6, 11))
    turns = [2 * np.pi * i / spokes for i in range(spokes)]
    lines = "".join(
        path(
            f"M0 -0.15L{0.7 * np.cos(a):.3f} {-0.15 + 0.7 * np.sin(a):.3f}",
            "none",
            stroke=tint.at(light - 20),
            stroke_width=0.04,
        )
        for a in turns
    )
    cabins = "".join(
        disc(0.7 * np.cos(a), -0.15 + 0.7 * np.sin(a), 0.11, tint.at(light - 12, 30)) for a in turns
    )
    ring = disc(0, -0.15, 0.7, "none", stroke=tint.at(light - 25), stroke_width=0.07)
    return (
        polygon(
            [(-0.45, 0.95), (0, -0.15), (0.45, 0.95), (0.3, 0.95), (0, 0.1), (-0.3, 0.95)],
            tint.at(light - 30),
        )
        + lines
        + ring
        + cabins
    )


def windmill(tint: Tint, light: float, rng: Random) -> str:
    """Return a windmill."""
    turn = float(rng.uniform(0, 90))
    sails = "".join(
        tag(
            "g",
            rect(
                -0.05,
                -0.85,
                0.24,
                0.7,
                tint.at(light + 5),
                stroke=tint.at(light - 32),
                stroke_width=0.03,
            ),
            transform=f"translate(0 -0.25) rotate({turn + 90 * i:.0f})",
        )
        for i in range(4)
    )
    return (
        polygon([(-0.32, -0.3), (0.32, -0.3), (0.5, 0.95), (-0.5, 0.95)], tint.at(light - 8))
        + sails
    )


def bridge(tint: Tint, light: float, rng: Random) -> str:
    """Return an arched bridge."""
    arches = int(rng.integers(2, 4))
    step = 1.7 / arches
    holes = "".join(
        path(
            f"M{-0.85 + (i + 0.15) * step:.3f} 0.7v-0.2"
            f"a{0.35 * step:.3f} 0.35 0 0 1 {0.7 * step:.3f} 0v0.2z",
            tint.at(light + 12, 20),
        )
        for i in range(arches)
    )
    return (
        rect(-0.95, -0.1, 1.9, 0.8, tint.at(light - 14))
        + holes
        + rect(-1, -0.2, 2, 0.12, tint.at(light - 30))
    )


def trees(tint: Tint, light: float, rng: Random) -> str:
    """Return a grove, round or pointed."""
    parts, pointed = "", rng.random() < 0.5
    for x, y in sorted(
        rng.uniform(-0.75, 0.75, (int(rng.integers(4, 10)), 2)).tolist(), key=lambda p: p[1]
    ):
        size = float(rng.uniform(0.18, 0.32))
        shade = tint.at(light - float(rng.uniform(5, 25)), float(rng.uniform(-15, 15)))
        parts += rect(x - 0.03, y, 0.06, size, tint.at(light - 45, -60))
        if pointed:
            parts += polygon([(x - size, y + 0.1), (x, y - 1.6 * size), (x + size, y + 0.1)], shade)
        else:
            parts += disc(x, y - 0.5 * size, size, shade)
    return parts


def fountain(tint: Tint, light: float, _rng: Random) -> str:
    """Return a fountain from above."""
    return (
        disc(0, 0, 0.8, tint.at(light - 16))
        + disc(0, 0, 0.66, tint.at(light + 8, 150))
        + disc(0, 0, 0.3, tint.at(light - 22))
        + "".join(
            path(
                f"M0 0q{0.3 * np.cos(a):.2f} {0.3 * np.sin(a) - 0.25:.2f} "
                f"{0.55 * np.cos(a):.2f} {0.55 * np.sin(a):.2f}",
                "none",
                stroke=tint.at(96),
                stroke_width=0.05,
            )
            for a in np.linspace(0, 2 * np.pi, 7)[:-1]
        )
    )


def statue(tint: Tint, light: float, _rng: Random) -> str:
    """Return a figure on a plinth."""
    return (
        rect(-0.4, 0.45, 0.8, 0.5, tint.at(light - 12))
        + rect(-0.5, 0.38, 1.0, 0.12, tint.at(light - 24))
        + path(
            "M-0.2 0.4L-0.12 -0.3Q-0.5 -0.4 -0.55 -0.75L-0.42 -0.8Q-0.35 -0.5 0 -0.5"
            "Q0.3 -0.45 0.28 -0.1L0.22 0.4z",
            tint.at(light - 28),
        )
        + disc(0.02, -0.68, 0.17, tint.at(light - 28))
    )


def stadium(tint: Tint, light: float, _rng: Random) -> str:
    """Return a stadium from above."""
    rings = "".join(
        tag(
            "ellipse",
            rx=0.95 - 0.13 * i,
            ry=0.7 - 0.12 * i,
            fill=tint.at(light - (18, 4, 22, -6)[i]),
        )
        for i in range(4)
    )
    return rings + rect(-0.28, -0.16, 0.56, 0.32, "none", stroke=tint.at(97), stroke_width=0.04)


def market(tint: Tint, light: float, rng: Random) -> str:
    """Return a stall under a striped awning."""
    stripes = "".join(
        path(
            f"M{-0.9 + 0.3 * i:.2f} -0.5h0.3v0.35a0.15 0.15 0 0 1 -0.3 0z",
            tint.at(light + 10 if i % 2 else light - 25),
        )
        for i in range(6)
    )
    goods = "".join(
        disc(float(x), 0.42, 0.11, tint.at(light - 15, float(rng.uniform(-60, 60))))
        for x in np.linspace(-0.6, 0.6, 6)
    )
    return (
        rect(-0.8, 0.45, 1.6, 0.45, tint.at(light - 20))
        + goods
        + rect(-0.85, -0.5, 0.06, 1.4, tint.at(light - 40))
        + rect(0.79, -0.5, 0.06, 1.4, tint.at(light - 40))
        + stripes
    )


def roofs(tint: Tint, light: float, rng: Random) -> str:
    """Return a block of roofs from above, with courtyards."""
    parts = ""
    for x, y in rng.uniform(-0.95, 0.45, (int(rng.integers(4, 9)), 2)).tolist():
        wide, high = rng.uniform(0.3, 0.6, 2).tolist()
        shade = float(rng.uniform(-14, 6))
        parts += rect(x + 0.05, y + 0.06, wide, high, tint.at(light - 24))
        parts += rect(x, y, wide, high / 2, tint.at(light + shade))
        parts += rect(x, y + high / 2, wide, high / 2, tint.at(light + shade - 9))
    return parts


def street_row(tint: Tint, light: float, rng: Random) -> str:
    """Return two rows of narrow house fronts."""
    parts = ""
    for base in (-0.05, 0.95):
        left = -0.95
        while left < 0.8:
            wide, high = float(rng.uniform(0.25, 0.45)), float(rng.uniform(0.5, 0.85))
            hue = float(rng.uniform(-40, 40))
            parts += rect(
                left, base - high, wide, high, tint.at(light + float(rng.uniform(-10, 6)), hue)
            )
            parts += polygon(
                [
                    (left, base - high),
                    (left + wide / 2, base - high - 0.16),
                    (left + wide, base - high),
                ],
                tint.at(light - 25, hue),
            )
            parts += _windows(left, base - high, wide, high, 2, 3, tint.at(light - 30, hue))
            left += wide + 0.02
    return parts


def waves(tint: Tint, light: float, rng: Random) -> str:
    """Return water with waves."""
    rows = np.arange(-0.85, 1, float(rng.uniform(0.18, 0.32)))
    return rect(-1, -1, 2, 2, tint.at(light, 10)) + "".join(
        path(
            f"M-1 {y:.2f}" + "q0.1 -0.1 0.2 0t0.2 0" * 5,
            "none",
            stroke=tint.at(light - 14),
            stroke_width=0.035,
        )
        for y in rows
    )


def cubes(tint: Tint, light: float, rng: Random) -> str:
    """Return blocks of flats seen from a corner."""
    parts = ""
    for x, y in ((-0.4, -0.35), (0.4, -0.2), (-0.3, 0.35), (0.45, 0.45)):
        high, half = float(rng.uniform(0.2, 0.6)), 0.34
        parts += polygon(
            [(x - half, y), (x, y + half / 2), (x, y + half / 2 - high), (x - half, y - high)],
            tint.at(light - 6),
        )
        parts += polygon(
            [(x + half, y), (x, y + half / 2), (x, y + half / 2 - high), (x + half, y - high)],
            tint.at(light - 22),
        )
        parts += polygon(
            [
                (x - half, y - high),
                (x, y - half / 2 - high),
                (x + half, y - high),
                (x, y + half / 2 - high),
            ],
            tint.at(light + 6),
        )
    return parts


def meadow(tint: Tint, light: float, rng: Random) -> str:
    """Return tufts and paths in a park."""
    tufts = "".join(
        path(
            f"M{x:.2f} {y:.2f}l-0.05 -0.12M{x:.2f} {y:.2f}v-0.14M{x:.2f} {y:.2f}l0.05 -0.12",
            "none",
            stroke=tint.at(light - 18),
            stroke_width=0.025,
        )
        for x, y in rng.uniform(-0.9, 0.95, (14, 2))
    )
    return (
        path(
            "M-1 0.3Q-0.2 -0.5 0.3 0.1T1 -0.4", "none", stroke=tint.at(light + 9), stroke_width=0.16
        )
        + tufts
    )


LANDMARKS: tuple[Figure, ...] = (
    house,
    tower,
    dome,
    church,
    ship,
    wheel,
    windmill,
    bridge,
    trees,
    fountain,
    statue,
    stadium,
    market,
)
SCENES: tuple[Figure, ...] = (roofs, street_row, waves, cubes, meadow, trees)


def cup(radius: float, tint: Tint, light: float, way: int) -> str:
    """Return a café's symbol: a cup, a pot, a cake or a chair, by *way*."""
    dark = tint.at(24 if light > 50 else 92)
    inside = (
        path(
            "M-0.5 -0.2h0.9v0.3a0.4 0.4 0 0 1 -0.4 0.4h-0.1a0.4 0.4 0 0 1 -0.4 -0.4z"
            "M0.4 -0.1h0.2v0.3h-0.2M-0.25 -0.35q0.1 -0.15 0 -0.3M0.1 -0.35q0.1 -0.15 0 -0.3",
            dark,
            stroke=dark,
            stroke_width=0.06,
        ),
        path(
            "M-0.35 0.5L-0.25 -0.3h0.5L0.35 0.5z"
            "M0.3 -0.1q0.35 0 0.15 0.4M-0.1 -0.35h0.2v-0.15h-0.2z",
            dark,
        ),
        path("M-0.55 0.35h1.1v-0.35L0.1 -0.4L-0.55 0z", dark)
        + path("M-0.55 0.1h1.1", "none", stroke=tint.at(light), stroke_width=0.09),
        path("M-0.3 -0.6v1.15M-0.3 0.05h0.6v0.5", "none", stroke=dark, stroke_width=0.14),
    )[way % 4]
    around = (
        disc(0, 0, 1, tint.at(light), stroke=dark, stroke_width=0.1),
        rect(-0.95, -0.95, 1.9, 1.9, tint.at(light), rx=0.35, stroke=dark, stroke_width=0.07),
        polygon([(0, -1.1), (1.05, 0), (0, 1.1), (-1.05, 0)], tint.at(light)),
    )[way // 4 % 3]
    return tag("g", around + inside, transform=f"scale({radius:.2f})")


def spot(radius: float, tint: Tint, way: int) -> str:
    """Return the mark of a crossroads that counts with others: a star, a flag, a flower, a coin."""
    turns = [np.pi * i / 5 - np.pi / 2 for i in range(10)]
    star = [
        ((1, 0.45)[i % 2] * np.cos(a), (1, 0.45)[i % 2] * np.sin(a)) for i, a in enumerate(turns)
    ]
    figure = (
        polygon(star, tint.at(58), stroke=tint.at(30), stroke_width=0.1),
        disc(0, 0, 0.95, tint.at(70))
        + path(
            "M-0.3 0.6v-1.2l0.75 0.3l-0.75 0.3", tint.at(35), stroke=tint.at(25), stroke_width=0.1
        ),
        "".join(disc(0.55 * np.cos(a), 0.55 * np.sin(a), 0.38, tint.at(66)) for a in turns[::2])
        + disc(0, 0, 0.35, tint.at(40)),
        disc(0, 0, 0.95, tint.at(62), stroke=tint.at(34), stroke_width=0.16)
        + disc(0, 0, 0.55, "none", stroke=tint.at(44), stroke_width=0.1),
    )[way % 4]
    return tag("g", figure, transform=f"scale({radius:.2f})")
