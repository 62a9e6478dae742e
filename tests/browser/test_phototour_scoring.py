"""Фототур scored in the browser: as the rules score, on every way to tell a game."""

import json
import random
from typing import Any

from playwright.sync_api import Page

from scorer.rules.certainty import Certainty
from scorer.rules.jsonfile import to_data
from scorer.rules.phototour.game import read_game
from scorer.rules.phototour.judge import Mistake
from scorer.rules.phototour.referee import Offence
from scorer.rules.phototour.result import Need, result_of
from scorer.rules.phototour.sheet import Category, TieBreak
from tests.rules.phototour.test_judge import GAME
from tests.support.browser.browsing import Server, ours
from tests.support.phototour import random_game

GAMES = 900
# By chance hardly a game has all told and nothing to object to.
FINAL: dict[str, Any] = {
    "game": "phototour",
    "players": [
        {"name": "Anna", "cards": 7, "card_points": 31},
        {"name": "Boris", "cards": 6, "card_points": 30},
    ],
    "contests": [{"results": [5, 3]}, {"results": [3, 5]}, {"results": [0, 4]}],
}
# As texts: that is far quicker than value by value.
SCORE = """async (text) => {
  const { resultOf } = await import("/static/js/scoring/phototour.js");
  return JSON.stringify(JSON.parse(text).map(resultOf));
}"""


def expected(game: dict[str, Any]) -> Any:
    return to_data(result_of(read_game(json.dumps(game).encode())))


def scored(phone: Page, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(phone.evaluate(ours(SCORE), json.dumps(games)))
    return found


def test_the_browser_scores_as_the_rules_do(phone: Page, server: Server) -> None:
    rng = random.Random("differential phototour")
    games = [*(random_game(rng) for _ in range(GAMES)), FINAL]
    phone.goto(server.url)
    found = scored(phone, games)
    offences, breaks, needs, kinds = set[str](), set[Any](), set[str](), set[str]()
    for game, one in zip(games, found, strict=True):
        wanted = expected(game)
        assert one == wanted, game
        offences |= {finding["offence"] for finding in wanted["findings"]}
        breaks |= {place["ahead_by"] for place in wanted["standings"]}
        needs |= {lack["what"] for lack in wanted["status"]["missing"]}
        kinds.add(wanted["status"]["kind"])
    # All that a result may say was compared.
    assert offences == set(Offence)
    assert breaks == {None, *TieBreak}
    assert needs == set(Need)
    assert kinds == set(Certainty) - {Certainty.RATINGS_NOT_SET}


def test_the_browser_judges_as_the_rules_do(phone: Page, server: Server) -> None:
    """Whatever somebody wrote in a line of a sheet that has all that one can be mistaken in."""
    games = [
        {**GAME, "players": [{**one, "written": {line: number}} for one in GAME["players"]]}
        for line in (*Category, "total")
        for number in range(-9, 60)
    ]
    phone.goto(server.url)
    found = scored(phone, games)
    assert found == [expected(game) for game in games]
    verdicts = [one for game in found for player in game["players"] for one in player["verdicts"]]
    assert {mistake for *_, made in verdicts for mistake in made} == {*Mistake} - {Mistake.SUM}


def test_what_differs_would_be_noticed(phone: Page, server: Server) -> None:
    game = random_game(random.Random(4))
    phone.goto(server.url)
    (found,) = scored(phone, [game])
    assert found == expected(game)
    found["players"][0]["total"] += 1
    assert found != expected(game)
