"""Towns and boards of Innsmouth for tests: the rulebook's and our own worked examples."""

from typing import Any

from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Character, Deck, Group
from scorer.rules.innsmouth.town import Town, load_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Location, NameSet, RoadId

# The illustrative deck of the examples: Manuscript 2, Dagger 2, Amulet 2, Tiara 1.
DECK = Deck(2, 2, 2, 1)

PLAIN = """
id = "plain"
name = "Plain"
practice = true
deck = { manuscript = 2, dagger = 2, amulet = 2, tiara = 1 }
sides = [[], []]
shelters = [ SHELTERS ]
[board]
id = "plain"
name = "Plain"
page_mm = [200, 200]
origin_mm = [20, 20]
cell_mm = 25
columns = 6
rows = 6
visit_all = []
cafes = {}
coordinates = { columns = [1, 2, 3, 4, 5, 6], rows = [1, 2, 3, 4, 5, 6] }
[board.landmarks]
"""


def plain_town(landmarks: str = "", shelters: str = "") -> Town:
    """Return a town without water; *landmarks* such as ``red A6 B6; yellow F6=4``."""
    lines = []
    for part in landmarks.split("; ") if landmarks else ():
        kind, *places = part.split()
        for place in places:
            name, _, value = place.partition("=")
            more = f", value = {value}" if value else ""
            lines.append(f'{name} = {{ kind = "{kind}"{more} }}')
    text = PLAIN.replace("SHELTERS", shelters) + "\n".join(lines)
    return load_town(text.encode())


def groups(text: str) -> dict[Location, Group]:
    """Return the tourists that *text* tells: ``B2 ○2 □1; C2 △4``."""
    signs = {"○": "circle", "□": "square", "△": "triangle", "×": "cross"}
    found = {}
    for part in text.split("; "):
        place, *held = part.split()
        counts: dict[str, int] = {signs[one[0]]: int(one[1:]) for one in held}
        found[Location(place)] = Group(**counts)
    return found


def board(
    town: Town, tourists: str = "", symbols: str = "", sections: str = "", **setup: Any
) -> Filled:
    """Return a filled board; *symbols* such as ``C3 B1 B1``."""
    threats: dict[Location, int] = {}
    for name in symbols.split():
        threats[Location(name)] = threats.get(Location(name), 0) + 1
    marks = InnsmouthMarks(
        NameSet(map(RoadId, sections.split())), groups(tourists) if tourists else {}, threats
    )
    return Filled(town, marks, InnsmouthSetup(**{"deck": DECK, **setup}))


def along(town: Town, places: str) -> int:
    """Return the mask of the quarters named."""
    return sum(1 << town.quarters.index(Location(place)) for place in places.split())


# The board of several examples (punishments): columns and rows are numbered in order.
I2_TOWN = plain_town("red A6 B6; green C6; blue D6; purple E6 F6 A5")
I2_TOURISTS = "B2 ○2 □1; C2 △4; C3 ○1 □3; E5 ×2"
I2_SYMBOLS = "C3 B1"


def i2(character: Character = Character.DETECTIVE, caches: int = 0, ferries: int = 0) -> Any:
    """Return the ground of that example and a pass of all its quarters."""
    filled = board(I2_TOWN, I2_TOURISTS, I2_SYMBOLS, character=character)
    quarters = along(I2_TOWN, "B2 C2 C3 E5 A6 B6 C6 D6 E6 F6 A5")
    passed = Pass(quarters, (1 << caches) - 1, 0, 9, 0, ferries, ferries)
    return Ground(filled, exact=True), passed
