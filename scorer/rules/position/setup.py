"""What lies beside a board: ratings, modules, cards."""

from enum import StrEnum
from typing import Self

import msgspec

from scorer.rules.city.city import City
from scorer.rules.city.goalcards import CardError, GoalCard, check_card
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.position.mark import MarksError
from scorer.rules.values import kept

# As many as the box holds.
MOST_BALANCE_CARDS = 4


class GameMode(StrEnum):
    """Who plays against whom: each for himself, alone, or two against two."""

    USUAL = "usual"
    SOLO = "solo"
    TEAM = "team"


class Half(StrEnum):
    """One half of a board whose two maps lie side by side."""

    LEFT = "left"
    RIGHT = "right"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies beside the board. ``ratings`` are the PP of each iconic landmark now.

    ``balance_cards`` each allow one section more or one change of a coordinate. In Paris
    ``tours`` are the themed tours in play, ``fewer_tours`` says that no others are, though the
    game has them, and ``diversity`` is the board's own table, where it is known.
    ``goal_cards``: goal cards are in play, though nobody may have said yet which.
    ``unrated`` are those of the ratings that nobody gave: they count as the lowest.
    In New York ``task_half`` is the half on which the task card was laid; it is looked at only
    where the rings do not tell, None where nobody said.
    """

    ratings: dict[str, int] = kept({})
    cafes: bool = kept(True)
    tasks: bool = kept(True)
    goals: tuple[GoalCard, ...] = kept(())
    goal_cards: bool = False
    mode: GameMode = kept(GameMode.USUAL)
    balance_cards: int = 0
    tours: tuple[str, ...] = ()
    diversity: tuple[int, ...] = ()
    unrated: tuple[str, ...] = ()
    task_half: Half | None = None
    fewer_tours: bool = False

    def __hash__(self) -> int:
        ratings = frozenset(self.ratings.items())
        return hash((ratings, *(getattr(self, name) for name in self.__struct_fields__[1:])))

    def checked_in(self, city: City, path: str = "$") -> Self:
        """Return the set-up with every rating of *city*, those not given being the lowest.

        These are ``unrated`` from then on.

        *path* is where the set-up stands in a larger file.

        Raises
        ------
        MarksError
            If a rating is of no iconic landmark or not on its track, a goal card makes no
            sense, the city is played without goal cards, there are more balance cards than
            the box holds, or a half is named where the map has none.
        """
        if (self.goals or self.goal_cards) and not city.plays_goals:
            raise MarksError(f"{path}.goals: {city.name} is played without goal cards")
        for i, card in enumerate(self.goals):
            try:
                check_card(card, city.tourists, city.landmarks)
            except CardError as error:
                raise MarksError(f"{path}.goals[{i}]{error}") from error
        _check_ratings(self, city, path)
        if not 0 <= self.balance_cards <= MOST_BALANCE_CARDS:
            raise MarksError(
                f"{path}.balance_cards: {self.balance_cards} is not from 0 to {MOST_BALANCE_CARDS}"
            )
        _check_tours(self, city, path)
        if self.task_half and not city.game.task_halves:
            raise MarksError(f"{path}.task_half: the map of {city.name} has no halves")
        return self.completed_in(city)

    def completed_in(self, city: City) -> Self:
        """Return the set-up with every rating of *city*, as ``checked_in``, taken as it is.

        For what was checked when it was kept: a track that was told later may have other
        steps.
        """
        ratings = lowest_ratings(city) | self.ratings
        given = self.ratings.keys() - set(self.unrated)
        unrated = tuple(mark.id for mark in city.iconic if mark.id not in given)
        return msgspec.structs.replace(self, ratings=ratings, unrated=unrated)


def parse_setup(data: bytes, city: City, path: str = "$") -> Setup:
    """Return the set-up in the JSON *data*, ratings not given being the lowest.

    *path* is where the set-up stands in a larger file, for error messages.

    Raises
    ------
    MarksError
        If *data* is no such JSON or rates something that the city has not.
    """
    return decoded_setup(data, path).checked_in(city, path)


def decoded_setup(data: bytes, path: str = "$") -> Setup:
    """Return the set-up in the JSON *data*, not yet held against a city.

    Raises
    ------
    MarksError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, Setup, start=path)
    except JsonError as error:
        raise MarksError(f"setup: {error}") from error


def _check_ratings(setup: Setup, city: City, path: str) -> None:
    tracks = {iconic.id: city.ratings_on(iconic.id) for iconic in city.iconic}
    rates = f"{city.name} rates only {', '.join(tracks)}"
    for i, id_ in enumerate(setup.unrated):
        if id_ not in tracks:
            raise MarksError(f"{path}.unrated[{i}]: {rates}")
    for id_, rating in setup.ratings.items():
        where = f"{path}.ratings.{id_}"
        if id_ not in tracks:
            raise MarksError(f"{where}: {rates}")
        if rating not in tracks[id_]:
            steps = ", ".join(map(str, tracks[id_]))
            raise MarksError(f"{where}: {rating} is not on its track ({steps})")


def lowest_ratings(city: City) -> dict[str, int]:
    """Return the PP of each iconic landmark of *city* before any rating went up."""
    return {iconic.id: city.track(iconic.id)[0] for iconic in city.iconic}


def usual_setup(city: City, mode: str = "medium") -> Setup:
    """Return the set-up of a game in *mode* before any rating went up."""
    modules = city.mode(mode)
    return Setup(cafes=modules.cafes, tasks=modules.tasks, goal_cards=modules.goals).checked_in(
        city
    )


def _check_tours(setup: Setup, city: City, path: str) -> None:
    known = [tour.id for tour in city.tours]
    for i, id_ in enumerate(setup.tours):
        if id_ not in known:
            has = ", ".join(known) or "none"
            raise MarksError(f"{path}.tours[{i}]: {city.name} has no tour {id_!r}; it has {has}")
        if id_ in setup.tours[:i]:
            raise MarksError(f"{path}.tours[{i}]: {id_!r} is given twice")
        colour = city.tour(id_).colour
        if colour in [city.tour(other).colour for other in setup.tours[:i]]:
            raise MarksError(
                f"{path}.tours[{i}]: {id_!r} is a second {colour} tour; one of each colour lies out"
            )
    if setup.fewer_tours and not known:
        raise MarksError(f"{path}.fewer_tours: {city.name} has no themed tours")
    if setup.diversity and city.diversity is None:
        raise MarksError(f"{path}.diversity: {city.name} has no diversity table")
    if sorted(setup.diversity) != list(setup.diversity) or min(setup.diversity, default=0) < 0:
        raise MarksError(f"{path}.diversity: expected PP for 0, 1, 2 … runs, never falling")
