"""A photo of the map of Ticket to Ride: read in its process, kept below what people tapped."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.values import replace
from scorer.store.games import GameStore
from scorer.vision.links.picture import MapPicture
from scorer.vision.links.taught import save_taught
from scorer.vision.links.written import LinkDoubt, Marker, SeenPlayer, WhyDoubtful, WrittenLinks
from scorer.web.games.tickettoride.table import Photo
from scorer.web.reading.maplinks import read_into
from tests.support.client import ended, json_at, offered_corners, table, upload
from tests.support.phototour import enter
from tests.support.tickettoride import begin
from tests.vision.links.photos import bay, photo_of_bay


def sent(client: FlaskClient, game: str, photo: bytes) -> dict[str, Any]:
    """Send a photo and wait for its end."""
    data = {"photo": (BytesIO(photo), "photo.jpg")}
    headers = {"Accept": "application/json"}
    answer = client.post(f"{game}/map-photo", data=data, headers=headers)
    assert answer.status_code == 202, answer.text
    job = (answer.json or {})["job"]
    client.application.extensions["scorer"].desk.job(job.rpartition("/")[2]).wait(60)
    found: dict[str, Any] = json_at(client, job)
    return found


@pytest.mark.slow
def test_all_links_of_all_players_come_from_one_photo(client: FlaskClient) -> None:
    photo = photo_of_bay(31)
    truth = photo.truth["links"]
    game = begin(client, "Anna", "Boris", "Chen")
    # A tap before the photo stands: whoever it shows there.
    settled = next(link for link, colour in truth.items() if colour == "red")
    enter(
        client, game,
        {"seat": 3, "field": "links", "where": settled, "value": True},
        {"field": "by_hand", "where": settled, "value": True},
    )  # fmt: skip
    assert sent(client, game, photo.jpeg) == {"over": True, "next": game}
    found = table(client, game)
    shared = found["state"]["shared"]
    assert shared["read"] == truth
    assert set(shared["seen"]) == {"blue", "black", "red"}
    # Nobody's token is of all these colours, so each is asked for.
    assert found["status"]["to_check"] == 3
    # Fourteen of fifteen buses: the game is over.
    assert shared["finished"]
    for seat, colour in enumerate(("blue", "black", "red"), 1):
        found = enter(client, game, {"seat": seat, "field": "bus", "value": colour})
    found_links = [len(one["terms"]["links"]) for one in found["result"]["players"]]
    assert found_links == [
        sum(one == colour for one in truth.values()) for colour in ("blue", "black", "red")
    ]
    # Markers: what is beyond the links is for flags, or the referee asks.
    assert {c: shared["markers"].get(c) for c in photo.truth["markers"]} == photo.truth["markers"]
    picture = client.get(f"{game}/1/rectified-{shared['photo']['number']}.jpg")
    assert picture.mimetype == "image/jpeg"
    assert (shared["photo"]["width_mm"], shared["photo"]["height_mm"]) == (297, 210)
    # A correction, and the photo read once more: it stays.
    enter(
        client, game,
        {"seat": 1, "field": "links", "where": settled, "value": True},
        {"seat": 3, "field": "links", "where": settled, "value": None},
    )  # fmt: skip
    sent(client, game, photo.jpeg)
    again = table(client, game)
    assert settled in json_at(client, f"{game}/game.json")["players"][0]["links"]
    assert again["state"]["shared"]["photo"]["number"] == 2
    assert again["state"]["players"]["2"]["bus"] == "black"


@pytest.mark.slow
def test_a_photo_from_the_start_page_goes_on_as_a_map(
    client: FlaskClient, games: GameStore, app: Flask
) -> None:
    """Nothing of En Route is found in it; the photo is kept for the game that it is of."""
    mine = replace(bay().map, id="my-town", name="My town", practice=False)
    save_taught(replace(bay(), map=mine), app.config["TAUGHT_MAPS"])
    photo = photo_of_bay(31)
    which = upload(client, photo.jpeg, board="auto").headers["Location"]
    assert which.endswith("/which")
    page = client.get(which).text
    # The boards of the game that one came for come first, of others what belongs to one's own box.
    assert page.index('name="board" value="cairo"') < page.index("/other-game")
    assert (
        0
        < page.find("It is another game: Ticket to Ride: Paris – My town")
        < page.find("It is another game: Ticket to Ride: Paris – Lantern Bay")
        < page.find("It is another game: Innsmouth")
    )
    form = {"box": "ticket-to-ride", "map": "lantern-bay"}
    answer = client.post(f"{which}/other-game", data=form)
    game = games.load(answer.headers["Location"].split("/")[-1])
    assert (game.box, game.setup["map"]) == ("ticket-to-ride", "lantern-bay")
    assert game.setup["read"] == photo.truth["links"]
    assert len(game.players) == 2
    # There is no such game, or no photo of it is read.
    for box in ("phototour", "chess", ""):
        assert client.post(f"{which}/other-game", data={"box": box}).status_code == 404


def reading(**doubts: tuple[str | None, WhyDoubtful]) -> WrittenLinks:
    """Return a reading in which red has a link, and there are *doubts*."""
    links = ("orchard-tannery", "clock_tower-rose_square")
    return WrittenLinks(
        map="lantern-bay",
        players=(SeenPlayer(BusColour.GREEN, (20, 160, 60), links, 5, None),),
        doubts=tuple(
            LinkDoubt(
                link.replace("__", "-"),
                None if read is None else BusColour(read),
                0.5,
                (BusColour.GREEN, None),
                why,
            )
            for link, (read, why) in doubts.items()
        ),
        confidences={},
        corners_xy=(),
        agreement=0.9,
        timings_ms={},
    )


def test_what_a_photo_changed_can_be_taken_back(client: FlaskClient, games: GameStore) -> None:
    """Also by whoever opens the page later: the game keeps it, until the next photo."""
    form = {"name1": "Anna", "colour1": "green", "finished": "true"}
    game = client.post("/games/ticket-to-ride", data=form).headers["Location"]
    key = game.rpartition("/")[2]
    right = reading(clock_tower__rose_square=("green", WhyDoubtful.UNSURE))
    games.play(key, lambda now: read_into(now, right, Photo(1, 1, 297, 210)))
    enter(client, game, {"field": "finished", "value": True}, {"field": "checked", "value": True})
    first = table(client, game)["state"]
    assert first["players"]["1"]["bus"] == "green"
    assert first["shared"]["before"]["given"] == [1]
    wrong = replace(right, players=(), doubts=())
    games.play(key, lambda now: read_into(now, wrong, Photo(1, 2, 297, 210)))
    # Read once more with other corners it is the same photo.
    games.play(key, lambda now: read_into(now, wrong, Photo(1, 3, 297, 210), again=True))
    before = table(client, game)["state"]["shared"]["before"]
    assert before.pop("given") == []
    assert before == {name: first["shared"][name] for name in before}
    assert set(before) == {"read", "doubts", "markers", "seen", "finished", "checked"}
    back = [{"field": name, "value": value} for name, value in before.items()]
    photo = {"seat": 0, "number": 3, "width_mm": 297.0, "height_mm": 210.0, "corners_xy": []}
    back += [{"field": "photo", "value": photo}, {"field": "before", "value": None}]
    enter(client, game, *back)
    after = table(client, game)["state"]["shared"]
    assert {name: after[name] for name in before} == before
    assert client.get(f"{game}/map-photo/corners").status_code == 404


def test_what_a_person_settled_is_no_doubt_of_a_photo(
    client: FlaskClient, games: GameStore
) -> None:
    answer = client.post(
        "/games/ticket-to-ride",
        data={"name1": "Anna", "colour1": "green", "name2": "Boris", "colour2": "sky"},
    )
    game = answer.headers["Location"]
    key = game.rpartition("/")[2]
    # Boris has settled one: it is his, whatever a photo shows; and it is no doubt.
    enter(
        client, game,
        {"seat": 2, "field": "links", "where": "orchard-tannery", "value": True},
        {"field": "by_hand", "where": "orchard-tannery", "value": True},
    )  # fmt: skip
    found = reading(
        orchard__tannery=("green", WhyDoubtful.UNSURE),
        clock_tower__rose_square=("green", WhyDoubtful.UNSURE),
        rose_square__old_quay=(None, WhyDoubtful.NOT_SEEN),
    )
    games.play(key, lambda now: read_into(now, found, Photo(1, 1, 297, 210)))
    told = table(client, game)
    shared, players = told["state"]["shared"], told["state"]["players"]
    # Anna may have said green, or not have looked: one colour of two fits by chance.
    assert players["1"]["bus"] is None
    told = enter(client, game, {"seat": 1, "field": "bus", "value": "green"})
    assert shared["doubts"] == {
        "clock_tower-rose_square": {"alternatives": ["green", None], "seen": True},
        "rose_square-old_quay": {"alternatives": ["green", None], "seen": False},
    }
    assert told["status"]["to_check"] == 2
    # Two points for clock_tower-rose_square; four for Boris's.
    assert [one["total"] for one in told["result"]["players"]] == [2, 4]
    # Not over: nobody has 13 buses.
    assert not shared["finished"]


@pytest.mark.parametrize(
    ("colours", "buses"),
    [
        (("green", "sky"), [None, None]),
        (("blue", "green"), ["blue", "green"]),
        (("green", "orange"), [None, None]),
        (("green", "green"), [None, None]),
    ],
)
def test_buses_are_the_players_of_their_colours_where_all_fit(
    client: FlaskClient, games: GameStore, colours: tuple[str, str], buses: list[str | None]
) -> None:
    form = {"name1": "Anna", "colour1": colours[0], "name2": "Boris", "colour2": colours[1]}
    game = client.post("/games/ticket-to-ride", data=form).headers["Location"]
    seen = (
        SeenPlayer(BusColour.GREEN, (20, 160, 60), ("orchard-tannery",), 5, None),
        SeenPlayer(BusColour.BLUE, (0, 0, 200), ("clock_tower-rose_square",), 5, None),
    )
    found = replace(reading(), players=seen)
    games.play(game.rpartition("/")[2], lambda now: read_into(now, found, Photo(1, 1, 297, 210)))
    players = table(client, game)["state"]["players"]
    assert [players[seat]["bus"] for seat in ("1", "2")] == buses


@pytest.mark.parametrize(
    ("marker", "flags"),
    # Seven points of the links, a blue, a red and a white one: one flag is possible.
    [(7, 0), (11, 1), (15, None), (10, None), (3, None)],
)
def test_a_marker_counts_where_its_flags_are_possible(
    client: FlaskClient, games: GameStore, marker: int, flags: int | None
) -> None:
    game = begin(client, "Anna", "Boris")
    seen = SeenPlayer(
        BusColour.RED, (200, 0, 0),
        ("orchard-tannery", "clock_tower-rose_square", "north_gate-orchard"), 6,
        Marker(marker, 0.9),
    )  # fmt: skip
    found = replace(reading(), players=(seen,))
    games.play(game.rpartition("/")[2], lambda now: read_into(now, found, Photo(1, 1, 297, 210)))
    told = enter(client, game, {"seat": 1, "field": "bus", "value": "red"})
    assert told["result"]["players"][0]["flags"] == flags
    assert told["result"]["players"][0]["lines"]["links"] == 7
    # The flags told by a person count, whatever the photo shows; and no one has to say so.
    told = enter(client, game, {"seat": 1, "field": "flags", "value": 0})
    assert told["result"]["players"][0]["flags"] == 0
    offences = {one["offence"] for one in told["result"]["findings"]}
    assert offences == set()


def test_a_reading_of_another_map_changes_nothing(client: FlaskClient, games: GameStore) -> None:
    game = begin(client, "Anna", "Boris")
    before = table(client, game)["state"]
    found = replace(reading(), map="elsewhere")
    games.play(game.rpartition("/")[2], lambda now: read_into(now, found, Photo(1, 1, 297, 210)))
    assert table(client, game)["state"] == before


def test_what_is_no_photo_is_told_and_changes_nothing(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    before = table(client, game)["state"]
    answer = sent(client, game, b"no photo")
    assert answer["failed"] == "photo"
    assert answer["hint"]
    assert table(client, game)["state"] == before
    assert client.get(f"{game}/map-photo/corners").status_code == 404


def cut_photo() -> tuple[bytes, float, list[list[float]]]:
    """Return a photo without its left third, how many pixels that is, and the true corners."""
    photo = photo_of_bay(31)
    at = round(photo.rgb.shape[1] * 0.35)
    file = BytesIO()
    Image.fromarray(photo.rgb[:, at:]).save(file, "JPEG", quality=92)
    return file.getvalue(), at, photo.truth["corners_xy"]


def by_hand(client: FlaskClient, game: str, corners: Any) -> dict[str, Any]:
    """Set the map's corners and wait for the end."""
    body, headers = {"corners_xy": corners}, {"Accept": "application/json"}
    answer = client.post(f"{game}/map-photo/corners", json=body, headers=headers)
    assert answer.status_code == 202, answer.text
    return ended(client, (answer.json or {})["job"])


