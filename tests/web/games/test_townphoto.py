"""A photo of a board of Innsmouth: read in its process, kept below what people entered."""

import json
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from samples.simulator.innsmouth.photos import TownPage, simulate_town
from samples.simulator.photo import Photo
from samples.simulator.strata import Kind
from scorer.rules.innsmouth.filled import InnsmouthMarks
from scorer.rules.innsmouth.pieces import Bonus, Group
from scorer.rules.innsmouth.table import read_game, result_of
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Location, NameSet, RoadId
from scorer.store.games import GameStore, Played
from scorer.vision.ink.quality import WrittenQuality
from scorer.vision.innsmouth.written import TownDoubt, WrittenTownReading
from scorer.web.games.dropping import without_route
from scorer.web.games.innsmouth import InnsmouthPlug
from scorer.web.reading.boxes import asked_of, read_into
from scorer.web.reading.messages import PartsBeside
from tests.support.client import JSON, json_at, table

QUALITY = WrittenQuality(0.3, 0.0, 5.0, 0.8, (1600, 1200))
FOG = practice_town().file.caches["fog"]
BOX = [5.0, 3.0, 200.0, 200.0]
PARTS: PartsBeside = {"section": ((3.0, 69.0, 18.0, 18.0),)}


def reading(*doubts: TownDoubt, **marks: Any) -> WrittenTownReading:
    """Return what a photo said."""
    sections = NameSet(RoadId.parse(one) for one in marks.pop("sections", ()))
    tourists = {Location.parse(q): g for q, g in marks.pop("tourists", {}).items()}
    threats = {Location.parse(q): n for q, n in marks.pop("threats", {}).items()}
    found = InnsmouthMarks(sections=sections, tourists=tourists, threats=threats, **marks)
    corners = ((0.0, 0.0),) * 4
    return WrittenTownReading(
        game="innsmouth", town="practice", marks=found, doubts=doubts, corners_xy=corners,
        quality=QUALITY, timings_ms={},
    )  # fmt: skip


def doubt(kind: str, where: str, read: Any, *others: Any) -> TownDoubt:
    return TownDoubt(kind, where, read, 0.6, others, "faint")


def new_game(games: GameStore, **own: Any) -> str:
    """Begin a game of one player whose values are *own*; return its key."""
    from scorer.store.games import NewPlayer

    plug = InnsmouthPlug()
    players = [NewPlayer({**plug.own(), **own}, name) for name in ("Anna", "Boris")]
    return games.create("", "", plug.shared(), players, single=False, box=plug.id)


def with_threat(games: GameStore, key: str, threat: str) -> None:
    """Tell who threatens."""
    games.play(key, lambda now: Played({**now.setup, "threat": threat}, {}))


def with_card(games: GameStore, key: str) -> None:
    """Tell that the cache card "fog" is in play."""
    games.play(key, lambda now: Played({**now.setup, "caches": "fog"}, {}))


def findings(games: GameStore, key: str) -> list[Any]:
    """Return what the app says of the first board, whose route is c1-c2, as the command does."""
    plug = InnsmouthPlug()
    game = games.load(key)
    values = {
        one.name: {**one.marks, "route": ["c1-c2"]} if one.seat == 1 else one.marks
        for one in game.players
    }
    found = plug.result(game.setup, values)
    assert found is not None
    file = read_game(json.dumps(plug.file(game.setup, values)).encode())
    told: list[Any] = found[0]["players"][0]["findings"]
    assert told == to_data(result_of(file, file.on_town()).players[0].findings)
    return [(one[0], one[2]) for one in told]


def take(games: GameStore, key: str, found: WrittenTownReading) -> dict[str, Any]:
    """Keep what a photo of the first board said; return what is kept of it then."""
    game = games.play(key, lambda now: read_into(now, 1, found, BOX, PARTS))
    return game.player(1).marks


