"""What the page shows and every tap changes, as JSON."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.marks import Marks, Setup, marks_data, setup_data
from scorer.rules.referee import Finding, findings
from scorer.rules.score import score
from scorer.rules.sheet import ScoreSheet, sheet_data
from scorer.store.games import Game, Player
from scorer.web.edits import (
    corrected,
    differences,
    edit_of,
    kept_marks,
    kept_setup,
    place_of,
    read_marks,
)
from scorer.web.limits import MAX_SECTIONS
from scorer.web.results import table_result

# Each alternative costs a search for the best route; a tap must stay quick.
MAX_WEIGHED = 24
# Beyond these a photo is read with more doubts than usual: share of the map, and mm on it.
MUCH_GLARE = 0.03
MUCH_BLUR_MM = 0.9
# As readings name it.
OUTSIDE = "outside the photo"


def state(game: Game, player: Player, board: Board, city: City) -> dict[str, Any]:
    """Return marks, set-up, score sheet, open doubts and referee findings of one board."""
    marks, setup = kept_marks(player, board), kept_setup(game, player, city)
    noticed = findings(board, city, marks, setup)
    read = read_marks(player, board)
    return {
        "version": version_of(game, player),
        "reading": player.reading.number if player.reading else 0,
        "marks": page_marks(marks),
        "setup": setup_data(setup),
        "mode": mode_of(setup, city),
        "sheet": sheet_data(sheet_of_seat(game, player, board, city)),
        "findings": [*_too_many(marks), *map(finding_data, noticed)],
        "doubts": open_doubts(
            player, lambda other: best_sheet(board, city, other, setup).total, marks, board
        ),
        "quality": _quality(player),
        "missing_half": _missing_half(player),
        "read": page_marks(read) if read else None,
        "corrections": len(differences(read, marks)) if read else 0,
    }


def version_of(game: Game, player: Player) -> int:
    """Return a number that grows with every change of a board or of its game's set-up."""
    return game.version + player.version


def sheet_of_seat(game: Game, player: Player, board: Board, city: City) -> ScoreSheet:
    """Return the sheet of one board, as it stands on its game's table."""
    marks, setup = kept_marks(player, board), kept_setup(game, player, city)
    if not setup.goals or len(marks.sections) > MAX_SECTIONS:
        return best_sheet(board, city, marks, setup)
    result = table_result(game, city)
    assert result
    return result.seats[game.players.index(player)].sheet


def page_marks(marks: Marks) -> dict[str, Any]:
    """Return *marks* for the page: sections by name alone, colours beside them."""
    data = marks_data(marks)
    if marks.colours:
        data["sections"] = sorted(map(str, marks.sections))
        data["colours"] = {str(road): kind.value for road, kind in sorted(marks.colours.items())}
    return data


def best_sheet(board: Board, city: City, marks: Marks, setup: Setup) -> ScoreSheet:
    """Return the sheet of the best final route.

    With more sections than can be searched while a person waits it is that of the empty
    route, not called the best.
    """
    if len(marks.sections) <= MAX_SECTIONS:
        return score(board, city, marks, setup)
    bare = replace(marks, sections=frozenset(), colours={}, hot_spots=frozenset())
    empty = score(board, city, bare, setup)
    return replace(empty, optimal=False)


def mode_of(setup: Setup, city: City) -> str | None:
    """Return the mode that plays with the modules of *setup*, if the city has one."""
    for mode in city.modes:
        if not mode.goals and (mode.cafes, mode.tasks) == (setup.cafes, setup.tasks):
            return mode.id
    return None


def open_doubts(
    player: Player, total: Callable[[Marks], int], marks: Marks, board: Board
) -> list[dict[str, Any]]:
    """Return the doubts that nobody has answered, each choice with the total it leads to."""
    found = []
    weighed = 0
    # What the photo does not show comes last: there is nothing in it to look at.
    for doubt in sorted(player.reading.doubts if player.reading else [], key=_is_outside):
        kind, where = doubt["kind"], doubt["where"]
        if place_of(kind, where) in player.settled:
            continue
        choices = []
        for value in (doubt["read"], *doubt["alternatives"]):
            weighed += 1
            known = weighed <= MAX_WEIGHED
            other = corrected(marks, board, [edit_of(kind, where, value)]) if known else None
            choices.append({"value": value, "total": total(other) if other else None})
        kept = {key: doubt[key] for key in ("kind", "where", "read", "confidence", "reason")}
        found.append({**kept, "choices": choices})
    # Most doubtful first, as read; those that may change the total before all others.
    return sorted(
        found,
        key=lambda one: (
            _is_outside(one),
            len({choice["total"] for choice in one["choices"]}) == 1,
        ),
    )


def _is_outside(doubt: dict[str, Any]) -> bool:
    return bool(doubt["reason"] == OUTSIDE)


def _quality(player: Player) -> list[str]:
    """Return what made a photo hard to read, worst first; people may use it all the same."""
    if player.reading is None:
        return []
    found = player.reading.quality
    poor = [
        ("glare", found.get("glare_share", 0) / MUCH_GLARE),
        ("blur", found.get("blur", 0) / MUCH_BLUR_MM),
    ]
    cut_off = ["outside"] if any(map(_is_outside, player.reading.doubts)) else []
    return cut_off + [name for name, share in sorted(poor, key=lambda one: -one[1]) if share >= 1]


def _missing_half(player: Player) -> str:
    """Return which half of a board no photo has shown yet, where one has shown the other."""
    halves = player.reading.quality.get("halves", []) if player.reading else []
    return {"left": "right", "right": "left"}[halves[0]] if len(halves) == 1 else ""


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return *finding* with its figures; the words are the page's."""
    return {
        "kind": str(finding.kind),
        "elements": [str(element) for element in finding.elements],
        "count": finding.count,
        "most": finding.most,
    }


def _too_many(marks: Marks) -> list[dict[str, Any]]:
    if (count := len(marks.sections)) <= MAX_SECTIONS:
        return []
    return [{"kind": "not-searched", "elements": [], "count": count, "most": MAX_SECTIONS}]
