"""Colours of buses: as many groups as there are, under names that fit."""

import numpy as np
import pytest

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.groups import groups_of

# Linear light as plastic of these colours throws it back, not the reader's own table.
PLASTIC = {
    BusColour.BLUE: (0.035, 0.10, 0.38),
    BusColour.BLACK: (0.025, 0.024, 0.026),
    BusColour.RED: (0.5, 0.035, 0.04),
    BusColour.GREEN: (0.025, 0.24, 0.08),
    BusColour.YELLOW: (0.7, 0.48, 0.04),
    BusColour.WHITE: (0.7, 0.7, 0.62),
}


def tones(colours: list[BusColour], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return seven links of each colour, a little off, and their weights."""
    rng = np.random.default_rng(seed)
    rows = [np.log(np.array(PLASTIC[one]) + 0.02) for one in colours for _ in range(7)]
    return np.array(rows) + rng.normal(0, 0.1, (len(rows), 3)), rng.uniform(1, 3, len(rows))


@pytest.mark.parametrize(
    "colours",
    [
        [BusColour.RED],
        [BusColour.BLUE, BusColour.BLACK],
        [BusColour.RED, BusColour.GREEN, BusColour.YELLOW],
        [BusColour.BLUE, BusColour.BLACK, BusColour.RED, BusColour.GREEN],
        [BusColour.WHITE, BusColour.YELLOW, BusColour.BLACK, BusColour.BLUE],
    ],
)
def test_as_many_groups_as_there_are_colours(colours: list[BusColour]) -> None:
    for seed in range(10):
        found = groups_of(*tones(colours, seed))
        assert {group.colour for group in found} == set(colours)


def test_no_more_groups_than_players() -> None:
    six = list(PLASTIC)
    assert len(groups_of(*tones(six))) == 4


def test_told_colours_are_the_only_names() -> None:
    told = (BusColour.PURPLE, BusColour.ORANGE)
    found = groups_of(*tones([BusColour.BLUE, BusColour.RED]), told)
    assert {group.colour for group in found} == set(told)
    blue, red = (next(g for g in found if g.colour is one) for one in told)
    assert blue.rgb[2] > blue.rgb[0]
    assert red.rgb[0] > red.rgb[2]