@pytest.mark.slow
def test_a_photo_that_is_cut_off_is_read_with_its_corners(client: FlaskClient) -> None:
    """The left of the map is missing, where nobody has claimed a link; all else is read."""
    data, at, true = cut_photo()
    game = begin(client, "Anna", "Boris", "Chen")
    assert sent(client, game, data)["next"] == f"{game}/map-photo/corners"
    shared = table(client, game)["state"]["shared"]
    assert (shared["photo"], shared["read"]) == (None, {})
    assert shared["unread"]["reason"] == "cut-off"
    page = client.get(f"{game}/map-photo/corners").text
    for word in ("lies outside the photo", "Use it anyway", "They may lie outside"):
        assert word in page
    for (x, y), (true_x, true_y) in zip(offered_corners(page), true, strict=True):
        # What lies outside follows from the rest of the page.
        most = 4 if true_x > at else 40
        assert abs(x - (true_x - at)) < most
        assert abs(y - true_y) < most
    # Any corner may be the first; here the third.
    corners = offered_corners(page)[2:] + offered_corners(page)[:2]
    assert by_hand(client, game, corners)["next"] == game
    shared = table(client, game)["state"]["shared"]
    assert shared["unread"] is None
    truth = photo_of_bay(31).truth["links"]
    assert shared["read"] == truth
    # What is outside is asked about, and what a person settles stays when it is read again.
    unseen = {name for name, doubt in shared["doubts"].items() if not doubt["seen"]}
    settled = "orchard-glass_hall"
    assert {settled, "orchard-tannery", "north_gate-orchard"} <= unseen
    enter(client, game, {"field": "by_hand", "where": settled, "value": True})
    number = shared["photo"]["number"]
    assert "What you corrected before stays" in client.get(f"{game}/map-photo/corners").text
    assert by_hand(client, game, shared["photo"]["corners_xy"])["next"] == game
    shared = table(client, game)["state"]["shared"]
    assert settled not in shared["doubts"]
    # The page is a new one, which phones fetch.
    assert shared["photo"]["number"] == number + 1
    assert client.get(f"{game}/1/rectified-{number + 1}.jpg").mimetype == "image/jpeg"


