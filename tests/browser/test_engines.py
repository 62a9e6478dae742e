"""The whole way in the engines of other phones: photo to score, correct, live table, offline."""

import json
import signal
import time
from collections.abc import Iterator

import pytest

from scorer.resources import folder
from tests.support.browser.browsing import Server
from tests.support.browser.engines import Engine, firefox, webkit
from tests.support.browser.pages import BOARD, on_map

PHOTO = folder("samples") / "worked-example" / "photo.jpg"
SETTLED = "document.querySelector('#game')?.dataset.status === 'settled'"
TOTAL = "document.querySelector('#total output').textContent"
# What the page of another phone sends; this page hears of it as of any other's change.
OTHERS = """
const page = document.getElementById("game");
const [version, edit] = [arguments[0], arguments[1]];
fetch(page.dataset.edits, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Accept: "application/json",
    "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content,
  },
  body: JSON.stringify({ version, edits: [edit] }),
});
"""
# What the server keeps of the board.
STATE = """
const ask = new XMLHttpRequest();
ask.open("GET", document.getElementById("game").dataset.state, false);
ask.send();
return ask.responseText;
"""
# A tap at a point of the board's page, in mm.
TAP = """
const board = document.getElementById("board");
const point = new DOMPoint(arguments[0], arguments[1]).matrixTransform(board.getScreenCTM());
const [x, y] = [point.x, point.y];
document.elementFromPoint(x, y).dispatchEvent(
  new MouseEvent("click", { bubbles: true, clientX: x, clientY: y }));
"""
# A tap where the map of Ticket to Ride has a link or a location.
TAP_RIDE = """
const map = document.getElementById("ride-map");
map.scrollIntoView({ block: "center" });
const { cx, cy } = document.getElementById(`target-${arguments[0]}`);
const point = new DOMPoint(cx.baseVal.value, cy.baseVal.value).matrixTransform(map.getScreenCTM());
document.elementFromPoint(point.x, point.y).dispatchEvent(
  new MouseEvent("click", { bubbles: true, clientX: point.x, clientY: point.y }));
"""
# What another phone does that adds a player to a game.
ADD_PLAYER = """
const csrf = document.querySelector('meta[name="csrf-token"]').content;
const body = new URLSearchParams({ csrf_token: csrf, name: "Boris" });
fetch(`${arguments[0]}/players`, { method: "POST", body }).then(() => {
  window.added = true;
});
"""
# Types a number into a field of a game of another box.
TYPE = """
const field = document.getElementById(arguments[0]);
field.focus();
field.value = arguments[1];
field.dispatchEvent(new Event("input", { bubbles: true }));
field.dispatchEvent(new Event("change", { bubbles: true }));
"""
# The first player's total in a game of another box: as shown, and as the server keeps it.
FIRST_TOTAL = "document.querySelector('#scores .total td')?.textContent"
KEPT_TABLE = """
const ask = new XMLHttpRequest();
ask.open("GET", document.getElementById("table").dataset.table, false);
ask.send();
return ask.responseText;
"""
NOTHING_WAITS = "Object.keys(localStorage).every((key) => !key.startsWith('unsent:'))"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be stopped: others' tests have another one."""
    with Server(tmp_path_factory.mktemp("engines"), reads=False) as server:
        yield server


