"""Figures over photos, from readings written down by hand."""

import json
from pathlib import Path

import pytest

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.measure import Link, Measured, TruthError, measure_folder, summary_of

RED, BLUE = BusColour.RED, BusColour.BLUE


def link(
    truth: BusColour | None,
    read: BusColour | None,
    confidence: float = 0.99,
    *,
    doubtful: bool = False,
    hidden: bool = False,
) -> Link:
    return Link("a-b", truth, read, confidence, doubtful, hidden)


def photo(*links: Link, refused: str | None = None) -> Measured:
    return Measured("x.jpg", "easy", "ring", links, (1, 0, 0), 0.5, refused)


def test_figures_of_three_photos() -> None:
    # Six links: four right, one wrong and asked, one wrong and confident.
    perfect = photo(link(RED, RED), link(None, None))
    asked = photo(link(RED, BLUE, 0.6, doubtful=True), link(BLUE, BLUE))
    confident = photo(link(None, RED), link(BLUE, BLUE))
    found = summary_of([perfect, asked, confident, photo(refused="no-board")])
    assert (found.photos, found.refused, found.links) == (4, 1, 6)
    assert found.links_right == pytest.approx(4 / 6)
    # A photo that was refused is no perfect board.
    assert found.boards_perfect == pytest.approx(1 / 4)
    assert found.confident_mistakes == 1
    assert found.doubts_a_board == pytest.approx(1 / 3)
    assert found.markers == (3, 0, 0)


def test_a_hidden_link_is_right_only_if_the_reader_asks() -> None:
    assert link(RED, None, doubtful=True, hidden=True).right
    assert not link(RED, None, hidden=True).right


def test_confidences_are_held_against_what_is_right() -> None:
    # Four links of confidence 0.95, three right: off by 4 * 0.95 - 3 = 0.8 of four.
    links = [link(RED, RED, 0.95)] * 3 + [link(RED, BLUE, 0.95)]
    assert summary_of([photo(*links)]).calibration_error == pytest.approx(0.2)


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="no truth file"):
        list(measure_folder(tmp_path))
    (tmp_path / "one.json").write_text("{}")
    with pytest.raises(TruthError, match="expected an object"):
        list(measure_folder(tmp_path))
    (tmp_path / "one.json").write_text(json.dumps({"photo": "x", "map": "y", "links": {}}))
    with pytest.raises(TruthError, match="no map called 'y'"):
        list(measure_folder(tmp_path))