def test_a_reading_fills_the_board_and_asks_about_doubts(games: GameStore) -> None:
    key = new_game(games, to_check=2)
    with_card(games, key)
    own = take(
        games, key,
        reading(
            doubt("threats", "C3", 1, 0), doubt("cache", "c1", True, False),
            doubt("ring", "c1", True, False),
            sections=["b1-c1", "c1-c2"], tourists={"C2": Group(triangle=2)}, threats={"C3": 1},
            caches=NameSet(FOG),
        ),
    )  # fmt: skip
    assert own["sections"] == {"b1-c1": True, "c1-c2": True}
    assert own["tourists"] == {"C2": {"triangle": 2}}
    assert own["threats"] == {"C3": 1}
    # Nobody is asked about caches of the card, nor about rings while nobody told who plays.
    assert list(own["doubts"]) == ["threats C3"]
    # Of signs beside the map it told nothing: people enter those.
    photo = own["photo"]
    assert (photo["number"], photo["box"], photo["unread"]) == (0, BOX, ["bonus", "name"])
    assert photo["beside"] == {"section": [[3.0, 69.0, 18.0, 18.0]]}
    # What was open of an older photo in the game's file is asked anew.
    assert own["to_check"] == 0


def test_caches_drawn_otherwise_than_on_the_card_reach_the_referee(games: GameStore) -> None:
    key = new_game(games, character="collector")
    with_card(games, key)
    drawn = sorted({*FOG, "b1"} - {"c1"})
    # The photo shows b1, and not c1; whether e5 is there as the card says, nobody asks.
    other = reading(
        doubt("cache", "b1", True, False), doubt("cache", "c1", False, True),
        doubt("cache", "e5", True, False), doubt("cache", "a1", False, True),
        sections=["c1-c2"], caches=NameSet(drawn),
    )  # fmt: skip
    own = take(games, key, other)
    assert own["caches"] == drawn
    assert list(own["doubts"]) == ["cache b1", "cache c1"]
    assert ("caches", ["b1", "c1"]) in findings(games, key)
    # What somebody confirmed and put right stays: the next photo shows neither again.
    confirmed = {"settled": {"cache b1": True, "cache c1": True}, "caches": sorted(FOG)}
    games.play(key, lambda now: Played(now.setup, {1: {**now.player(1).marks, **confirmed}}))
    assert take(games, key, other)["caches"] is None
    assert "caches" not in dict(findings(games, key))


@pytest.mark.parametrize("caches", [FOG, ()])
def test_caches_of_the_card_and_none_at_all_leave_the_card(
    games: GameStore, caches: tuple[str, ...]
) -> None:
    key = new_game(games, character="collector")
    with_card(games, key)
    own = take(games, key, reading(sections=["c1-c2"], caches=NameSet(caches)))
    assert own["caches"] is None
    assert "caches" not in dict(findings(games, key))


def test_rings_of_others_than_the_detective_reach_the_referee(games: GameStore) -> None:
    key = new_game(games, character="collector")
    ringed = reading(
        doubt("ring", "c1", True, False), doubt("ring", "e5", False, True),
        sections=["c1-c2"], rings=NameSet(["c1"]),
    )  # fmt: skip
    own = take(games, key, ringed)
    assert own["rings"] == {"c1": True}
    # A ring that was not seen would be no mistake.
    assert list(own["doubts"]) == ["ring c1"]
    assert ("rings", ["c1"]) in findings(games, key)


def test_bonuses_circled_otherwise_than_on_the_card_reach_the_referee(games: GameStore) -> None:
    """The Boatman's card has a change of coordinate and an extra section."""
    key = new_game(games, character="boatman")
    circled = (Bonus.COORDINATE, Bonus.DIAGONAL)
    other = reading(
        doubt("bonus", "diagonal-1", "circled", "none", "used"), sections=["c1-c2"],
        circled=circled, ringed_name=False,
    )  # fmt: skip
    own = take(games, key, other)
    assert own["circled"] == ["coordinate", "diagonal"]
    assert list(own["doubts"]) == ["bonus diagonal"]
    assert "bonuses" in dict(findings(games, key))
    right = reading(sections=["c1-c2"], circled=(Bonus.COORDINATE, Bonus.SECTION))
    own = take(games, key, right)
    assert own["circled"] == ["coordinate", "section"]
    assert "bonuses" not in dict(findings(games, key))
    # A photo that does not show the signs says nothing.
    assert take(games, key, reading(sections=["c1-c2"]))["circled"] == ["coordinate", "section"]


