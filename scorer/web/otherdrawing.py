"""A photo that shows another drawing than what is on a board: which one counts, and undoing it.

Corrections stay over a photo of the same drawing. Over another drawing they would make a board
that nobody has drawn, so a person is asked which of both counts, and until then it is what was
there before. Nothing is lost by the answer: both are kept with the reading.
"""

from collections.abc import Sequence, Set
from itertools import groupby

from scorer.rules.board.board import Board
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.mark import MarkKind
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.store.games import ASIDE, ASKED, DECLINED, Changed, Game, Json, Player, StoredReading
from scorer.store.kept import is_checked, kept_marks, open_doubts, place_of, read_marks
from scorer.web.edits import MARK_EDITS, DrawingEdit, Edit, corrected, corrections, settled_after

# So many sections on which both are sure are no slip of a pen or a finger, but another drawing:
# as many as tell two photos apart (``scorer.vision.evidence.views``).
_OTHER_DRAWING = 4
# In the quality of a reading: the marks and answers that it was laid over, and the marks after it.
BEFORE = "before"
# There too: it showed another drawing than these.
APART = "apart"


def shows_another(
    player: Player, board: Board, read: Marks, doubtful: Set[str], seen: Set[Crossroads]
) -> bool:
    """Whether a photo plainly shows another drawing than what is on the board of *player*.

    Sections count of which the photo is sure, those that are not *doubtful*, between crossroads
    that it has *seen*. A board that is still being tapped in lacks what was not tapped yet; one
    that was declared checked, or read from a photo before, is whole: this one may be of somebody
    else's board. A photo before that showed the same drawing as this one was misread in the same
    places, and corrected there.
    """
    declared, before = is_checked(player), read_marks(player, board)
    if not declared and before is None and not corrections(player, board):
        return False
    now = kept_marks(player, board)
    unsure = doubtful | {one["where"] for one in open_doubts(player)}
    roads = [one.id for one in board.roads if str(one.id) not in unsure and {*one.id.ends} <= seen]
    if before is not None:
        apart = min(_apart(roads, now, read), _apart(roads, before, read))
    else:
        told = [one for one in roads if declared or _is_told(player, now, one)]
        apart = _apart(told, now, read)
    return apart >= _OTHER_DRAWING


def over(
    player: Player, reading: StoredReading, after: Json, *, apart: bool
) -> tuple[Json, StoredReading]:
    """Return the marks that count once a photo of *player* was read, and the reading to keep.

    *after* are those of the photo where it counts. If it shows another drawing, those before do
    until somebody chooses.
    """
    quality = reading.quality | {BEFORE: _before(player, after)}
    if apart:
        quality |= {APART: True, ASIDE: ASKED}
    return player.marks if apart else after, replace(reading, quality=quality)


def photo_to_undo(player: Player) -> int:
    """Return the number of the reading that can be taken back, 0 for none.

    Nobody has corrected anything since, and something was on the board before. A later photo that
    was not read goes first.
    """
    if player.not_read:
        return 0
    before = player.reading.quality.get(BEFORE) if player.reading else None
    if not player.reading or not before or before["after"] != player.marks:
        return 0
    was = before["marks"]
    return player.reading.number if was.get("sections") or was.get("tourists") else 0


def with_drawing_chosen(
    changed: Changed, player: Player, board: Board, edits: Sequence[Edit], places: str
) -> Changed:
    """Return *changed*, with the board of *player* after *edits* that choose a drawing too."""
    for choosing, some in groupby(edits, lambda edit: isinstance(edit, DrawingEdit)):
        for edit in some if choosing else ():
            assert isinstance(edit, DrawingEdit)
            player = _chosen(player, edit)
        if not choosing:
            those = tuple(some)
            marks = corrected(kept_marks(player, board), board, those)
            settled = settled_after(player.settled, those, places)
            player = replace(player, marks=to_data(marks), settled=settled)
    from_data(player.marks, Marks).checked_on(board)
    readings = (one for one in (player.reading, player.other) if one)
    quality = {one.number: one.quality for one in readings}
    return replace(changed, marks=player.marks, settled=player.settled, quality=quality)


def photo_taken(game: Game, seat: int, board: Board) -> Changed:
    """Return the board at *seat* where the photo of which is asked counts."""
    player = game.player(seat)
    changed = Changed(player.marks, player.settled)
    number = str(player.asked.number) if player.asked else ""
    taken = DrawingEdit(where=number, value="photo")
    return with_drawing_chosen(changed, player, board, [taken], "")


def _chosen(player: Player, edit: DrawingEdit) -> Player:
    """Return *player* after *edit*, as they were if another photo came meanwhile."""
    there = [one for one in (player.other, player.reading) if one and str(one.number) == edit.where]
    if not there or BEFORE not in there[0].quality:
        return player
    (reading,) = there
    kept, quality = reading.quality[BEFORE], {**reading.quality}
    if edit.value == "photo":
        if reading is player.reading:
            return player
        # What was entered may have changed while it was asked.
        quality[BEFORE] = _before(player, kept["after"])
        del quality[ASIDE]
        kinds = tuple(place_of(str(one.__struct_config__.tag), "") for one in MARK_EDITS)
        own = player.settled
        if APART in quality:
            own = frozenset(one for one in own if not one.startswith(kinds))
        taken = replace(reading, quality=quality)
        return replace(player, marks=kept["after"], settled=own, reading=taken, other=None)
    quality[ASIDE] = ASKED if edit.value == "ask" else DECLINED
    declined = replace(reading, quality=quality)
    if reading is player.other:
        return replace(player, other=declined)
    # What each photo was declared to be right stays with it, whichever counts.
    declared = {one for one in player.settled if one.startswith(place_of("checked", ""))}
    settled = frozenset(kept["settled"]) | declared
    return replace(player, marks=kept["marks"], settled=settled, reading=None, other=declined)


def _before(player: Player, after: Json) -> Json:
    return {"marks": player.marks, "settled": sorted(player.settled), "after": after}


def _apart(roads: Sequence[RoadId], one: Marks, other: Marks) -> int:
    return sum((road in one.sections) is not (road in other.sections) for road in roads)


def _is_told(player: Player, now: Marks, road: RoadId) -> bool:
    """Whether a person has drawn on *road*, or has said that nothing is there."""
    return road in now.sections or place_of(MarkKind.SECTION.value, str(road)) in player.settled
