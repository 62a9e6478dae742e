"""Ticket to Ride: Paris scored in the browser: as the rules score, on random maps and games."""

import json
import random
from typing import Any

from playwright.sync_api import Page

from scorer.rules.certainty import Certainty
from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.game import read_game
from scorer.rules.ticket_to_ride.referee import Offence
from scorer.rules.ticket_to_ride.result import Need, result_of
from scorer.rules.ticket_to_ride.sheet import TieBreak
from tests.support.browser.browsing import Server, ours
from tests.support.tickettoride import random_game

GAMES = 1_000
SCORE = """async (text) => {
  const { indexed, resultOf } = await import("/static/js/scoring/tickettoride.js");
  return JSON.stringify(JSON.parse(text).map((game) => resultOf(game, indexed(game.map))));
}"""


def expected(game: dict[str, Any]) -> Any:
    return to_data(result_of(read_game(json.dumps(game).encode())))


def test_the_browser_scores_as_the_rules_do(phone: Page, server: Server) -> None:
    rng = random.Random("differential rides")
    games = [random_game(rng) for _ in range(GAMES)]
    phone.goto(server.url)
    # As texts: that is far quicker than value by value.
    found = json.loads(phone.evaluate(ours(SCORE), json.dumps(games)))
    offences, breaks, needs, kinds = set[str](), set[Any](), set[str](), set[str]()
    facts = {"done": 0, "would_do": 0, "closed": 0, "idle": 0}
    for game, one in zip(games, found, strict=True):
        wanted = expected(game)
        assert one == wanted, game
        offences |= {finding["offence"] for finding in wanted["findings"]}
        breaks |= {place["ahead_by"] for place in wanted["standings"]}
        needs |= {lack["what"] for lack in wanted["status"]["missing"]}
        kinds.add(wanted["status"]["kind"])
        for player in wanted["players"]:
            facts["idle"] += bool(player["idle"] and player["tickets"])
            for ticket in player["tickets"]:
                facts["done"] += ticket["done"]
                facts["would_do"] += bool(ticket["would_do"])
                facts["closed"] += not ticket["done"] and ticket["missing"] is None
    # All that a result may say was compared.
    assert offences == set(Offence)
    assert breaks == {None, *TieBreak}
    assert needs == set(Need)
    assert kinds == set(Certainty) - {Certainty.RATINGS_NOT_SET}
    assert min(facts.values()) > 30, facts
