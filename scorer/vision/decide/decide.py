"""What stands in a rectified photo, and where that is doubtful, with all that speaks for it."""

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import usual_setup
from scorer.rules.referee import findings
from scorer.vision.decide.interpret import interpret
from scorer.vision.decide.outside import asking_outside, with_print_outside
from scorer.vision.decide.seen import Seen, Step
from scorer.vision.decide.stakes import with_findings
from scorer.vision.decide.unprinted import asking_unprinted
from scorer.vision.geometry import Rectified


def decide(rectified: Rectified, board: Board, by_hand: bool = False) -> Seen:
    """Return what stands in a rectified photo.

    Parameters
    ----------
    rectified : Rectified
        The photo laid over the board's reference picture.
    board : Board
    by_hand : bool
        Whether a person set the corners: then the photo need not show the whole map, and every
        place outside it is asked about.
    """
    if by_hand and not rectified.seen.all():
        seen = interpret(with_print_outside(rectified), board)
        outside = asking_outside(seen.doubts.values(), rectified, board)
        seen = seen.told(Step.OUTSIDE, outside)
    else:
        seen = interpret(rectified, board)
    unprinted = asking_unprinted(seen.doubts.values(), seen.ink, rectified, board)
    return _objected(seen.told(Step.UNPRINTED, unprinted) if unprinted else seen)


def _objected(seen: Seen) -> Seen:
    """Return *seen*, more doubtful where the referee objects to the board as read."""
    city, marks = load_city(seen.board.city), seen.marks
    noticed = findings(FilledBoard(seen.board, city, marks, usual_setup(city)))
    return seen.told(Step.REFEREE, with_findings(seen.asked, noticed, marks))