@pytest.fixture(scope="module", params=[webkit, firefox], ids=["webkitgtk", "firefox"])
def page(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """A page in each engine, which starts once for all ways."""
    with request.param(tmp_path_factory.mktemp("engine")) as page:
        yield page


def test_a_whole_way(page: Engine, own: Server) -> None:
    page.open(own.url)
    page.choose("[data-chosen]", PHOTO)
    page.until(f"{SETTLED} && {TOTAL} === '105'")
    # Corrected by a tap, and taken back.
    page.run(TAP, *on_map(BOARD, "d4-d5"))
    page.until(f"{SETTLED} && {TOTAL} !== '105'")
    page.click("#undo")
    page.until(f"{SETTLED} && {TOTAL} === '105'")
    # Another phone corrects it, and it shows here.
    version = json.loads(page.run(STATE))["version"]
    page.run(OTHERS, version, {"kind": "section", "where": "d4-d5", "value": False})
    page.until(f"{TOTAL} !== '105'")
    # Without a connection the phone scores itself, and sends it later.
    own.stop()
    page.run(TAP, *on_map(BOARD, "d4-d5"))
    page.until(f"{TOTAL} === '105'")
    assert page.run("return document.querySelector('#game').dataset.status") == "unsent"
    own.start()
    page.run("dispatchEvent(new Event('online'))")
    page.until(f"{SETTLED} && {TOTAL} === '105'")
    assert "d4-d5" in json.loads(page.run(STATE))["marks"]["sections"]


def test_a_game_of_another_box(page: Engine, own: Server) -> None:
    """Anna: 31 on cards and 8 x 3 for tokens; two in reserve without a connection."""
    page.open(f"{own.url}/new/phototour")
    page.click("button.primary")
    page.until("document.querySelector('#table.ready')")
    page.run(TYPE, "card-points", "31")
    page.run(TYPE, "tokens", "8")
    page.until(f"{FIRST_TOTAL} === '55'")
    # The driver of WebKit does not find its way there by itself.
    page.run("document.getElementById('undo').scrollIntoView({ block: 'center' })")
    page.click("#undo")
    page.until(f"{FIRST_TOTAL} === '31'")
    page.click("#redo")
    page.until(f"{FIRST_TOTAL} === '55' && {NOTHING_WAITS}")
    own.stop()
    page.run("document.getElementById('reserve-2').click()")
    page.until(f"{FIRST_TOTAL} === '57' && document.getElementById('saving').textContent")
    own.start()
    page.run("dispatchEvent(new Event('online'))")
    page.until(NOTHING_WAITS)
    kept = json.loads(page.run(KEPT_TABLE))
    assert [one["total"] for one in kept["result"]["players"]] == [57, 0]


def test_a_game_on_a_map(page: Engine, own: Server) -> None:
    """Anna's routes of 1, 3, 1 spaces give 1 + 4 + 1, their ticket 4; one of 4 spaces 7 more."""
    page.open(f"{own.url}/new/ticket-to-ride")
    page.click("button.primary")
    page.until("document.querySelector('#table.ready')")
    for link in ("tannery-south_gate", "paper_mill-bath_house:2", "bath_house-harbour"):
        page.run(TAP_RIDE, link)
    page.until(f"{FIRST_TOTAL} === '6'")
    page.run("document.getElementById('mode-place').click()")
    for place in ("paper_mill", "harbour"):
        page.run(TAP_RIDE, place)
    page.until(f"{FIRST_TOTAL} === '10' && {NOTHING_WAITS}")
    page.run("document.getElementById('mode-link').click()")
    own.stop()
    page.run(TAP_RIDE, "harbour-sand_spit")
    page.until(f"{FIRST_TOTAL} === '17' && document.getElementById('saving').textContent")
    own.start()
    page.run("dispatchEvent(new Event('online'))")
    page.until(NOTHING_WAITS)
    kept = json.loads(page.run(KEPT_TABLE))
    assert [one["total"] for one in kept["result"]["players"]] == [17, 0]
    assert kept["state"]["players"]["1"]["tickets"] == ["paper_mill-harbour"]


def new_game(page: Engine, server: Server) -> str:
    """Begin a game of En Route for Anna and return the address of its table."""
    page.open(f"{server.url}/new")
    page.until("document.querySelector('[name=name1]')")
    page.run("document.querySelector('[name=name1]').value = 'Anna'")
    page.run("document.querySelector('[name=name1]').form.requestSubmit()")
    page.until("document.querySelector('#table.ready')")
    return str(page.run("return location.href"))


def test_a_photo_sent_from_the_table(page: Engine, own: Server) -> None:
    """WebKit's window is a private one here, whose database keeps no files."""
    new_game(page, own)
    page.choose("input[data-send]:not([capture])", PHOTO)
    page.until(f"{SETTLED} && {TOTAL} !== ''")


def test_a_change_under_way_as_the_page_is_left(page: Engine, own: Server) -> None:
    """One comes back to the page, and it sends that change and the next one."""
    new_game(page, own)
    own.process.send_signal(signal.SIGSTOP)
    try:
        page.run("document.querySelector('[data-button=rating-school-more]').click()")
        page.open("about:blank")
    finally:
        own.process.send_signal(signal.SIGCONT)
    page.back()
    page.until(f"document.querySelector('#table.ready') && {NOTHING_WAITS}")
    page.run("document.querySelector('[data-button=rating-observatory-more]').click()")
    page.until(NOTHING_WAITS)
    ratings = json.loads(page.run(KEPT_TABLE))["setup"]["ratings"]
    assert (ratings["school"], ratings["observatory"]) == (6, 6)


def test_a_game_left_and_come_back_to(page: Engine, own: Server) -> None:
    """Another phone has added a player meanwhile: the list shows them before long."""
    table = new_game(page, own)
    page.run("document.querySelector('a.home-link').click()")
    page.until("location.pathname === '/' && document.querySelector('#recent li')")
    page.run(ADD_PLAYER, table)
    page.until("window.added")
    page.back()
    before = time.monotonic()
    page.until("document.querySelectorAll('.players b').length === 2")
    assert time.monotonic() - before < 15


def test_a_start_page_come_back_to_lists_the_new_game(page: Engine, own: Server) -> None:
    page.open(own.url)
    page.until("document.querySelector('#earlier li, #recent li')")
    page.run("document.querySelector('a[href=\"/new/phototour\"]').click()")
    page.until("location.pathname === '/new/phototour'")
    page.click("button.primary")
    page.until("document.querySelector('#table.ready')")
    key = str(page.run("return document.getElementById('table').dataset.key"))
    page.run("history.go(-2)")
    page.until(f"location.pathname === '/' && document.querySelector('a[href$=\"/{key}\"]')")


def test_a_tap_leaves_no_ring_around_what_it_leads_to(page: Engine, own: Server) -> None:
    page.open(own.url)
    page.until("document.querySelector('#hand-form')")
    page.run("document.getElementById('hand-form').requestSubmit()")
    page.until(SETTLED)
    # No tap focuses a button, as on iPhones.
    page.run("addEventListener('mousedown', (event) => event.preventDefault(), true)")
    page.click("[data-part=part-setup]")
    page.until("document.activeElement.matches('h2, legend')")
    assert page.run("return getComputedStyle(document.activeElement).outlineStyle") == "none"
