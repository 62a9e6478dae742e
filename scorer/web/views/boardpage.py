"""What the page shows and every tap changes, as JSON."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from flask import url_for

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import Mark, MarkKind, differences
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.referee import Finding, findings
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.values import replace
from scorer.store.games import Game, Json, PictureKind, Player, UnknownGameError
from scorer.store.kept import ASIDE, REMATCH, REMATCH_OF, is_checked, kept_board, read_marks
from scorer.store.kept import open_doubts as unanswered
from scorer.vision.doubts import OUTSIDE
from scorer.web.anotherphoto import places_to_show
from scorer.web.edits import corrections
from scorer.web.otherdrawing import APART, photo_to_undo
from scorer.web.services import services
from scorer.web.serving.limits import MAX_SECTIONS
from scorer.web.stamps import board_mark
from scorer.web.views.knownboards import find_board
from scorer.web.views.notread import asked_whose_words
from scorer.web.views.outdated import is_declared, looked_at
from scorer.web.views.results import status_on, table_result
from scorer.web.views.searches import patient_score, was_busy

# Each answer to a doubt costs a search for the best route; a tap must stay quick. So many are
# weighed at any rate, and more while there is time.
SURELY_WEIGHED = 24
WEIGH_S = 0.25
# Beyond these a photo is read with more doubts than usual: share of the map, and mm on it.
MUCH_GLARE = 0.03
MUCH_BLUR_MM = 0.9


def state(game: Game, player: Player, board: Board, city: City) -> dict[str, Any]:
    """Return marks, set-up, score sheet, open doubts and referee findings of one board.

    ``busy``: the sheet is not the best one yet, because it was not one's turn to search.
    """
    filled = kept_board(game, player, board, city)
    marks, setup = filled.marks, filled.setup
    read = read_marks(player, board)
    return {
        "version": version_of(game, player),
        "name": player.name,
        "reading": player.reading.number if player.reading else 0,
        # A new one comes with its reading, and goes by its age.
        "photo": PictureKind.RECTIFIED in player.pictures,
        "board": board_mark(services().taught_boards, board.id),
        "marks": page_marks(marks),
        "setup": to_data(setup),
        "goals_aside": game.setup.get(ASIDE, []),
        "mode": mode_of(setup, city),
        "sheet": to_data(sheet_of_seat(game, player, board, city)),
        "status": to_data(status_on(game, player, city)),
        "looked_at": to_data(looked_at(player)),
        "findings": [*_too_many(marks), *map(finding_data, findings(filled))],
        "doubts": open_doubts(
            player, lambda other: _proved_total(replace(filled, marks=other)), marks
        ),
        "quality": _quality(player),
        "another_photo": places_to_show(game, player),
        "missing_half": _missing_half(player),
        "rematch": _rematch(game, player),
        "read": page_marks(read) if read else None,
        "corrections": len(differences(read, marks)) if read else 0,
        "asked": _asked(game, player),
        "photo_to_undo": _photo_to_undo(player),
        # After all that searches.
        "busy": was_busy(),
    }


def _asked(game: Game, player: Player) -> Json | None:
    """Return the photo of which is asked whether it counts: its reading, and where to see it.

    ``earlier``: nothing but an earlier photo says otherwise. ``whose``: that it seems to be of
    another's board, in the reader's language.
    """
    if player.asked is None:
        return None
    number = player.asked.number
    address = url_for("pictures.rectified", key=game.key, seat=player.seat, reading=number)
    board, _ = find_board(player.board_id)
    earlier = player.reading and not is_checked(player) and not corrections(player, board)
    whose = asked_whose_words(game, player)
    return {"number": number, "photo": address, "earlier": bool(earlier), "whose": whose}


def _photo_to_undo(player: Player) -> Json | None:
    """Return the photo that can be taken back, and the answer to it that does so."""
    number = photo_to_undo(player)
    if not number or player.reading is None:
        return None
    return {"number": number, "back": "ask" if APART in player.reading.quality else "entered"}


def next_game(game: Game) -> Game | None:
    """Return the rematch of *game*, if one was begun and not deleted: as open as *game* is."""
    return _beside(game, REMATCH)


def game_before(game: Game) -> Game | None:
    """Return the game that *game* is a rematch of, if it is not deleted: as open as *game* is."""
    return _beside(game, REMATCH_OF)


def _beside(game: Game, which: str) -> Game | None:
    if (key := game.setup.get(which)) is None:
        return None
    try:
        found = services().games.load(key)
    except UnknownGameError:
        return None
    return found if game.editable else services().games.load(found.view_key)


def _rematch(game: Game, player: Player) -> str | None:
    """Return the address of the same player's board in the rematch, if one was begun."""
    after = next_game(game)
    if after is None:
        return None
    seat = game.players.index(player) + 1
    there = any(one.seat == seat for one in after.players)
    return (
        url_for("board.page", key=after.key, seat=seat)
        if there
        else url_for("table.page", key=after.key)
    )