def test_signs_beside_the_map_are_asked_about_as_far_as_they_bear_on_the_board(
    games: GameStore,
) -> None:
    # The Boatman's card has a change of coordinate and an extra section.
    key = new_game(games, character="boatman")
    with_threat(games, key, "cultists")
    own = take(
        games, key,
        reading(
            doubt("bonus", "coordinate-1", "circled", "used", "none"),
            doubt("bonus", "section-1", "used", "circled", "none"),
            doubt("bonus", "diagonal-1", "none", "circled", "used"),
            doubt("name", "name", True, False),
            circled=(Bonus.COORDINATE, Bonus.SECTION), used=(Bonus.SECTION,), ringed_name=True,
        ),
    )  # fmt: skip
    assert own["used"] == {"section": 1}
    assert own["photo"]["unread"] == []
    assert list(own["doubts"]) == ["bonus coordinate", "bonus section"]
    # What the photo says is crossed out is asked about, whatever the card says.
    other = new_game(games, character="boatman")
    crossed = reading(doubt("bonus", "diagonal-1", "used", "none"), used=(Bonus.DIAGONAL,))
    assert list(take(games, other, crossed)["doubts"]) == ["bonus diagonal"]


def two_sections(games: GameStore, *doubts: TownDoubt, used: int, signs: int = 2) -> dict[str, Any]:
    """Return what is kept of a photo of a board whose card has two extra sections, and asked."""
    key = new_game(games, character="boatman", bonuses=["section", "section"])
    found = reading(*doubts, used=(Bonus.SECTION,) * used)
    parts: PartsBeside = {"section": PARTS["section"] * signs}
    return games.play(key, lambda now: read_into(now, 1, found, BOX, parts)).player(1).marks


def test_of_a_bonus_that_a_card_has_twice_people_are_asked_how_many_are_crossed_out(
    games: GameStore,
) -> None:
    def asked(own: dict[str, Any]) -> list[tuple[Any, ...]]:
        assert {*own["doubts"]} <= {"bonus section"}
        return [(one["read"], *one["alternatives"]) for one in own["doubts"].values()]

    first = doubt("bonus", "section-1", "used", "circled", "none")
    second = doubt("bonus", "section-2", "circled", "used", "none")
    # One question for both copies, whose answer is how many; the surer copy counts too.
    one = two_sections(games, first, second, used=1)
    assert one["used"] == {"section": 1}
    assert asked(one) == [(1, 0, 2)]
    assert one["doubts"]["bonus section"]["confidence"] == pytest.approx(0.36)
    assert asked(two_sections(games, second, used=1)) == [(1, 0, 2)]
    both = two_sections(games, second, used=2)
    assert both["used"] == {"section": 2}
    assert asked(both) == [(2, 0, 1)]
    # Where both are sure nobody is asked.
    assert asked(two_sections(games, used=2)) == []
    # One sign for both cannot tell how often it was used, however sure it is crossed out.
    assert asked(two_sections(games, used=1, signs=1)) == [(1, 0, 2)]
    assert asked(two_sections(games, used=0, signs=1)) == []


def test_where_nobody_told_the_character_as_many_are_asked_about_as_there_are_signs(
    games: GameStore,
) -> None:
    key = new_game(games)
    found = reading(doubt("bonus", "section-2", "used", "none"), used=(Bonus.SECTION,) * 2)
    parts: PartsBeside = {"section": PARTS["section"] * 2}
    own = games.play(key, lambda now: read_into(now, 1, found, BOX, parts)).player(1).marks
    assert own["doubts"]["bonus section"]["alternatives"] == [0, 1]
    # Of two signs a card with one bonus lets a player circle either.
    other = new_game(games, character="boatman")
    own = games.play(other, lambda now: read_into(now, 1, found, BOX, parts)).player(1).marks
    assert own["doubts"]["bonus section"]["alternatives"] == [0, 1]
    none = reading(doubt("bonus", "section-2", "circled", "used"))
    own = games.play(other, lambda now: read_into(now, 1, none, BOX, parts)).player(1).marks
    assert own["doubts"]["bonus section"]["alternatives"] == [1]


