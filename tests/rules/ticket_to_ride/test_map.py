"""Maps and games from files: what is refused, with its place, and where spaces lie."""

import json
import math
from itertools import combinations
from typing import Any

import pytest

from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.ticket_to_ride.game import read_game
from scorer.rules.ticket_to_ride.map import (
    Link,
    LinkColour,
    MapError,
    Place,
    TicketMap,
    load_map,
    read_map,
)
from scorer.rules.ticket_to_ride.spaces import spaces_of

MAP: dict[str, Any] = {
    "id": "three",
    "points": [1, 2, 4],
    "places": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
    "links": [
        {"between": ["a", "b"], "length": 2, "colour": "blue"},
        {"between": ["b", "a"], "length": 2, "colour": "red", "lane": 2},
        {"between": ["b", "c"], "length": 3, "colour": "white"},
    ],
    "tickets": [{"between": ["a", "c"], "points": 5}],
    "track": {"length": 50},
}
GAME: dict[str, Any] = {
    "game": "ticket-to-ride",
    "map": MAP,
    "players": [
        {"name": "Ann", "colour": "blue", "links": ["a-b", "c-b"], "tickets": ["c-a"], "flags": 0},
        {"name": "Bob", "links": ["a-b:2"]},
    ],
}


def changed(whole: dict[str, Any], path: tuple[Any, ...], value: object) -> bytes:
    data = json.loads(json.dumps(whole))
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return json.dumps(data).encode()


def test_names_are_understood_from_either_end() -> None:
    played = read_game(json.dumps(GAME).encode())
    assert played.players[0].links == ("a-b", "b-c")
    assert played.players[0].tickets == ("a-c",)
    assert played.players[1].links == ("b-a:2",)
    lanes = [played.map.link[name] for name in ("a-b", "a-b:2")]
    assert [played.map.other_lane(one) for one in lanes] == lanes[::-1]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("links", 0, "between", 1), "x", r"\$.links\[0\].between\[1\]: .*no location 'x'"),
        (("links", 2, "between"), ["c", "c"], r"links\[2\].between: two different"),
        (("links", 2, "length"), 4, r"links\[2\].length: 4 spaces, but the points end with 3"),
        (("links", 1, "lane"), 1, r"links\[1\]: the map has this link already"),
        (("links", 1, "length"), 3, r"links\[1\].length: both lanes .* 2 and not 3"),
        (("links", 2, "lane"), 2, r"links\[2\].lane: a lane 2 needs a lane 1"),
        (("links", 2, "path"), [[1, 2]], r"links\[2\].path: a line has two points"),
        (("links", 2, "colour"), "grey", r"links\[2\].colour"),
        (("places", 2, "id"), "a", r"places\[2\].id: 'a' is the name of another"),
        (("places", 2, "id"), "a-b", r"places\[2\].id"),
        (("tickets", 0, "between", 0), "x", r"tickets\[0\].between\[0\]"),
        (
            ("tickets",),
            [{"between": ["a", "c"], "points": 5}, {"between": ["c", "a"], "points": 6}],
            r"tickets\[1\]: the same two locations as tickets\[0\]",
        ),
        (("track", "xy"), [[1, 1]], r"track.xy: 1 places, but the track has 50"),
        (("practise",), True, r"unknown key `practise`; known are id, points, places"),
    ],
)
def test_a_bad_map_names_its_place(path: tuple[Any, ...], value: object, told: str) -> None:
    with pytest.raises(JsonError, match=told):
        read_map(changed(MAP, path, value))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("game",), "chess", r"\$.game"),
        (("map",), "nowhere", r"\$.map: unknown map 'nowhere'; known are lantern-bay"),
        (("map", "places", 2, "id"), "a", r"\$.map.places\[2\].id"),
        (("players", 0, "links", 1), "a-c", r"players\[0\].links\[1\]: the map has no link 'a-c'"),
        (("players", 0, "links", 1), "b-a", r"players\[0\].links\[1\]: b-a is listed twice"),
        (("players", 0, "tickets", 0), "a-b", r"players\[0\].tickets\[0\]: .*no ticket 'a-b'"),
        (
            ("players", 0, "tickets"),
            ["a-c", "c-a"],
            r"players\[0\].tickets\[1\]: c-a is listed twice",
        ),
        (("players", 1, "name"), "Ann", r"players\[1\].name: another player is called Ann"),
        (("players", 1, "colour"), "blue", r"players\[1\].colour: another player has blue"),
        (("players", 0, "flags"), -1, r"players\[0\].flags"),
        (("players",), [], r"\$.players"),
    ],
)
def test_a_bad_game_names_its_place(path: tuple[Any, ...], value: object, told: str) -> None:
    with pytest.raises(JsonError, match=told):
        read_game(changed(GAME, path, value))


def test_an_unknown_map_is_refused_with_those_there_are() -> None:
    with pytest.raises(MapError, match="known are lantern-bay"):
        load_map("nowhere")


def test_a_map_survives_being_written() -> None:
    bay = load_map("lantern-bay")
    assert from_data(to_data(bay), TicketMap) == bay


def test_spaces_are_spread_along_the_line() -> None:
    # 50 mm with rims of 4 + 0.8 mm at both ends leave 40.4 for two spaces.
    places = (Place("a", "", (0, 0)), Place("b", "", (30, 40)), Place("c"))
    link = Link(("a", "b"), 2, LinkColour.RED)
    map_ = TicketMap("x", (1, 2), places, (link,), space_mm=(12, 6), place_mm=4)
    one, two = spaces_of(map_, link)
    # At 4.8 + 10.1 = 14.9 and 35.1 of 50 along the line.
    assert (one.x, one.y) == pytest.approx((14.9 * 0.6, 14.9 * 0.8))
    assert (two.x, two.y) == pytest.approx((35.1 * 0.6, 35.1 * 0.8))
    assert one.angle == pytest.approx(math.atan2(40, 30))
    assert spaces_of(map_, Link(("a", "c"), 1, LinkColour.RED)) == ()


def test_spaces_follow_a_drawn_line() -> None:
    places = (Place("a", "", (0, 0)), Place("b", "", (20, 20)))
    link = Link(("a", "b"), 2, LinkColour.RED, 1, ((0, 0), (20, 0), (20, 20)))
    map_ = TicketMap("x", (1, 2), places, (link,))
    one, two = spaces_of(map_, link)
    # Rims of 0.8 leave 38.4 of 40: the spaces' middles are at 10.4 and 29.6.
    assert one == pytest.approx((10.4, 0, 0))
    assert two == pytest.approx((20, 9.6, math.pi / 2))


def test_the_practice_maps_spaces_lie_apart() -> None:
    bay = load_map("lantern-bay")
    spaces = [(link.name, space) for link in bay.links for space in spaces_of(bay, link)]
    assert len(spaces) == sum(link.length for link in bay.links)
    for (_, one), (_, other) in combinations(spaces, 2):
        # Middles are further apart than a bus is wide.
        assert math.dist(one[:2], other[:2]) > 6.6
