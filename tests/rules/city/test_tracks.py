"""What a rounds board may show: of few tracks does a rules text give the steps."""

import pytest

from scorer.rules.city.city import city_names, load_city
from scorer.rules.judge.judge import Claim, judge
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.sheet import Step
from tests.support.cityboards import Game

PLAIN = {"cafes": False, "tasks": False}
# Those whose steps a rules text gives, of all cities that ship.
EXACT = {
    "cairo": set[str](),
    "first-city": {"school", "observatory", "tv-tower"},
    "hong-kong": set[str](),
    "london": set[str](),
    "new-york": {"broadway"},
    "paris": set[str](),
    "rio-de-janeiro": {"christ", "carnival"},
}


@pytest.mark.parametrize("city_id", EXACT)
def test_only_tracks_of_a_rules_text_are_exact(city_id: str) -> None:
    city = load_city(city_id)
    exact = {mark.id for mark in city.iconic if city.ratings_on(mark.id) == city.track(mark.id)}
    assert exact == EXACT[city_id]


@pytest.mark.parametrize("city_id", city_names())
def test_every_rating_that_a_track_may_show_is_taken(city_id: str) -> None:
    city = load_city(city_id)
    for mark in city.iconic:
        track, may = city.track(mark.id), city.ratings_on(mark.id)
        assert set(track) <= set(may)
        for rating in may:
            assert Setup({mark.id: rating}).checked_in(city).ratings[mark.id] == rating


@pytest.mark.parametrize("rating", range(10))
def test_every_rating_of_rio_from_0_to_9_counts(rating: int) -> None:
    """a3 is the meeting point of the Maracana."""
    game = Game("rio-de-janeiro", "a3 a4", ratings={"maracana": rating}, setup=PLAIN)
    assert game.points()["grey"] == rating


@pytest.mark.parametrize(
    ("city_id", "track", "rating", "words"),
    [
        ("rio-de-janeiro", "maracana", 10, "10 is not on its track"),
        ("rio-de-janeiro", "maracana", -1, "-1 is not on its track"),
        ("rio-de-janeiro", "christ", 7, r"7 is not on its track \(6, 9, 12"),
        ("london", "big-ben", 25, "25 is not on its track"),
        ("first-city", "school", 5, r"5 is not on its track \(4, 6, 8, 10, 12\)"),
    ],
)
def test_what_no_track_shows_is_refused(city_id: str, track: str, rating: int, words: str) -> None:
    with pytest.raises(MarksError, match=words):
        Setup({track: rating}).checked_in(load_city(city_id))


def test_a_rating_that_nobody_gave_is_still_the_usual_first_box() -> None:
    """London's practice track begins with 4, though its real one may begin lower."""
    assert Setup().checked_in(load_city("london")).ratings["big-ben"] == 4


def test_a_rating_between_the_practice_boxes_is_judged() -> None:
    """The Maracana stands at 6; our boxes around it are 5 and 7."""
    game = Game("rio-de-janeiro", "a3 a4", ratings={"maracana": 6}, setup=PLAIN)
    filled = FilledBoard(game.board, game.city, game.marks, game.setup)
    for claimed, kind in ((7, "rating-one-box-on"), (5, "rating-one-box-back")):
        (line,) = judge(Claim(filled, {Step.GREY: claimed}, route=game.route)).lines
        assert kind in {why.mistakes[0].kind.value for why in line.explanations}