def version_of(game: Game, player: Player) -> int:
    """Return a number that grows with every change of a board or of its game's set-up."""
    return game.version + player.version


def sheet_of_seat(game: Game, player: Player, board: Board, city: City) -> ScoreSheet:
    """Return the sheet of one board, as it stands on its game's table."""
    filled = kept_board(game, player, board, city)
    if not filled.setup.goals or len(filled.marks.sections) > MAX_SECTIONS:
        return best_sheet(filled)
    result = table_result(game, city)
    assert result
    return result.seats[game.players.index(player)].sheet


def page_marks(marks: Marks) -> dict[str, Any]:
    """Return *marks* for the page: sections by name alone, colours beside them."""
    data: dict[str, Any] = to_data(marks)
    if marks.colours:
        data["sections"] = sorted(map(str, marks.sections))
        data["colours"] = {str(road): kind.value for road, kind in sorted(marks.colours.items())}
    return data


def best_sheet(filled: FilledBoard) -> ScoreSheet:
    """Return the sheet of the best final route.

    With more sections than can be searched while a person waits it is that of the empty
    route, not called the best.
    """
    if len(filled.marks.sections) <= MAX_SECTIONS:
        return patient_score(filled)
    return replace(patient_score(without_sections(filled)), optimal=False)


def _proved_total(filled: FilledBoard) -> int | None:
    """Return the best total; None where it was not proved in time."""
    sheet = best_sheet(filled)
    return sheet.total if sheet.optimal else None


def without_sections(filled: FilledBoard) -> FilledBoard:
    """Return *filled* with no section drawn."""
    bare = replace(filled.marks, sections=frozenset(), hot_spots=frozenset())
    return replace(filled, marks=bare)


def mode_of(setup: Setup, city: City) -> str | None:
    """Return the mode that plays with the modules of *setup*, if the city has one.

    Goal cards that nobody expected count where no mode has them besides the other modules.
    """
    cards = setup.goal_cards or bool(setup.goals)
    alike = [mode for mode in city.modes if (mode.cafes, mode.tasks) == (setup.cafes, setup.tasks)]
    alike.sort(key=lambda mode: mode.goals is not cards)
    return alike[0].id if alike else None


def open_doubts(
    player: Player, total: Callable[[Marks], int | None], marks: Marks
) -> list[dict[str, Any]]:
    """Return the doubts that nobody has answered, each choice with the total it leads to.

    There are none on a board that was declared right.
    """
    doubts = _in_turn(player)
    answers = [(doubt["read"], *doubt["alternatives"]) for doubt in doubts]
    totals = _weighed(doubts, answers, total, marks)
    found = [
        {key: doubt[key] for key in ("kind", "where", "read", "confidence", "reason")}
        | {
            "choices": [
                {"value": value, "total": totals.get((at, i))} for i, value in enumerate(values)
            ]
        }
        for at, (doubt, values) in enumerate(zip(doubts, answers, strict=True))
    ]
    # Most doubtful first, as read; those that change the total before those that nobody weighed,
    # and those that are known to change nothing after all others.
    return sorted(found, key=lambda one: (_is_outside(one), _stake(one)))


def _in_turn(player: Player) -> list[Json]:
    """Return the doubts that nobody has answered, as read; none on a board declared right."""
    # What the photo does not show comes last: there is nothing in it to look at.
    return sorted([] if is_declared(player) else unanswered(player), key=_is_outside)


def other_readings(player: Player, marks: Marks) -> list[Mark]:
    """Return what may stand in doubtful places instead of *marks*, likeliest first."""
    return [
        Mark(kind, doubt["where"], value)
        for doubt in _in_turn(player)
        for kind in (MarkKind(doubt["kind"]),)
        for value in (doubt["read"], *doubt["alternatives"])
        if value != kind.get(marks, doubt["where"])
    ]


def _weighed(
    doubts: Sequence[Json],
    answers: Sequence[tuple[Any, ...]],
    total: Callable[[Marks], int | None],
    marks: Marks,
) -> dict[tuple[int, int], int | None]:
    """Return the totals that answers lead to, by the number of the doubt and of the answer.

    The likeliest answers come first: of each doubt what was read and the first alternative, the
    most doubtful place first, then the second alternatives, and so on.
    """
    order = sorted(
        ((at, i) for at, values in enumerate(answers) for i in range(len(values))),
        key=lambda one: (max(one[1], 1), one),
    )
    end = monotonic() + WEIGH_S
    found = {}
    for n, (at, i) in enumerate(order):
        if n >= SURELY_WEIGHED and monotonic() > end:
            break
        doubt = doubts[at]
        found[at, i] = total(MarkKind(doubt["kind"]).set(marks, doubt["where"], answers[at][i]))
    return found


def _stake(doubt: Json) -> int:
    """Return 0 if an answer changes the total, 1 if nobody knows, 2 if no answer does."""
    totals = {choice["total"] for choice in doubt["choices"]}
    if len(totals - {None}) > 1:
        return 0
    return 1 if None in totals else 2


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
