"""The facts of a filled board, ready for weighing many routes, and what a route passes.

A route's worth depends on what it passes and not on its order: the quarters along it, caches
and shelters, its length, turns and ferries. That is its *pass*.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, assert_never

from scorer.rules.board.board import LandmarkKind
from scorer.rules.innsmouth.check.punishments import Streets, streets_of
from scorer.rules.innsmouth.filled import Filled, counts_tourists
from scorer.rules.innsmouth.pieces import (
    COLLECTED,
    CROSSED,
    DECK,
    WANTED,
    Character,
    GoalCard,
    Measure,
    Tourist,
)
from scorer.rules.innsmouth.route import Route, turns


class Pass(NamedTuple):
    """What a route passes. Quarters, caches and shelters are masks of their numbers.

    ``crossing`` are the ferries from one side of the river to the other.
    """

    quarters: int = 0
    caches: int = 0
    shelters: int = 0
    length: int = 0
    turns: int = 0
    ferries: int = 0
    crossing: int = 0


@dataclass
class Facts:
    """What counts on a filled board, by numbers of quarters in reading order."""

    filled: Filled

    @cached_property
    def streets(self) -> Streets:
        return streets_of(self.filled)

    @property
    def character(self) -> Character:
        return self.filled.setup.character

    @cached_property
    def counts(self) -> tuple[tuple[int, int, int, int], ...]:
        """The tourists in each quarter, by type."""
        held = self.filled.marks.tourists
        return tuple(
            held[q].counts if q in held else (0, 0, 0, 0) for q in self.filled.town.quarters
        )

    @cached_property
    def occupied(self) -> int:
        """The quarters that hold tourists."""
        return sum(1 << q for q, counts in enumerate(self.counts) if any(counts))

    @cached_property
    def landmarks(self) -> dict[LandmarkKind, int]:
        """The quarters with landmarks of each colour."""
        marks = self.filled.town.landmark
        return {
            kind: sum(
                1 << q
                for q, place in enumerate(self.filled.town.quarters)
                if place in marks and marks[place].kind is kind
            )
            for kind in LandmarkKind
        }

    @cached_property
    def stars(self) -> tuple[tuple[int, int], ...]:
        """The yellow quarters and their values."""
        marks = self.filled.town.landmark
        return tuple(
            (q, marks[place].value or 0)
            for q, place in enumerate(self.filled.town.quarters)
            if place in marks and marks[place].kind is LandmarkKind.YELLOW
        )

    @cached_property
    def symbols(self) -> dict[int, int]:
        """The threat symbols by quarters."""
        return dict(self.streets.symbols)

    def passed(self, route: Route) -> Pass:
        """Return what *route* passes.

        Source: step 4 (quarters along the route); "The river", "Shelters", "Caches".
        """
        town, sections = self.filled.town, route.sections
        touched = {end for section in sections for end in section.ends} | set(sections)
        beside = {q for section in sections for q in town.board.road_of[section].locations}
        at = [shelter.at for shelter in town.shelters]
        return Pass(
            sum(1 << q for q, place in enumerate(town.quarters) if place in beside),
            sum(1 << i for i, place in enumerate(self.filled.caches) if place in touched),
            sum(1 << i for i, place in enumerate(at) if place in touched),
            len(sections),
            turns(route, town),
            len(route.ferries),
            route.crossing(town),
        )

    def corners(self, route: Route) -> int:
        """Return the quarters that *route* only touches at a corner, or across the river."""
        town = self.filled.town
        # A crossroads that the river takes has a name for each bank: c3_north, c3_south.
        touched = {end.split("_")[0] for section in route.sections for end in section.ends}
        around = {
            q
            for point, roads in town.board.roads_at.items()
            if point.split("_")[0] in touched
            for road in roads
            for q in road.locations
        }
        near = sum(1 << q for q, place in enumerate(town.quarters) if place in around)
        return near & ~self.passed(route).quarters

    def level(self, passed: Pass) -> int:
        """Return the threat level: ferries, and symbols in quarters along the route.

        The Warlock's is not raised; ferries do not raise the Boatman's.

        Source: step 2; "Warlock", "Boatman".
        """
        if self.character is Character.WARLOCK:
            return 0
        along = sum(n for q, n in self.streets.symbols if passed.quarters >> q & 1)
        return along + (0 if self.character is Character.BOATMAN else passed.ferries)

    def taken(self, passed: Pass) -> int:
        """Return how many artefact cards are taken.

        Source: step 3, point 1; "Caches", "Warlock".
        """
        warlock = self.character is Character.WARLOCK
        return 0 if warlock else min(DECK, passed.caches.bit_count())

    def people(self, passed: Pass, lost: int = 0) -> tuple[int, int, int, int]:
        """Return the tourists along the route by type, shelters included, but for the *lost*.

        Source: step 4, points 1 and 2; "Shelters".
        """
        left = passed.quarters & self.occupied & ~lost
        groups = [counts for q, counts in enumerate(self.counts) if left >> q & 1]
        for i, shelter in enumerate(self.filled.town.shelters):
            if passed.shelters >> i & 1:
                groups.append(shelter.tourists.counts)
        a, b, c, d = (sum(group[kind] for group in groups) for kind in range(4))
        return a, b, c, d

    def sights(self, passed: Pass) -> tuple[int, int, int, int]:
        """Return the landmarks along the route that each type of tourist comes for.

        Source: step 4, points 1 and 2; "Types of quarters".
        """
        along = [self.landmarks[WANTED[kind]] & passed.quarters for kind in Tourist]
        a, b, c, d = (mask.bit_count() for mask in along)
        return a, b, c, d

    def star_points(self, passed: Pass) -> int:
        """Return the VP of the yellow quarters along the route.

        Source: step 4, point 6.
        """
        return sum(value for q, value in self.stars if passed.quarters >> q & 1)

    def measured(self, card: GoalCard, passed: Pass, lost: int = 0) -> int:
        """Return what *card* measures, after the check (our decision).

        Source: step 4, point 4; "Goal cards".
        """
        standing = passed.quarters & self.occupied & ~lost
        match card.measure:
            case Measure.TURNS:
                return passed.turns
            case Measure.LENGTH:
                return passed.length
            case Measure.QUARTERS:
                return passed.quarters.bit_count()
            case Measure.LANDMARKS:
                kinds = [LandmarkKind(card.of)] if card.of else list(LandmarkKind)
                return sum((self.landmarks[kind] & passed.quarters).bit_count() for kind in kinds)
            case Measure.CACHES:
                return passed.caches.bit_count()
            case Measure.SHELTERS:
                return passed.shelters.bit_count()
            case Measure.TOURISTS:
                people = self.people(passed, lost)
                return people[list(Tourist).index(Tourist(card.of))] if card.of else sum(people)
            case Measure.OCCUPIED:
                return standing.bit_count()
            case _:
                assert_never(card.measure)

    def goal_points(self, passed: Pass, lost: int = 0) -> int:
        """Return the VP of goal cards: of each the best tier reached.

        Source: step 4, point 4; "Goal cards".
        """
        goals = self.filled.setup.goals
        return sum(card.points(self.measured(card, passed, lost)) for card in goals)

    def certain(self, passed: Pass) -> int:
        """Return what no check changes: stars, and what the character gives for sure.

        Source: step 4, points 5 and 6; "Collector", "Boatman".
        """
        points = self.star_points(passed)
        if self.character is Character.COLLECTOR:
            points += COLLECTED * self.taken(passed)
        if self.character is Character.BOATMAN:
            points += CROSSED * passed.crossing
        return points

    def product_points(self, passed: Pass, lost: int = 0) -> int:
        """Return the VP of the four types of tourists.

        Source: step 4, points 1 and 2.
        """
        pairs = zip(self.people(passed, lost), self.sights(passed), strict=True)
        return sum(people * sights for people, sights in pairs)

    @cached_property
    def goals_may_fall(self) -> bool:
        """Whether the check can change the VP of goal cards."""
        return any(counts_tourists(card) for card in self.filled.setup.goals)
