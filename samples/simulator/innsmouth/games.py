"""Whole games of Innsmouth played by chance: boards as they look after ten rounds.

Players here want long connected routes: sections that join what is drawn are preferred.
"""

import random
from collections import Counter
from collections.abc import Container

from scorer.rules.board.board import RoadKind
from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Bonus, Character, Group, Threat, Tourist
from scorer.rules.innsmouth.rounds import quarters_to_choose
from scorer.rules.innsmouth.town import Town
from scorer.rules.notation import Crossroads, Location, NameSet, RoadId
from scorer.rules.values import replace

ROUNDS = 10
# Of so many roads tried by chance the best one is taken.
TRIES = 3
# How often a bonus of the character was never used.
_UNUSED = 0.3


class Player:
    """A player with a board that fills up."""

    def __init__(self, rng: random.Random, town: Town) -> None:
        self.rng, self.town = rng, town
        self.sections: set[RoadId] = set()
        self.tourists: dict[Location, Group] = {}
        self.threats: Counter[Location] = Counter()

    def by_coordinates(self, x: int, y: int) -> Location:
        places = self.town.coordinates
        return next(place for place, pair in places.items() if pair == (x, y))

    def play(self, dice: tuple[int, int], bonus: str) -> None:
        """Play a round with two dice and the bonus die."""
        free, anywhere = quarters_to_choose(self.town, dice, self.tourists)
        quarter, number, count = self.rng.choice(free), 1, 1
        if not anywhere:
            number, count = self.rng.choice((2, 2, 3, 3, 4)), 3 if bonus == "zigzag" else 2
        kinds = Counter(self.rng.choice(list(Tourist)) for _ in range(number))
        self.tourists[quarter] = Group(**{kind.value: n for kind, n in kinds.items()})
        self.draw(quarter, count)
        if bonus == "alley":
            self.diagonal(quarter)

    def draw(self, quarter: Location, count: int) -> None:
        """Draw so many sections one after another, the first along *quarter* if it can be."""
        roads = [r for r in self.printed() if quarter in self.town.board.road_of[r].locations]
        last = self.best([road for road in roads if road not in self.sections] or self.printed())
        for _ in range(count - 1):
            near = [road for road in self.printed() if set(road.ends) & set(last.ends)]
            near = [road for road in near if road not in self.sections]
            if not near:
                break
            last = self.best(near)

    def best(self, roads: list[RoadId]) -> RoadId:
        """Draw and return the road, of some, that joins most to what is drawn."""
        drawn = {end for section in self.sections for end in section.ends}
        tried = self.rng.sample(roads, min(TRIES, len(roads)))

        def worth(road: RoadId) -> int:
            joined = sum(end in drawn for end in road.ends)
            quarters = self.town.board.road_of[road].locations
            sights = sum(quarter in self.town.landmark for quarter in quarters)
            return (0, 4, 1)[joined] + sights

        chosen = max(tried, key=worth)
        self.sections.add(chosen)
        return chosen

    def printed(self) -> list[RoadId]:
        return [r.id for r in self.town.board.roads if r.kind is not RoadKind.DIAGONAL]

    def diagonal(self, quarter: Location | None = None) -> None:
        """Draw a diagonal, through *quarter* where it can be."""
        ways = [road for road in self.town.board.roads if road.kind is RoadKind.DIAGONAL]
        near = [road.id for road in ways if quarter in road.locations]
        ids = near or [road.id for road in ways]
        self.best([id_ for id_ in ids if id_ not in self.sections] or ids)


def played_board(
    rng: random.Random,
    town: Town,
    character: Character | None = None,
    goals: int = 2,
    unused: Container[Bonus] = (),
) -> Filled:
    """Return the board of one player after a whole game; bonuses *unused* drew nothing."""
    player = Player(rng, town)
    who = character or rng.choice(list(Character))
    threat = rng.choice(list(Threat))
    bonuses = ("none", "none", "alley", "turn", "none", "zigzag")
    fates = [rng.randint(1, 6) for _ in range(ROUNDS)]
    for _ in range(ROUNDS):
        player.play((rng.randint(1, 6), rng.randint(1, 6)), rng.choice(bonuses))
    pairs = list(zip(fates[::2], fates[1::2], strict=True))
    if threat is Threat.DEEP_ONES:
        pairs = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in pairs[1:]]
    for x, y in pairs:
        player.threats[player.by_coordinates(x, y)] += 1
    bonuses_of = [one for one in town.file.bonuses.get(who, ()) if one not in unused]
    if Bonus.DIAGONAL in bonuses_of:
        player.diagonal()
    if Bonus.SECTION in bonuses_of:
        player.best(player.printed())
    marks = InnsmouthMarks(NameSet(player.sections), player.tourists, dict(player.threats), used=())
    setup = InnsmouthSetup(
        threat,
        who,
        rng.choice(list(town.file.caches)),
        tuple(rng.sample(town.file.goals, goals)),
        fates=tuple(fates) if threat is Threat.CULTISTS else (),
    )
    return Filled(town, marks, setup)


def marked_board(rng: random.Random, town: Town) -> Filled:
    """Return a board after a whole game with all that a player marks before the final route.

    The caches of the card in play, the character's bonuses circled, and crossed out where they
    were used, the rings of the Detective, who got a tourist more for most of them, and the ring
    round the town's name after a symbol of the Deep Ones was skipped.
    """
    unused = {bonus for bonus in Bonus if rng.random() < _UNUSED}
    filled = played_board(rng, town, unused=unused)
    setup, marks = filled.setup, filled.marks
    circled = town.file.bonuses.get(setup.character, ())
    marks = replace(
        marks,
        caches=NameSet(filled.caches),
        circled=circled,
        used=tuple(bonus for bonus in circled if bonus not in unused),
        ringed_name=setup.threat is Threat.DEEP_ONES,
    )
    if setup.character is Character.DETECTIVE:
        marks = _searched(rng, replace(filled, marks=marks))
    return replace(filled, marks=marks)


def _searched(rng: random.Random, filled: Filled) -> InnsmouthMarks:
    """Return the marks of a Detective, who rings what sections touch and finds tourists there."""
    marks, places = filled.marks, {*filled.caches, *(one.at for one in filled.town.shelters)}
    touched = {str(end) for section in marks.sections for end in section.ends}
    rings = sorted(places & touched)
    tourists = dict(marks.tourists)
    for quarter in rng.sample(sorted(tourists), min(len(rings), len(tourists))):
        kind = rng.choice(list(Tourist)).value
        group = tourists[quarter]
        tourists[quarter] = replace(group, **{kind: getattr(group, kind) + 1})
    return replace(marks, tourists=tourists, rings=NameSet(rings))


def small_drawing(rng: random.Random, town: Town, count: int) -> list[RoadId]:
    """Return up to *count* sections near one another, diagonals too."""
    by_end: dict[Crossroads, list[RoadId]] = {}
    for road in town.board.roads:
        for end in road.id.ends:
            by_end.setdefault(end, []).append(road.id)
    found = {rng.choice(town.board.roads).id}
    while len(found) < count:
        at = rng.choice(sorted({end for section in found for end in section.ends}))
        if rng.random() < 0.25:
            at = rng.choice(sorted(town.side))
        found.add(rng.choice(by_end[at]))
    return sorted(found)
