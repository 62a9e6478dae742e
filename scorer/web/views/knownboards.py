"""The boards that the app knows, and how a board and its pictures lie on the screen."""

import unicodedata
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import geometry_data
from scorer.rules.city.box import in_box
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.city.goalcards import Measure
from scorer.rules.position.mark import SECTION_COLOURS, kinds_table
from scorer.rules.scoring.sheet import Step
from scorer.store.games import Game, PictureKind, Player
from scorer.store.kept import kept_setup, told_rivals
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.words import proper, word
from scorer.web.views.boardart import art_address
from scorer.web.views.citytexts import cards_data, marks_names, place_names, roads_beside
from scorer.web.views.phonedata import rides_data, scoring_data

# What is shown around the map, so that cafés and coordinates are in the picture.
MARGIN_MM = 12.5
# So much wider than high a board lies across.
ACROSS = 1.5
# The city that the rulebook begins with.
FIRST = "first-city"


@dataclass(frozen=True, slots=True)
class View:
    """The part of a board's page that is shown, in mm."""

    x: float
    y: float
    width: float
    height: float


def all_boards() -> tuple[Board, ...]:
    """Return every board that is shipped or was taught, hidden and broken ones left out.

    Somebody's own boards come first, then the city that everybody begins with; each follow the
    alphabet.
    """
    from scorer.vision.boards.taught import is_hidden, known_boards

    folder = services().taught_boards
    known = [board for board in known_boards(folder) if isinstance(board, Board)]
    boards = [board for board in known if not is_hidden(folder, board.id)]

    def turn(board: Board) -> tuple[bool, bool, str]:
        name = proper("board", board.id, board.name or board.id)
        return board.practice, board.id != FIRST, _sorted_as(board.id, name)

    return tuple(sorted(boards, key=turn))


def all_cities() -> list[City]:
    """Return every city, first that which everybody begins with, then by the alphabet."""

    def turn(city: City) -> tuple[bool, str]:
        name = proper("city", city.id, city.name)
        return city.id != FIRST, _sorted_as(city.id, name)

    return sorted(map(load_city, city_names()), key=turn)


def _sorted_as(id_: str, name: str) -> str:
    """Return as what *name* stands in the alphabet of the reader's language."""
    # What is not written as it sounds has a word for that.
    said = proper("sorted", id_, name)
    # An accent makes no letter of its own.
    return unicodedata.normalize("NFKD", said).casefold()


def find_board(id_: str) -> tuple[Board, City]:
    """Return the board called *id_* and its city, as the board's box has it.

    Raises
    ------
    RefusedError
        If there is no such board.
    """
    from scorer.vision.boards.picture import board_ids, load_board

    extra = services().taught_boards
    if id_ not in board_ids(extra):
        raise RefusedError("no-board", 404, name=id_)
    try:
        board = load_board(id_, extra)
    except BoardError as error:
        raise RefusedError("bad-board", detail=detail_of(error)) from error
    return board, in_box(load_city(board.city), board)


def city_of(game: Game) -> City:
    """Return the city of *game*, as the box of its board has it."""
    return find_board(game.board_id)[1]


def game_name(board: Board, city: City) -> str:
    """Return what a game on *board* goes by: a taught board's own name, or the name of its city."""
    if board.practice:
        return proper("city", city.id, city.name)
    return board.name or board.id


def shown_part(board: Board) -> View:
    """Return the map of *board* with a margin, and all beside it that is written on."""
    points = [point for road in board.roads for point in road.path]
    points += [point for cell in board.cells if cell.meeting_point for point in cell.polygon]
    points += [symbol.xy for symbol in board.cafe_area]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = max(min(xs) - MARGIN_MM, 0), max(min(ys) - MARGIN_MM, 0)
    right = min(max(xs) + MARGIN_MM, board.page_mm[0])
    bottom = min(max(ys) + MARGIN_MM, board.page_mm[1])
    return View(left, top, right - left, bottom - top)


def lies_across(board: Board) -> bool:
    """Whether *board* is so wide that a photo may show one half of it."""
    part = shown_part(board)
    return part.width > ACROSS * part.height


