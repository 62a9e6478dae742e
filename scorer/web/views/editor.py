"""What is printed on a taught board, as its editor shows it."""

from dataclasses import dataclass
from typing import Any

from scorer.rules.board.board import BANKS, Board, CafeBonus, LandmarkKind
from scorer.rules.board.geometry import geometry_data
from scorer.rules.board.missing import missing
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.teaching.compared import one_sided
from scorer.rules.teaching.corrections import on_map, shared_tracks
from scorer.rules.teaching.figures import CARD, DIVERSITY, TRACK, VISIT_ALL, Figure, figures_of
from scorer.rules.teaching.places import markable, told_of
from scorer.rules.values import replace
from scorer.web.services import services
from scorer.web.serving.words import proper, word
from scorer.web.views.boardart import art_address
from scorer.web.views.citytexts import goal_title, marks_names
from scorer.web.views.knownboards import shown_part


@dataclass(frozen=True, slots=True)
class MarkedGroup:
    """Places that the city marks: how many, and whether nobody has compared them yet."""

    id: str
    name: str
    count: int
    uncompared: bool


def editor_scene(board: Board, city: City) -> dict[str, Any]:
    """Return what the editor needs once: the picture, and what may be printed on it."""
    view = shown_part(board)
    usual = city.practice_board
    kinds = {mark.kind for mark in usual.landmarks if mark.locations}
    bonuses = {cafe.bonus for cafe in usual.cafes}
    tracks = {mark.id: mark.name for mark in city.iconic}
    return {
        "geometry": geometry_data(board),
        "view": [view.x, view.y, view.width, view.height],
        "art": art_address(board),
        "kinds": [kind.value for kind in city.landmarks if kind in kinds],
        "bonuses": [one.value for one in CafeBonus if one in bonuses],
        "usual": {"cafes": len(usual.cafes), "points": len(usual.visit_all)},
        "iconic": [{"id": id_, "name": proper("iconic", id_, tracks[id_])} for id_ in on_map(city)],
        "shared": sorted(shared_tracks(city)),
        "names": known_names(city),
        "compared": marks_names(city),
        "marked": [
            {
                "id": id_,
                "name": marks_names(city)[id_],
                "sort": sort.__name__,
                "valued": bool(usual.marked_as(id_).values),
            }
            for id_, sort in markable(city).items()
        ],
    }


def known_names(city: City) -> dict[str, list[str]]:
    """Return the names, by kind, of landmarks that the rules of *city* speak of.

    All others are the practice layout's own; grey ones are told by their rating tracks.
    """
    found: dict[str, list[str]] = {}
    for mark in city.practice_board.landmarks:
        own = mark.id not in {f"{mark.kind}-{where}" for where in mark.locations}
        if own and mark.kind is not LandmarkKind.GREY:
            found.setdefault(mark.kind.value, []).append(mark.name)
    return found


def editor_state(board: Board, city: City) -> dict[str, Any]:
    """Return what stands at every place of *board*, and what it lacks."""
    return {
        "places": to_data(told_of(board, city)),
        "missing": [
            {
                "need": lack.need.value,
                "landmark": lack.landmark,
                "where": str(lack.locations[0]) if lack.locations else "",
            }
            for lack in missing(board, city.practice_board)
        ],
        "unseen": list(unseen_places(board)),
    }


def unseen_places(board: Board) -> tuple[str, ...]:
    """Return the places of a taught board whose print no photo has shown yet, in their order."""
    from scorer.vision.boards.picture import load_picture
    from scorer.vision.drawn.places import unknown_places

    picture = load_picture(board.id, services().taught_boards)
    # A café's symbol stands at its crossroads.
    return tuple(dict.fromkeys(where for _, where in unknown_places(picture)))


def figure_rows(board: Board, city: City) -> tuple[Figure, ...]:
    """Return the figures of the box of *board*, named in the reader's language."""
    return tuple(
        replace(one, name=_figure_name(one, city)) for one in figures_of(board, load_city(city.id))
    )


def _figure_name(figure: Figure, city: City) -> str:
    if figure.key == VISIT_ALL:
        return proper("visit-all", city.id, figure.name)
    if figure.key == DIVERSITY:
        return word("diversity.title")
    if figure.key.startswith(CARD):
        return goal_title(city, figure.name)
    return proper("iconic", figure.key.removeprefix(TRACK), figure.name)


def marked_groups(board: Board, city: City) -> tuple[MarkedGroup, ...]:
    """Return all kinds of marks that boards of *city* have, as they are on *board*."""

    def number(id_: str) -> int:
        return len(one_sided(board)) if id_ == BANKS else len(board.marked_as(id_).places)

    names = {BANKS: word("marked.banks")} if one_sided(board) else {}
    return tuple(
        MarkedGroup(id_, name, number(id_), id_ in board.uncompared)
        for id_, name in (marks_names(city) | names).items()
    )
