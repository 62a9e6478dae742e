"""``scorer score``, ``check`` and ``town`` of Innsmouth, and their schemas."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer import cli
from scorer.commands.schemas import schema_of
from scorer.rules.innsmouth.town import PRACTICE
from tests.support.commands import refused, scorer
from tests.support.schemas import check

BOARD: dict[str, Any] = {
    "game": "innsmouth",
    "marks": {
        "sections": ["c1-c2", "c2-c3_north", "c3_south-d3", "d3-d4"],
        "tourists": {"C2": {"triangle": 3}, "B3": {"circle": 2}, "C4": {"cross": 2}},
        "threats": {"C3": 1},
    },
    "setup": {"character": "collector", "caches": ["c1"], "bonuses": ["section"]},
}


def run(*arguments: str, given: object) -> Result:
    return CliRunner().invoke(cli.main, [*arguments, "-"], input=json.dumps(given))


def told(*arguments: str, given: object) -> Any:
    done = run(*arguments, "--json", given=given)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def wrong(name: str, value: Any) -> list[str]:
    schema = schema_of(name)
    return check(value, schema, schema)


def test_a_board_is_scored() -> None:
    """The board worked by hand in test_boards: 85/3 for the Collector."""
    found = told("score", given=BOARD)
    assert found["best"]["route"] in (
        "c1 c2 c3_north ~ c3_south d3 d4",
        "d4 d3 c3_south ~ c3_north c2 c1",
    )
    assert found["best"]["expected"] == pytest.approx(85 / 3)
    assert found["best"]["optimal"] is True
    assert found["practice"] is True
    assert [one["total"] for one in found["best"]["chances"]] == [31, 28]
    # North of the river 14 VP with a symbol, or 14 without: the calmer route is shown.
    assert found["without_ferries"]["level"] == 0
    assert found["without_threat"]["level"] == 0
    assert found["bonuses"][0]["bonus"] == "section"
    assert wrong("innsmouth-sheet", found) == []
    assert wrong("innsmouth", BOARD) == []


def test_the_text_tells_the_same() -> None:
    done = run("score", given={**BOARD, "route": ["c1-c2"]})
    assert "Best route, proved: 28.33 VP expected" in done.stdout
    assert "28 or more  100.0 %" in done.stdout
    assert "Route in the file: 22.00 VP expected" in done.stdout
    assert "extra section" in done.stdout


def test_all_totals_are_shown_with_their_chances() -> None:
    """The Huntress's hits give 10 VP each, and punishments take tourists: many totals."""
    symbols = {"C3": 2, "B2": 1, "C2": 1, "B3": 1}
    board = {**BOARD, "marks": {**BOARD["marks"], "threats": symbols},
             "setup": {"character": "huntress"}, "route": ["c1-c2", "c2-c3_north"]}  # fmt: skip
    totals = {one["total"] for one in told("check", given={"board": board})["chances"]}
    assert len(totals) > 8
    shown = re.findall(r"(\d+) or more", run("check", given={"board": board}).stdout)
    assert sorted(map(int, shown)) == sorted(totals)


def test_what_cannot_be_is_said_of_the_route_in_the_file_and_after_a_check() -> None:
    """The route c1-c2 has threat level 0 and no ferry, the best one 2 and one."""

    def said(board: dict[str, Any]) -> set[str]:
        return {one[0] for one in told("score", given=board)["findings"]}

    written = {**BOARD["marks"], "ferries": 0, "level": 0, "rings": ["c1"]}
    board = {**BOARD, "marks": written}
    assert {"ferries", "level", "rings"} <= said(board)
    board["route"] = ["c1-c2"]
    assert said(board) & {"ferries", "level", "rings"} == {"rings"}
    # Nobody can have left: no die was thrown.
    played = {**board, "played": {"closed": 1, "left": ["C2"]}}
    assert "left-many" in said(played)
    assert "Only the Detective" not in run("score", given=played).stdout
    assert "ringed: only the Detective" in run("score", given=played).stdout


def test_a_solo_challenge_has_a_route_of_its_own() -> None:
    setup = {**BOARD["setup"], "challenge": {"points": 29}}
    found = told("score", given={**BOARD, "setup": setup})
    assert found["for_challenge"]["win"] == pytest.approx(1 / 9)
    assert (
        "the challenge is met with 11.1 %" in run("score", given={**BOARD, "setup": setup}).stdout
    )


def test_a_played_check_gives_the_sheet() -> None:
    """△3 left with the symbol in C3; the card stayed closed: 2 + 2 + 7 + 8 + 9 = 28."""
    marks = {**BOARD["marks"], "threats": {}, "tourists": {"B3": {"circle": 2}, "C4": {"cross": 2}}}
    played = {**BOARD, "marks": marks, "played": {"closed": 1}}
    found = told("score", given=played)
    assert found["total"] == 28
    assert wrong("innsmouth-sheet", found) == []
    assert "Total                    28 VP" in run("score", given=played).stdout
    over = run("score", given={**played, "played": {"closed": 2}})
    assert (over.exit_code, "$.played.closed: 2" in over.stderr) == (2, True)