def test_a_ring_round_the_name_tells_the_threat_that_nobody_chose(games: GameStore) -> None:
    def threat(key: str) -> tuple[str | None, bool]:
        shared = games.load(key).setup
        return shared["threat"], shared["threat_read"]

    key = new_game(games)
    # No ring says nothing: it may be drawn later. Nobody is asked about one that was not seen.
    own = take(games, key, reading(doubt("name", "name", False, True), ringed_name=False))
    assert (threat(key), own["doubts"]) == ((None, False), {})
    # A ring that is not sure is asked about.
    own = take(games, key, reading(doubt("name", "name", True, False), ringed_name=True))
    assert threat(key) == ("deep-ones", True)
    assert (own["ringed_name"], list(own["doubts"])) == (True, ["name name"])
    assert own["before"]["shared"] == {"threat": None, "threat_read": False}
    # Another photo of the same board shows that there is none.
    take(games, key, reading(ringed_name=False))
    assert threat(key) == (None, False)
    # What somebody chose stays.
    with_threat(games, key, "cultists")
    take(games, key, reading(ringed_name=True))
    assert threat(key) == ("cultists", False)


def test_a_ring_on_one_board_tells_the_threat_of_all(games: GameStore) -> None:
    key = new_game(games)
    ringed = reading(ringed_name=True)
    games.play(key, lambda now: read_into(now, 2, ringed, BOX, PARTS))
    take(games, key, reading(ringed_name=False))
    assert games.load(key).setup["threat"] == "deep-ones"


def test_corrections_and_confirmed_places_stay(games: GameStore) -> None:
    key = new_game(games, sections={"e5-e6": True}, tourists={"E6": {"square": 3}})
    first = reading(
        doubt("section", "b1-c1", True, False), sections=["b1-c1", "c1-c2"],
        tourists={"E6": Group(square=1), "C2": Group(circle=2)},
    )  # fmt: skip
    own = take(games, key, first)
    # What was tapped before stands; where nobody tapped the photo tells.
    assert own["tourists"] == {"E6": {"square": 3}, "C2": {"circle": 2}}
    assert set(own["sections"]) == {"e5-e6", "b1-c1", "c1-c2"}

    def corrected(now: Any) -> Any:
        from scorer.store.games import Played

        mine = now.player(1).marks
        sections = {one: True for one in mine["sections"] if one != "c1-c2"}
        settled = {"section b1-c1": True}
        return Played(now.setup, {1: {**mine, "sections": sections, "settled": settled,
                                      "doubts": {}}})  # fmt: skip

    games.play(key, corrected)
    second = reading(
        doubt("section", "b1-c1", False, True), doubt("section", "c1-c2", True, False),
        sections=["c1-c2", "a1-a2"], tourists={"C2": Group(circle=1)},
    )  # fmt: skip
    own = take(games, key, second)
    # Rubbed out, confirmed, entered: they stay. The rest is as the new photo has it.
    assert set(own["sections"]) == {"e5-e6", "b1-c1", "a1-a2"}
    assert own["tourists"] == {"E6": {"square": 3}, "C2": {"circle": 1}}
    # Neither what was confirmed nor what was corrected is asked about.
    assert own["doubts"] == {}


def test_what_was_entered_and_a_photo_showed_too_no_later_photo_takes_away(
    games: GameStore,
) -> None:
    key = new_game(games, sections={"e5-e6": True}, tourists={"E6": {"square": 3}})
    seen = {"E6": Group(square=3), "C2": Group(circle=2)}
    take(games, key, reading(sections=["e5-e6", "c1-c2"], tourists=seen))
    own = take(games, key, reading(doubt("section", "e5-e6", False, True), sections=["a1-a2"]))
    assert set(own["sections"]) == {"e5-e6", "a1-a2"}
    assert own["tourists"] == {"E6": {"square": 3}}
    assert own["doubts"] == {}


@pytest.mark.parametrize("played", [None, {"closed": 0, "left": []}])
def test_a_photo_that_changes_the_board_leaves_the_route_and_its_check(
    games: GameStore, played: dict[str, Any] | None
) -> None:
    key = new_game(games, sections={"c1-c2": True}, route=["c1-c2"], played=played)
    own = take(games, key, reading(sections=["c1-c2"], tourists={"C2": Group(circle=2)}))
    assert own["tourists"] == {"C2": {"circle": 2}}
    assert (own["route"], own["played"]) == (["c1-c2"], played)
    assert refit(games, key) is None


def refit(games: GameStore, key: str) -> str | None:
    """Return what of the first player no longer fits the board."""
    game = games.load(key)
    found = InnsmouthPlug().result(game.setup, {str(one.seat): one.marks for one in game.players})
    assert found is not None
    told: str | None = found[0]["players"][0]["refit"]
    return told


