"""What the reader saw at every place, as JSON: ``reading.json``, which ``--debug`` leaves."""

import msgspec

# The version of the format: another one when a program that read it would go wrong.
FORMAT = 1


class ShapeSeen(msgspec.Struct, frozen=True):
    """A shape as the networks see it, its middle (x, y) in the rectified photo.

    ``chance`` is that of a shape there, ``kinds`` are those of its kinds, which sum to 1.
    ``counted`` says whether it is counted as a tourist.
    """

    middle_px: tuple[float, float]
    chance: float
    kinds: dict[str, float]
    counted: bool


class Opinion(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one witness says about a place, and by which figures.

    Attributes
    ----------
    chances : dict of str to float
        Of readings, from 0 to 1: of ``drawn``, ``ring`` or ``crossed``, of a café's marks, or of
        the likeliest numbers of tourists.
    figures : dict of str to float
        What was measured, by the names of the evidence.
    sure : dict of str to float
        How sure the reading is as far as each weakness goes, by the reasons of doubts.
    shapes : tuple of ShapeSeen
        Of tourists.
    """

    chances: dict[str, float] = {}
    figures: dict[str, float] = {}
    sure: dict[str, float] = {}
    shapes: tuple[ShapeSeen, ...] = ()


class StepFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was read at a place after a step that changed it, and how sure that was."""

    step: str
    read: bool | str | dict[str, int]
    confidence: float


class WhyDoubtedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a place is asked about, and its other readings, likeliest first."""

    reason: str
    alternatives: list[bool | str | dict[str, int]]


class PlaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place: who said what of it, step by step what was made of that, and the outcome.

    ``network`` is what the trained networks say, ``measured`` the rules that measure the ink,
    ``game`` the rules of the game; null where one says nothing. ``read`` stands in the marks, and
    ``doubt`` is null where it is sure.
    """

    kind: str
    where: str
    network: Opinion | None
    measured: Opinion | None
    game: Opinion | None
    steps: list[StepFile]
    read: bool | str | dict[str, int]
    confidence: float
    doubt: WhyDoubtedFile | None


class PlacesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All places of a board, as ``--debug`` leaves them in ``reading.json``.

    ``sure`` is the confidence below which a place is a doubt.
    """

    format: int
    city: str
    board: str
    sure: float
    places: list[PlaceFile]
