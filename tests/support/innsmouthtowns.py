"""Towns and boards of Innsmouth for tests: the rulebook's and our own worked examples."""

import json
import random
from itertools import pairwise
from typing import Any

from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Character, Deck, Group
from scorer.rules.innsmouth.town import PRACTICE, Town, load_town, read_town_file, town_of
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Crossroads, Location, NameSet, RoadId
from scorer.rules.values import replace

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


def plain_town(landmarks: str = "", shelters: str = "", water: tuple[str, str] = ("", "")) -> Town:
    """Return a town; *landmarks* such as ``red A6 B6; yellow F6=4``.

    The crossroads at its *water* are named by their side, as ``a1 b1``.
    """
    lines = []
    for part in landmarks.split("; ") if landmarks else ():
        kind, *places = part.split()
        for place in places:
            name, _, value = place.partition("=")
            more = f", value = {value}" if value else ""
            lines.append(f'{name} = {{ kind = "{kind}"{more} }}')
    sides = json.dumps([side.split() for side in water])
    text = PLAIN.replace("SHELTERS", shelters).replace("[[], []]", sides) + "\n".join(lines)
    return load_town(text.encode())


def wet_town(rng: random.Random) -> Town:
    """Return a town of four quarters, most crossroads of which are at the water, on both sides."""
    points = [f"{column}{row}" for column in "abc" for row in range(3)]
    rng.shuffle(points)
    many = rng.randint(2, 4)
    text = (
        PLAIN.replace("SHELTERS", "")
        .replace("columns = 6", "columns = 2")
        .replace("rows = 6", "rows = 2")
        .replace("[1, 2, 3, 4, 5, 6]", "[1, 2]")
        .replace("[[], []]", json.dumps([points[:many], points[many : 2 * many]]))
    )
    stars = "A1 = { kind = 'purple' }\nB1 = { kind = 'yellow', value = 6 }\n"
    return load_town((text + stars + "A2 = { kind = 'yellow', value = 9 }\n").encode())


MIDDLE = (
    "b2-c2 b2-b3 b3-c3 b3-b4 b4-c4 c1-d1 c1-c2 c2-d2 c2-c3 c3-d3 c3-c4 c4-d4 d1-e1 d1-d2 d2-e2 "
    "d2-d3 d3-e3 d3-d4 e1-e2 e2-e3"
)


def middle_town() -> Town:
    """Return the practice town with the roads in its middle alone, and diagonals through C3.

    Whole games draw nearly all that can be drawn there.
    """
    file = read_town_file(PRACTICE.read_bytes())
    columns, rows = "abcdefg", range(7)
    level = {f"{a}{y}-{b}{y}" for a, b in pairwise(columns) for y in rows}
    upright = {f"{x}{a}-{x}{b}" for x in columns for a, b in pairwise(rows)}
    left_out = sorted((level | upright) - set(MIDDLE.split()))
    quarters = (f"{x}{y}" for x in "ABCDEF" for y in range(1, 7))
    vertices = ("c3_north", "c3_south", "d3_north")
    return town_of(
        replace(
            file,
            board=replace(file.board, no_roads=tuple(left_out), corners=()),
            vertices={Crossroads(one): file.vertices[Crossroads(one)] for one in vertices},
            sides=(("b3", "c3_north", "d3_north"), ("c3_south", "d3", "e3")),
            no_diagonals=tuple(Location(one) for one in quarters if one != "C3"),
            shelters=tuple(one for one in file.shelters if one.at == "d3_north"),
            caches={"middle": ("c1", "b4", "d3_north", "e2")},
        )
    )


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
