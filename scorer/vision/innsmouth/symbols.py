"""How many threat symbols a game leaves on a board: as many as the threat draws."""

from collections.abc import Mapping

from scorer.rules.innsmouth.filled import MOST_SYMBOLS
from scorer.rules.innsmouth.pieces import Threat
from scorer.rules.innsmouth.referee import ROUNDS
from scorer.rules.innsmouth.town import Town
from scorer.vision.innsmouth.known import Known

# How likely a number is beside the right one: one too few, one too many, any other.
_FORGOTTEN, _ADDED, _ASTRAY = 0.04, 0.02, 0.004
# How many symbols the Deep Ones draw where nobody told on which rounds their sign stands.
_UNTOLD = {2: 0.05, 3: 0.15, 4: 0.3, 5: 0.3, 6: 0.15, 7: 0.05}
# How likely the town's name is ringed where the threat is the Deep Ones, and where it is not.
_SKIPPED, _NO_SKIP = 0.85, 0.02


def numbers_of_symbols(town: Town, known: Known, ringed: float | None) -> dict[int, float]:
    """Return how likely a whole board holds each number of threat symbols.

    The cultists draw five; the Deep Ones one for each of their signs, less the one that is
    skipped, for which the town's name is ringed. *ringed* is the chance of that ring, if the name
    was looked at.
    """
    deep = _deep_ones(known, ringed)
    cultists = _about(ROUNDS // 2)
    others = _about(len(town.file.signs) - 1) if town.file.signs else _UNTOLD
    return {
        number: (1 - deep) * cultists.get(number, _ASTRAY) + deep * others.get(number, _ASTRAY)
        for number in range(MOST_SYMBOLS + 1)
    }


def _deep_ones(known: Known, ringed: float | None) -> float:
    """Return how likely the threat is the Deep Ones."""
    if known.threat is not None:
        return float(known.threat is Threat.DEEP_ONES)
    if ringed is None:
        return 0.5
    deep = ringed * _SKIPPED + (1 - ringed) * (1 - _SKIPPED)
    cultists = ringed * _NO_SKIP + (1 - ringed) * (1 - _NO_SKIP)
    return deep / (deep + cultists)


def _about(number: int) -> Mapping[int, float]:
    return {number: 1.0, number - 1: _FORGOTTEN, number + 1: _ADDED}
