"""How sure a total is, on a phone: what is open is one tap away, and nothing is won before."""

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorer.rules.certainty import Certainty
from scorer.rules.status import GapKind
from scorer.store.games import (
    GameStore,
    NewPicture,
    NewPlayer,
    PictureInfo,
    Source,
    StoredReading,
)
from tests.support.browser.browsing import IPHONE, Opener, Server, Watch, ours
from tests.support.browser.pages import MARKS, SETUP, BoardPage, rate
from tests.support.browser.photopage import DOUBTS, open_with_doubts
from tests.support.browser.said import final, said
from tests.support.browser.tablepage import begin, draw_example

IN_VAIN = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "/events", "/edits", "/stamp", "/state")


def in_view(page: Page, selector: str) -> bool:
    seen: bool = page.locator(selector).evaluate(
        "one => { const box = one.getBoundingClientRect();"
        " return box.top < innerHeight - 84 && box.bottom > 0; }"
    )
    return seen


def others_first(page: Page) -> None:
    """Others at the same address have their turn to search before a board."""

    def not_yet(route: Route) -> None:
        answer = route.fetch().json()
        state = answer.get("state", answer)
        state["busy"], state["sheet"]["optimal"] = True, False
        route.fulfill(json=answer)

    page.route("**/scene", not_yet)
    page.route("**/state", not_yet)


