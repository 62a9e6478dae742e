"""The figures of a taught board's box, one table or card at a time.

Each is proposed as the city has it, and is the box's own once a person has confirmed it.
"""

from dataclasses import dataclass

from scorer.rules.board.board import Board
from scorer.rules.board.figures import CardFigures, Figures
from scorer.rules.city.box import in_box
from scorer.rules.city.city import City
from scorer.rules.teaching.corrections import CorrectionError
from scorer.rules.values import replace

TRACK, CARD = "track.", "card."
VISIT_ALL, DIVERSITY = "visit-all", "diversity"
# A table has so many figures at most, and none is greater.
_MOST_FIGURES, _GREATEST = 20, 99
_ON_A_CARD = 3


@dataclass(frozen=True, slots=True)
class Figure:
    """One table or card: its ``key``, what the city calls it, and the numbers on it.

    ``confirmed``: a person read them off the box. Where they are neither that nor from a rules
    text, they are a ``practice`` value. On a card stand what is required, and the PP for
    reaching and for winning it.
    """

    key: str
    name: str
    numbers: tuple[int, ...]
    confirmed: bool
    practice: bool


def figures_of(board: Board, city: City) -> tuple[Figure, ...]:
    """Return everything that has figures in the box of *board*, as far as they are known."""
    own, box = board.figures, in_box(city, board)
    found = [
        _figure(
            f"{TRACK}{mark.id}",
            mark.name,
            box.track(mark.id),
            mark.id in own.tracks,
            len(city.ratings_on(mark.id)) > len(city.track(mark.id)),
        )
        for mark in city.iconic
    ]
    if any(city.visit_all.points):
        points = box.visit_all.points
        found.append(_figure(VISIT_ALL, city.visit_all.name, points, bool(own.visit_all), False))
    if box.diversity is not None and city.diversity is not None:
        practice = city.diversity.practice
        points = box.diversity.points
        found.append(_figure(DIVERSITY, "Diversity", points, bool(own.diversity), practice))
    for usual, goal in zip(city.goals, box.goals, strict=True):
        numbers = (goal.threshold, goal.reached, goal.won)
        there = goal.name in own.goals
        found.append(_figure(f"{CARD}{goal.name}", goal.name, numbers, there, usual.practice))
    return tuple(found)


def with_figure(board: Board, city: City, key: str, numbers: tuple[int, ...]) -> Board:
    """Return *board* with *numbers* confirmed as those of its box; none are the city's again.

    Raises
    ------
    CorrectionError
        If the box has nothing called *key*, or the numbers cannot be those of such a table.
    """
    known = [figure.key for figure in figures_of(board, city)]
    if key not in known:
        raise CorrectionError(f"{key!r}: there are no such figures; there are {', '.join(known)}")
    own = board.figures
    if key.startswith(TRACK):
        tracks = {**own.tracks, key.removeprefix(TRACK): numbers}
        own = replace(own, tracks={id_: steps for id_, steps in tracks.items() if steps})
    elif key.startswith(CARD):
        others = {n: card for n, card in own.goals.items() if n != key.removeprefix(CARD)}
        if numbers and len(numbers) != _ON_A_CARD:
            raise CorrectionError(f"{key}: expected what is required, PP reached and PP won")
        card = {key.removeprefix(CARD): CardFigures(*numbers)} if numbers else {}
        own = replace(own, goals=others | card)
    elif key == VISIT_ALL:
        own = replace(own, visit_all=numbers)
    else:
        own = replace(own, diversity=numbers)
    check_figures(own, city)
    return replace(board, figures=own)


def check_figures(figures: Figures, city: City, path: str = "$.figures") -> None:
    """Refuse *figures* that no box of *city* can have.

    Raises
    ------
    CorrectionError
        With the place: a track or card that the city has not, or numbers that are no table.
    """
    tracks = {mark.id for mark in city.iconic}
    cards = {goal.name for goal in city.goals}
    for id_, steps in figures.tracks.items():
        where = f"{path}.tracks.{id_}"
        _need(id_ in tracks, where, f"{city.name} rates only {', '.join(sorted(tracks))}")
        _need(bool(steps) and sorted({*steps}) == list(steps), where, "expected rising PP")
        _check_range(steps, where)
    for key, points in (("visit_all", figures.visit_all), ("diversity", figures.diversity)):
        where = f"{path}.{key}"
        _need(sorted(points) == list(points), where, "expected PP for 0, 1, 2 …, never falling")
        _check_range(points, where)
    _need(
        not figures.diversity or city.diversity is not None,
        f"{path}.diversity",
        f"{city.name} has no diversity table",
    )
    for name, card in figures.goals.items():
        where = f"{path}.goals.{name}"
        _need(name in cards, where, f"{city.name} has no such card of its own")
        _check_range((card.threshold, card.reached, card.won), where)


def _figure(
    key: str, name: str, numbers: tuple[int, ...], confirmed: bool, practice: bool
) -> Figure:
    return Figure(key, name, numbers, confirmed, practice and not confirmed)


def _check_range(numbers: tuple[int, ...], where: str) -> None:
    _need(len(numbers) <= _MOST_FIGURES, where, f"more than {_MOST_FIGURES} figures")
    fits = all(0 <= number <= _GREATEST for number in numbers)
    _need(fits, where, f"expected numbers from 0 to {_GREATEST}")


def _need(fits: bool, where: str, message: str) -> None:
    if not fits:
        raise CorrectionError(f"{where}: {message}")
