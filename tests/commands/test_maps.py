"""``scorer map`` and ``scorer table`` on games of Ticket to Ride: Paris."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scorer import resources
from scorer.commands.schemas import schema_of
from scorer.commands.text.tickettoride import AHEAD_BY, CATEGORIES, NEEDS, OFFENCES
from scorer.rules.ticket_to_ride.referee import Offence
from scorer.rules.ticket_to_ride.result import Need
from scorer.rules.ticket_to_ride.sheet import Category, TieBreak
from tests.support.commands import refused, scorer
from tests.support.schemas import check
from tests.vision.links.photos import photo_of_bay

SHIPPED_PICTURE = Path(resources.__file__).parent / "vision/links/references/lantern-bay.png"
# Ann: 4 purple 7, 2 blue 2, 1 white 1, 3 purple 4, 3 red 4 = 18 with 13 buses, a flag 4, a ticket
# not done - 9: 13. Bob: 1 yellow 1, 1 green 1 = 2.
GAME: dict[str, Any] = {
    "game": "ticket-to-ride",
    "map": "lantern-bay",
    "players": [
        {"name": "Ann", "colour": "blue", "flags": 1, "tickets": ["orchard-fish_market"],
         "links": ["north_gate-kite_hill", "kite_hill-observatory:2", "observatory-swan_pond",
                   "swan_pond-lighthouse", "lighthouse-fish_market"]},
        {"name": "Bob", "colour": "red", "links": ["mill_bridge-paper_mill", "bath_house-harbour"],
         "marker": 2, "tickets": ["paper_mill-harbour"]},
    ],
}  # fmt: skip


def said(**changes: Any) -> str:
    done = scorer("table", "-", stdin=json.dumps(GAME | changes).encode())
    assert done.exit_code == 0, done.output
    return done.stdout


def bob(**changes: Any) -> list[dict[str, Any]]:
    return [GAME["players"][0], GAME["players"][1] | changes]


def test_a_game_is_told_with_sheets_tickets_and_places() -> None:
    text = said()
    rows = [row.split() for row in text.splitlines()]
    assert ["Routes", "18", "2"] in rows
    assert ["Total", "13", "-2"] in rows
    assert ["Buses", "left", "2", "13"] in rows
    needed = "this would have done it: North Gate – Orchard"
    assert f"Ann: ✗ Orchard – Fish Market -9; {needed}\n" in text
    # Bob lacks paper mill to Bath House: either lane, red or white, of three.
    lanes = "Paper Mill – Bath House (red) or Paper Mill – Bath House (white)"
    assert f"Bob: ✗ Paper Mill – Harbour -4; this would have done it: {lanes}\n" in text
    assert "  Bob: on no completed ticket: Mill Bridge – Paper Mill, Bath House – Harbour" in text
    assert "_" not in text
    assert "Status: final." in text
    assert "1. Ann, 13 — ahead by points\n2. Bob, -2" in text


def test_a_game_that_is_still_played_names_no_winner() -> None:
    text = said(finished=False)
    assert "Status: incomplete." in text
    assert "The last round, as two buses or fewer are left: Ann.\nAhead so far:" in text


def test_doubts_of_a_photo_are_to_check() -> None:
    assert "Status: to check (2)." in said(to_check=2)
    assert "Status: final." in said(to_check=2, checked=True)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"marker": 6}, "Referee, Bob: French flags: 1; blue, white and red routes allow 0."),
        ({"marker": 3}, "points that the marker shows beyond the routes: 1, no multiple of 4."),
        ({"marker": 5}, "Referee, Bob: points that the marker shows beyond the routes: 3"),
        (
            {"links": ["lighthouse-fish_market"]},
            "Lighthouse – Fish Market is claimed by 2",
        ),
        (
            {"links": ["kite_hill-observatory"]},
            "Kite Hill – Observatory (green) and Kite Hill – Observatory (blue): with two",
        ),
        ({"tickets": ["orchard-fish_market"]}, "The ticket Orchard – Fish Market is held by 2"),
    ],
)
def test_the_referee_speaks(changes: dict[str, Any], told: str) -> None:
    assert told in said(players=bob(**changes))


def test_what_nobody_told_is_missing() -> None:
    text = said(players=bob(marker=None, tickets=None))
    # His one route allows no French flag, so none need be told.
    assert "  Bob: the tickets not said" in text
    assert "Ahead so far:" in text


def test_the_result_the_game_and_the_map_are_as_their_schemas_say() -> None:
    printed = json.loads(scorer("table", "-", "--json", stdin=json.dumps(GAME).encode()).stdout)
    map_ = json.loads(scorer("map", "show", "lantern-bay", "--json").stdout)
    for name, value in (
        ("ticket-to-ride-result", printed),
        ("ticket-to-ride", GAME),
        ("ticket-to-ride", GAME | {"map": map_}),
        ("ticket-map", map_),
    ):
        schema = schema_of(name)
        assert check(value, schema, schema) == [], name
    assert printed["players"][0]["tickets"][0]["would_do"] == ["north_gate-orchard"]
    assert printed["live"]["last_round"] == [0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"map": "nowhere"}, ("$.map", "lantern-bay")),
        ({"players": bob(links=["mill_bridge-harbour"])}, ("$.players[1].links[0]", "no link")),
        ({"players": []}, ("$.players",)),
    ],
)
def test_bad_input_names_its_place(changes: dict[str, Any], words: tuple[str, ...]) -> None:
    refused(scorer("table", "-", stdin=json.dumps(GAME | changes).encode()), *words)


def test_all_that_a_result_may_name_has_words() -> None:
    assert set(CATEGORIES) == set(Category)
    assert set(AHEAD_BY) == set(TieBreak)
    assert set(NEEDS) == set(Need)
    assert set(OFFENCES) == set(Offence)


@pytest.mark.slow
def test_maps_are_listed_shown_and_drawn(tmp_path: Path) -> None:
    assert "lantern-bay\tpractice\tLantern Bay" in scorer("map", "list").stdout
    shown = scorer("map", "show", "lantern-bay").stdout
    assert "orchard-tannery:2  3 green" in shown
    for ending, start in (("pdf", b"%PDF"), ("svg", b"<svg"), ("png", b"\x89PNG")):
        for more in ([], ["--tickets"]):
            file = tmp_path / f"map.{ending}"
            done = scorer("map", "render", "lantern-bay", "-o", file, "--dpi", "40", *more)
            assert done.exit_code == 0, done.output
            assert file.read_bytes().startswith(start)


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    refused(scorer("map", "render", "lantern-bay", "-o", tmp_path / "map.gif"), ".gif", "pdf, png")
    refused(scorer("map", "render", "nowhere", "-o", tmp_path / "map.png"), "nowhere", "lantern")


@pytest.mark.slow
def test_a_photo_is_read_and_measured(tmp_path: Path) -> None:
    simulated = photo_of_bay()
    file = tmp_path / "bay.jpg"
    file.write_bytes(simulated.jpeg)
    text = scorer("map", "read", file).stdout
    assert "Lantern Bay" in text
    told = json.loads(scorer("map", "read", file, "--json").stdout)
    schema = schema_of("links-reading")
    assert check(told, schema, schema) == []
    assert {one["colour"] for one in told["players"]} == set(simulated.truth["players"])
    truth = {"photo": file.name, **simulated.truth}
    (tmp_path / "bay.json").write_text(json.dumps(truth))
    measured = scorer("map", "evaluate", tmp_path, "--wrong").stdout
    assert "all: 1 photos, 0 refused" in measured


def test_unknown_colours_and_half_a_map_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.jpg"
    file.write_bytes(b"no picture")
    refused(scorer("map", "read", file, "--colours", "blue,teal"), "teal", "known are")
    refused(scorer("map", "read", file, "--colours", "blue,blue"), "colour of their own")
    refused(scorer("map", "read", file, "--map-file", file), "--picture")
    refused(scorer("map", "read", file), "x.jpg was not read (not-an-image)")
    refused(scorer("map", "evaluate", tmp_path), "no truth file")


@pytest.mark.parametrize(
    ("data", "told"), [(b"", "there is nothing in it"), (b"a\xe9", "line 1 is not in UTF-8")]
)
def test_a_file_that_is_no_map_is_named(data: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(data)
    refused(scorer("map", "learn", file, file), f"{file}: {told}")
    refused(scorer("map", "read", file, "--map-file", file, "--picture", file), f"{file}: {told}")


@pytest.mark.slow
def test_a_map_of_ones_own_is_learned_shared_and_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "taught_maps_dir", lambda: tmp_path / "kept")
    map_ = json.loads(scorer("map", "show", "lantern-bay", "--json").stdout)
    file, picture = tmp_path / "mine.json", tmp_path / "page.png"
    file.write_text(json.dumps(map_ | {"id": "mine", "name": "Mine"}))
    # The page lies in a photo with a table round it: 594 x 420 from (30, 20) on.
    page = Image.new("RGB", (800, 500), (90, 60, 40))
    page.paste(Image.open(SHIPPED_PICTURE).convert("RGB").resize((594, 420)), (30, 20))
    page.save(picture)
    refused(scorer("map", "learn", file, picture), "times as wide")
    corners = "30,20;623,20;623,439;30,439"
    done = scorer("map", "learn", file, picture, "--corners", corners)
    assert "mine: 21 locations, 42 routes" in done.stdout
    assert "mine\ttaught\tMine" in scorer("map", "list").stdout
    refused(scorer("map", "learn", file, picture, "--corners", corners), "--replace")
    told = scorer("table", "-", stdin=json.dumps(GAME | {"map": "mine"}).encode()).stdout
    assert "on Mine" in told
    shared = tmp_path / "mine.map"
    assert scorer("map", "export", "mine", "-o", shared).exit_code == 0
    assert "mine is forgotten" in scorer("map", "remove", "mine").stdout
    refused(scorer("map", "show", "mine"), "known are lantern-bay")
    assert "mine: 42 routes" in scorer("map", "import", shared).stdout
    refused(scorer("map", "import", picture), "damaged")


def test_white_paper_teaches_no_map(tmp_path: Path) -> None:
    done = scorer("map", "show", "lantern-bay", "--json")
    map_ = json.loads(done.stdout) | {"id": "white", "name": "White"}
    (tmp_path / "map.json").write_text(json.dumps(map_))
    Image.new("RGB", (1782, 1260), "white").save(tmp_path / "white.png")
    paths = (str(tmp_path / name) for name in ("map.json", "white.png"))
    refused(scorer("map", "learn", *paths), "white", "Nothing is printed there")
