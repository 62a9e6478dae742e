"""The cities' own steps judged, by hand."""

import pytest

from scorer.commands.text.judge import explanation_text
from scorer.rules.judge.judge import Claim, LineVerdict, judge
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.sheet import Step
from scorer.rules.values import replace
from tests.support.cityboards import Game
from tests.support.fullboards import new_york
from tests.support.judgecases import told


def verdict_on(game: Game, step: str, claimed: int) -> LineVerdict:
    """Return the verdict on one line of *game*, measured on its own route."""
    own = Step.own(step)
    filled = FilledBoard(game.board, game.city, game.marks, game.setup)
    (line,) = judge(Claim(filled, {own: claimed}, route=game.route)).lines
    return line


def said(game: Game, step: str, claimed: int) -> str:
    """Return the likeliest mistake in words."""
    line = verdict_on(game, step, claimed)
    return explanation_text(line.explanations[0], line.step, game.city)


def london() -> Game:
    """b4-b5 is a bridge of 7 PP and ends at the station b5 of 4 PP; c5 is no station."""
    return Game("london", "b4 b5 c5")


@pytest.mark.parametrize(
    ("step", "claimed", "first"),
    [
        # Six sections on Broadway at 3 PP each are 18; the boxes read 1, 2, 3, 4.
        ("broadway", 12, ("track-one-box-back", 1)),
        ("broadway", 24, ("track-one-box-on", 1)),
        ("broadway", 15, ("place-forgotten", 1)),
        ("broadway", 3, ("places-once", 1)),
        # 2 for an unused bonus and the 8 PP bonus are 10; a third one is used.
        ("cafes", 4, ("area-usual", 1)),
        ("cafes", 8, ("area-forgotten", 1)),
        ("cafes", 2, ("area-forgotten-points", 1)),
        ("statue", 4, ("track-one-box-back", 1)),
    ],
)
def test_new_yorks_own_steps(step: str, claimed: int, first: tuple[str, int]) -> None:
    kind, _, count = told(verdict_on(new_york(), step, claimed))[0][0]
    assert (kind, count) == first


def test_twelve_for_the_cafe_area_is_a_used_bonus_or_two_on_top_of_the_eight() -> None:
    kinds = {why[0][0] for why in told(verdict_on(new_york(), "cafes", 12))}
    assert {"area-used", "area-both"} <= kinds


def test_the_statue_without_its_ticket_and_once_for_each_dock() -> None:
    """Whitehall is a4. Its rating is 6."""
    alone = new_york(tickets=[])
    assert verdict_on(alone, "statue", 0).difference == 0
    assert said(alone, "statue", 6) == (
        "The rating was counted for the dock at a4, but its ticket is not held."
    )


def test_a_bridge_forgotten_or_counted_though_dropped() -> None:
    assert ("place-forgotten", "b4-b5", 1) in [
        why[0] for why in told(verdict_on(london(), "bridges", 0))
    ]
    more = london()
    dropped = frozenset(map(RoadId.parse, ("c4-c5", "c4-d4")))
    more.marks = replace(more.marks, sections=more.marks.sections | dropped)
    assert said(more, "bridges", 14) == (
        "The place at c4-d4 counted, where a section is drawn but the final route does not pass."
    )


def test_a_tube_station_that_nothing_reaches() -> None:
    """b5 gives 4; any one of the other nine stations of our board may have been counted."""
    line = verdict_on(london(), "tube", 8)
    places = {why[0][0]: why[0][1].split() for why in told(line)}
    assert len(places["place-not-reached"]) == 9


def test_places_and_their_number_are_told_in_words() -> None:
    """Broadway gives 18; 3 are one section's."""
    assert said(new_york(), "broadway", 3).startswith(
        "3 PP were counted once; each of the 6 places at "
    )
    assert said(new_york(), "broadway", 15).startswith("One of the places at ")


def test_runs_that_share_sections_and_another_row_of_the_table() -> None:
    """Red, green, blue, red: one run; two windows of three colours, which share two sections."""
    game = Game("paris", "a2 b2 c2 d2 e2", colours="rgbr")
    table = game.city.diversity
    assert table is not None
    line = verdict_on(game, "diversity", table.points[2])
    assert line.computed == table.points[1]
    kinds = [why[0][0] for why in told(line)]
    assert kinds[0] == "runs-shared"
    assert "runs-row" in kinds
    assert said(game, "diversity", table.points[2]) == (
        "2 runs counted, some sharing sections; with each section in one run only there are 1."
    )
