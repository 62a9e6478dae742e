"""Why a photo was not read, for people."""

from scorer.store.games import Player
from scorer.web.serving.words import proper, word

# The map was found, but the photo is too poor to be read unasked.
POOR = ("too-blurred", "too-small", "cut-off")

# The photo may be of another board than the one chosen, or of none.
WHICH = ("no-board", "other-board", "unsure-board")

# The photo shows something else than a map.
NO_MAP = "not-a-map"

# There is nothing in the photo that a board could be taught from.
NO_PRINT = "no-print"

# Why a board was not learned although it could be.
ANYWAY = ("taught-already", "drawn-on")


def is_another(player: Player) -> bool:
    """Whether a photo was not read because its print is not clearly the chosen board's."""
    return player.not_read is not None and str(player.not_read["reason"]) in WHICH[1:]


def is_poor(player: Player) -> bool:
    """Whether a photo was not read unasked although it shows the map: it may be used anyway."""
    return player.not_read is not None and str(player.not_read["reason"]) in POOR


def why_not_joined(reason: str) -> str:
    """Return why a further photo of a board does not go with the first, and what to do."""
    apart = reason in ("other-board", "unsure-board")
    return proper("not-joined", reason, why_not_read("not-together" if apart else reason))


def why_not_opened(reason: str) -> tuple[str, str]:
    """Return in a few words what is wrong with a photo that was not taken at all, and why."""
    if reason == "too-small":
        return word("photo.small"), word("photo.small.why")
    return word("photo.unopened"), why_not_read(reason)


def why_not_read(reason: str, *, one_map: bool = False, at_corners: bool = False) -> str:
    """Return why a photo was not read and what to do, in the reader's language.

    In a game of *one_map* nobody has chosen a board. Whoever is *at_corners* sets them already.
    """
    said = proper("not-read", reason, word("not-read.unknown"))
    if one_map:
        said = proper("not-read", f"{reason}.here", said)
    return proper("not-read", f"{reason}.corners", said) if at_corners else said