@pytest.mark.slow
def test_where_no_map_is_its_corners_can_be_set_but_nothing_is_made_up(
    client: FlaskClient, games: GameStore
) -> None:
    game = begin(client, "Anna", "Boris")
    corners = f"{game}/map-photo/corners"
    before = table(client, game)["state"]
    assert sent(client, game, other_picture())["next"] == corners
    page = client.get(corners).text
    assert "The map was not found" in page
    # In from the rim of 900 x 700 pixels.
    assert offered_corners(page) == [[54, 42], [846, 42], [846, 658], [54, 658]]
    for set_ in (offered_corners(page), [[5, 5]] * 4, [[0, 0], [900, 700], [900, 0], [0, 700]]):
        assert by_hand(client, game, set_)["failed"] == "no-page-there"
    unread = {"seat": 1, "reason": "no-board", "corners_xy": []}
    after = table(client, game)["state"]
    assert after == {**before, "shared": {**before["shared"], "unread": unread}}
    view = games.load(game.rpartition("/")[2]).view_key
    for address in (f"/game/{view}/map-photo/corners", "/game/nobody/map-photo/corners"):
        assert client.get(address).status_code in (403, 404)
        assert client.post(address, json={"corners_xy": offered_corners(page)}).status_code in (
            403,
            404,
        )
    assert client.post(corners, json={"corners_xy": [[1, 2]]}).status_code == 422


