"""Games of Фототур for tests: by the app's addresses, and made up at random."""

import random
from typing import Any

from flask.testing import FlaskClient

KINDS = ("smartphone", "tripod", "drone", "lens", "film")
# Anna 31 + 8 x 3 + 2 + (7 + 1 + 0) + 6 + 4 = 75; Boris 30 + 9 x 3 + 1 + (3 + 7 + 7) = 75, with
# fewer cards; Chen 20 + 3 x 4 + (0 + 1 + 3) + 5 = 41.
DIARIES: tuple[dict[str, Any], ...] = (
    {"cards": 7, "card_points": 31, "tokens": 8, "reserve": 2, "slots": [6], "bonuses": [4]},
    {"cards": 6, "card_points": 30, "tokens": 9, "reserve": 1, "slots": [], "bonuses": []},
    {"cards": 5, "card_points": 20, "tokens": 3, "four_a_token": True, "reserve": 0, "slots": [5],
     "bonuses": []},
)  # fmt: skip
FIGURES = ((5, 3, 0), (3, 5, 4), (1, 3, 2))
TOTALS = [75, 75, 41]


def begin(client: FlaskClient, *names: str) -> str:
    """Begin a game; return its address."""
    answer = client.post(
        "/games/phototour", data={f"name{i}": name for i, name in enumerate(names, 1)}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def enter(client: FlaskClient, game: str, *entries: dict[str, Any]) -> dict[str, Any]:
    """Enter values, as the page does; return the table."""
    answer = client.post(f"{game}/edits", json={"edits": list(entries)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json or {}
    return found


def diary_entries() -> list[dict[str, Any]]:
    """Return all that is entered in the game of ``DIARIES`` and ``FIGURES``."""
    found = [
        {"seat": seat, "field": field, "value": value}
        for seat, diary in enumerate(DIARIES, 1)
        for field, value in diary.items()
    ]
    return found + [
        {"seat": seat, "field": "figures", "where": i, "value": value}
        for seat, figures in enumerate(FIGURES, 1)
        for i, value in enumerate(figures)
    ]


def random_game(rng: random.Random) -> dict[str, Any]:
    """Return a game as a file holds it, told in any of the ways there are, legal or not."""
    numbers = rng.sample(range(1, 51), rng.randint(8, 50))
    regions = ["North", "South", "Far East", ""]
    book = [
        {"number": n, "points": rng.choice([*range(13)] * 9 + [-9]),
         "kind": rng.choice(["city", "nature"]), "region": rng.choice(regions),
         "places": rng.randint(0, 3)}
        for n in numbers
    ]  # fmt: skip
    players = [
        {"name": f"P{i}", **random_diary(rng, numbers)} for i in range(1, rng.randint(1, 4) + 1)
    ]
    there = sorted({str(card["region"]) for card in book} - {""})
    contests = [random_contest(rng, players, there) for _ in range(rng.randint(0, 3))]
    return {
        "game": "phototour",
        "players": players,
        "contests": contests,
        "book": book,
        "checked": rng.random() < 0.2,
    }


def random_diary(rng: random.Random, numbers: list[int]) -> dict[str, Any]:
    way = rng.choice(["numbers", "count", "points", "nothing"])
    count = rng.choice([0, 3, 6, 7, 7, 7, 8])
    mine = rng.sample(numbers, count)
    ways: dict[str, dict[str, Any]] = {
        "numbers": {"numbers": mine},
        "count": {"cards": count, "card_points": rng.choice([*range(-2, 61), 444])},
        "points": {"card_points": [rng.choice([*range(20)] * 5 + [-5, 21]) for _ in range(count)]},
        "nothing": {},
    }
    by_kind = {kind: rng.randint(0, 5) for kind in rng.sample(KINDS, 3)}
    tokens: list[Any] = [rng.randint(0, 21), by_kind, None]
    if way in ("numbers", "points"):
        tokens.append([rng.randint(0, 4) for _ in range(count)])
    kinds: list[Any] = [None, "city", "nature", *(mine if way == "numbers" else [])]
    held = rng.sample(kinds, min(len(kinds), rng.randint(0, 4)))
    slots: list[Any] = [
        {"kind": rng.choice(["city", "nature"]), "points": rng.randint(0, 8), "holds": one}
        for one in held
    ]
    more = {
        "tokens": rng.choice(tokens),
        "four_a_token": rng.random() < 0.3,
        "reserve": rng.choice([None, rng.randint(0, 4), {rng.choice(KINDS): rng.randint(0, 3)}]),
        "slots": rng.choice([None, [], [rng.choice([*range(10), 150])], [1] * 8, slots]),
        "bonuses": rng.choice([None, [], [rng.choice([*range(10), 139]), 2]]),
    }
    lines = ("cards", "tokens", "reserve", "contests", "conditions", "total")
    more["written"] = {line: rng.randint(0, 40) for line in lines if rng.random() < 0.7}
    # What a file leaves out is zero.
    kept = {key: value for key, value in more.items() if rng.random() < 0.8}
    return ways[way] | kept


def random_contest(
    rng: random.Random, players: list[dict[str, Any]], regions: list[str]
) -> dict[str, Any]:
    region = rng.choice([None, *regions])
    results = [
        None
        if (region and "numbers" in player) or rng.random() < 0.15
        else rng.choice([0, 1, 2, 2, 3, 5] * 9 + [29])
        for player in players
    ]
    contest: dict[str, Any] = {"results": results}
    if region:
        contest["region"] = region
    if rng.random() < 0.5:
        contest["minimum"] = rng.randint(1, 4)
    return contest
