"""The scorer in the browser: as the rules score, or silent; and the page that uses it."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, Half, usual_setup
from scorer.rules.search.best import score
from scorer.rules.values import replace
from scorer.store.games import GameStore
from scorer.web.views.phonedata import scoring_data
from tests.support.browser.access import violations
from tests.support.browser.browsing import PHONE, Opener, Server, Watch, ours
from tests.support.browser.pages import BOARD, CITY, BoardPage, rate, sheet_of
from tests.support.browser.phonescores import (
    Game,
    differences,
    random_game,
    scored,
    scored_data,
)
from tests.support.browser.photopage import DOUBTS, open_with_doubts
from tests.support.browser.said import final, said
from tests.support.browser.tablepage import begin, tell_card

# Whole games of each city, and games that ended after a few rounds: 500 boards together.
BOARDS = 200
SHORT = 300
WITH_CARDS = 60
CARD = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 3, 5, 10)
# What a page asks for in vain without a connection.
IN_VAIN = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "/events", "/edits", "/stamp", "/state")


def check(page: Page, games: list[Game]) -> None:
    """What the browser calls best is best, and nearly all of it is; every line is the rules'."""
    unproved = 0
    for game, found in zip(games, scored(page, games), strict=True):
        assert found is not None, game
        if found["sheet"]["optimal"]:
            assert differences(game, found["sheet"]) == [], game
        else:
            unproved += 1
            best = score(FilledBoard(game.board, game.city, game.marks, game.setup, game.rivals))
            assert found["sheet"]["total"] <= best.total, game
    assert unproved <= len(games) // 40


@pytest.mark.parametrize("name", city_names())
def test_the_browser_scores_as_the_rules_do(phone: Page, server: Server, name: str) -> None:
    rng = random.Random(f"differential {name}")
    city = load_city(name)
    # The server takes its time over many circles in three colours.
    dense = 0.0 if city.coloured else 0.1
    phone.goto(server.url)
    check(phone, [random_game(rng, city, dense=dense) for _ in range(BOARDS)])
    check(phone, [random_game(rng, city, rounds=rng.randint(3, 6)) for _ in range(SHORT)])


@pytest.mark.parametrize("name", ["first-city", "cairo", "new-york"])
def test_it_weighs_goal_cards_as_the_rules_do(phone: Page, server: Server, name: str) -> None:
    rng = random.Random(f"cards {name}")
    city = load_city(name)
    phone.goto(server.url)
    games = [random_game(rng, city, cards=True, dense=0.1) for _ in range(WITH_CARDS)]
    check(phone, games)


