"""Players' names and colours, as they are typed in."""

from scorer.rules.game import LONGEST_NAME, MOST_PLAYERS
from scorer.web.words import word

__all__ = ["COLOURS", "MOST_PLAYERS", "player_name"]

# After Okabe and Ito: told apart with any colour vision. Initials say the same.
COLOURS = ("orange", "sky", "green", "purple", "vermillion", "blue", "yellow", "black")


def player_name(typed: str, seat: int) -> str:
    """Return *typed* as a name: one line, not too long; without one the seat's."""
    name = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    return name[:LONGEST_NAME].strip() or word("player.nameless", n=seat)
