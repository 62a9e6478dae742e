"""Harvested examples of made-up towns: what is labelled as drawn is what the picture shows."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.innsmouth.drawing import THREAT
from samples.simulator.innsmouth.photos import simulate_town
from samples.simulator.strata import Kind
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import Tourist
from training.packing import unpacked
from training.town import FIGURES, Towns, examples

pytestmark = pytest.mark.slow

TOWNS = Towns(art=True, seed=4)


@dataclass(frozen=True)
class Harvested:
    """A crowded board of a made-up town, and the examples that a photo of it gives."""

    game: Filled
    found: dict[str, NDArray[np.generic]]


@pytest.fixture(scope="module")
def harvested() -> Harvested:
    page, picture = TOWNS.town(0)
    games = (TOWNS.filled(page, np.random.default_rng(seed)) for seed in range(50))
    game = next(game for game in games if len(game.marks.threats) > 4)
    photo = simulate_town(page, Kind.EASY, (4, 0, 3), 1.8, game=game)
    found = examples(photo, game, picture)
    assert found is not None
    return Harvested(game, found)


def test_every_tourist_and_symbol_is_labelled_in_its_own_quarter(harvested: Harvested) -> None:
    town, marks = harvested.game.town, harvested.game.marks
    wanted = Counter({(str(q), THREAT): number for q, number in marks.threats.items()})
    for quarter, group in marks.tourists.items():
        kinds = zip(Tourist, group.counts, strict=True)
        wanted += Counter({(str(quarter), kind.value): number for kind, number in kinds})
    rows = harvested.found["figures"]
    cells = town.board.cells
    labelled = Counter((str(cells[int(c)].location), FIGURES[int(k)]) for c, k, _, _ in rows)
    assert labelled == wanted


def test_figures_stand_where_there_is_ink(harvested: Harvested) -> None:
    ink = unpacked(harvested.found["locations"])[:, 0]
    for cell, _, x, y in harvested.found["figures"]:
        column, row = round(float(x)), round(float(y))
        # So near that x and y exchanged would miss it.
        around = ink[int(cell), max(row - 8, 0) : row + 9, max(column - 8, 0) : column + 9]
        assert around.max() > 0.5


def test_roads_labelled_as_drawn_carry_ink(harvested: Harvested) -> None:
    strength = unpacked(harvested.found["roads"])[:, 0, 20:76, 10:22].max(axis=2)
    drawn = harvested.found["drawn"].astype(bool)
    assert drawn.sum() == len(harvested.game.marks.sections)
    inked = (strength > 0.4).mean(axis=1)
    assert np.median(inked[drawn]) > 0.9 > 0.3 > np.median(inked[~drawn])


def test_nothing_beside_the_map_of_a_made_up_town_is_learned(harvested: Harvested) -> None:
    marks = harvested.game.marks
    assert (marks.circled, marks.used, marks.ringed_name) == (None, (), None)
    assert "signs" not in harvested.found


def test_some_towns_are_known_by_a_photo(harvested: Harvested) -> None:
    page, picture = TOWNS.town(6)
    assert page.town.file != harvested.game.town.file
    assert picture.rgb.shape != page.page.rgb.shape
    tall, wide = picture.rgb.shape[:2]
    sides = np.array([wide, tall]) / picture.px_per_mm
    assert sides == pytest.approx(np.array(page.town.board.page_mm), abs=0.5)
