"""Whose boards are drawn alike, as several photos of one board are read."""

from datetime import UTC, datetime
from typing import Any

from scorer.resources import folder
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import decode_json
from scorer.store.games import Game, Player, Source, StoredReading
from scorer.web.samephoto import seats_drawn_alike

ROADS = [str(road.id) for road in load_city("first-city").practice_board.roads]
MINE = {"sections": ROADS[:20], "tourists": {"A1": {"circle": 1}, "B2": {"square": 2, "circle": 0}}}


def game(*boards: tuple[dict[str, Any], list[tuple[str, str]]]) -> Game:
    """A table where each player has these marks, and these places are in doubt."""
    players = []
    for seat, (marks, open_) in enumerate(boards, 1):
        doubts = [{"kind": kind, "where": where} for kind, where in open_]
        read = StoredReading(1, marks, doubts, [], {})
        players.append(
            Player(
                seat, "", "", "first-city", Source.PHOTO, marks, {}, frozenset(), None, 1, read
            )
        )  # fmt: skip
    now = datetime.now(UTC)
    return Game("k", "v", True, now, "", "first-city", "", False, {}, 0, 1, tuple(players))


def test_a_place_in_doubt_does_not_tell_two_boards_apart() -> None:
    doubted = {"sections": [*ROADS[:19], ROADS[40]], "tourists": {"B2": {"square": 2}}}
    open_ = [("tourists", "A1"), ("section", ROADS[19]), ("section", ROADS[40])]
    assert seats_drawn_alike(game((MINE, []), (doubted, open_), (MINE, []))) == [[1, 2, 3]]
    # What a photo was sure of and wrong in is little.
    slip = {**MINE, "tourists": {"A1": {"square": 1}, "B2": {"square": 2}}}
    assert seats_drawn_alike(game((MINE, []), (slip, []))) == [[1, 2]]
    assert seats_drawn_alike(game((MINE, []), ({**MINE, "sections": ROADS[3:23]}, []))) == []


def test_few_sections_tell_nothing_unless_all_is_the_same() -> None:
    few = {"sections": ROADS[:6], "tourists": {}}
    assert seats_drawn_alike(game((few, []), (few, []))) == [[1, 2]]
    assert seats_drawn_alike(game((few, []), ({**few, "tourists": MINE["tourists"]}, []))) == []
    assert seats_drawn_alike(game((few, []), ({**few, "sections": ROADS[:4]}, []))) == []


def test_boards_of_different_players_are_never_alike() -> None:
    found: list[tuple[dict[str, Any], list[tuple[str, str]]]] = []
    for path in sorted((folder("samples") / "photos").glob("*.json")):
        truth: Any = decode_json(path.read_bytes(), dict)
        found.append((truth.get("marks", truth), []))
    assert len(found) > 10
    assert seats_drawn_alike(game(*found)) == []