@pytest.mark.slow
def test_on_another_map_the_photo_is_read_again(app: Flask, client: FlaskClient) -> None:
    """The game was begun on the wrong map: ours in place of a copy of it with another name."""
    copy = replace(bay().map, id="copy", name="Copy", practice=False)
    save_taught(MapPicture(copy, bay().rgb, bay().px_per_mm), Path(app.config["TAUGHT_MAPS"]))
    photo = photo_of_bay(31)
    game = begin(client, "Anna", "Boris", "Chen")
    assert sent(client, game, photo.jpeg)["next"] == game
    enter(client, game, {"seat": 1, "field": "flags", "value": 2})
    assert client.post(f"{game}/map", data={"map": "copy"}).headers["Location"] == game
    state = table(client, game)["state"]
    assert state["shared"]["map"]["id"] == "copy"
    assert state["shared"]["read"] == photo.truth["links"]
    assert state["players"]["1"]["flags"] is None
    # A photo of something else is not found there either; its corners can be set.
    corners = f"{game}/map-photo/corners"
    assert sent(client, game, other_picture())["next"] == corners
    assert client.post(f"{game}/map", data={"map": "lantern-bay"}).headers["Location"] == corners
    shared = table(client, game)["state"]["shared"]
    assert (shared["map"], shared["read"]) == ("lantern-bay", {})
    assert shared["unread"]["reason"] == "no-board"


