"""What a city marks and its river banks, put right on the editor of a taught board, on a phone."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.board import Board
from scorer.rules.notation import Location, RoadId
from scorer.vision.picture import load_board, load_picture
from scorer.vision.taught import save_taught
from tests.browser.conftest import Server, Watch

ID = "own-london"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own, which knows a board of London that somebody taught."""
    picture = load_picture("london")
    board = replace(picture.board, id=ID, name="Our London", practice=False)
    save_taught(tmp_path / "data" / "boards", replace(picture, board=board))
    with Server(tmp_path / "data") as server:
        yield server


def test_bridges_banks_and_the_file_are_corrected_on_a_phone(
    phone: Page, server: Server, watch: Watch, tmp_path: Path
) -> None:
    phone.goto(f"{server.url}/teach/{ID}")
    change_bridge(phone, server, "b4-b5", 9)
    tick_both_sides(phone, server, "d3-e3")
    with phone.expect_download() as saved:
        phone.locator('a[href$="geometry.json"]').tap()
    file = json.loads(saved.value.path().read_text("utf-8"))
    watch.forgiven = ("422",)
    hand_in(phone, tmp_path, {**file, "cells": 3})
    # The refused file's form is there to take another one.
    expect(phone.locator(".refused")).to_contain_text("$.cells")
    file["transports"][0]["groups"][0].append("c6")
    hand_in(phone, tmp_path, file)
    expect(phone.locator("#bridges")).to_be_visible()
    assert "c6" in map(str, kept(server).transports[0].groups[0])


def test_values_are_stepped_with_a_thumb(phone: Page, server: Server) -> None:
    phone.goto(f"{server.url}/teach/{ID}")
    form = phone.locator('form[action$="/landmark"]')
    field = form.locator('input[name="value"]')
    less, more = (form.get_by_role("button", name=name) for name in ("one less", "one more"))
    expect(less).to_have_attribute("aria-disabled", "true")
    for button in (less, more):
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    for _ in range(4):
        more.tap()
    expect(field).to_have_value("3")
    field.fill("99")
    expect(more).to_have_attribute("aria-disabled", "true")
    more.tap(force=True)
    less.tap()
    expect(field).to_have_value("98")
    form.locator('select[name="where"]').select_option("C3")
    form.locator('select[name="kind"]').select_option("yellow")
    form.get_by_role("button", name="Keep").tap()
    expect(phone.locator(".refused")).to_have_count(0)
    (mark,) = kept(server).landmark_at[Location.parse("C3")]
    assert mark.value == 98


def change_bridge(phone: Page, server: Server, road: str, value: int) -> None:
    bridges = phone.locator("#bridges")
    bridges.locator("summary").tap()
    bridges.locator('select[name="where"]').select_option(road)
    bridges.locator('input[name="value"]').fill(str(value))
    bridges.locator('button[value="keep"]').tap()
    # The part that was changed is open, and says what is kept now.
    expect(bridges).to_contain_text(f"{road} ({value} PP)")
    expect(bridges.locator("svg.taught")).to_be_visible()
    assert dict(kept(server).marked_as("bridges").values)[RoadId.parse(road)] == value


def tick_both_sides(phone: Page, server: Server, road: str) -> None:
    banks = phone.locator("#roads")
    banks.locator('select[name="road"]').select_option(road)
    banks.locator('form[method="get"] button').tap()
    banks.locator('input[name="reached"]').first.check()
    banks.locator("form.chosen button").tap()
    expect(banks).not_to_contain_text(f"{road}:")
    assert len(kept(server).road_of[RoadId.parse(road)].locations) == 2


def hand_in(phone: Page, folder: Path, file: dict[str, object]) -> None:
    (folder / "own.json").write_text(json.dumps(file), "utf-8")
    phone.locator('input[name="geometry"]').set_input_files(folder / "own.json")
    phone.locator("form[enctype] button").tap()


def kept(server: Server) -> Board:
    return load_board(ID, server.data_dir / "boards")
