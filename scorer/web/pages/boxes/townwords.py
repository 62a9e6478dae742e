"""The words on a printed town and its cache cards in the reader's language."""

from scorer.printing.seatown import TownWords
from scorer.rules.innsmouth.pieces import CLOSED_ARTEFACT, Bonus
from scorer.rules.innsmouth.town import Town
from scorer.web.serving.words import proper, word

# Between the lines beside a bonus: there is no room for one long line.
_LINE_END = "|"


def town_words(town: Town) -> TownWords:
    """Return the words to print on *town*; a cache card has the name that the app gives it."""

    def told(name: str) -> str:
        return word(f"town-print.{name}")

    return TownWords(
        practice=told("practice"),
        ruler=told("ruler"),
        bonuses=told("bonuses"),
        bonus={one: tuple(told(f"bonus.{one}").split(_LINE_END)) for one in Bonus},
        ferries=told("ferries"),
        threat=word("innsmouth.level"),
        points=told("points"),
        rows=(
            word("town-print.artefacts", n=CLOSED_ARTEFACT),
            word("innsmouth.goals"),
            word("innsmouth.character"),
            word("innsmouth.stars"),
        ),
        total=word("total"),
        key=told("key"),
        signs=(
            told("landing.1"),
            told("landing.2"),
            told("dead-end"),
            told("shelter"),
            told("star"),
        ),
        joined=told("joined"),
        # Filled in by the printing.
        caches=word("town-print.caches", name="{name}"),
        cards={name: proper("innsmouth.card", name, name) for name in town.file.caches},
        mark=told("mark"),
        practice_card=told("practice-card"),
    )
