"""What is peculiar to a city, in the reader's language: its cards, and what lies off its map."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from scorer.rules.board.board import BANKS, Board, BoardError, Landmark
from scorer.rules.city.city import City, Tour
from scorer.rules.city.owncards import CityGoal
from scorer.rules.notation import Location, RoadId
from scorer.rules.teaching.compared import all_marks
from scorer.web.serving.words import proper, word


def cards_data(city: City, board: Board) -> dict[str, Any]:
    """Return the cards that belong to *city* alone, as they are on *board*."""
    return {
        "goals": [
            {"title": goal_title(city, goal.name), "card": card}
            for goal in city.goals
            if (card := _card(goal, board)) is not None
        ],
        "tours": [_tour(tour, city) for tour in city.tours],
        "diversity": list(city.diversity.points) if city.diversity else [],
    }


def goal_title(city: City, name: str) -> str:
    """Return the title of *city*'s own goal card called *name*."""
    return proper("card", f"{city.id}.{re.sub('[^a-z]+', '-', name.lower())}", name)


def marks_names(city: City) -> dict[str, str]:
    """Return what the kinds of marks that boards of *city* have are called, by their ids."""
    usual = city.practice_board
    return {
        id_: word("marked.banks")
        if id_ == BANKS
        else proper("marked", f"{city.id}.{id_}", usual.marked_as(id_).name)
        for id_ in all_marks(usual)
    }


def place_names(board: Board) -> dict[str, str]:
    """Return what people call places: those beside the map, and locations with a landmark."""
    at = {mark.meeting_point: mark for mark in board.landmarks if mark.meeting_point}
    found = {
        str(location): word("list").join((str(location), names))
        for location in board.cell_of
        if (names := _landmarks(board, _lies_in(location)))
    }
    found |= {
        str(cell.location): proper("iconic", mark.id, mark.name)
        for cell in board.cells
        if cell.meeting_point and (mark := at.get(cell.meeting_point)) is not None
    }
    for symbol in board.cafe_area:
        bonus = word(f"bonus.{symbol.bonus}")
        found[symbol.id] = bonus + word("sign.aside", said=symbol.dock) if symbol.dock else bonus
    return found


def roads_beside(board: Board) -> dict[str, str]:
    """Return the names of the landmarks along each road that passes one, by the road's id."""
    return {
        str(road.id): names
        for road in board.roads
        if (names := _landmarks(board, _runs_along(road.id)))
    }


def _lies_in(location: Location) -> Callable[[Landmark], bool]:
    return lambda mark: location in mark.locations


def _runs_along(road: RoadId) -> Callable[[Landmark], bool]:
    return lambda mark: road in mark.roads


def _landmarks(board: Board, there: Callable[[Landmark], bool]) -> str:
    """Return the names of those landmarks that are *there* and have one."""
    names = [proper("iconic", one.id, one.name) for one in board.landmarks if there(one)]
    return word("list").join(filter(None, names))


def _card(goal: CityGoal, board: Board) -> Any:
    """Return the card as JSON, or None where *board* marks nothing that it could be about."""
    try:
        return msgspec.to_builtins(goal.on(board))
    except BoardError:
        return None


def _tour(tour: Tour, city: City) -> dict[str, Any]:
    """Return a tour, each landmark on it named by the locations it lies in."""
    where = {mark.id: mark.locations for mark in city.practice_board.landmarks}
    places = [text for one in tour.places for text in map(str, where.get(one, (one,)))]
    name = proper("tour", tour.id, tour.name)
    return {"id": tour.id, "name": name, "colour": tour.colour.value, "places": places}
