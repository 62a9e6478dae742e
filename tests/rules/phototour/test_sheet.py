"""The sheet in five categories and the places, on games worked by hand."""

import json
from typing import Any

import msgspec
import pytest

from scorer.rules.jsonfile.text import JsonError
from scorer.rules.phototour.game import (
    ByKind,
    Card,
    Contest,
    Diary,
    Kind,
    PhotoTour,
    Slot,
    read_game,
)
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


def test_more_for_tokens_is_no_more_for_the_reserve() -> None:
    anna = Diary(name="Anna", cards=7, card_points=0, reserve=3, four_a_token=True)
    assert points(of(anna, NOBODY))[Category.RESERVE] == 3


@pytest.mark.parametrize(
    ("slot", "points_won"),
    [
        (Slot(Kind.NATURE, 5, Kind.CITY), 0),
        (Slot(Kind.NATURE, 5, Kind.NATURE), 5),
        (Slot(Kind.NATURE, 5), 0),
        (Slot(Kind.NATURE, 5, 38), 0),
        (Slot(Kind.CITY, 5, 38), 5),
        (4, 4),
    ],
)
def test_a_slot_pays_under_a_card_of_its_kind(slot: Slot | int, points_won: int) -> None:
    # F5: a nature slot worth 5 that holds a city card gives nothing. Card 38 is a city.
    anna = Diary(name="Anna", numbers=(38,), slots=(slot, 2))
    game = PhotoTour((anna, NOBODY), (), (Card(38, 1, Kind.CITY),))
    line = sheets(game)[0].lines[4]
    assert (line.points, line.terms) == (points_won + 2, (points_won, 2))


@pytest.mark.parametrize("tokens", [6, ByKind(drone=4, lens=2), (3, 0, 3)])
def test_tokens_may_be_told_together_by_kind_or_card_by_card(
    tokens: int | ByKind | tuple[int, ...],
) -> None:
    anna = Diary(
        name="Anna", card_points=(5, -1, 4), tokens=tokens, reserve=ByKind(film=1, tripod=1)
    )
    game = of(anna, NOBODY)
    assert list(points(game).values()) == [8, 18, 2, 0, 0]
    assert anna.count == 3


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


# Four players without a card book.
# Cards: Ann 28, Bob 35, Cem 30, Dora 26. Tokens on them: 9, 5, 7, 11 (Dora has the card for 4).
# Tokens give 27, 15, 21, 44; reserve 1, 0, 3, 2; conditions 5 + 0, 7, 0, 3 + 4 = 5, 7, 0, 7.
# Contests: tokens 9, 5, 7, 11 at least 6: Dora 7, Ann 3. A region 3, 4, 4, 2 at least 2: Bob and
# Cem share 10, 5 each. Another 1, 1, 3, 1 at least 1: Cem 7; the others share 3, 1 each.
# Ann 28 + 27 + 1 + (3 + 0 + 1) + 5 = 65; Bob 35 + 15 + 0 + (0 + 5 + 1) + 7 = 63;
# Cem 30 + 21 + 3 + (0 + 5 + 7) + 0 = 66; Dora 26 + 44 + 2 + (7 + 0 + 1) + 7 = 87.
FOUR = PhotoTour(
    (
        Diary(name="Ann", cards=7, card_points=28, tokens=9, reserve=1, slots=(5, 0)),
        Diary(name="Bob", cards=7, card_points=35, tokens=5, slots=(7,)),
        Diary(name="Cem", cards=6, card_points=30, tokens=7, reserve=3),
        Diary(
            name="Dora", cards=7, card_points=26, tokens=11, four_a_token=True, reserve=2,
            slots=(3,), bonuses=(4,),
        ),
    ),
    (
        Contest(minimum=6, results=(9, 5, 7, 11)),
        Contest(minimum=2, results=(3, 4, 4, 2)),
        Contest(results=(1, 1, 3, 1)),
    ),
)  # fmt: skip

# Two players who end level. Anna: cards 4 + 6 + 5 + 3 + 8 + 2 + 7 = 35, tokens (2, 1, 0, 3, 1, 0,
# 1) = 8 give 24, reserve 2. Boris: 6 cards for 37, 7 tokens give 21, reserve 3. Slots: Anna a city
# slot for 5 with a city, a nature slot for 6 with a city, which gives nothing: 5. Boris 6.
# Contests: 8 : 7 at least 3: 7 and 3. 2 : 2: both 5. 0 : 1: nothing and 7 ... at least 2: nothing.
# Anna 35 + 24 + 2 + 12 + 5 = 78; Boris 37 + 21 + 3 + 8 + 6 = 75, and with a bonus of 3 also 78.
# Boris has fewer cards and wins.
LEVEL = PhotoTour(
    (
        Diary(
            name="Anna", card_points=(4, 6, 5, 3, 8, 2, 7), tokens=(2, 1, 0, 3, 1, 0, 1),
            reserve=2, slots=(Slot(Kind.CITY, 5, Kind.CITY), Slot(Kind.NATURE, 6, Kind.CITY)),
        ),
        Diary(
            name="Boris", cards=6, card_points=37, tokens=ByKind(drone=3, film=4), reserve=3,
            slots=(6,), bonuses=(3,),
        ),
    ),
    (
        Contest(minimum=3, results=(8, 7)),
        Contest(results=(2, 2)),
        Contest(minimum=2, results=(0, 1)),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "totals", "places"),
    [
        (FOUR, [65, 63, 66, 87], [((3,), TieBreak.POINTS), ((2,), TieBreak.POINTS),
                                  ((0,), TieBreak.POINTS), ((1,), None)]),
        (LEVEL, [78, 78], [((1,), TieBreak.FEWER_CARDS), ((0,), None)]),
    ],
)  # fmt: skip
def test_whole_games_without_the_card_book(
    game: PhotoTour, totals: list[int], places: list[tuple[tuple[int, ...], TieBreak | None]]
) -> None:
    assert [sheet.total for sheet in sheets(game)] == totals
    assert [(one.seats, one.ahead_by) for one in standings(game)] == places
    assert read_game(msgspec.json.encode(game)) == game


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
        (
            ("contests", 0, "results"),
            [1, 2, 3],
            r"contests\[0\].results\[0\]: the cards in 'North'",
        ),
        (("contests", 1), {}, r"contests\[1\]: give a region"),
        (("players", 0, "tokens"), [1, 1], r"players\[0\].tokens: .*3 and not 2"),
        (
            ("players", 0, "slots"),
            [{"kind": "city", "points": 1, "holds": 5}],
            r"slots\[0\].holds: the",
        ),
        (
            ("players", 1, "slots"),
            [{"kind": "city", "points": 1, "holds": 5}] * 2,
            r"slots\[1\].holds: card 5",
        ),
        (("players", 1, "tokens"), {"camera": 1}, r"players\[1\].tokens"),
        (("game",), "chess", r"\$.game"),
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


def test_where_some_cards_have_no_numbers_their_owner_tells_of_the_region() -> None:
    data = json.loads(json.dumps(WHOLE))
    data["players"][2] = {"name": "Wera", "cards": 2, "card_points": 8}
    game = read_game(json.dumps(data).encode())
    assert results(game, game.contests[0]) == (2, 3, None)
    data["contests"][0]["results"] = [None, None, 4]
    game = read_game(json.dumps(data).encode())
    assert results(game, game.contests[0]) == (2, 3, 4)
