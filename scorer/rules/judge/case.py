"""What a line is judged on: the board, the sheet that is right, and what the player wrote."""

from dataclasses import dataclass
from functools import cached_property

from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import Line, ScoreSheet, Step
from scorer.rules.scoring.terms.allterms import terms_in_play
from scorer.rules.scoring.terms.term import Term


@dataclass(frozen=True)
class Case:
    """One board, the sheet that is right, and what the player wrote on each line."""

    filled: FilledBoard
    sheet: ScoreSheet
    claimed: dict[Step, int]

    @cached_property
    def walked(self) -> Walked:
        """The route of the right sheet."""
        return Walked(self.filled, self.sheet.route)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms in play, each of which knows the mistakes in its line."""
        return terms_in_play(self.filled.city, self.filled.setup)

    @cached_property
    def right(self) -> dict[Step, Line]:
        """The right lines."""
        return {line.step: line for line in self.sheet.lines}
