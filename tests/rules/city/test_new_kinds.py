"""Rules of kinds that no shipped city has: each in one file, and still proved best.

Atlantis has ``tides``, for which the direction of the walk, its end and the order of its sections
matter. A copy of London gives 30 PP where the walk ends at a tube station: whoever goes on from
there loses them.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from scorer.rules import city as cities
from scorer.rules.city.city import City, CityError, load_city
from scorer.rules.judge.judge import Claim, judge
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring import own
from scorer.rules.scoring.mistakes import MistakeKind
from scorer.rules.scoring.sheet import FinalRoute, Step
from scorer.rules.scoring.terms.allterms import terms_of
from scorer.rules.scoring.terms.parts import Feature, Flat, OnWalk, Part, PartError
from scorer.rules.scoring.terms.term import Term
from scorer.rules.search.best import score
from scorer.rules.search.candidates import listing
from scorer.web.views.phonedata import scoring_data
from tests.support.cityboards import Game
from tests.support.citysearch import agree, filled

TIDES = Step.own("tides")
TERMINUS = """
from scorer.rules.scoring.sheet import Line
from scorer.rules.scoring.terms.parts import Counted, Feature, OnWalk
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.terms.term import NamedTerm


class Terminus(NamedTerm):
    kind = "terminus"

    def line(self, walked):
        stations = walked.board.marked_as(self.special.of).crossroads
        ends = walked.route.crossroads[-1:]
        return Line(self.step, 30 if set(ends) & set(stations) else 0, "", ends)

    def search(self, filled):
        stations = filled.board.marked_as(self.special.of).crossroads
        bound = Counted(tuple(Feature((point,)) for point in stations), (0, 30))
        return (OnWalk((bound,), lambda route: self.line(Walked(filled, route)).points),)

    def phone(self, board):
        return {}

    def mistakes(self, walked):
        yield from ()


KINDS = {"terminus": Terminus}
"""
SPECIAL = """
[[specials]]
step = "terminus"
name = "Terminus"
rule = "terminus"
of = "tube"

