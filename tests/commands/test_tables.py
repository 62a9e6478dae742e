"""``scorer table`` and ``scorer dispute``: what they say, and what they refuse."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer import cli
from scorer.commands.text.judge import _SENTENCES as SENTENCES
from scorer.commands.text.judge import explanation_text
from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.judge.case import Case
from scorer.rules.judge.writing import line_attempts, total_attempts
from scorer.rules.notation import Location
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import GameMode
from scorer.rules.scoring.mistakes import Attempt, Explanation, Mistake, MistakeKind
from scorer.rules.scoring.sheet import Step
from scorer.rules.search.best import score
from scorer.rules.values import replace
from tests.support.judgecases import BOARD, CITY, MARKS, SETUP

EXAMPLE = Path(__file__).parents[2] / "samples" / "worked-example"
FULL = json.loads((EXAMPLE / "marks.json").read_text())
BESIDE = json.loads((EXAMPLE / "setup.json").read_text())
DRAWN = {key: value for key, value in FULL.items() if key not in ("city", "board")}
TURNS = {"measure": "turns", "direction": "at-least", "threshold": 5, "reached": 4, "won": 8}


def scorer(*arguments: str, stdin: object = None) -> Result:
    """Run the command with *arguments*, *stdin* given as JSON."""
    given = stdin if isinstance(stdin, (bytes, type(None))) else json.dumps(stdin).encode()
    return CliRunner().invoke(cli.main, list(arguments), input=given)


def said(*arguments: str, stdin: object = None) -> str:
    done = scorer(*arguments, stdin=stdin)
    assert done.exit_code == 0, done.output
    return done.stdout


def game(**keys: Any) -> dict[str, Any]:
    players = [{"name": "Ann", "marks": DRAWN}, {"name": "Bob", "marks": {"sections": ["d5-e5"]}}]
    return {"city": "first-city", "ratings": BESIDE["ratings"], "players": players} | keys


def claim(**keys: Any) -> dict[str, Any]:
    return {"marks": FULL, "setup": BESIDE, "lines": {"red": 12}} | keys


def test_a_table_has_players_as_columns_and_says_who_wins_by_what() -> None:
    """Bob's one section passes D5 (yellow, 6) and D6 (blue, but no tourists): 6."""
    text = said("table", "-", stdin=game())
    rows = [row.split() for row in text.splitlines()]
    assert ["Ann", "Bob"] in rows
    assert ["Total", "105", "6"] in rows
    assert "1. Ann, 105 PP — ahead by points" in text
    assert "2. Bob, 6 PP" in text
    assert "Bob's final route, 1 section: d5 e5" in text


def test_who_has_no_board_yet_has_no_figures_and_no_place() -> None:
    players = [*game()["players"], {"name": "Cy", "marks": {}, "checked": False}]
    data = game(players=players)
    text = said("table", "-", stdin=data)
    rows = [row.split() for row in text.splitlines()]
    assert ["Total", "105", "6", "–"] in rows
    assert "  Cy: no board yet" in text
    assert "3. " not in text
    assert "Cy's final route" not in text
    written = json.loads(said("table", "-", "--json", stdin=data))
    assert [one["begun"] for one in written["players"]] == [True, True, False]


def test_nobody_is_ahead_of_players_without_a_board() -> None:
    players = [game()["players"][0], {"name": "Cy", "marks": {}}]
    text = said("table", "-", stdin=game(players=players))
    assert "Ahead so far" not in text
    assert "\n\n\n" not in text


def test_ties_are_broken_only_once_the_result_is_final() -> None:
    """Bob has one section more than Ann, and 6 PP as she has."""
    drawn = {"Ann": ["d5-e5"], "Bob": ["c5-d5", "d5-e5"]}
    players = [{"name": name, "marks": {"sections": on}} for name, on in drawn.items()]
    open_ = game(players=players, ratings={})
    text = said("table", "-", stdin=open_)
    assert "1. Ann, 6 PP; Bob, 6 PP (shared)" in text
    assert "ahead by" not in text
    text = said("table", "-", stdin=game(players=players))
    assert "1. Bob, 6 PP — ahead by the longer final route" in text


@pytest.mark.parametrize(("command", "data"), [("table", game()), ("dispute", claim())])
def test_a_time_limit_that_is_not_needed_changes_nothing(command: str, data: object) -> None:
    assert said(command, "-", "--time-limit", "600", stdin=data) == said(command, "-", stdin=data)


def test_goal_cards_show_who_reached_and_who_won() -> None:
    """Ann's 11 turns win; Bob's one section has none."""
    text = said("table", "-", stdin=game(goals=[TURNS]))
    assert "turns ≥ 5" in text
    assert "11 won" in text
    assert "0 no" in text
    assert "nobody gains by another route while the others keep theirs" in text


