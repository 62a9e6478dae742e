"""Ticket to Ride: Paris on phones: from the start page to the winner, and without a connection."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.values import replace
from scorer.store.games import Game, GameStore, Played
from scorer.vision.links.written import SeenPlayer
from scorer.web.games.tickettoride.table import Photo
from scorer.web.reading.maplinks import read_into
from tests.support.browser.access import violations
from tests.support.browser.browsing import IPHONE, PHONE, Opener, Server, Watch
from tests.support.browser.hand import Hand
from tests.support.browser.othergames import (
    IN_VAIN,
    begin_box,
    fits,
    open_game,
    sent,
    server_totals,
    totals,
)
from tests.support.browser.said import said
from tests.support.tickettoride import BAY, FLAGS, LINKS, TICKETS, TOTALS
from tests.vision.links.photos import photo_of_bay
from tests.web.games.test_mapphoto import cut_photo, reading

# What a player's end score may cost by a photo and tickets.
MOST_TAPS = 12
begin = partial(begin_box, "ticket-to-ride")
# Where a point of the map is on the screen, in CSS pixels of the window.
ON_SCREEN = """([x, y]) => {
  const map = document.getElementById("ride-map");
  const point = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
  return [point.x, point.y];
}"""
TARGET = """(name) => {
  const { cx, cy } = document.getElementById(`target-${name}`);
  return [cx.baseVal.value, cy.baseVal.value];
}"""


def on_map(hand: Hand, name: str) -> None:
    """Tap on a link or a location of the map, where its drawing is."""
    page = hand.page
    page.evaluate("document.getElementById('ride-map').scrollIntoView({ block: 'center' })")
    x, y = page.evaluate(ON_SCREEN, page.evaluate(TARGET, name))
    page.touchscreen.tap(x, y)
    hand.taps += 1


def owner(page: Page, link: str) -> str:
    return page.locator(f'[data-link="{link}"]').get_attribute("data-owners") or ""


def turn_to(hand: Hand, seat: int) -> None:
    if hand.page.locator(f'[data-button="tab-{seat}"][aria-pressed="true"]').count() == 0:
        hand.tap(f'[data-button="tab-{seat}"]')


def enter(hand: Hand, seat: int) -> None:
    """Tap in what the player at *seat* has at the end, tickets by their locations."""
    turn_to(hand, seat)
    hand.tap("label:has(#mode-link)")
    for name in LINKS[seat - 1]:
        on_map(hand, name)
        expect(hand.page.locator(f'[data-link="{name}"]')).to_have_attribute(
            "data-owners", str(seat)
        )
    for _ in range(FLAGS[seat - 1]):
        hand.tap('[data-button="flags-more"]')
    if not FLAGS[seat - 1]:
        hand.number("#flags", 0)
    hand.tap("label:has(#mode-place)")
    for ticket in TICKETS[seat - 1]:
        for place in ticket.split("-"):
            on_map(hand, place)
        expect(hand.page.locator(f'[data-button="light-{ticket}"]')).to_be_visible()


def test_a_game_of_two_on_two_phones(new_page: Opener, server: Server) -> None:
    anna = begin(new_page(IPHONE), server.url, "Anna")
    other = Hand(new_page(PHONE))
    other.page.goto(anna.page.locator("[data-copy]").get_attribute("data-copy") or "")
    other.name('input[name="name"]', "Boris")
    other.tap(other.page.get_by_role("button", name=said("join.in")))
    expect(other.page.locator('[data-button="tab-2"][aria-pressed="true"]')).to_be_visible()
    expect(anna.page.locator('[data-button="tab-2"]')).to_be_visible()
    # While it is played: Boris claims a route, and Anna sees his points and buses.
    on_map(other, "harbour-sand_spit")
    left = said("ticket-to-ride.left.other", n=11)
    expect(anna.page.locator('[data-button="tab-2"]')).to_contain_text(left)
    on_map(other, "harbour-sand_spit")
    expect(other.page.locator('[data-link="harbour-sand_spit"]')).to_have_attribute(
        "data-owners", ""
    )
    for name in LINKS[0][:-1]:
        on_map(anna, name)
    # 13 of 15 buses are used.
    names = said("ticket-to-ride.last-round", names="Anna")
    for hand in (anna, other):
        expect(hand.page.locator("#standing")).to_have_text(names)
    on_map(anna, LINKS[0][-1])
    anna.tap("label:has(#finished-true)")
    enter_rest(anna)
    sent(anna.page)
    # What comes in from Anna may move the map under a finger.
    expect(other.page.locator("#scores .total td").first).to_have_text(str(TOTALS[0]))
    enter(other, 2)
    sent(other.page)
    for hand in (anna, other):
        expect(hand.page.locator("#verdict.sure")).to_contain_text(
            said("table.winner.one", names="Boris")
        )
        assert totals(hand.page) == TOTALS
    assert server_totals(anna.page) == TOTALS
    # The way of a completed ticket lights up; so does what a ticket lacked.
    anna.tap('[data-button="light-kite_hill-tram_depot"]')
    expect(anna.page.locator(".bed.lit")).to_have_count(4)
    expect(anna.page.locator("#reasons")).to_contain_text("North Gate – Kite Hill")
    anna.tap(anna.page.get_by_role("button", name=said("rematch")))
    expect(anna.page.locator("#scores .total td").first).to_have_text("0")
    other.page.wait_for_url(f"{anna.page.url.split('#')[0]}*")


def enter_rest(hand: Hand) -> None:
    """Anna's flag by the score marker: 19 for her routes and 4; her tickets from the list."""
    hand.number("#marker", 23)
    expect(hand.page.locator("#flags")).to_have_value("1")
    for ticket in TICKETS[0]:
        hand.tap(f'[data-button="ticket-{ticket}"]')
    rows = hand.page.locator(".held li")
    expect(rows.nth(0)).to_have_class("done")
    expect(rows.nth(1)).to_have_class("failed")


