"""What is peculiar to a city, in the reader's language: its cards, and what lies off its map."""

import re
from typing import Any

import msgspec

from scorer.rules.board import Board, BoardError, Sign
from scorer.rules.city import City, Tour
from scorer.rules.citycards import CityGoal
from scorer.web.words import proper, word


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


def crossable(city: City, board: Board) -> list[str]:
    """Return the locations that a game in *city* may cross out.

    Where tourists may wait off the map, a location they have left is crossed out; ferries
    are, where they have left themselves.
    """
    printed = city.practice_board
    if any(cell.meeting_point for cell in printed.cells):
        return [str(cell.location) for cell in board.cells if cell.meeting_point is None]
    ferries = {p for group in printed.marked if group.sign is Sign.FERRY for p in group.locations}
    return sorted(map(str, ferries & board.cell_of.keys()))


def place_names(board: Board) -> dict[str, str]:
    """Return what people call the places beside the map that are written on, by their ids."""
    at = {mark.meeting_point: mark for mark in board.landmarks if mark.meeting_point}
    found = {
        str(cell.location): proper("iconic", mark.id, mark.name)
        for cell in board.cells
        if cell.meeting_point and (mark := at.get(cell.meeting_point)) is not None
    }
    for symbol in board.cafe_area:
        bonus = word(f"bonus.{symbol.bonus}")
        found[symbol.id] = f"{bonus} ({symbol.dock})" if symbol.dock else bonus
    return found


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