def test_what_is_given_up_for_a_card_is_told() -> None:
    """Ann: the tower at A5 (10) and yellow A6 (6) by one section, or three that pass no points.

    The card for 3 sections gives 4 or, with nobody better, 20 PP: she leaves the 16 for it.
    """
    drawn = {"sections": ["a5-b5", "d0-e0", "e0-f0", "f0-g0"], "cafes": {"d1": "used"}}
    long = {"measure": "length", "direction": "at-least", "threshold": 3, "reached": 4, "won": 20}
    players = [{"name": "Ann", "marks": drawn}, {"name": "Bob", "marks": {}}]
    text = said("table", "-", stdin=game(players=players, goals=[long]))
    assert (
        "Ann gives up 16 PP on other lines for the cards: -6 Popular (yellow), -10 Iconic" in text
    )
    assert "would take another route: 16 PP and 0 for goal cards, 16 in all." in text


def test_a_team_game_names_the_partners() -> None:
    players = [{"name": name, "marks": DRAWN} for name in ("Ann", "Bob", "Cy", "Di")]
    text = said("table", "-", stdin=game(mode="team", players=players))
    assert "1. Ann and Cy, 210 PP, 0 apart; Bob and Di, 210 PP, 0 apart (shared)" in text


@pytest.mark.parametrize(
    ("challenge", "words"),
    [
        ({"points": 105, "goals": 1}, "Won: the challenge wanted 105 PP and 1 goal card reached"),
        ({"level": "beginner"}, "Lost: the challenge wanted 115 PP, but a final route has at most"),
        (None, "No challenge was chosen"),
    ],
)
def test_a_solo_game_says_whether_the_challenge_is_met(challenge: object, words: str) -> None:
    players = [{"name": "Ann", "marks": DRAWN}]
    solo = game(mode="solo", players=players, goals=[TURNS])
    if challenge is not None:
        solo["challenge"] = challenge
    assert words in said("table", "-", stdin=solo)


@pytest.mark.parametrize(
    ("longest", "said_so"),
    [(14, "the route with most PP has 7 more"), (16, "another has as many PP")],
)
def test_a_solo_game_tells_what_the_goals_cost(longest: int, said_so: str) -> None:
    card = {"measure": "length", "direction": "at-most", "reached": 0, "won": 0}
    short = {**card, "threshold": longest}
    players = [{"name": "Ann", "marks": DRAWN}]
    solo = game(mode="solo", players=players, goals=[short], challenge={"points": 0, "goals": 1})
    assert f"{said_so}, but reaches too few goal cards" in said("table", "-", stdin=solo)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0, "Lost: the challenge wanted 0 PP and 1 tour finished, both on one route, but no final "
            "route finishes 1 tour."),
        (None, " PP, 0 tours finished."),
    ],
)  # fmt: skip
def test_a_solo_game_of_paris_speaks_of_tours(points: int | None, words: str) -> None:
    """It has no goal cards; the challenge asks for finished themed tours."""
    paris = load_city("paris")
    marks = {"sections": ["c1-d1"]}
    solo = {"city": "paris", "mode": "solo", "tours": [paris.tours[0].id],
            "fewer_tours": True, "ratings": {one.id: 4 for one in paris.iconic},
            "players": [{"name": "Ann", "checked": True, "marks": marks}]}  # fmt: skip
    if points is not None:
        solo["challenge"] = {"points": points, "goals": 1}
    text = said("table", "-", stdin=solo)
    assert words in text
    assert "goal card" not in text.lower()


def test_the_referee_is_named_with_the_player() -> None:
    players = [{"name": "Ann", "marks": {"cafes": {"a4": "visited"}}}]
    text = said("table", "-", stdin=game(players=players))
    assert "Referee, Ann: the café at a4 is circled, but no section reaches it" in text


def test_a_chosen_route_tells_what_it_gives_away() -> None:
    """d5-e5 passes D5 with 6, D6 with the two triangles at D5 on it, and 2 for the café: 10."""
    players = [{"name": "Ann", "marks": DRAWN, "route": ["d5", "e5"]}]
    text = said("table", "-", stdin=game(players=players))
    assert "chosen by Ann; another would score 95 more" in text


def test_a_dispute_says_which_lines_are_wrong_by_how_much_and_why() -> None:
    text = said("dispute", "-", stdin=claim(lines={"red": 12, "green": 24, "grey": 8}, total=107))
    assert "4 too many: 20 is right" in text
    assert (
        "Most likely: 2 squares at B2 counted, but the route only touches the corner there." in text
    )
    assert "2 too few: 10 is right" in text
    assert "The rating of the landmark at A5 was read one box too early: 8 instead of 10." in text
    assert "2 too many: 105 is right" in text
    assert "Measured against the best final route, 105 PP: a4 a5 a6 b6" in text


def test_a_right_sheet_is_called_right() -> None:
    assert "Everything that was written is right." in said("dispute", "-", stdin=claim(total=105))


def test_a_number_that_nothing_explains_is_left_so_honestly() -> None:
    text = said("dispute", "-", stdin=claim(lines={"red": 13}))
    assert "No mistake that we know of leads to this number." in text


