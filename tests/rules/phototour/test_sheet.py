"""The sheet in five categories and the places, on games worked by hand."""

import json
from typing import Any

import pytest

from scorer.rules.jsonfile import JsonError
from scorer.rules.phototour.game import Contest, Diary, PhotoTour, read_game
from scorer.rules.phototour.sheet import Category, TieBreak, results, sheets, standings

NOBODY = Diary(name="Nobody", cards=7, card_points=0)


def of(*diaries: Diary, contests: tuple[Contest, ...] = ()) -> PhotoTour:
    return PhotoTour(diaries, contests)


def points(game: PhotoTour, seat: int = 0) -> dict[Category, int]:
    return {line.category: line.points for line in sheets(game)[seat].lines}


@pytest.mark.parametrize(("four", "total"), [(False, 75), (True, 83)])
def test_a_diary_in_five_categories(four: bool, total: int) -> None:
    # 31 on cards; eight tokens 24 (32 with the card); reserve 2; contests 7 + 1 + 0;
    # a lower slot 6 and a landmark's bonus 4.
    anna = Diary(
        name="Anna", cards=7, card_points=31, tokens=8, four_a_token=four, reserve=2,
        slots=(6,), bonuses=(4,),
    )  # fmt: skip
    contests = (
        Contest(results=(5, 3, 1)), Contest(results=(3, 5, 3)), Contest(results=(0, 4, 2)),
    )  # fmt: skip
    game = of(anna, NOBODY, NOBODY, contests=contests)
    assert list(points(game).values()) == [31, 32 if four else 24, 2, 8, 10]
    assert sheets(game)[0].total == total
    assert sheets(game)[0].missing == ()


def test_more_for_tokens_is_no_more_for_the_reserve() -> None:
    anna = Diary(name="Anna", cards=7, card_points=0, reserve=3, four_a_token=True)
    assert points(of(anna, NOBODY))[Category.RESERVE] == 3


def test_what_nobody_said_is_missing() -> None:
    anna = Diary(name="Anna", card_points=12)
    assert sheets(of(anna, NOBODY))[0].missing == ("cards", "contests")


# A whole game with a card book, three players, the second has placed the seventh card.
# Cards: Anna 38 (5), 16 (4), 20 (6) = 15. Boris 1 to 7, 2 each = 14. Wera 30 (9), 31 (-1) = 8.
# Tokens: Anna 5 x 4 = 20 with her card, Boris 6 x 3 = 18, Wera 4 x 3 = 12.
# Reserve: 3, 0, 1. Conditions: Anna none, Boris 6 + 3 = 9, Wera 8.
# Contests: North, at least 2: Anna 2, Boris 3, Wera 0 give 3, 7, 0. Tokens 5, 6, 4 give 3, 7, 0.
# A third, 4 each: all three first, 10 / 3 = 3 each.
# Totals: Anna 15 + 20 + 3 + 9 + 0 = 47; Boris 14 + 18 + 0 + 17 + 9 = 58; Wera 8 + 12 + 1 + 3 + 8
# = 32.
WHOLE: dict[str, Any] = {
    "players": [
        {"name": "Anna", "numbers": [38, 16, 20], "tokens": 5, "four_a_token": True, "reserve": 3},
        {"name": "Boris", "numbers": [1, 2, 3, 4, 5, 6, 7], "tokens": 6, "slots": [6, 3]},
        {"name": "Wera", "numbers": [30, 31], "tokens": 4, "reserve": 1, "bonuses": [8]},
    ],
    "contests": [
        {"region": "North", "minimum": 2},
        {"results": [5, 6, 4]},
        {"results": [4, 4, 4], "minimum": 4},
    ],
    "book": [
        {"number": 38, "points": 5, "kind": "city", "region": "North"},
        {"number": 16, "points": 4, "kind": "city", "region": "North"},
        {"number": 20, "points": 6, "kind": "nature", "region": "South"},
        {"number": 30, "points": 9, "kind": "nature", "region": "South"},
        {"number": 31, "points": -1, "kind": "nature", "region": "South"},
        *[
            {"number": n, "points": 2, "kind": "city", "region": "North" if n < 4 else "West"}
            for n in range(1, 8)
        ],
    ],
}


def test_a_whole_game_with_the_card_book() -> None:
    game = read_game(json.dumps(WHOLE).encode())
    assert results(game, game.contests[0]) == (2, 3, 0)
    assert [sheet.total for sheet in sheets(game)] == [47, 58, 32]
    assert [standing.seats for standing in standings(game)] == [(1,), (0,), (2,)]
    assert {sheet.missing for sheet in sheets(game)} == {()}


@pytest.mark.parametrize(
    ("six", "seven", "places", "decided"),
    [
        ((6, 0), (7, 0), [(0,), (1,)], TieBreak.FEWER_CARDS),
        ((7, 8), (7, 9), [(1,), (0,)], TieBreak.TOKENS),
        ((7, 8), (7, 8), [(0, 1)], None),
    ],
)
def test_ties_go_to_fewer_cards_then_more_tokens(
    six: tuple[int, int],
    seven: tuple[int, int],
    places: list[tuple[int, ...]],
    decided: TieBreak | None,
) -> None:
    both = [
        Diary(name=name, cards=cards, tokens=tokens, card_points=60 - 3 * tokens)
        for name, (cards, tokens) in (("Anna", six), ("Boris", seven))
    ]
    found = standings(of(*both))
    assert [standing.seats for standing in found] == places
    assert found[0].ahead_by == decided


@pytest.mark.parametrize("others", [6, 7])
def test_cards_that_nobody_counted_win_no_tie(others: int) -> None:
    uncounted = Diary(name="Anna", card_points=60)
    game = of(uncounted, Diary(name="Boris", cards=others, card_points=60))
    assert standings(game)[0].seats == ((1,) if others == 6 else (0, 1))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("players", 0, "numbers", 1), 17, r"players\[0\].numbers\[1\]: the book has no card 17"),
        (("players", 0, "cards"), 3, r"players\[0\]: give the cards' numbers, or"),
        (("contests", 0, "results"), [1, 2, 3], r"contests\[0\]: give either"),
        (("contests", 1, "results"), [1, 2], r"contests\[1\].results: .*3 and not 2"),
        (("contests", 0, "region"), "East", r"contests\[0\].region: no card .*'East'"),
        (("book", 1, "number"), 38, r"book\[1\].number: the book has card 38 twice"),
        (("players", 1, "reserve"), -1, r"players\[1\].reserve"),
        (("players", 2, "resrve"), 1, r"players\[2\]"),
    ],
)
def test_a_bad_file_names_its_place(path: tuple[Any, ...], value: object, told: str) -> None:
    data = json.loads(json.dumps(WHOLE))
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    with pytest.raises(JsonError, match=told):
        read_game(json.dumps(data).encode())


def test_cards_without_a_region_make_no_region() -> None:
    data = json.loads(json.dumps(WHOLE))
    data["contests"][0]["region"] = data["book"][0]["region"] = ""
    with pytest.raises(JsonError, match=r"contests\[0\].region"):
        read_game(json.dumps(data).encode())


def test_a_region_is_counted_only_where_all_cards_are_numbered() -> None:
    data = json.loads(json.dumps(WHOLE))
    data["players"][2] = {"name": "Wera", "cards": 2, "card_points": 8}
    with pytest.raises(JsonError, match="only cards given by number"):
        read_game(json.dumps(data).encode())
