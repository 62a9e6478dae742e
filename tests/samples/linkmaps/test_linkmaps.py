"""Simulated photos of maps: towns that fit, games that are legal, truth that tells what shows."""

import json
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from samples.simulator.art.families import Split
from samples.simulator.linkmaps.__main__ import main
from samples.simulator.linkmaps.art import random_style
from samples.simulator.linkmaps.buses import random_claims
from samples.simulator.linkmaps.photo import MapPhoto, simulate_map
from samples.simulator.linkmaps.solids import prism
from samples.simulator.linkmaps.towns import random_town
from samples.simulator.strata import Kind
from scorer.rules.ticket_to_ride.game import Player, TicketToRide, held_against
from scorer.rules.ticket_to_ride.map import check_map
from scorer.rules.ticket_to_ride.referee import findings
from scorer.rules.ticket_to_ride.spaces import spaces_of


@pytest.mark.parametrize("seed", range(6))
def test_a_made_up_town_is_a_map_whose_spaces_have_room(seed: int) -> None:
    town = random_town("town", np.random.default_rng(seed))
    check_map(town)
    assert len(town.places) >= 10
    assert town.space_mm
    long, wide = town.space_mm
    boxes = [
        ((space.x, space.y), (long, wide), float(np.degrees(space.angle)))
        for link in town.links
        for space in spaces_of(town, link)
    ]
    for one, other in combinations(boxes, 2):
        kind, shared = cv2.rotatedRectangleIntersection(one, other)
        overlap = cv2.contourArea(cv2.convexHull(shared)) if kind and len(shared) > 2 else 0.0
        assert overlap < 0.15 * long * wide


@pytest.mark.parametrize("seed", range(20))
def test_claims_are_those_of_a_game(seed: int) -> None:
    rng = np.random.default_rng(seed)
    town = random_town("town", rng)
    claims = random_claims(town, rng)
    players = tuple(
        Player(
            name=colour,
            links=tuple(name for name, owner in claims.owner.items() if owner is colour),
        )
        for colour in claims.colours
    )
    played = held_against(TicketToRide(map=town, players=players, finished=False))
    assert findings(played) == ()


def test_no_style_is_in_both_splits() -> None:
    def of(split: Split) -> set[tuple[str, str]]:
        styles = (random_style(split, np.random.default_rng(seed)) for seed in range(60))
        return {(one.outline.__name__, one.place) for one in styles}

    train, test = of(Split.TRAIN), of(Split.TEST)
    assert not {outline for outline, _ in train} & {outline for outline, _ in test}
    rngs = (np.random.default_rng(seed) for seed in range(60))
    tuned = {random_style(Split.TRAIN, rng, development=True).outline.__name__ for rng in rngs}
    assert len(tuned) > 1
    assert not tuned & {outline for outline, _ in train | test}
    assert not {place for _, place in train} & {place for _, place in test}


def test_a_solid_has_its_foot_and_its_roof() -> None:
    foot = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 4.0]])
    solid = prism(foot, 5.0, 0.5, (0.5, 0.1, 0.1), 0.0)
    heights = np.concatenate([face.corners[:, 2] for face in solid.faces])
    assert (heights.min(), heights.max()) == (0.0, 5.0)
    # The roof is half a millimetre smaller on the nearest side, which is 2 mm from the middle.
    assert np.abs(solid.faces[-1].corners[:, 1] - 2.0).max() == pytest.approx(
        2.0 * 0.75 + 0, abs=0.5
    )


def photo_of(*, blank: bool = False) -> MapPhoto:
    """Return a small photo of the smallest town there is among a few, on plain card."""
    return simulate_map(TOWN, PLAIN, Kind.EASY, (3,), 0.3, blank=blank)


TOWN = random_town("town", np.random.default_rng(3))
PLAIN = np.full((210, 297, 3), 200, np.uint8)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_photo() -> None:
    one, two = photo_of(), photo_of()
    assert one.jpeg == two.jpeg
    assert one.truth == two.truth


@pytest.mark.slow
def test_buses_stand_where_the_truth_says() -> None:
    filled, blank = photo_of(), photo_of(blank=True)
    off = np.abs(filled.rgb.astype(float) - blank.rgb).mean(axis=2)
    changed: dict[bool, list[float]] = {True: [], False: []}
    for link in TOWN.links:
        if link.name in filled.truth["hidden"]:
            continue
        for space in spaces_of(TOWN, link):
            ((x, y),) = filled.at(np.array([[space.x, space.y]])).round().astype(int)
            there = off[y - 1 : y + 2, x - 1 : x + 2].mean()
            changed[link.name in filled.truth["links"]].append(float(there))
    # Noise and shadows change a pixel by a few steps, a bus by many.
    assert min(len(one) for one in changed.values()) > 5
    assert np.median(changed[True]) > 30
    assert np.median(changed[False]) < 12


@pytest.mark.slow
def test_the_command_writes_photos_truths_and_maps(tmp_path: Path) -> None:
    options = ["--count", "2", "--first", "2", "--seed", "5", "--megapixels", "0.2"]
    assert main([*options, "-o", str(tmp_path)]) == 0
    practice, town = (json.loads((tmp_path / f"train-5-000{n}.json").read_text()) for n in (2, 3))
    assert practice["map"] == "lantern-bay"
    assert practice["simulated"] is True
    assert (tmp_path / practice["photo"]).is_file()
    assert (tmp_path / "maps" / town["map"] / "map.json").is_file()
    assert (tmp_path / "maps" / town["map"] / "picture.png").is_file()