def test_a_claim_on_the_players_own_route_names_what_the_best_has_more() -> None:
    """On d5-e5 the sheet is 2 blue, 6 yellow, 2 for the café: 10; the best has 95 more."""
    text = said("dispute", "-", stdin=claim(lines={"blue": 4}, route=["d5", "e5"]))
    assert "The blue landmark at E5 counted, but the route only touches the corner there." in text
    assert "Measured against the route given, 10 PP: d5 e5" in text
    assert "The best final route has 95 more, 105 PP" in text
    assert "+12 red" in text


def test_a_route_that_cannot_be_walked_is_told() -> None:
    text = said("dispute", "-", stdin=claim(route=["a4", "a5", "b5"]))
    assert "The route given cannot be walked: step 2: a5-b5 is not drawn." in text
    assert "Everything" not in text


def test_as_json_each_explanation_has_its_sentence() -> None:
    verdict = json.loads(said("dispute", "-", "--json", stdin=claim(lines={"green": 24})))
    (line,) = verdict["lines"]
    (why, *_) = line["explanations"]
    assert why["sentence"].startswith("2 squares at B2 counted")
    assert why["mistakes"][0]["kind"] == "tourists-at-corner"
    assert why["mistakes"][0]["from"] == ["B2"]


@pytest.mark.parametrize(
    ("command", "data", "words"),
    [
        ("table", game(city="atlantis"), "$.city: unknown city 'atlantis'"),
        (
            "table",
            game(players=[{"name": "Ann", "marks": {"sections": ["a0-b0", "a0-d0"]}}]),
            "$.players[0].marks.sections[1]: there is no road a0-d0",
        ),
        ("table", game(players=[{"name": "Ann", "marks": {}, "board": "x"}]), "players[0].board"),
        ("table", game(goals=[{**TURNS, "measure": "beauty"}]), "$.goals[0].measure"),
        ("table", b"{", "game: "),
        ("table", b"\xff\xfe{\x00}\x00", "UTF-16"),
        ("dispute", claim(lines={"red": -1}), "$.lines.red: -1"),
        ("dispute", claim(marks={**FULL, "city": "x"}), "$.marks.city: unknown city 'x'"),
        ("dispute", {}, "claim: $: the key `marks` is missing"),
        ("dispute", b"", "claim: there is nothing in it"),
        ("dispute", game(), "standard input is a whole game: use scorer table for it"),
    ],
)
def test_bad_input_is_refused_in_one_line(command: str, data: object, words: str) -> None:
    done = scorer(command, "-", stdin=data)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["table", "dispute"])
def test_a_missing_file_is_refused(command: str, tmp_path: Path) -> None:
    done = scorer(command, str(tmp_path / "none.json"))
    assert done.exit_code == 2
    assert "none.json" in done.stderr


def test_there_is_a_sentence_for_every_kind_of_mistake() -> None:
    assert set(SENTENCES) == set(MistakeKind)


def test_every_mistake_that_is_tried_can_be_said_and_no_word_stays_open() -> None:
    """Not only the likeliest ones: all that the worked example with two cards gives rise to."""
    setup = replace(SETUP, goals=(GoalCard(Measure.TURNS, Direction.AT_LEAST, 5, 4, 8),) * 2)
    kinds = set()
    for rivals, mode in (((None, 20), GameMode.USUAL), (None, GameMode.SOLO)):
        beside = replace(setup, mode=mode)
        filled = FilledBoard(BOARD, CITY, MARKS, beside, rivals)
        case = Case(filled, score(filled), {Step.RED: 20, Step.GREEN: 12})
        for step, tried in attempts_on(case):
            text = explanation_text(tried.explanation, step, CITY)
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")
            assert not set("{}") & set(text)
            kinds |= {mistake.kind for mistake in tried.explanation.mistakes}
    assert len(kinds) > 45


def attempts_on(case: Case) -> Iterator[tuple[Step | None, Attempt]]:
    for term in case.terms:
        yield from ((term.step, tried) for tried in term.mistakes(case.walked))
    for step in case.right:
        yield from ((step, tried) for tried in line_attempts(case, step))
    points = {step: line.points for step, line in case.right.items()}
    yield from ((None, tried) for tried in total_attempts(points))


def test_what_cannot_be_told_apart_is_said_so() -> None:
    places = tuple(map(Location.parse, ("A6", "B4", "D5")))
    one = Mistake(MistakeKind.LANDMARK_FORGOTTEN, places, figures={"by": -6})
    assert explanation_text(Explanation(mistakes=(one,)), Step.YELLOW, CITY) == (
        "One of the yellow landmarks at A6, B4 and D5 forgotten, though on the route."
    )
    three = replace(one, count=3)
    assert explanation_text(Explanation(mistakes=(three,)), Step.YELLOW, CITY) == (
        "The yellow landmarks at A6, B4 and D5 forgotten, though on the route."
    )
