"""The figures in a board's own box: on its rounds board, its page and its cards."""

import msgspec


class CardFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on a goal card: what is required, the PP for reaching and for winning it."""

    threshold: int
    reached: int
    won: int


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Figures that people read off their own box; what is left out is as the city has it.

    ``tracks`` are the PP over the boxes of rating tracks, by their ids; ``visit_all`` and
    ``diversity`` the PP for 0, 1, 2 … points or runs; ``goals`` the city's own goal cards, by
    their names.
    """

    tracks: dict[str, tuple[int, ...]] = {}
    visit_all: tuple[int, ...] = ()
    diversity: tuple[int, ...] = ()
    goals: dict[str, CardFigures] = {}


# Of a board on which nobody has looked for them.
NO_FIGURES = Figures()