def other_picture() -> bytes:
    file = BytesIO()
    Image.linear_gradient("L").resize((900, 700)).save(file, "JPEG")
    return file.getvalue()


def test_photos_are_taken_of_maps_whose_picture_is_known_alone(
    app: Flask, client: FlaskClient
) -> None:
    game = begin(client, "Anna", "Boris")
    assert f"{game}/map-photo" in client.get(game).text
    home = Path(app.config["TAUGHT_MAPS"]) / "three"
    home.mkdir(parents=True)
    (home / "map.json").write_text(
        '{"id": "three", "points": [1], "places": [{"id": "a"}, {"id": "b"}],'
        ' "links": [{"between": ["a", "b"], "length": 1, "colour": "red"}]}'
    )
    bare = client.post("/games/ticket-to-ride", data={"name1": "Ann", "map": "three"})
    without = bare.headers["Location"]
    assert f"{without}/map-photo" not in client.get(without).text
    data = {"photo": (BytesIO(b"x"), "photo.jpg")}
    headers = {"Accept": "application/json"}
    assert client.post(f"{without}/map-photo", data=data, headers=headers).status_code == 422


def test_who_only_looks_on_sends_no_photo(client: FlaskClient, games: GameStore) -> None:
    game = begin(client, "Anna")
    view = games.load(game.rpartition("/")[2]).view_key
    data = {"photo": (BytesIO(b"x"), "photo.jpg")}
    assert client.post(f"/game/{view}/map-photo", data=data).status_code == 403
