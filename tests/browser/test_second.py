"""The second family of simulated photos, its print drawn by Chromium."""

import json
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser

from samples.second.__main__ import parser, write
from samples.second.hand import people
from samples.second.press import Press, printed_page
from samples.simulator.art.layout import random_layout
from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data
from scorer.vision.boards.picture import load_picture
from scorer.vision.read import Reading, read_photo
from tests.support.handdrawn import write_shapes

# The channel in which each kind's place is brightest.
BRIGHTEST = {LandmarkKind.RED: 0, LandmarkKind.GREEN: 1, LandmarkKind.BLUE: 2}


def test_what_the_truth_says_is_read_on_the_board_that_a_blank_photo_taught(
    browser: Browser, tmp_path: Path
) -> None:
    drawn, made = tmp_path / "drawn.npz", tmp_path / "made"
    write_shapes(drawn)
    asked = ["--drawn", str(drawn), "--kind", "easy", "--seed", "8", "-o", str(made)]
    page = browser.new_page()
    write(parser().parse_args(asked), people(drawn), Press(page))
    page.close()
    [file] = made.glob("*.json")
    truth = json.loads(file.read_text("utf-8"))
    picture = load_picture(truth["board"], made / "boards")
    found = read_photo((made / truth["photo"]).read_bytes(), picture)
    assert isinstance(found, Reading)
    assert to_data(found.marks) == truth["marks"]
    folder = made / "boards" / truth["board"]
    assert {one.name for one in folder.iterdir()} >= {"blank.jpg", "blank.json", "reference.png"}


def test_landmarks_are_printed_in_the_colours_of_their_kinds(browser: Browser) -> None:
    page = browser.new_page()
    city = load_city("first-city")
    for seed in range(2):
        board = random_layout(city, "second", np.random.default_rng((3, seed)))
        printed = printed_page(Press(page), board, (3, seed))
        for mark in board.landmarks:
            if mark.kind in BRIGHTEST:
                corners = np.array(board.cell_of[mark.locations[0]].polygon)
                low, high = ((corners.mean(axis=0) + side) * printed.px_per_mm for side in (-8, 8))
                part = printed.rgb[int(low[1]) : int(high[1]), int(low[0]) : int(high[0])]
                tone = part.reshape(-1, 3).mean(axis=0)
                assert int(tone.argmax()) == BRIGHTEST[mark.kind], (seed, mark.id, tone)
    page.close()
