"""Why a photo was not read, or may be of another player's board, for people."""

from collections.abc import Sequence

from scorer.store.games import Game, Player
from scorer.web.games.telling import names_in
from scorer.web.samephoto import shown_too, with_asked
from scorer.web.serving.words import proper, word

# The map was found, but the photo is too poor to be read unasked.
POOR = ("too-blurred", "too-small", "cut-off")

# The photo may be of another board than the one chosen, or of none.
WHICH = ("no-board", "other-board", "unsure-board")

# The photo shows the boards of several players, whole and about as large.
SEVERAL = "several-boards"

# The photo shows something else than a map, or a mirrored one: corners are of no use.
NO_MAP = ("not-a-map", "mirrored")

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


def is_several(player: Player) -> bool:
    """Whether a photo was not read because it shows several boards."""
    return player.not_read is not None and str(player.not_read["reason"]) == SEVERAL


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


def wrong_board_words(game: Game, player: Player) -> str:
    """Return why the photo of *player* may be of another's board.

    Nothing is said of a board without a photo, or one that is like none of the others; nor while
    it is asked whether a later photo counts.
    """
    how, seats = ("", []) if player.asked else shown_too(game, player)
    return word(how, names=_names(game, seats)) if seats else ""


def asked_whose_words(game: Game, player: Player) -> str:
    """Return whose board the photo of which is asked whether it counts seems to be, too."""
    _, seats = shown_too(game, with_asked(player)) if player.asked else ("", [])
    return word("drawing.whose", names=_names(game, seats)) if seats else ""


def _names(game: Game, seats: Sequence[int]) -> str:
    names = dict(zip([one.seat for one in game.players], names_in(game), strict=True))
    return word("list").join(names[seat] for seat in seats)
