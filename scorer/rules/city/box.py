"""A city as one box has it: the figures of that box in place of the city's own.

The city's file holds what the rules texts give, and practice figures where they give none.
Whoever has the box reads the real ones off it; they are kept with the taught board.
"""

from scorer.rules.board.board import Board
from scorer.rules.board.figures import NO_FIGURES, Figures
from scorer.rules.city.city import City, Iconic
from scorer.rules.city.owncards import CityGoal
from scorer.rules.values import replace


def in_box(city: City, board: Board) -> City:
    """Return *city* with the figures of the box that *board* is from.

    >>> from scorer.rules.board.figures import Figures
    >>> from scorer.rules.city.city import load_city
    >>> london = load_city("london")
    >>> board = replace(london.practice_board, figures=Figures({"big-ben": (2, 5, 9)}))
    >>> in_box(london, board).track("big-ben"), in_box(london, board).track("st-pauls")
    ((2, 5, 9), (4, 6, 8, 10, 12))
    """
    own = board.figures
    if own == NO_FIGURES:
        return city
    diversity = city.diversity
    if diversity is not None and own.diversity:
        diversity = replace(diversity, points=own.diversity, practice=False)
    return replace(
        city,
        iconic=tuple(_rated(mark, own) for mark in city.iconic),
        visit_all=replace(city.visit_all, points=own.visit_all or city.visit_all.points),
        diversity=diversity,
        goals=tuple(_card(goal, own) for goal in city.goals),
    )


def _rated(mark: Iconic, own: Figures) -> Iconic:
    steps = own.tracks.get(mark.id, ())
    return replace(mark, steps=steps, practice=False) if steps else mark


def _card(goal: CityGoal, own: Figures) -> CityGoal:
    card = own.goals.get(goal.name)
    if card is None:
        return goal
    figures = {"threshold": card.threshold, "reached": card.reached, "won": card.won}
    return replace(goal, practice=False, **figures)
