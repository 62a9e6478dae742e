"""How many threat symbols a board holds tells of unclear ones: worked by hand on made-up ink."""

import pytest

from scorer.rules.innsmouth.pieces import Threat
from scorer.rules.innsmouth.town import practice_town, town_of
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.shapes import Crowd, Shape
from scorer.vision.innsmouth.known import NOTHING_KNOWN, Known
from scorer.vision.innsmouth.quarters import judge_quarters
from scorer.vision.innsmouth.symbols import numbers_of_symbols

TOWN = practice_town()
CULTISTS = numbers_of_symbols(TOWN, Known(threat=Threat.CULTISTS), None)
PLACES = ("A1", "B3", "C5", "D2", "E4", "F6", "B6")


def figure(kinds: tuple[float, ...], chance: float = 0.95) -> Shape:
    return Shape(chance, kinds, (0.0, 0.0), (0.577, 0.577, 0.577))


SYMBOL = figure((0.0, 0.0, 0.0, 0.01, 0.99))


def board(*figures: Shape) -> list[Crowd]:
    """Return quarters with one figure each."""
    return [
        Crowd(Location.parse(place), (one,), (), 0.0, 0.0, 1.0)
        for place, one in zip(PLACES, figures, strict=False)
    ]


def read(crowds: list[Crowd], symbols: dict[int, float] | None) -> dict[tuple[str, str], Doubt]:
    doubts = judge_quarters(crowds, NOTHING_KNOWN, whole=True, strange=False, symbols=symbols)
    return {(one.kind, one.where): one for one in doubts}


def likeliest(numbers: dict[int, float]) -> int:
    return max(numbers, key=lambda number: numbers[number])


@pytest.mark.parametrize(("threat", "number"), [(Threat.CULTISTS, 5), (Threat.DEEP_ONES, 3)])
def test_the_threat_tells_how_many_symbols_there_are(threat: Threat, number: int) -> None:
    town = town_of(replace(TOWN.file, signs=(2, 4, 7, 9)))
    assert likeliest(numbers_of_symbols(town, Known(threat=threat), None)) == number


@pytest.mark.parametrize(("ringed", "number"), [(0.01, 5), (0.99, 3)])
def test_a_ring_round_the_name_tells_of_the_threat(ringed: float, number: int) -> None:
    town = town_of(replace(TOWN.file, signs=(2, 4, 7, 9)))
    assert likeliest(numbers_of_symbols(town, NOTHING_KNOWN, ringed)) == number


def test_the_fifth_symbol_of_the_cultists_is_read_where_it_is_faint() -> None:
    faint = figure((0.0, 0.1, 0.2, 0.0, 0.7), chance=0.49)
    crowds = board(*4 * [SYMBOL], faint)
    assert read(crowds, None)["threats", "E4"].read == 0
    found = read(crowds, CULTISTS)["threats", "E4"]
    assert found.read == 1
    assert found.confidence < SURE


def test_where_five_symbols_are_clear_a_sixth_figure_is_rather_a_cross() -> None:
    unclear = figure((0.0, 0.0, 0.0, 0.45, 0.55))
    crowds = board(*5 * [SYMBOL], unclear)
    assert read(crowds, None)["threats", "F6"].read == 1
    found = read(crowds, CULTISTS)
    assert found["threats", "F6"].read == 0
    assert found["tourists", "F6"].read == {"cross": 1}
    assert found["tourists", "F6"].confidence < SURE < found["threats", "A1"].confidence


def test_nobody_turns_a_clear_sixth_symbol_into_a_tourist() -> None:
    found = read(board(*6 * [SYMBOL]), CULTISTS)
    assert [found["threats", place].read for place in PLACES[:6]] == 6 * [1]


def test_the_edges_of_a_reflection_do_not_empty_a_quarter_that_is_clear() -> None:
    """Eleven seem filled: one of them by what looks like two tourists under a reflection."""
    circle = figure((1.0, 0.0, 0.0, 0.0, 0.0), chance=0.75)
    names = [f"{column}{row}" for row in (1, 2) for column in "ABCDEF"][:11]
    clear = [Crowd(Location.parse(name), (circle,), (), 0.0, 0.0, 1.0) for name in names[:10]]
    edges = tuple(figure((0.2, 0.3, 0.2, 0.2, 0.1), chance=chance) for chance in (0.6, 0.58))
    found = read([*clear, Crowd(Location.parse(names[10]), edges, (), 0.0, 0.95, 1.0)], None)
    assert [found["tourists", name].read for name in names[:10]] == 10 * [{"circle": 1}]
    assert found["tourists", names[10]].read == {}
    assert found["tourists", names[10]].confidence < SURE


def test_ink_left_over_beside_a_reflection_is_a_symbol_rather_than_nothing() -> None:
    faint = figure((0.0, 0.1, 0.0, 0.1, 0.8), chance=0.45)
    crowd = Crowd(Location.parse("A6"), (), (faint,), 2.9, 0.44, 1.0)
    doubts = judge_quarters([crowd], NOTHING_KNOWN, whole=False, strange=False)
    assert {one.kind: one.read for one in doubts} == {"tourists": {}, "threats": 1}