def test_it_asks_for_the_half_where_all_rings_are_on_the_fold(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    city = load_city("new-york")
    board = city.practice_board
    games = [
        Game(city, board, Marks.parse(f"new-york new-york: section {roads}; task {rings}"), setup)
        for roads in ("m1-m2", "a1-a2", "g1-g2")
        for rings in ("g1 g2 g4", "f1 g2 g4")
        for half in (None, *Half)
        for setup in [replace(usual_setup(city), task_half=half)]
    ]
    check(phone, games)


def test_what_differs_would_be_noticed(phone: Page, server: Server) -> None:
    games = [random_game(random.Random(seed), CITY) for seed in range(10)]
    phone.goto(server.url)
    sheets = [found["sheet"] for found in scored(phone, games) if found]
    game, sheet = max(zip(games, sheets, strict=True), key=lambda one: one[1]["total"])
    assert differences(game, sheet) == []
    assert differences(game, sheet | {"total": sheet["total"] - 1})
    assert differences(game, sheet | {"lines": sheet["lines"][1:]})
    turned = sheet["route"] | {"crossroads": sheet["route"]["crossroads"][::-1]}
    assert differences(game, sheet | {"route": turned})


def crowded(sections: int) -> Marks:
    """A board with more circles than anybody draws, and a personal task."""
    corner = {f"{column}{row}" for column in "abcdef" for row in range(5)}
    roads = [road.id for road in BOARD.roads if {str(end) for end in road.id.ends} <= corner]
    drawn = random.Random(5).sample(roads, sections)
    task = frozenset(map(Crossroads.parse, ("a0", "c2", "e4")))
    return Marks(CITY.id, BOARD.id, frozenset(drawn), task=task)


def verdict(page: Page, data: dict[str, Any], board: dict[str, Any]) -> dict[str, Any] | None:
    """What the browser makes of one board; None where it does not know the rules in play."""
    (found,) = scored_data(page, data, [board])
    return found["sheet"] if found else None


def test_beyond_a_limit_of_work_it_claims_no_best(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    game = Game(CITY, BOARD, crowded(46), usual_setup(CITY))
    sheet = verdict(phone, scoring_data(BOARD, CITY), game.data())
    assert sheet is not None
    assert not sheet["optimal"]
    best = score(FilledBoard(BOARD, CITY, game.marks, game.setup)).total
    assert 0.9 * best < sheet["total"] <= best


def test_it_is_silent_where_rules_are_in_play_that_it_does_not_know(
    phone: Page, server: Server, atlantis: City
) -> None:
    phone.goto(server.url)
    data = scoring_data(BOARD, CITY)
    game = random_game(random.Random(2), CITY)
    assert verdict(phone, data, game.data()) is not None
    cards = replace(game, setup=replace(game.setup, goals=(CARD,))).data()
    assert verdict(phone, data, cards) is not None
    # Others at the table bear on the cards.
    assert verdict(phone, data, {key: cards[key] for key in ("marks", "setup")}) is None
    solo = replace(game, setup=replace(game.setup, goals=(CARD,), mode=GameMode.SOLO))
    assert verdict(phone, data, solo.data()) is None
    for wrong in ({"measure": "smiles"}, {"measure": "along", "elements": ["a1-z9"]}):
        setup = {**cards["setup"], "goals": [wrong]}
        assert verdict(phone, data, {**cards, "setup": setup}) is None
    falling = {**game.data()["setup"], "diversity": [0, 5, 3]}
    assert verdict(phone, data, {**game.data(), "setup": falling}) is None
    assert verdict(phone, data, {**game.data(), "marks": to_data(crowded(49))}) is None
    own_rules = random_game(random.Random(3), atlantis)
    assert verdict(phone, scoring_data(atlantis.practice_board, atlantis), own_rules.data()) is None
    for kind in ("tides", "toString"):
        unknown = {**data, "terms": [*data["terms"], {"kind": kind, "step": kind}]}
        assert verdict(phone, unknown, game.data()) is None


def without_connection(page: Page) -> None:
    """Wait until the page has what scores there, then cut the connection."""
    page.evaluate(ours("import('/static/js/scoring/score.js').then(() => true)"))
    page.context.set_offline(True)


@pytest.mark.unused
def test_scoring_goes_on_without_a_connection(phone: Page, server: Server, watch: Watch) -> None:
    watch.forgiven = IN_VAIN
    board = BoardPage(phone).open_example(server.url)
    assert board.total == 105
    marks, setup = board.state["marks"], board.state["setup"]
    without_connection(phone)
    board.tap_road("d4-d5")
    expect(phone.locator("#proof")).to_have_text(final("phone.total"))
    marks["sections"].remove("d4-d5")
    changed = sheet_of({"marks": marks, "setup": setup})
    assert changed.total != 105
    assert board.total == changed.total
    board.mode("tourists")
    board.tap_location("C3")
    phone.locator('#stepper [data-button="square-more"]').tap()
    marks["tourists"]["C3"]["square"] += 1
    changed = sheet_of({"marks": marks, "setup": setup})
    expect(phone.locator("#total output")).to_have_text(str(changed.total))
    rate(phone, "tv-tower", 12)
    setup["ratings"]["tv-tower"] = 12
    changed = sheet_of({"marks": marks, "setup": setup})
    expect(phone.locator("#total output")).to_have_text(str(changed.total))
    phone.locator("label:has(#mode-simplified)").tap()
    changed = sheet_of({"marks": marks, "setup": setup | {"cafes": False, "tasks": False}})
    expect(phone.locator("#total output")).to_have_text(str(changed.total))
    expect(phone.locator("#total.stale")).to_have_count(0)
    shown = {
        row.get_attribute("data-step"): int(row.locator(".points").inner_text())
        for row in phone.locator("#sheet button.line").all()
    }
    assert {line.step.value: line.points for line in changed.lines}.items() <= shown.items()
    expect(phone.locator("#sheet")).to_contain_text(said("phone.sheet"))
    phone.locator('[data-step="green"]').tap()
    assert board.lit
    phone.context.set_offline(False)
    board.ready()
    # One square more than two cards send: that is to be checked.
    expect(phone.locator("#proof")).to_have_text(said("best-drawn"))
    expect(phone.locator("#sheet")).not_to_contain_text(said("phone.sheet"))
    assert board.state["marks"] == marks
    assert board.total == sheet_of(board.state).total == changed.total


@pytest.mark.unused
def test_what_it_cannot_score_keeps_the_old_total_faded(
    phone: Page, server: Server, watch: Watch, games: GameStore
) -> None:
    watch.forgiven = IN_VAIN
    begin(phone, server.url, "Anna", "Boris")
    game = games.load(phone.url.rpartition("/")[2])
    games.change_setup(game.key, game.version, {**game.setup, "unrated": []})
    phone.reload()
    phone.locator('[data-button="add-goal"]').tap()
    tell_card(phone)
    # The card compares Anna's board with one that is there.
    phone.locator("#player-2 a.who").tap()
    other = BoardPage(phone).ready()
    other.tap_road("a1-b1")
    phone.locator('[data-button="all-checked"]').tap()
    other.ready()
    phone.locator(".home-link").tap()
    phone.locator("#player-1 a.who").tap()
    board = BoardPage(phone).ready()
    board.tap_road("c1-d1")
    board.ready()
    before = board.total
    without_connection(phone)
    board.tap_road("d1-e1")
    expect(phone.locator("#proof")).to_have_text(said("phone.unknown"))
    expect(phone.locator("#sheet")).to_contain_text(said("phone.old-sheet"))
    expect(phone.locator("#total.stale")).to_be_visible()
    assert board.total == before
    # Nothing is final and outdated at once.
    phone.locator('[data-button="all-checked"]').tap()
    expect(phone.locator("#check")).to_be_hidden()
    expect(phone.locator("#proof")).to_have_text(said("phone.unknown"))
    expect(phone.locator("#sheet .sum")).not_to_contain_text(said("result.final"))
    phone.context.set_offline(False)
    board.ready()
    expect(phone.locator("#total.stale")).to_have_count(0)
    expect(phone.locator("#proof")).to_have_text(final("proved"))
    expect(phone.locator("#sheet .sum")).to_contain_text(said("result.final"))
    assert "d1-e1" in board.state["marks"]["sections"]


@pytest.mark.unused
def test_a_goal_card_of_a_board_alone_is_reached_and_waits_without_a_connection(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    board = BoardPage(phone).open_example(server.url, goals=[to_data(CARD)])
    open_ = said("result.open", list=said("result.missing.rivals"))
    expect(phone.locator("#status")).to_contain_text(open_)
    assert board.total == 105 + CARD.reached
    state = board.state
    without_connection(phone)
    board.tap_road("d4-d5")
    state["marks"]["sections"].remove("d4-d5")
    expect(phone.locator("#total output")).to_have_text(str(sheet_of(state).total))
    expect(phone.locator("#sheet")).to_contain_text(said("phone.sheet"))
    expect(phone.locator("#status")).to_contain_text(open_)
    phone.context.set_offline(False)
    board.ready()


@pytest.mark.unused
def test_a_total_that_is_not_proved_says_at_least(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    content = json.dumps({"marks": to_data(crowded(46))}).encode()
    phone.goto(server.url)
    phone.get_by_text(said("home.saved")).click()
    file = {"name": "board.json", "mimeType": "application/json", "buffer": content}
    phone.locator('input[name="file"]').set_input_files(file)  # type: ignore[arg-type]
    phone.get_by_role("button", name=said("home.saved.open"), exact=True).click()
    board = BoardPage(phone).ready()
    without_connection(phone)
    board.tap_road("a6-b6")
    expect(phone.locator("#proof")).to_have_text(said("phone.least"))
    expect(phone.locator("#total output")).to_contain_text("≥")
    phone.context.set_offline(False)
    board.ready()


@pytest.mark.unused
def test_a_phones_own_total_keeps_nobody_out(
    new_page: Opener, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    page = new_page(PHONE, reduced_motion="reduce", bypass_csp=True)
    board = BoardPage(page).open_example(server.url)
    without_connection(page)
    board.tap_road("d4-d5")
    expect(page.locator("#proof")).to_have_text(final("phone.total"))
    assert violations(page) == []


@pytest.mark.unused
def test_no_answer_foretells_a_total_of_the_board_before_a_change(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    """What the server foretold would contradict the total that the phone works out."""
    watch.forgiven = IN_VAIN
    board = open_with_doubts(phone, server, games, DOUBTS)
    notes = phone.locator(".doubt-choices small")
    expect(notes.nth(1)).to_contain_text("PP")
    without_connection(phone)
    board.tap_road("d4-d5")
    expect(phone.locator("#sheet")).to_contain_text(said("phone.sheet"))
    expect(notes).to_have_text([said("doubt.read"), ""])
    phone.context.set_offline(False)
    board.ready()
    expect(notes.nth(1)).to_contain_text("PP")
