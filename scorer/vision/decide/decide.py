"""What stands in a rectified photo, and where that is doubtful, with all that speaks for it."""

from collections.abc import Sequence

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import usual_setup
from scorer.rules.referee import findings
from scorer.vision.decide.interpret import interpret
from scorer.vision.decide.outside import asking_outside, with_print_outside
from scorer.vision.decide.printedrings import doubting_printed_rings
from scorer.vision.decide.seen import Seen, Step
from scorer.vision.decide.stakes import with_findings
from scorer.vision.decide.unprinted import asking_unprinted
from scorer.vision.geometry import Rectified


def decide(
    rectified: Rectified, board: Board, by_hand: bool = False, others: Sequence[Rectified] = ()
) -> Seen:
    """Return what stands in a rectified photo, or in several of the same filled board.

    Parameters
    ----------
    rectified : Rectified
        The photo laid over the board's reference picture.
    board : Board
    by_hand : bool
        Whether a person set the corners: then the photo need not show the whole map, and every
        place outside it is asked about.
    others : sequence of Rectified
        More photos of the same filled board, from other sides.

    Raises
    ------
    OtherDrawingError
        If *others* clearly show another drawing.
    """
    photos = [rectified, *others]
    if by_hand:
        photos = [one if one.seen.all() else with_print_outside(one) for one in photos]
    first, *more = photos
    seen = interpret(first, board, *more)
    flat = seen.rectified if others else rectified
    if by_hand and not flat.seen.all():
        seen = seen.told(Step.OUTSIDE, asking_outside(seen.doubts.values(), flat, board))
    unprinted = asking_unprinted(seen.doubts.values(), seen.ink, flat, board)
    if unprinted:
        seen = seen.told(Step.UNPRINTED, unprinted)
    printed = doubting_printed_rings(seen.doubts.values(), seen.ink, flat, board)
    return _objected(seen.told(Step.PRINTED_RING, printed) if printed else seen)


def _objected(seen: Seen) -> Seen:
    """Return *seen*, more doubtful where the referee objects to the board as read."""
    city, marks = load_city(seen.board.city), seen.marks
    noticed = findings(FilledBoard(seen.board, city, marks, usual_setup(city)))
    return seen.told(Step.REFEREE, with_findings(seen.asked, noticed, marks))
