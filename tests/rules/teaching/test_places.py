"""What a person tells of one place, and takes back, in every city."""

import random

import pytest

from scorer.rules.board.board import Board, CafeBonus, LandmarkKind
from scorer.rules.board.missing import Need, missing
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.teaching.corrections import CorrectionError
from scorer.rules.teaching.places import (
    CrossroadsTold,
    LocationTold,
    RoadTold,
    Told,
    markable,
    told_of,
    with_told,
)
from scorer.rules.values import replace

CITY = load_city("first-city")
BOARD = CITY.practice_board
C3 = Location.parse("C3")


def there(board: Board, city: City, where: str) -> Told:
    return next(one for one in told_of(board, city) if str(one.where) == where)


def same(one: Board, other: Board) -> bool:
    """Whether both boards say the same, in whatever order they list it."""

    def sorted_out(board: Board) -> Board:
        marked = tuple(
            replace(
                group,
                crossroads=tuple(sorted(group.crossroads)),
                roads=tuple(sorted(group.roads)),
                locations=tuple(sorted(group.locations)),
                values=tuple(sorted(group.values, key=str)),
            )
            for group in board.marked
        )
        return replace(
            board,
            landmarks=tuple(sorted(board.landmarks, key=lambda mark: mark.id)),
            cafes=tuple(sorted(board.cafes, key=lambda cafe: cafe.crossroads)),
            visit_all=tuple(sorted(board.visit_all)),
            marked=marked,
            transports=(),
        )

    return sorted_out(one) == sorted_out(other)


@pytest.mark.parametrize("name", city_names())
def test_telling_what_stands_there_changes_nothing(name: str) -> None:
    city = load_city(name)
    board = city.practice_board
    for told in told_of(board, city):
        again = from_data(to_data(told), type(told))
        assert with_told(board, city, again) is board


@pytest.mark.parametrize("name", city_names())
def test_what_was_told_is_taken_back_by_telling_what_stood_there(name: str) -> None:
    city = load_city(name)
    board = city.practice_board
    rng = random.Random(name)
    changed = 0
    for before in rng.sample(told_of(board, city), 60):
        told = other(before)
        after = with_told(board, city, told)
        assert after != board
        if not isinstance(before, LocationTold) or before.id in (
            "",
            f"{before.kind}-{before.where}",
        ):
            assert same(with_told(after, city, before), board)
        changed += 1
    assert changed > 30


def other(told: Told) -> Told:
    """Something else that may stand at the same place."""
    match told:
        case LocationTold(fixed=True):
            return replace(told, name="Another name")
        case LocationTold(kind=LandmarkKind.RED):
            return replace(told, kind=LandmarkKind.YELLOW, value=4, id="", iconic="")
        case LocationTold():
            return replace(told, kind=LandmarkKind.RED, value=None, id="", iconic="")
        case CrossroadsTold():
            cafe = None if told.cafe else CafeBonus.TOURISTS
            return replace(told, cafe=cafe, xy=None, point=not told.point)
        case RoadTold():
            return replace(told, reached=() if told.reached else told.beside)


def test_a_yellow_landmark_is_told_without_a_value_with_one_and_with_0() -> None:
    board = BOARD
    needs = []
    for value in (None, 0, 6):
        told = LocationTold(where=C3, kind=LandmarkKind.YELLOW, value=value)
        board = with_told(board, CITY, told)
        assert board.landmark_at[C3][0].value == value
        needs.append([lack.need for lack in missing(board, BOARD)])
    assert needs == [[Need.VALUE], [], []]


@pytest.mark.parametrize("kind", [LandmarkKind.BLUE, None])
def test_of_a_location_that_no_photo_shows_it_is_told_what_stands_there_or_that_nothing_does(
    kind: LandmarkKind | None,
) -> None:
    unseen = replace(BOARD, unshown=(C3,))
    before = there(unseen, CITY, "C3")
    assert isinstance(before, LocationTold)
    assert before.unshown
    assert with_told(unseen, CITY, before) is unseen
    told = with_told(unseen, CITY, replace(before, kind=kind, unshown=False))
    assert not told.unshown
    assert [mark.kind for mark in told.landmark_at.get(C3, ())] == [kind] * (kind is not None)
    assert same(with_told(told, CITY, before), unseen)


def test_a_grey_landmark_is_nobodys_until_its_name_is_told() -> None:
    c1 = there(BOARD, CITY, "C1")
    assert isinstance(c1, LocationTold)
    assert c1.iconic == "school"
    unnamed = with_told(BOARD, CITY, replace(c1, iconic="", id=""))
    assert [(lack.need, lack.locations) for lack in missing(unnamed, BOARD)] == [
        (Need.NAME, (c1.where,))
    ]
    moved = with_told(
        unnamed, CITY, LocationTold(where=C3, kind=LandmarkKind.GREY, iconic="school")
    )
    assert moved.landmark_at[C3][0].rated_as == "school"
    with pytest.raises(CorrectionError, match="another place"):
        with_told(moved, CITY, c1)
    assert same(with_told(unnamed, CITY, c1), BOARD)


def test_landmarks_that_share_a_rating_are_told_one_by_one() -> None:
    city = load_city("hong-kong")
    board = city.practice_board
    for where in ("B3", "D3"):
        told = LocationTold(where=Location.parse(where), kind=LandmarkKind.GREY, iconic="modern")
        board = with_told(board, city, told)
    rated = [board.landmark_at[Location.parse(where)][0].rated_as for where in ("B3", "D3")]
    assert rated == ["modern", "modern"]


def test_a_kind_that_the_city_has_not_is_refused() -> None:
    with pytest.raises(CorrectionError, match="no purple"):
        with_told(BOARD, CITY, LocationTold(where=C3, kind=LandmarkKind.PURPLE))


def test_a_bridge_its_points_and_a_cafe_are_told() -> None:
    london = load_city("london")
    board = london.practice_board
    bridge = there(board, london, "b4-b5")
    assert isinstance(bridge, RoadTold)
    assert bridge.marked["bridges"] == 7
    board = with_told(board, london, replace(bridge, marked={**bridge.marked, "bridges": 9}))
    assert dict(board.marked_as("bridges").values)[RoadId.parse("b4-b5")] == 9
    board = with_told(board, london, replace(bridge, marked={}))
    assert RoadId.parse("b4-b5") not in board.marked_as("bridges").roads
    assert markable(london)["bridges"] is RoadId
    point = there(BOARD, CITY, "d3")
    assert isinstance(point, CrossroadsTold)
    mended = with_told(BOARD, CITY, replace(point, cafe=CafeBonus.SECTION, point=True))
    assert mended.cafe_at[Crossroads.parse("d3")].bonus is CafeBonus.SECTION
    assert Crossroads.parse("d3") in mended.visit_all
