"""A board as the app saves it, and what it tells of the other players."""

from difflib import get_close_matches
from typing import Annotated, Any

import msgspec

from scorer.rules.city.goalcards import GoalCard
from scorer.rules.jsonfile import from_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.values import kept

# So much alike are a word and the same with a letter more, less or wrong, from 0 to 1.
_ALIKE = 0.8

# For each goal card the best value of a rival who reached it, None where no rival did.
Rivals = tuple[int | None, ...]


class SavedBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as the app saves it: what is drawn on it, and what lies beside it.

    ``to_check`` and ``checked`` are as in ``Checking``. ``rivals`` are, for each goal card, the
    best result of another player who reached it, null for none; left out where the others'
    boards are not known. ``others_task``: some of the others have ringed their task's crossroads.
    """

    marks: Marks
    setup: Setup = kept(Setup())
    to_check: Annotated[int, msgspec.Meta(ge=0)] = 0
    checked: bool | None = None
    rivals: Rivals | None = None
    others_task: bool = False


# What a file with marks may tell besides; a reading has its doubts in place of their number.
_BESIDE = (*SavedBoard.__struct_fields__, "doubts")


def refuse_mistyped(data: dict[str, Any]) -> None:
    """Refuse the *data* of a saved board with a key that is nearly one that it may have.

    What that key tells would count for nothing. Any other key is left alone: files with marks
    also tell of their photo, as truth files do.

    Raises
    ------
    MarksError
        With the path of the key, and the one that is likely meant.
    """
    for key in data:
        meant = [] if key in _BESIDE else get_close_matches(key.lower(), _BESIDE, 1, _ALIKE)
        if meant:
            right = meant[0]
            leave = f"`{right}` is there too, so leave one out"
            said = leave if right in data else f"did you mean `{right}`?"
            raise MarksError(f"board: $.{key}: unknown key `{key}`; {said}")


class _Told(msgspec.Struct):
    """What of a file with marks tells of rivals; all else in it is looked at elsewhere."""

    rivals: Rivals | None = None


def rivals_in(data: dict[str, Any], setup: Setup) -> Rivals | None:
    """Return what the *data* of a saved board tells of rivals on the goal cards of *setup*.

    Raises
    ------
    MarksError
        If it is no such list, with its path, or has not one entry for each card.
    """
    try:
        rivals = from_data(data, _Told).rivals
    except JsonError as error:
        raise MarksError(f"board: {error}") from error
    check_rivals(rivals, setup.goals, "$.rivals")
    return rivals


def check_rivals(rivals: Rivals | None, cards: tuple[GoalCard, ...], path: str) -> None:
    """Refuse *rivals* that have not one entry for each of *cards*.

    Raises
    ------
    MarksError
        With their *path*.
    """
    if rivals is not None and len(rivals) != len(cards):
        raise MarksError(f"{path}: {len(rivals)} results, but {len(cards)} goal cards lie out")