[game]
"""


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[City]:
    """London with a rule more, under another name."""
    london = Path(cities.__path__[0]) / "london.toml"
    text = london.read_text("utf-8").replace('id = "london"', 'id = "terminal"')
    (tmp_path / "terminal.toml").write_text(text.replace("\n[game]\n", SPECIAL, 1), "utf-8")
    (tmp_path / "terminal.py").write_text(TERMINUS, "utf-8")
    for package in (cities, own):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    load_city.cache_clear()
    yield load_city("terminal")
    load_city.cache_clear()


def tides(route: FinalRoute) -> int:
    """Return the PP of the tides in plain words, by names alone."""
    if not route.sections or str(route.crossroads[-1]) not in ("a1", "c2", "d1"):
        return 0
    parade = ("b1-b2", "b1-c1")
    cut = route.ride.after if route.ride is not None else len(route.sections)
    parts = route.sections[:cut], route.sections[cut:]
    turned = [(str(one), str(other)) for part in parts for one, other in pairwise(part)]
    return 5 * sum(one in parade and other not in parade for one, other in turned)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_a_new_kind_is_searched_as_every_walk_says(atlantis: City, block: int) -> None:
    """200 boards, grown from the parade so that the tides mostly count."""
    parade = atlantis.practice_board.marked_as("parade").roads
    counted = 0
    for seed in range(20 * block, 20 * block + 20):
        marks, setup = filled(atlantis, Random(f"tides {seed}"), 5, parade)
        agree(atlantis, marks, setup)
        board = FilledBoard(atlantis.practice_board, atlantis, marks, setup)
        sheet = score(board)
        (line,) = [line for line in sheet.lines if line.step is TIDES]
        assert line.points == tides(sheet.route)
        counted += line.points > 0
    assert counted >= 5


@pytest.mark.parametrize("seed", range(10))
def test_a_new_kind_is_searched_right_where_branches_are_cut(
    atlantis: City, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(listing, "LISTED", 0)
    parade = atlantis.practice_board.marked_as("parade").roads
    agree(atlantis, *filled(atlantis, Random(f"branches {seed}"), 5, parade))


def test_the_judge_finds_a_mistake_in_a_line_of_a_new_kind(atlantis: City) -> None:
    """c1-b1 is on the parade, b1-a1 is not and ends at the port a1: one time, 5 PP."""
    game = Game("atlantis", "c1 b1 a1", colours="gr")
    assert game.points()["tides"] == 5
    claim = Claim(game.filled, {TIDES: 1}, route=game.route)
    (line,) = judge(claim).lines
    assert (line.claimed, line.computed) == (1, 5)
    (mistake,) = line.explanations[0].mistakes
    assert mistake.kind is MistakeKind.PLACES_COUNTED
    assert mistake.elements == (RoadId.parse("b1-c1"),)


def test_a_phone_is_told_the_kind_and_its_figures(atlantis: City) -> None:
    terms = scoring_data(atlantis.practice_board, atlantis)["terms"]
    assert {"kind": "tides", "step": "tides", "points": 5} in terms


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def search(self, filled", "def find(self, filled", "its half for the search"),
        ("def phone(self, board", "def ring(self, board", "its data for the phone"),
        ("def mistakes(self, walked", "def slips(self, walked", "its mistakes for the judge"),
        ("def line(self, walked", "def row(self, walked", "its line on the sheet"),
    ],
)
def test_a_kind_without_one_of_its_halves_does_not_load(
    atlantis: City, tmp_path: Path, old: str, new: str, words: str
) -> None:
    refused(tmp_path, "class Tides", old, new, rf"tides\.rule 'tides': it lacks {words}")


def test_a_bound_that_may_fall_does_not_load(atlantis: City, tmp_path: Path) -> None:
    old, new = "Feature((road,), self.special.points)", "Feature((road,), -1)"
    words = r"tides\.rule 'tides': the search cannot prove it: a weight of -1 falls"
    refused(tmp_path, "class Tides", old, new, words)


def test_a_bound_that_a_walk_exceeds_is_no_proof(
    atlantis: City, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The walk c1 b1 a1 has 5 PP; a bound of 1 for each section would say 2."""
    game = Game("atlantis", "c1 b1 a1", colours="gr")
    low = Flat(tuple(Feature((road,)) for road in game.marks.sections))
    (kind,) = [type(term) for term in terms_of(atlantis) if term.step is TIDES]
    right = kind.search

    def search(self: Term, given: FilledBoard) -> tuple[Part, ...]:
        (part,) = right(self, given)
        assert isinstance(part, OnWalk)
        return (replace(part, at_most=(low,)),)

    monkeypatch.setattr(kind, "search", search)
    with pytest.raises(PartError, match="5 PP of terms that are bound by 2"):
        score(game.filled)


def refused(folder: Path, behind: str, old: str, new: str, words: str) -> None:
    """Change *old* to *new* in the made-up city's own module; loading it must name file and rule.

    The module goes under another name, since one that is loaded is kept.
    """
    text = (folder / "atlantis.py").read_text("utf-8")
    head, found, tail = text.partition(behind)
    assert old in tail
    changed = folder / "changed"
    changed.mkdir()
    source = (head + found + tail.replace(old, new, 1)).replace("Atlantis:", "Lemuria:")
    (changed / "lemuria.py").write_text(source, "utf-8")
    toml = (folder / "atlantis.toml").read_text("utf-8")
    (changed / "lemuria.toml").write_text(
        toml.replace('id = "atlantis"', 'id = "lemuria"'), "utf-8"
    )
    with pytest.MonkeyPatch.context() as patch:
        for package in (cities, own):
            patch.setattr(package, "__path__", [*package.__path__, str(changed)])
        with pytest.raises(CityError, match=rf"^lemuria\.toml: specials\.{words}"):
            load_city("lemuria")
    del sys.modules["scorer.rules.scoring.own.lemuria"]


@pytest.mark.parametrize("block", range(6))
def test_who_goes_on_from_a_tube_station_loses_the_terminus(terminal: City, block: int) -> None:
    """On some of the boards the best walk stops where more is drawn."""
    stopped = 0
    for seed in range(10 * block, 10 * block + 10):
        marks, setup = filled(terminal, Random(f"terminus {seed}"), 6)
        agree(terminal, marks, setup)
        best = score(FilledBoard(terminal.practice_board, terminal, marks, setup))
        left = marks.sections - set(best.route.sections)
        stopped += any(set(best.route.crossroads[-1:]) & set(road.ends) for road in left)
    assert stopped