def test_a_route_stays_until_the_board_has_not_all_its_sections(games: GameStore) -> None:
    key = new_game(games)
    own = take(games, key, reading(sections=["c1-c2", "c2-c3_north"]))
    chosen = {**own, "route": ["c1-c2", "c2-c3_north"]}
    games.play(key, lambda now: Played(now.setup, {1: chosen}))
    take(games, key, reading(sections=["c1-c2", "c2-c3_north", "a1-a2"]))
    assert refit(games, key) is None
    own = take(games, key, reading(sections=["c1-c2", "a1-a2"]))
    assert own["route"] == chosen["route"]
    assert refit(games, key) == "route"


def test_what_a_photo_replaces_can_be_put_back(games: GameStore) -> None:
    key = new_game(games)
    first = take(games, key, reading(sections=["c1-c2"], tourists={"C2": Group(circle=2)}))
    played = {**first, "route": ["c1-c2"], "played": {"closed": 0, "left": []}}
    games.play(key, lambda now: Played({**now.setup, "checked": True}, {1: played}))
    shared = games.load(key).setup
    own = take(
        games, key,
        reading(doubt("section", "a1-a2", True, False), sections=["a1-a2"], caches=NameSet(FOG)),
    )  # fmt: skip
    game = games.load(key)
    assert set(own["sections"]) == {"a1-a2"}
    # Neither route nor check is replaced; what is, stands there as it was.
    before = own["before"]
    assert not {"route", "check", "played", "before"} & before["own"].keys()
    assert {**own, **before["own"], "before": played["before"]} == played
    assert {**game.setup, **before["shared"]} == shared
    assert before["shared"] == {"caches": None, "checked": True}


def test_what_end_bonuses_drew_for_a_route_and_a_photo_shows_is_drawn(games: GameStore) -> None:
    """A photo changes the board before the check; one of two extra sections is on it already."""
    drawn = dict.fromkeys(["c1-c2", "c2-c3_north", "d3-d4", "e5-e6"], True)
    key = new_game(
        games, sections=drawn, used={"section": 2, "diagonal": 1}, route=list(drawn),
        by_bonus={"c2-c3_north": "section", "d3-d4": "section"},
    )  # fmt: skip
    own = take(
        games, key,
        reading(sections=["c1-c2", "d3-d4"], tourists={"C2": Group(circle=2)},
                used=(Bonus.SECTION,)),
    )  # fmt: skip
    assert (own["route"], own["by_bonus"]) == (list(drawn), {"c2-c3_north": "section"})
    # The other one goes with its route.
    own = without_route(own)
    assert set(own["sections"]) == {"c1-c2", "d3-d4", "e5-e6"}
    assert own["used"] == {"section": 1, "diagonal": 1}


def test_a_card_that_nobody_told_is_known_from_its_caches(games: GameStore) -> None:
    key = new_game(games)
    take(games, key, reading(caches=NameSet(FOG)))
    assert games.load(key).setup["caches"] == "fog"
    other = new_game(games)
    take(games, other, reading(caches=NameSet(FOG[:3])))
    assert games.load(other).setup["caches"] is None
    # Those of no card are the player's own until a card is told.
    assert set(games.load(other).player(1).marks["caches"]) == set(FOG[:3])


def test_the_other_boards_and_the_fates_are_known_to_the_reader(games: GameStore) -> None:
    key = new_game(games, tourists={"C2": {"circle": 1, "cross": 2}})
    known = asked_of(games.load(key), 1).known
    assert known.groups == {(1, 0, 0, 2)}
    assert known.character is None
    assert known.due is None


