"""How sure a result is, as a line for the terminal."""

from scorer.rules.city.city import City
from scorer.rules.status import GapKind, Status

_MISSING = {
    GapKind.DRAWING: "what is drawn",
    GapKind.KIND: "which landmark stands at {places}, if any: no photo shows it clearly",
    GapKind.VALUE: "the PP printed at {places}",
    GapKind.NAME: "which iconic landmark stands at {places}",
    GapKind.PLACE: "where {places} stands",
    GapKind.SYMBOLS: "whether the board's cafés and visit-them-all points, guessed from photos, "
    "are right",
    GapKind.MARKS: "whether these marks, as on our practice layout, are so on the board: {places}",
    GapKind.TABLE: "the table of the box: {places}",
    GapKind.HALF: "the half that the task card was laid on: `task_half` in the set-up",
    GapKind.TASK: "the crossroads of the personal task",
    GapKind.GOALS: "the goal cards: `goals` in the set-up",
    GapKind.TOURS: "the themed tours: `tours` in the set-up, or `fewer_tours`",
    GapKind.RIVALS: "a goal card waits for the other players' boards: `scorer table`, or `rivals` "
    "in the file",
    GapKind.BOARDS: "waiting for the boards of {places}, who may win a goal card",
}


def status_text(status: Status, city: City) -> str:
    """Return *status* as a line: the kind first, then whatever else is open."""
    return f"Status: {status_words(status, city)}."


def status_words(status: Status, city: City) -> str:
    """Return all that is open, the most serious first; or that the result is final."""
    open_ = []
    if status.missing:
        open_.append(f"incomplete ({missing_words(status)})")
    if status.to_check:
        open_.append(f"to check ({status.to_check}{_of_cards(status)})")
    if status.ratings:
        names = {mark.id: mark.name for mark in city.iconic}
        open_.append(f"ratings not set ({', '.join(names[id_] for id_ in status.ratings)})")
    return "; ".join(open_) or "final"


def _of_cards(status: Status) -> str:
    names = ", ".join(status.cards)
    return f"; practice figures of ours on: {names}" if names else ""


def missing_words(status: Status) -> str:
    """Return what is missing on the board, and where."""
    places = {kind: [gap.where for gap in status.missing if gap.kind is kind] for kind in GapKind}
    return "; ".join(
        _MISSING[kind].format(places=", ".join(where)) for kind, where in places.items() if where
    )


def proof_text(*, proved: bool, more: int, best_known: bool, status: Status) -> str:
    """Return what is known of other routes over what was read.

    Parameters
    ----------
    more : int
        So much more may another route score.
    best_known : bool
        Whether the best route is known and scores exactly *more*.
    """
    if proved:
        text = "no other final route over these sections scores more."
        return f"Proved: {text}" if status.final else f"Best route for what was read: {text}"
    if best_known:
        text = f"The best final route scores {more} more, proved"
        return f"{text}." if status.final else f"{text} for what was read."
    return f"Not proved: another final route may score up to {more} more."