def scene(game: Game, player: Player, board: Board, city: City) -> dict[str, Any]:
    """Return all that the page needs once: the board, its pictures, addresses and words."""
    view, setup = shown_part(board), kept_setup(game, player, city)
    return {
        "geometry": geometry_data(board),
        "view": [view.x, view.y, view.width, view.height],
        "city": city_data(city),
        "title": game_name(board, city),
        "cards": cards_data(city, board),
        # Where two maps lie side by side, the line on which a ring does not tell its half.
        "fold": board.half if city.game.task_halves else 0,
        "crossable": sorted(map(str, city.crossable(board))),
        "marks": kinds_table(),
        "places": place_names(board),
        "beside": roads_beside(board),
        "art": art_address(board),
        "photo": _rectified(game, player),
        "editable": game.editable,
        "editor": None
        if board.practice
        else url_for("teach.editor", board_id=board.id, key=game.key, seat=player.seat),
        "scoring": scoring_data(board, city) if game.editable else None,
        "rides": rides_data(board),
        "rivals": len(game.players) > 1 or told_rivals(game, setup) is not None,
        "single": game.single,
        "name": player.name,
        "read_from": word(f"recent.{player.source.value}"),
    }


def city_data(city: City) -> dict[str, Any]:
    """Return what the pages say about *city*, in the reader's language."""
    return {
        "name": proper("city", city.id, city.name),
        "tourists": [kind.value for kind in city.tourists],
        "landmarks": [kind.value for kind in city.landmarks],
        "iconic": [
            {
                "id": mark.id,
                "name": proper("iconic", mark.id, mark.name),
                "steps": list(city.track(mark.id)),
                "ratings": list(city.ratings_on(mark.id)),
            }
            for mark in city.iconic
        ],
        "marks": marks_names(city),
        "step_names": _step_names(city),
        "step_rules": _step_rules(city),
        "levels": [
            {"id": level.id, "name": proper("level", level.id, level.name), "points": level.points}
            for level in city.levels
        ],
        "colours": [kind.value for kind in SECTION_COLOURS] if city.coloured else [],
        "hot_spots": city.game.hot_spots,
        "measures": [measure.value for measure in Measure],
        # A city without a mode of goal cards has none.
        "goals": city.plays_goals,
        # So many lie out.
        "tours": len(city.tour_colours),
        "modes": [
            {
                "id": mode.id,
                "name": word(f"mode.{mode.id}"),
                "cafes": mode.cafes,
                "tasks": mode.tasks,
                "goals": mode.goals,
            }
            for mode in city.modes
        ],
    }


def _step_names(city: City) -> dict[str, str]:
    """Return the names of the scoring steps that are the city's own, in the sheet's order."""
    names = {
        step: proper("step", f"{city.id}.{step}", name) for step, name in city.step_names.items()
    }
    if city.visit_all.name:
        names[Step.VISIT_ALL.value] = proper("visit-all", city.id, city.visit_all.name)
    return names | {
        special.step: proper("step", f"{city.id}.{special.step}", special.name)
        for special in city.specials
    }


def _step_rules(city: City) -> dict[str, str]:
    """Return how the city scores, for its own steps and for those that it scores otherwise."""
    hints = {step.value: "" for step in Step} | {one.step: one.hint for one in city.specials}
    rules = {step: proper("rule", f"{city.id}.{step}", hint) for step, hint in hints.items()}
    table = [f"{n} → {points}" for n, points in enumerate(city.visit_all.points) if n]
    if table and not rules[Step.VISIT_ALL]:
        said = word("rule.visit-all.table", table=word("list").join(table))
        rules[Step.VISIT_ALL.value] = said
    return {step: rule for step, rule in rules.items() if rule}


def _rectified(game: Game, player: Player) -> dict[str, Any] | None:
    info = player.pictures.get(PictureKind.RECTIFIED)
    if info is None or info.frame is None or player.reading is None:
        return None
    x, y = info.frame["origin_mm"]
    scale = info.frame["px_per_mm"]
    # The number makes a new address whenever the photo is read again.
    number = player.reading.number
    href = url_for("pictures.rectified", key=game.key, seat=player.seat, reading=number)
    return {"href": href, "box": [x, y, info.width / scale, info.height / scale]}