def test_all_checked_makes_a_board_final_and_can_be_taken_back(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    page = new_page(IPHONE)
    board = open_with_doubts(page, server, games, DOUBTS)
    expect(page.locator("#check")).to_have_text(said("result.to-check", n=2))
    expect(page.locator("#proof")).to_have_text(said("best-read"))
    expect(page.locator("#sheet .sum")).to_contain_text(said("result.to-check", n=2))
    page.locator('[data-button="all-checked"]').tap()
    board.ready()
    expect(page.locator("#check")).to_be_hidden()
    expect(page.locator("#doubts")).to_be_hidden()
    expect(page.locator("#proof.sure")).to_have_text(final("proved"))
    expect(page.locator("#sheet")).to_contain_text(said("result.proved"))
    others_first(page)
    page.reload()
    expect(page.locator("#proof")).to_have_text(said("searching"))
    page.unroute_all()
    board.ready()
    expect(page.locator("#proof.sure")).to_be_visible()
    page.locator('[data-button="take-back"]').tap()
    board.ready()
    expect(page.locator("#check")).to_have_text(said("result.to-check", n=2))
    page.locator("#undo").tap()
    board.ready()
    expect(page.locator("#proof.sure")).to_be_visible()


def test_what_breaks_the_rules_of_the_game_is_to_check_and_its_sentence_is_one_tap_away(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    marks = {**MARKS, "tourists": {f"{c}{r}": {"circle": 1} for c in "ABCDEF" for r in "12"}}
    key = games.create(
        "first-city", "first-city", SETUP, [NewPlayer(marks, source=Source.FILE)], single=True
    )
    page = new_page(IPHONE)
    page.goto(f"{server.url}/game/{key}/1")
    board = BoardPage(page).ready()
    expect(page.locator("#check")).to_have_text(said("result.to-check", n=1))
    page.locator("#check").tap()
    expect(page.locator("#notes .finding")).to_be_in_viewport()
    page.locator('[data-button="all-checked"]').tap()
    board.ready()
    expect(page.locator("#proof.sure")).to_be_visible()
    # Declared right all the same; how much is against the rules stays beside it.
    expect(page.locator("#check")).to_have_text(said("look-at.one", n=1))
    page.evaluate("scrollTo(0, 0)")
    page.locator("#check").tap()
    expect(page.locator("#notes .finding")).to_be_in_viewport()


def test_ready_made_goal_cards_are_practice_values_until_one_tap_confirms_all(
    new_page: Opener, server: Server
) -> None:
    page = new_page(IPHONE)
    begin(page, server.url, "Anna", "Boris", board="hong-kong")
    step = page.locator('#shared-todo [data-todo-step="goals"]')
    for name in ("Tram: along the line", "Tram: across the line"):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(f'[data-button="add-{name}"]').tap()
    expect(page.locator("#verdict")).to_contain_text(said("result.practice.other", n=2))
    expect(page.locator("#goals")).to_contain_text(said("goals.practice"))
    expect(step).not_to_have_class("done")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#goal-0-won").fill("12")
        page.locator("#goal-0-won").press("Tab")
    expect(page.locator("#verdict")).to_contain_text(said("result.practice.one", n=1))
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator('[data-button="goals-as-shown"]').tap()
    expect(step).to_have_class("done")
    expect(page.locator('[data-button="goals-as-shown"]')).to_be_hidden()
    expect(page.locator("#goal-0-won")).to_have_value("12")


def test_a_chance_below_that_of_a_guess_is_not_told(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    page = new_page(IPHONE)
    choices = [False, True]
    doubts = [
        {"kind": "section", "where": where, "read": False, "alternatives": choices,
         "confidence": sure, "reason": "glare"}
        for where, sure in (("c2-d2", 0.61), ("d2-d3", 0.1))
    ]  # fmt: skip
    open_with_doubts(page, server, games, doubts)
    expect(page.locator(".doubt-head small")).to_contain_text("61")
    page.locator(".doubt-choices button").first.tap()
    expect(page.locator(".doubt-head h2")).to_contain_text("d2")
    told = page.locator(".doubt-head small")
    expect(told).to_contain_text(said("doubt.reason.glare"))
    expect(told).not_to_contain_text("%")


def test_what_is_open_is_one_tap_away(new_page: Opener, server: Server) -> None:
    """A board tapped in: incomplete, then its ratings, then final."""
    page = new_page(IPHONE)
    board = BoardPage(page)
    board.open_empty(server.url)
    expect(page.locator("#check")).to_have_text(said("result.incomplete"))
    expect(page.locator("#status")).to_be_hidden()
    board.tap_road("c1-d1")
    board.ready()
    page.locator("#check").tap()
    assert in_view(page, '[data-button="all-checked"]')
    page.locator('[data-button="all-checked"]').tap()
    board.ready()
    expect(page.locator("#check")).to_have_text(said("result.ratings-not-set"))
    page.locator("#check").tap()
    assert in_view(page, '[data-button="as-shown"]')
    # The next tap finds its button where it was: what gets shorter above moves nothing.
    for landmark in ("observatory", "tv-tower", "school"):
        button = page.locator(f'[data-button="rating-{landmark}-more"]')
        button.tap(trial=True)
        before = button.bounding_box()
        rate(page, landmark, 6)
        board.ready()
        after = button.bounding_box()
        assert before
        assert after
        assert abs(after["y"] - before["y"]) < 2
    expect(page.locator(".unrated")).to_have_count(0)
    page.locator("#undo").tap()
    page.locator("#undo").tap()
    expect(page.locator(".unrated")).to_contain_text(said("iconic.tv-tower"))
    expect(page.locator(".unrated")).not_to_contain_text(said("iconic.observatory"))
    page.locator('[data-button="as-shown"]').tap()
    # Nothing has changed.
    expect(page.locator("#toast")).to_have_text(said("done.ratings"))
    board.ready()
    expect(page.locator("#proof")).to_have_text(final("proved"))
    expect(page.locator(".unrated")).to_have_count(0)


@pytest.mark.unused
def test_a_phone_without_a_connection_says_how_sure_its_total_is(
    new_page: Opener, server: Server, watch: Watch, games: GameStore
) -> None:
    watch.forgiven = IN_VAIN
    page = new_page(IPHONE)
    board = open_with_doubts(page, server, games, DOUBTS)
    page.evaluate(ours("import('/static/js/scoring/score.js').then(() => true)"))
    page.context.set_offline(True)
    page.locator("#check").tap()
    page.locator(".doubt-choices button").first.tap()
    expect(page.locator("#check")).to_have_text(said("result.to-check", n=1))
    # The next question stands there at once.
    expect(page.locator("#doubts h2")).to_contain_text(said("doubt.section", a="c2", b="d2"))
    expect(page.locator("#board .doubt")).to_have_count(1)
    expect(page.locator("#proof")).to_have_text(said("phone.total"))
    page.locator('[data-button="all-checked"]').tap()
    expect(page.locator("#proof")).to_have_text(final("phone.total"))
    expect(page.locator("#proof.sure")).to_have_count(0)
    page.context.set_offline(False)
    board.ready()
    expect(page.locator("#proof.sure")).to_have_text(final("proved"))
    assert board.state["status"]["checked"] is True


@pytest.mark.parametrize("path", ["", "/1"])
def test_no_page_shows_a_total_without_its_status(
    new_page: Opener, server: Server, path: str
) -> None:
    """The game, its board and the start page; and both as those see them who look on."""
    page = new_page(IPHONE)
    begin(page, server.url, "Anna", "Boris")
    draw_example(page)
    # The phone keeps the total that it saw last.
    expect(page.locator("#scores")).to_contain_text("87")
    look = page.locator(".join a").last.get_attribute("href") or ""
    for address in (page.url, look):
        page.goto(address + path)
        expect(page.locator("body")).to_contain_text("87")
        shown = page.locator("body").inner_text()
        assert said("result.incomplete") in shown or said("result.missing.drawing") in shown
        assert said("table.winner.one", names="Anna") not in shown
    page.goto(server.url)
    expect(page.locator("#recent li").first).to_contain_text("87")
    expect(page.locator("#recent li").first).to_contain_text(said("result.incomplete"))


def states(games: GameStore) -> list[str]:
    """Addresses of boards in every state: empty, tapped in, doubtful, declared, not rated."""
    found = []
    for marks, setup, source, doubts, settled in itertools.product(
        ({"city": "first-city", "board": "first-city"}, MARKS),
        (SETUP, {"unrated": ["school"]}),
        (Source.HAND, Source.FILE, Source.PHOTO),
        ([], DOUBTS),
        ((), ("checked:0",), ("checked:1", "section:c2-d2")),
    ):
        player = NewPlayer(marks, source=source, settled=frozenset(settled))
        key = games.create("first-city", "first-city", setup, [player], single=True)
        if source is Source.PHOTO:
            reading = StoredReading(0, marks, doubts, [], {})
            picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"")
            games.add_reading(key, 1, games.load(key).player(1).version, reading, marks, picture)
        found.append(f"/game/{key}/1/state")
    return found


def states_of_paris(games: GameStore) -> list[str]:
    """Addresses of boards whose themed tours are told, are not, or are all that there are."""
    marks = {"city": "paris", "board": "paris"}
    setups: list[dict[str, Any]] = [
        {},
        {"tours": ["islands", "bridges"]},
        {"tours": ["islands", "bridges", "lights"]},
        {"fewer_tours": True},
    ]
    keys = [games.create("paris", "paris", one, [NewPlayer(marks)], single=True) for one in setups]
    return [f"/game/{key}/1/state" for key in keys]


def test_scripts_tell_the_same_status_as_the_rules(
    phone: Page, server: Server, games: GameStore
) -> None:
    """Where nothing was changed on the phone since."""
    phone.goto(server.url)
    told = phone.evaluate(
        ours("""async (all) => {
             const { statusOf } = await import("/static/js/parts/sheet/certainty.js");
             const { withEdits } = await import("/static/js/parts/board/marks.js");
             const ofCity = async (addresses) => {
               const first = await fetch(addresses[0].replace("/state", "/scene"));
               const { scene } = await first.json();
               return Promise.all(addresses.map(async (address) => {
                 const state = await (await fetch(address)).json();
                 return [statusOf(state, withEdits(state, []), [], scene), state.status];
               }));
             };
             return (await Promise.all(all.map(ofCity))).flat(); }"""),
        [states(games), states_of_paris(games)],
    )
    assert {rules["kind"] for _, rules in told} == {kind.value for kind in Certainty}
    for phones, rules in told:
        assert phones == rules


def test_the_way_to_the_editor_is_named_by_what_is_open(phone: Page, server: Server) -> None:
    """Where only the cafés are open nothing lacks: somebody has to say that they are right."""
    phone.goto(server.url)
    told = phone.evaluate(
        ours("""async (open) => {
             const { showStatus } = await import("/static/js/parts/sheet/certainty.js");
             return open.map((kinds) => {
               const missing = kinds.map((kind) => ({ kind, where: "" }));
               const root = document.createElement("section");
               const open = { missing, to_check: 0, ratings: [], cards: [] };
               const scene = { city: { iconic: [] }, editable: true, editor: "/", empty: false };
               showStatus(root, { kind: "incomplete", ...open }, scene, {});
               return root.querySelector("a").textContent;
             }); }"""),
        [["symbols"], ["symbols", "value"], ["name"]],
    )
    assert told == [said("result.confirm"), *[said("result.enter")] * 2]


def test_all_that_may_be_missing_is_said_on_the_page(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    told = phone.evaluate(
        ours("""async (kinds) => {
             const { openWords } = await import("/static/js/parts/sheet/certainty.js");
             const missing = kinds.map((kind) => ({ kind, where: "C3" }));
             return openWords({ missing, to_check: 0, ratings: [] }, { iconic: [] }); }"""),
        list(GapKind),
    )
    assert told.split(", ") == [
        part for kind in GapKind for part in said(f"result.missing.{kind}", places="C3").split(", ")
    ]
    # The list of what is still to do asks for a task only where the total waits for one.
    steps = phone.evaluate(
        ours("""async (open) => {
             const { showTodo } = await import("/static/js/parts/sheet/nextsteps.js");
             document.body.dataset.icons = "";
             return open.map((kinds) => {
               const missing = kinds.map((kind) => ({ kind }));
               const certainty = { missing, to_check: 0, ratings: [], cards: [] };
               const root = document.createElement("p");
               const player = { page: "/", status: "read", certainty, rings: 0 };
               showTodo(root, { setup: { tasks: true } }, player);
               return root.querySelector("[data-todo-step=task]").className;
             }); }"""),
        [[], ["task"], ["drawing"], ["half"]],
    )
    assert steps == ["done", "open next", "open", "open next"]
