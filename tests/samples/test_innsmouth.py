"""Simulated photos of Innsmouth: legal boards, every mark drawn, truth that the rules take."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from benchmarks.readtown import Figures, measure
from samples.simulator.__main__ import main
from samples.simulator.innsmouth.drawing import THREAT, draw_town, random_habits
from samples.simulator.innsmouth.games import marked_board
from samples.simulator.innsmouth.towns import random_town
from samples.simulator.people.hand import Hand
from samples.simulator.people.pens import random_pens
from samples.simulator.people.strokes import Subject
from scorer.printing.seatown import photo_board, spots_of
from scorer.rules.board.board import RoadKind, TouristKind
from scorer.rules.innsmouth.filled import Filled, InnsmouthBoard, card_caches, filled_on
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.pieces import Character, Threat
from scorer.rules.innsmouth.referee import Offence, findings
from scorer.rules.innsmouth.teaching.edits import lacks_of
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.jsonfile import from_data
from scorer.vision.innsmouth.page import taught_picture

TOWN = practice_town()
# What the game maker leaves open: it does not count its sections as a player does.
LOOSE = {Offence.SECTIONS_FEW, Offence.SECTIONS_NOTED, Offence.SECTIONS_MANY}


def boards(count: int) -> list[Filled]:
    return [marked_board(random.Random(seed), TOWN) for seed in range(count)]


def test_boards_are_what_a_legal_game_leaves() -> None:
    for board in boards(60):
        offences = {found.offence for found in findings(board)} - LOOSE
        assert not offences, (board.setup, offences)


def test_rings_are_the_detectives_and_the_name_is_ringed_against_deep_ones() -> None:
    found = boards(60)
    for board in found:
        touched = {str(end) for section in board.marks.sections for end in section.ends}
        assert set(board.marks.rings) <= touched
        detective = board.setup.character is Character.DETECTIVE
        assert detective or not board.marks.rings
        assert board.marks.ringed_name is (board.setup.threat is Threat.DEEP_ONES)
        assert set(board.marks.used) <= set(board.marks.circled or ())
    assert any(board.marks.rings for board in found)
    circled = [len(board.marks.circled or ()) for board in found]
    assert sum(len(board.marks.used) for board in found) < sum(circled)


def test_everything_on_a_board_is_drawn_at_its_place() -> None:
    rng = np.random.default_rng(3)
    for board in boards(6):
        pens = random_pens(rng, tuple(TouristKind), (1.2, 1.6), (0.9, 1.0))
        hand, habits = Hand(rng, 0.6), random_habits(rng)
        drawing = draw_town(TOWN, spots_of(TOWN), board.marks, pens, hand, habits, 0.0)
        marks = board.marks
        for section in marks.sections:
            assert Subject("section", str(section)) in drawing.subjects
        for place in marks.caches or ():
            assert Subject("cache", place) in drawing.subjects
        kinds = [one.kind for one in drawing.in_quarters]
        assert kinds.count(THREAT) == sum(marks.threats.values())
        assert len(kinds) - kinds.count(THREAT) == sum(g.total for g in marks.tourists.values())
        for one in drawing.in_quarters:
            polygon = np.array(TOWN.board.cell_of[one.quarter].polygon)
            assert (polygon.min(axis=0) < one.middle).all()
            assert (polygon.max(axis=0) > one.middle).all()


def test_the_printed_map_has_no_diagonals_and_knows_what_is_written_beside() -> None:
    board = photo_board(TOWN)
    assert not [road for road in board.roads if road.kind is RoadKind.DIAGONAL]
    assert {road.id for road in board.roads} < {road.id for road in TOWN.board.roads}
    assert {symbol.bonus for symbol in board.cafe_area} == {
        "coordinate", "section", "diagonal", "name",
    }  # fmt: skip


@pytest.mark.slow
def test_the_command_writes_photos_whose_truth_the_rules_take(tmp_path: Path) -> None:
    out = ["--megapixels", "0.4", "-o", str(tmp_path)]
    assert main(["--board", "innsmouth", "--kind", "easy", "--seed", "5", *out]) == 0
    truth = json.loads((tmp_path / "innsmouth-easy-5-0000.json").read_text())
    file = from_data({"game": "innsmouth", "marks": truth["marks"], "setup": truth["setup"]},
                     InnsmouthBoard)  # fmt: skip
    board = filled_on(file, TOWN)
    assert set(board.caches) == set(card_caches(TOWN, board.setup))
    assert truth["simulated"] is True
    assert (tmp_path / truth["photo"]).is_file()


@pytest.mark.parametrize("seed", range(4))
def test_made_up_towns_are_whole_and_differ(seed: int) -> None:
    town = random_town(f"town-{seed}", random.Random(seed))
    assert lacks_of(town.file) == ()
    assert town.file.unknown == ()
    assert set(town.side.values()) == {1, 2}
    assert town.dead_ends
    kinds = {mark.kind for mark in town.landmark.values()}
    assert len(kinds) == 5
    other = random_town("other", random.Random(seed + 100))
    assert {road.id for road in town.board.roads} != {road.id for road in other.board.roads}
    # A game can be played there, and its best route be found.
    board = marked_board(random.Random(seed), town)
    offences = {found.offence for found in findings(board)} - LOOSE
    assert not offences


@pytest.mark.slow
def test_photos_of_made_up_towns_come_with_what_was_taught_of_each(tmp_path: Path) -> None:
    out = ["--megapixels", "0.8", "-o", str(tmp_path)]
    art = ["--board", "innsmouth", "--art", "--art-split", "test", "--kind", "easy"]
    assert main([*art, "--count", "2", "--per-board", "2", "--seed", "6", *out]) == 0
    files = sorted(tmp_path.glob("*.json"))
    truths = [json.loads(file.read_text()) for file in files]
    assert len({truth["town"] for truth in truths}) == 1
    name = truths[0]["town"]
    town = town_told((tmp_path / "towns" / name / "town.json").read_text())
    for truth in truths:
        file = from_data({"game": "innsmouth", "town": name, "marks": truth["marks"],
                          "setup": truth["setup"]}, InnsmouthBoard)  # fmt: skip
        filled_on(file, town)
    # The page is that of the blank board: between crossroads it looks as in the photo of it.
    picture = taught_picture(town, tmp_path / "towns")
    assert picture is not None
    assert picture.rgb.shape[:2] == (1260, 1782)
    figures: dict[str, Figures] = {}
    for path in files:
        measure(path, figures, known=True)
    assert figures["easy"].photos == 2
    assert figures["easy"].lost == 0
