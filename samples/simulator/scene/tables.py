"""Table tops, made by rule: wood, cloth, marble, plain paint and slate, each (N, N, 3) linear."""

from collections.abc import Callable

import cv2
import numpy as np

from samples.simulator.chance import Floats, clouds

PX_PER_MM = 2.5
SIDE_PX = 1024


def random_table(rng: np.random.Generator) -> tuple[str, Floats]:
    """Return the name and the picture of a table top, ``PX_PER_MM`` to the mm.

    Meant to be continued beyond its edges by mirroring.
    """
    name = str(rng.choice(list(TABLES)))
    light = TABLES[name](rng)
    return name, np.asarray(np.clip(light, 0.01, 0.95), np.float32)


def _grid() -> tuple[Floats, Floats]:
    line = np.arange(SIDE_PX, dtype=np.float32) / PX_PER_MM
    return np.broadcast_to(line[None], (SIDE_PX, SIDE_PX)), np.broadcast_to(
        line[:, None], (SIDE_PX, SIDE_PX)
    )


def _mixed(share: Floats, first: tuple[float, ...], second: tuple[float, ...]) -> Floats:
    share = np.clip(share, 0, 1)[..., None]
    mixed = (1 - share) * np.array(first, np.float32) + share * np.array(second, np.float32)
    return np.asarray(mixed, np.float32)


def _shade(
    rng: np.random.Generator, colour: tuple[float, float, float], spread: float = 0.12
) -> tuple[float, ...]:
    return tuple(float(v) for v in np.array(colour) * np.exp(rng.normal(0, spread, 3)))


def _wood(rng: np.random.Generator) -> Floats:
    _, y = _grid()
    woods = {
        "oak": ((0.42, 0.26, 0.13), (0.25, 0.13, 0.055)),
        "pine": ((0.60, 0.42, 0.22), (0.44, 0.26, 0.11)),
        "walnut": ((0.13, 0.065, 0.035), (0.055, 0.025, 0.014)),
    }
    light, dark = woods[str(rng.choice(sorted(woods)))]
    plank = float(rng.uniform(70, 140))
    number = np.floor(y / plank)
    shift = 37.0 * number
    bent = y + shift + 6.0 * clouds(rng, y.shape, (160, 700), 2)
    rings = 0.5 + 0.5 * np.sin(bent * 2 * np.pi / float(rng.uniform(5, 11)))
    fibre = clouds(rng, y.shape, (2.2, 130), 2)
    share = 0.55 * rings**2 + 0.2 * fibre + 0.12 * np.sin(number * 12.9) + 0.15
    top = _mixed(np.asarray(share, np.float32), _shade(rng, light), _shade(rng, dark))
    gap = np.abs(y / plank - np.rint(y / plank)) * plank
    return np.asarray(top * (0.35 + 0.65 * np.clip(gap / 0.8, 0, 1))[..., None], np.float32)


def _cloth(rng: np.random.Generator) -> Floats:
    x, y = _grid()
    cloths = ((0.30, 0.05, 0.05), (0.06, 0.12, 0.25), (0.55, 0.50, 0.40), (0.10, 0.22, 0.10))
    base = _shade(rng, cloths[int(rng.integers(len(cloths)))])
    weave = np.sin(x * 2 * np.pi / 1.1) * np.sin(y * 2 * np.pi / 1.1)
    spots = 0.07 * clouds(rng, x.shape, (3, 3)) + 0.05 * clouds(rng, x.shape, (250, 250))
    tone = 1 + 0.1 * weave + spots
    top = np.array(base, np.float32) * tone[..., None]
    if rng.random() < 0.5:
        band = float(rng.uniform(18, 45))
        check = ((x % (2 * band)) < band).astype(np.float32) + ((y % (2 * band)) < band)
        top = _mixed(0.38 * check, (1, 1, 1), (0.12, 0.12, 0.12)) * top * 1.3
    return np.asarray(top, np.float32)


def _marble(rng: np.random.Generator) -> Floats:
    x, _ = _grid()
    base, vein = ((0.72, 0.70, 0.67), (0.30, 0.30, 0.33))
    if rng.random() < 0.3:
        base, vein = ((0.045, 0.05, 0.05), (0.35, 0.34, 0.32))
    warp = clouds(rng, x.shape, (260, 260), 4)
    # Veins swell and fade away, or they would look like contour lines.
    swell = np.clip(0.5 + 0.6 * clouds(rng, x.shape, (150, 150), 2), 0, 1)
    lines = swell * np.exp(-np.abs(warp) * float(rng.uniform(6, 14)))
    fine = (1 - swell) * np.exp(-np.abs(clouds(rng, x.shape, (120, 160), 4)) * 22)
    share = 0.6 * lines + 0.3 * fine + 0.12 * clouds(rng, x.shape, (200, 200), 4)
    return _mixed(np.asarray(share, np.float32), _shade(rng, base, 0.04), _shade(rng, vein, 0.06))


def _plain(rng: np.random.Generator) -> Floats:
    paints = ((0.75, 0.74, 0.71), (0.35, 0.36, 0.38), (0.12, 0.17, 0.22), (0.50, 0.33, 0.25))
    base = _shade(rng, paints[int(rng.integers(len(paints)))])
    shape = (SIDE_PX, SIDE_PX)
    tone = 1 + 0.03 * clouds(rng, shape, (400, 400), 3) + 0.025 * clouds(rng, shape, (2, 2))
    return np.asarray(np.array(base, np.float32) * tone[..., None], np.float32)


def _stone(rng: np.random.Generator) -> Floats:
    shape = (SIDE_PX, SIDE_PX)
    base = _shade(rng, (0.16, 0.16, 0.16) if rng.random() < 0.6 else (0.4, 0.37, 0.33))
    grain = clouds(rng, shape, (3, 3), 2)
    spots = (clouds(rng, shape, (5, 5)) > 1.7).astype(np.float32)
    flecks = cv2.GaussianBlur(spots, (0, 0), 0.8)
    tone = 1 + 0.16 * grain + 0.08 * clouds(rng, shape, (120, 120), 2) + 1.1 * flecks
    return np.asarray(np.array(base, np.float32) * tone[..., None], np.float32)


TABLES: dict[str, Callable[[np.random.Generator], Floats]] = {
    "wood": _wood,
    "cloth": _cloth,
    "marble": _marble,
    "plain": _plain,
    "stone": _stone,
}