@pytest.mark.unused
def test_scoring_goes_on_without_a_connection_and_is_sent_later(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = IN_VAIN
    hand = begin(phone, server.url, "Anna", "Boris")
    hand.tap("label:has(#finished-true)")
    enter(hand, 1)
    sent(phone)
    expect(phone.locator("#live")).to_have_text(said("table.live"))
    phone.context.set_offline(True)
    expect(phone.locator("#live")).to_have_text(said("table.offline"))
    enter(hand, 2)
    expect(phone.locator("#saving")).to_have_text(said("other.unsent"))
    assert totals(phone) == TOTALS
    expect(phone.locator("#verdict.sure")).to_contain_text("Boris")
    phone.context.set_offline(False)
    sent(phone)
    assert server_totals(phone) == TOTALS
    phone.reload()
    expect(phone.locator("#verdict.sure")).to_contain_text("Boris")
    assert totals(phone) == TOTALS


def test_an_end_score_by_photo_and_tickets_takes_few_taps(
    phone: Page, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two players, blue with 13 buses and black with 5; the photo shows no marker of black."""
    simulated = photo_of_bay(36)
    truth = simulated.truth["links"]
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(simulated.jpeg)
    hand = begin(phone, server.url, "Anna", "Boris")
    before = hand.taps
    phone.locator("input[data-send]").last.set_input_files(photo)
    # The button, and the photo in the phone's own list.
    hand.taps += 2
    hand.tap('[data-button="bus-blue-1"]')
    shared = hand.taps - before
    # Of two that are left the other one follows.
    expect(phone.locator(".ask")).to_have_count(0)
    # That the photo ended the game is said.
    expect(phone.locator("#ended")).to_have_text(said("ticket-to-ride.over.photo"))
    for link, colour in truth.items():
        assert owner(phone, link) == {"blue": "1", "black": "2"}[colour]
    assert phone.locator('[data-owners="1"], [data-owners="2"]').count() == len(truth)
    taps = {}
    for seat in (1, 2):
        before = hand.taps
        turn_to(hand, seat)
        for ticket in BAY.tickets[4 * seat : 4 * seat + 3]:
            hand.tap(f'[data-button="ticket-{ticket.name}"]')
        if not phone.locator("#flags").input_value():
            hand.tap('[data-button="flags-less"]')
        taps[seat] = shared + hand.taps - before
    sent(phone)
    expect(phone.locator("#verdict.sure")).to_be_visible()
    assert server_totals(phone) == totals(phone)
    with capsys.disabled():
        print(f"\nTaps for an end score by photo and three tickets: {sorted(taps.values())}")
    assert max(taps.values()) <= MOST_TAPS
    # A tap corrects the photo, and the photo itself can be looked at.
    mistaken = next(link for link, colour in truth.items() if colour == "black")
    route = phone.locator(f'[data-link="{mistaken}"]')
    turn_to(hand, 1)
    for owners in ("1", "", "1"):
        on_map(hand, mistaken)
        expect(route).to_have_attribute("data-owners", owners)
    # So are colours given to the wrong people: they are exchanged, and drawn as on the photo.
    hand.tap("label:has(#bus-black)")
    for link, colour in truth.items():
        expected = {"blue": "2", "black": "1"}[colour]
        expect(phone.locator(f'[data-link="{link}"]')).to_have_attribute("data-owners", expected)
    drawn = phone.locator('[data-owners="1"] .bus.black')
    assert drawn.count() == phone.locator('[data-owners="1"] .bus').count() > 0
    hand.tap('[data-button="under"]')
    assert phone.locator("#ride-map image").get_attribute("href")


def test_the_corners_of_a_photo_are_dragged_and_it_is_read(
    phone: Page, server: Server, tmp_path: Path
) -> None:
    """The left side of the map is outside; its corners were found all the same."""
    data, _, _ = cut_photo()
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(data)
    hand = begin(phone, server.url, "Anna", "Boris")
    phone.locator("input[data-send]").last.set_input_files(photo)
    phone.locator("#corners .handle").first.wait_for()
    expect(phone.locator("h1")).to_have_text(said("not-read"))
    # Somebody leaves, and comes back by the notice.
    hand.tap(phone.get_by_role("link", name=said("corners.leave")))
    hand.tap("#unread a")
    handle = phone.locator("#corners .handle .ring").nth(1).bounding_box()
    assert handle
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    phone.mouse.move(x, y)
    phone.mouse.down()
    phone.mouse.move(x + 3, y - 2, steps=2)
    phone.mouse.up()
    hand.tap("#read")
    phone.locator("#table.ready").wait_for()
    expect(phone.locator(".ask[data-ask]")).to_have_count(3)
    expect(phone.locator("#unread")).to_have_count(0)
    hand.tap(phone.get_by_role("link", name=said("corners"), exact=True))
    expect(phone.locator("h1")).to_have_text(said("corners.title"))


def test_doubts_of_a_photo_are_settled_one_by_one(
    phone: Page, server: Server, games: GameStore
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris", "Chen")
    key = phone.url.split("#")[0].rpartition("/")[2]
    doubts = {
        "orchard-tannery": {"alternatives": ["blue", None], "seen": True},
        "harbour-sand_spit": {"alternatives": ["blue", "red"], "seen": False},
    }
    read = {"orchard-tannery": "red", "bath_house-harbour": "blue"}

    def played(game: Game) -> Played:
        buses = {1: "red", 2: "blue", 3: "black"}
        marks = {one.seat: {**one.marks, "bus": buses[one.seat]} for one in game.players}
        return Played({**game.setup, "read": read, "doubts": doubts}, marks)

    games.play(key, played)
    phone.reload()
    expect(phone.locator("#doubt")).to_contain_text(said("ticket-to-ride.doubts.other", n=2))
    expect(phone.locator("#doubt .likely")).to_have_text("Anna")
    # The photo may be wrong altogether: everybody is offered, and nobody.
    nobody, look, next_ = (
        said(f"ticket-to-ride.{name}") for name in ("nobody", "doubt.look", "doubt.next")
    )
    chips = phone.locator("#doubt .chip")
    expect(chips).to_have_text(["Anna", "Boris", nobody, "Chen", look, next_])
    hand.tap('[data-button="doubt-2"]')
    assert owner(phone, "orchard-tannery") == "2"
    expect(phone.locator("#doubt")).to_contain_text(said("ticket-to-ride.doubt.not-seen"))
    # A tap on the map settles a doubt too.
    turn_to(hand, 2)
    on_map(hand, "harbour-sand_spit")
    assert owner(phone, "harbour-sand_spit") == "2"
    expect(phone.locator("#doubt")).to_have_count(0)
    sent(phone)
    assert games.load(key).setup["doubts"] == {}
    hand.tap("#undo")
    expect(phone.locator("#doubt")).to_have_count(1)


# Names that are wider than their column of the sheet.
_TOO_WIDE = """() => [...document.querySelectorAll("#scores thead th:not(:first-child)")]
  .filter((head) => {
    const [column, name] = [head, head.querySelector("span:last-child")];
    return name.getBoundingClientRect().left < column.getBoundingClientRect().left;
  })
  .map(({ textContent }) => textContent)"""


def test_whoever_looks_sees_the_winner_first_and_turns_from_player_to_player(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    owner_, looker = new_page(PHONE), new_page(narrow)
    begin(owner_, server.url, "Ann", "Ann", "Alexander", "Konstantin")
    key = owner_.url.split("#")[0].rpartition("/")[2]

    def played(game: Game) -> Played:
        ends = {1: LINKS[0][:2], 2: LINKS[1], 3: (), 4: ()}
        marks = {
            one.seat: {
                **one.marks, "links": dict.fromkeys(ends[one.seat], True), "tickets": [],
                "flags": 0, "bus": "yellow" if one.seat == 2 else None,
            }
            for one in game.players
        }  # fmt: skip
        return Played({**game.setup, "finished": True}, marks)

    games.play(key, played)
    looker.goto(f"{server.url}/game/{games.load(key).view_key}")
    expect(looker.locator("#table.ready")).to_be_visible()
    hand = Hand(looker)
    assert looker.locator(".tab b").all_inner_texts() == ["8", "15", "0", "0"]
    expect(looker.locator("#standing")).to_contain_text("Ann (2)")
    standing = looker.locator("#standing").bounding_box()
    assert standing
    assert standing["y"] < 400
    title = looker.locator("#reasons h2")
    expect(title).to_have_text(said("ticket-to-ride.reasons", name="Ann"))
    hand.tap('[data-button="tab-2"]')
    expect(title).to_have_text(said("ticket-to-ride.reasons", name="Ann (2)"))
    # Everybody has one name everywhere, and the colour of their buses.
    people = looker.locator(".people .player")
    assert people.locator("b").all_inner_texts() == ["Ann", "Ann (2)", "Alexander", "Konstantin"]
    expect(people.locator(".token").nth(1)).to_have_class("token yellow")
    assert looker.evaluate(_TOO_WIDE) == []
    fits(looker, 360)
    assert violations(looker) == []


def test_a_photo_of_another_game_is_taken_back(
    phone: Page, server: Server, games: GameStore
) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    key = phone.url.split("#")[0].rpartition("/")[2]
    red, none = "orchard-tannery", ()
    expect(phone.locator("#live")).to_have_text(said("table.live"))

    def photo(number: int, links: tuple[str, ...]) -> None:
        seen = (SeenPlayer(BusColour.RED, (200, 40, 30), links, 5, None),) if links else ()
        found = replace(reading(), players=seen)
        games.play(key, lambda now: read_into(now, found, Photo(1, number, 297, 210)))

    photo(1, (red,))
    hand.tap('[data-button="bus-red-1"]')
    assert owner(phone, red) == "1"
    expect(phone.locator("#photo-changes")).to_have_count(0)
    sent(phone)
    photo(2, none)
    # It took what was there away, and Undo brings that back; so does the question's answer.
    changes = phone.locator("#photo-changes")
    expect(changes).to_contain_text(said("ticket-to-ride.photo.changes.one", n=1))
    assert owner(phone, red) == ""
    for way in ("#undo", '[data-button="photo-back"]'):
        hand.tap(way)
        expect(changes).to_have_count(0)
        assert owner(phone, red) == "1"
        sent(phone)
        assert games.load(key).setup["read"] == {red: "red"}
        if way == "#undo":
            hand.tap("#redo")
            assert owner(phone, red) == ""
            # Whoever left while it was read is asked too.
            sent(phone)
            phone.reload()
    photo(3, none)
    hand.tap('[data-button="photo-right"]')
    expect(changes).to_have_count(0)
    assert owner(phone, red) == ""


def test_a_settled_doubt_goes_along_with_its_buses(
    phone: Page, server: Server, games: GameStore
) -> None:
    """Three colours were read for two players; one doubt is answered, then buses are exchanged."""
    hand = begin(phone, server.url, "Anna", "Boris")
    key = phone.url.split("#")[0].rpartition("/")[2]
    doubts = {"orchard-tannery": {"alternatives": ["blue", None], "seen": True}}
    read = {"orchard-tannery": "green", "bath_house-harbour": "blue", "harbour-sand_spit": "red"}

    def played(game: Game) -> Played:
        return Played({**game.setup, "read": read, "doubts": doubts}, {})

    games.play(key, played)
    phone.reload()
    # Who is likely is not known before buses are somebody's.
    expect(phone.locator("[data-ask]")).to_have_count(3)
    expect(phone.locator("#doubt")).to_have_count(0)
    hand.tap('[data-button="bus-green-1"]')
    hand.tap('[data-button="bus-blue-2"]')
    expect(phone.locator("#doubt .likely")).to_have_text("Anna")
    hand.tap('[data-button="doubt-1"]')
    expect(phone.locator("#doubt")).to_have_count(0)
    # Nobody has red buses: something else was taken for them.
    hand.tap('[data-button="bus-red-free"]')
    expect(phone.locator("[data-ask]")).to_have_count(0)
    assert owner(phone, "harbour-sand_spit") == ""
    hand.tap("label:has(#bus-blue)")
    expect(phone.locator('[data-link="orchard-tannery"]')).to_have_attribute("data-owners", "2")
    assert owner(phone, "bath_house-harbour") == "1"
    sent(phone)
    assert server_totals(phone) == totals(phone)
    hand.tap("#undo")
    expect(phone.locator('[data-link="orchard-tannery"]')).to_have_attribute("data-owners", "1")


def test_undo_and_the_referee(phone: Page, server: Server) -> None:
    hand = begin(phone, server.url, "Anna", "Boris")
    on_map(hand, "orchard-tannery")
    turn_to(hand, 2)
    # What takes somebody's route away says so.
    on_map(hand, "orchard-tannery")
    assert owner(phone, "orchard-tannery") == "2"
    link = "Orchard – Tannery (blue)"
    taken = said("ticket-to-ride.taken", link=link, names="Anna")
    expect(phone.locator("#toast.shown")).to_contain_text(taken)
    hand.tap("#toast .act")
    assert owner(phone, "orchard-tannery") == "1"
    # Undo speaks of that step alone: it goes with the next step, however soon, and the next tap.
    on_map(hand, "orchard-tannery")
    on_map(hand, "bath_house-harbour")
    expect(phone.locator("#toast.shown")).to_have_count(0, timeout=3000)
    hand.tap("#undo")
    hand.tap("#undo")
    assert owner(phone, "orchard-tannery") == "1"
    on_map(hand, "orchard-tannery")
    expect(phone.locator("#toast.shown")).to_contain_text(taken)
    phone.wait_for_timeout(450)
    hand.tap("label:has(#mode-place)")
    expect(phone.locator("#toast.shown")).to_have_count(0, timeout=3000)
    hand.tap("label:has(#mode-link)")
    hand.tap("#undo")
    on_map(hand, "orchard-tannery:2")
    lanes = said(
        "ticket-to-ride.offence.lane_closed",
        names="Orchard – Tannery (blue), Orchard – Tannery (green)",
    )
    expect(phone.locator("#checks")).to_contain_text(lanes)
    hand.tap("#undo")
    expect(phone.locator("#checks")).to_be_hidden()
    assert owner(phone, "orchard-tannery:2") == ""
    hand.tap("#undo")
    assert owner(phone, "orchard-tannery") == ""
    expect(phone.locator("#undo")).to_be_disabled()
    hand.tap("#redo")
    assert owner(phone, "orchard-tannery") == "1"
    sent(phone)
    looker = phone.context.new_page()
    looker.goto(phone.locator(".join .small a").get_attribute("href") or "")
    expect(looker.locator('[data-link="orchard-tannery"]')).to_have_attribute("data-owners", "1")
    expect(looker.locator("#undo, .target, form:not(.languages)")).to_have_count(0)


def test_what_is_typed_is_objected_to_beside_it(phone: Page, server: Server) -> None:
    """What a marker shows beyond the routes are flags, and one route alone gives none."""
    hand = begin(phone, server.url, "Anna", "Boris")
    on_map(hand, "orchard-tannery")
    points = int(phone.locator('[data-button="tab-1"] b').inner_text())
    wrong = phone.locator('[data-number="marker"] .wrong')
    hand.number("#marker", points + 5)
    expect(wrong).to_have_text(said("ticket-to-ride.offence.track", found=5))
    phone.locator("#marker").fill(str(points + 4))
    over = said("ticket-to-ride.offence.flags_over", found=1, allowed=0)
    expect(wrong).to_have_text(over)
    hand.number("#flags", 1)
    expect(wrong).to_have_count(0)
    expect(phone.locator('[data-number="flags"] .wrong')).to_have_text(over)
    # Tickets are listed once the game is over, and the map's text says so only then.
    hand.tap("label:has(#mode-place)")
    how = phone.locator("#map-how")
    expect(how).to_have_text(said("ticket-to-ride.how.place", name="Anna"))
    hand.tap("label:has(#finished-true)")
    expect(how).to_have_text(said("ticket-to-ride.how.list", name="Anna"))


def test_what_the_rules_object_to_stays_beside_the_result(phone: Page, server: Server) -> None:
    """Anna has 16 buses of 15 on the map, and two flags where her routes give one at most."""
    links = [*LINKS[0], "observatory-swan_pond"]
    players = [
        {"name": "Anna", "links": links, "flags": 2, "tickets": []},
        {"name": "Boris", "links": LINKS[1], "flags": 0, "tickets": []},
    ]
    game = {"game": "ticket-to-ride", "map": BAY.id, "players": players, "finished": False}
    hand = open_game(phone, server.url, game)
    tab = phone.locator('[data-button="tab-1"]')
    expect(tab).to_contain_text(said("ticket-to-ride.over-by", n=1))
    hand.tap("label:has(#finished-true)")
    objected = phone.locator("#verdict .objected")
    expect(phone.locator("#checks li")).not_to_have_count(0)
    things = phone.locator("#checks li").count()
    expect(objected).to_have_count(0)
    # The list stands far below the map: a line above the map leads there.
    above = phone.locator("#objections a")
    expect(above).to_have_text(said("result.to-check", n=things))
    hand.tap("#objections a")
    expect(phone.locator("#checks")).to_be_in_viewport()
    hand.tap('[data-button="checked"]')
    expect(phone.locator("#verdict.sure")).to_be_visible()
    expect(above).to_have_text(said("other.objected.other", n=things))
    expect(objected).to_have_text(said("other.objected.other", n=things))


def test_a_map_without_a_drawing_is_a_list(phone: Page, server: Server) -> None:
    bare = {
        "id": "bare",
        "points": [1, 2],
        "places": [{"id": "a"}, {"id": "b"}],
        "links": [{"between": ["a", "b"], "length": 2, "colour": "red"}],
    }
    players = [{"name": "Anna"}, {"name": "Boris"}]
    game = {"game": "ticket-to-ride", "map": bare, "players": players}
    hand = open_game(phone, server.url, game)
    hand.tap('[data-button="link-a-b"]')
    expect(phone.locator('[data-button="link-a-b"] .token')).to_have_text("A")
    expect(phone.locator("#scores .total td").first).to_have_text("2")


def test_keys_alone_claim_a_route(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE)
    begin(page, server.url, "Anna", "Boris")
    first = page.locator("#ride-map .target").first
    first.focus()
    page.keyboard.press("Enter")
    assert owner(page, first.get_attribute("data-where") or "") == "1"
    page.keyboard.press("ArrowRight")
    moved = page.evaluate("document.activeElement.dataset.where")
    assert moved != first.get_attribute("data-where")
    page.keyboard.press("Space")
    assert owner(page, moved) == "1"


def test_nobody_is_kept_out(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE, reduced_motion="reduce", bypass_csp=True)
    hand = begin(page, server.url, "Anna", "Boris")
    on_map(hand, "orchard-tannery")
    hand.tap("label:has(#finished-true)")
    hand.tap(f'[data-button="ticket-{TICKETS[0][0]}"]')
    assert violations(page) == []


@pytest.mark.parametrize("language", ["en-GB", "ru-RU", "ja-JP"])
def test_all_fits_a_narrow_phone(new_page: Opener, server: Server, language: str) -> None:
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = new_page(narrow, locale=language)
    begin(page, server.url, "Анна", "千代子", "Maximiliane-Charlotte", "Борис")
    page.locator("label:has(#finished-true)").tap()
    page.locator(f'[data-button="ticket-{BAY.tickets[0].name}"]').tap()
    fits(page, 360)


@pytest.mark.parametrize("language", ["en-GB", "ru-RU", "ja-JP"])
def test_of_three_players_nothing_is_cut_off(
    new_page: Opener, server: Server, language: str
) -> None:
    page = new_page(IPHONE, locale=language)
    begin(page, server.url, "Clara", "Denis", "Фёдор")
    tabs = page.locator(".tab small")
    expect(tabs).to_have_count(6)
    cut = (
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    )
    assert tabs.evaluate_all(cut) == []
    # A name that has room is no two lines.
    heights = page.locator("#scores thead a > :last-child").evaluate_all(
        "all => all.map((one) => one.clientHeight)"
    )
    assert len(set(heights)) == 1
    page.locator("label:has(#finished-true)").tap()
    page.locator(f'[data-button="ticket-{BAY.tickets[0].name}"]').tap()
    points = f"−{BAY.tickets[0].points}"
    expect(page.locator("#scores .total td").first).to_have_text(points)
    expect(page.locator(".tab b").first).to_have_text(points)
