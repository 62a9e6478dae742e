"""What ``scorer evaluate --filled`` tells of the print that was guessed."""

from scorer.commands.evaluating import proposed_rows
from scorer.vision.measure.evaluation import Proposed


def test_what_was_guessed_is_summed_over_all_boards() -> None:
    right = Proposed((36, 36, 0), (7, 7, 0), (3, 3, 0))
    false = Proposed((30, 34, 2), (7, 7, 2), (3, 3, 0))
    missed = Proposed((35, 35, 1), (7, 7, 0), (1, 3, 0))
    assert proposed_rows([right, false, missed]) == [
        "kinds of landmarks proposed: 101 of 105 locations right; 3 not clear",
        "cafés found: 21 of 21; 2 false",
        "visit-them-all points found: 7 of 9; 0 false",
        "all crossroads right: 1 of 3 boards",
    ]