def test_fate_numbers_answer_for_the_symbols_that_are_due(games: GameStore) -> None:
    quarters = list(practice_town().coordinates.items())
    first = quarters[0][0]
    key = new_game(games)
    with_threat(games, key, "cultists")
    fates = [pair for _, pair in quarters[:5]]
    games.play(
        key, lambda now: Played({**now.setup, "fates": [n for pair in fates for n in pair]}, {})
    )
    due = asked_of(games.load(key), 1).known.due
    assert due
    assert due[first] == 1
    elsewhere = next(str(one) for one, _ in quarters if one not in due)
    found = reading(
        doubt("threats", str(first), 1, 0), doubt("threats", elsewhere, 1, 0),
        threats={str(first): 1, elsewhere: 1},
    )  # fmt: skip
    assert list(take(games, key, found)["doubts"]) == [f"threats {elsewhere}"]
    # A symbol that is due and was not seen is asked about.
    other = new_game(games)
    games.play(other, lambda now: Played(games.load(key).setup, {}))
    missed = reading(doubt("threats", str(first), 0, 1), doubt("threats", elsewhere, 0, 1))
    assert list(take(games, other, missed)["doubts"]) == [f"threats {first}"]


@cache
def photo() -> Photo:
    return simulate_town(TownPage.of(practice_town()), Kind.EASY, (77, 1), 1.6)


def sent(client: FlaskClient, game: str, data: bytes) -> dict[str, Any]:
    """Send a photo of the first board, and wait for its end."""
    file = FileStorage(BytesIO(data), "photo.jpg", content_type="image/jpeg")
    # The client itself would leave large files open.
    boundary, body = encode_multipart({"photo": file})
    kind = f'multipart/form-data; boundary="{boundary}"'
    answer = client.post(f"{game}/1/photo", data=body, content_type=kind, headers=JSON)
    assert answer.status_code == 202, answer.text
    return ended_job(client, (answer.json or {})["job"])


def test_a_photo_from_the_start_page_goes_on_as_a_board_of_innsmouth(
    client: FlaskClient, games: GameStore
) -> None:
    """Nothing of En Route is found in it; the photo is kept for the game that it is of."""
    image = FileStorage(BytesIO(photo().jpeg), "board.jpg", content_type="image/jpeg")
    boundary, body = encode_multipart({"photo": image, "board": "auto"})
    kind = f'multipart/form-data; boundary="{boundary}"'
    which = client.post("/photos", data=body, content_type=kind).headers["Location"]
    assert which.endswith("/which")
    assert "It is another game: Innsmouth" in client.get(which).text
    answer = client.post(f"{which}/other-game", data={"box": "innsmouth", "town": ""})
    page = answer.headers["Location"]
    assert page.endswith("#player-1")
    game = games.load(page.split("#")[0].split("/")[-1])
    assert game.box == "innsmouth"
    assert game.player(1).marks["sections"]


def ended_job(client: FlaskClient, job: str) -> dict[str, Any]:
    client.application.extensions["scorer"].desk.job(job.rpartition("/")[2]).wait(60)
    found: dict[str, Any] = json_at(client, job)
    return found


@pytest.mark.slow
def test_a_photo_is_read_and_shown_with_corners_to_drag(client: FlaskClient) -> None:
    truth = photo().truth["marks"]
    answer = client.post("/games/innsmouth", data={"name1": "Anna"})
    game = answer.headers["Location"]
    assert sent(client, game, photo().jpeg) == {"over": True, "next": f"{game}#player-1"}
    own = table(client, game)["state"]["players"]["1"]
    missing = set(truth["sections"]) ^ set(own["sections"])
    assert len(missing) <= 1, missing
    picture = client.get(f"{game}/1/rectified-{own['photo']['number']}.jpg")
    assert picture.mimetype == "image/jpeg"
    # The map found again where a person says that it is.
    page = client.get(f"{game}/1/corners")
    assert page.status_code == 200
    corners = photo().truth["corners_xy"]
    job = client.post(f"{game}/1/corners", json={"corners_xy": corners},
                      headers={"Accept": "application/json"})  # fmt: skip
    assert ended_job(client, job.json["job"])["next"] == f"{game}#player-1"  # type: ignore[index]


@pytest.mark.slow
def test_a_photo_of_another_board_is_refused_with_its_words(client: FlaskClient) -> None:
    from scorer.resources import folder

    other = (folder("samples") / "worked-example" / "photo.jpg").read_bytes()
    game = client.post("/games/innsmouth", data={"name1": "Anna"}).headers["Location"]
    assert sent(client, game, other)["next"] == f"{game}/1/corners"
    page = client.get(f"{game}/1/corners").text
    assert "#player-1" in page
    # Nobody has chosen a board here.
    assert "right board" not in page
    assert json.dumps(table(client, game)["state"]["players"]["1"]["sections"]) == "{}"