@pytest.mark.parametrize(
    ("more", "step", "words"),
    [
        ({}, "open", "Open another artefact?"),
        ({"stopped": True}, "roll", "Roll dice: 2."),
        ({"opened": ["manuscript"], "dice": [5, 1]}, "reroll", "which dice to throw again?"),
        ({"opened": ["dagger"], "dice": [2, 1]}, "leave", "C2 with the symbol in C3"),
        (
            {"dice": [1, 1], "left": [{"quarter": "C2", "symbol": "C3"}]},
            "done",
            "Total                    28 VP",
        ),
    ],
)
def test_each_step_of_the_check(more: dict[str, Any], step: str, words: str) -> None:
    state = {"board": BOARD, **more}
    advice = told("check", given=state)
    assert advice["step"] == step
    assert wrong("advice", advice) == []
    assert wrong("check", state) == []
    assert words in run("check", given=state).stdout


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"board": {**BOARD, "town": "arkham"}}, "$.town: this is a board of 'arkham'"),
        ({"board": {**BOARD, "route": ["c1-c2", "d3-d4"]}}, "$.route[1]: d3-d4 does not meet"),
        ({"board": {**BOARD, "played": {}}}, "$.board.played: this check was played already"),
        ({"board": BOARD, "dice": [7, 1]}, "$.dice[0]"),
        ([], "expected an object"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(given: object, message: str) -> None:
    done = run("check", given=given)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_file_that_is_no_check_is_named(tmp_path: Path) -> None:
    file = tmp_path / "check.json"
    file.write_bytes(b"")
    refused(scorer("check", file), f"{file}: there is nothing in it")
    refused(scorer("check", "-", stdin=b"[]"), "standard input: $: expected an object {…}, found")
    file.write_text(json.dumps(BOARD))
    refused(scorer("check", file), f"{file} is a single board: use scorer score for it")


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    marks = {"sections": ["c1-c2"], "tourists": {"C2": {"circle": 1}}, "threats": {"C3": 1}}
    text = run("score", given={**BOARD, "marks": {**marks, "ferries": 1}}).stdout
    assert "1 quarter holds tourists; after 10 rounds 10 do." in text
    assert "1 section is drawn; each of 10 rounds draws one at least." in text
    assert "1 threat symbol is drawn; the cultists draw five." in text


def test_a_town_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "town.toml"
    path.write_text(PRACTICE.read_text().replace('id = "practice"', 'id = "mine"', 1))
    found = told("score", "--town", str(path), given={**BOARD, "town": "mine"})
    assert found["best"]["expected"] == pytest.approx(85 / 3)
    path.write_text("\ufeff" + path.read_text())
    assert told("score", "--town", str(path), given={**BOARD, "town": "mine"}) == found
    path.write_text("id = ")
    broken = run("score", "--town", str(path), given=BOARD)
    assert (broken.exit_code, f"{path}: town: it is neither TOML" in broken.stderr) == (2, True)
    path.write_bytes(b"\xff\xd8 a photo")
    photo = run("score", "--town", str(path), given=BOARD)
    assert (photo.exit_code, f"{path}: town: line 1 is not in UTF-8" in photo.stderr) == (2, True)


def test_options_of_other_games_are_refused() -> None:
    done = run("score", "--alternatives", "3", given=BOARD)
    assert done.exit_code == 2
    assert "holds its set-up and its route itself" in done.stderr


def test_a_whole_game_is_sent_to_the_table() -> None:
    done = run("score", given={"game": "innsmouth", "players": []})
    assert done.exit_code == 2
    assert "is a whole game: use scorer table for it" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--caches",)])
def test_the_town_and_its_cache_cards_are_drawn(tmp_path: Path, more: tuple[str, ...]) -> None:
    for name, start in (("a.pdf", b"%PDF"), ("a.png", b"\x89PNG"), ("a.svg", b"<svg")):
        done = scorer("town", "render", "-o", tmp_path / name, "--dpi", "30", *more)
        assert done.exit_code == 0, done.output
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_town_of_the_box_is_drawn_from_its_file(tmp_path: Path) -> None:
    text = PRACTICE.read_text().replace("Oilskin Row", "Oyster Row")
    town, drawn = tmp_path / "mine.toml", tmp_path / "mine.svg"
    town.write_text(text.replace("\npractice = true", "\npractice = false"))
    assert scorer("town", "render", "--town", town, "-o", drawn).exit_code == 0
    assert "Oyster Row" in drawn.read_text()
    assert "not the publisher" not in drawn.read_text()


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    refused(scorer("town", "render", "-o", tmp_path / "town.gif"), ".gif", "pdf, png or svg")
    refused(scorer("town", "render", "-o", tmp_path / "no" / "town.svg"), "cannot write")
    town, cards = tmp_path / "town.toml", tmp_path / "cards.svg"
    left, _, rest = PRACTICE.read_text().partition("[caches]")
    town.write_text(left + "[caches]\n" + rest[rest.index("# What each character card") :])
    refused(scorer("town", "render", "--town", town, "-o", cards, "--caches"), "0 cache cards")
    town.write_text("id = 1")
    refused(scorer("town", "render", "--town", town, "-o", cards), "town:")
