"""How sure a result is, in the reader's words: for files, and for what no script writes."""

from collections.abc import Iterable, Mapping

from scorer.rules.certainty import Certainty
from scorer.rules.city.city import City
from scorer.rules.status import SHARED, Gap, GapKind, Status, together
from scorer.web.serving.words import plural, proper, word
from scorer.web.views.citytexts import marks_names


def kind_word(status: Status) -> str:
    """Return the kind of *status*: final, to check (3), and so on."""
    if status.kind is Certainty.TO_CHECK:
        return word("result.to-check", n=status.to_check)
    return word(f"result.{status.kind}")


def open_words(status: Status, city: City) -> str:
    """Return all that is open, the most serious first; nothing once it is final."""
    parts = [
        word(f"result.missing.{kind}", places=word("list").join(places))
        for kind in GapKind
        if (places := [_place(gap.where, city) for gap in status.missing if gap.kind is kind])
    ]
    if status.own_to_check:
        parts.append(plural("status.doubts", status.own_to_check))
    if status.cards:
        parts.append(plural("result.practice", len(status.cards)))
    if status.ratings:
        names = word("list").join(_place(track, city) for track in status.ratings)
        parts.append(word("result.ratings", names=names))
    return word("list").join(parts)


def open_note(boards: Iterable[tuple[str, Status]], city: City, without: Mapping[str, str]) -> str:
    """Return what is still open on the boards of players, and once what they share.

    ``without`` holds the words for those of whose boards nothing is known, by name.
    """
    each = list(boards)
    found = [
        word("result.of", name=name, open=said)
        for name, status in each
        if (said := without.get(name) or open_words(_own(status), city))
    ]
    all_ = together(status for _, status in each)
    shared = Status.because(_gaps(all_, own=False), ratings=all_.ratings, cards=all_.cards)
    found += filter(None, [open_words(shared, city)])
    return word("result.open", list=word("sign.groups").join(found)) if found else ""


def _own(status: Status) -> Status:
    """Return what is open on a board alone."""
    return Status.because(_gaps(status, own=True), status.own_to_check)


def _gaps(status: Status, *, own: bool) -> tuple[Gap, ...]:
    """Return what is missing on a player's *own* board, or else on the table of all."""
    # A board that others wait for says itself what it lacks.
    gaps = (gap for gap in status.missing if gap.kind is not GapKind.BOARDS)
    return tuple(gap for gap in gaps if (gap.kind not in SHARED) is own)


def _place(where: str, city: City) -> str:
    """Return the name of a rating track, of the city's marks, or of a place, which is its own."""
    names = {mark.id: proper("iconic", mark.id, mark.name) for mark in city.iconic}
    return (marks_names(city) | names).get(where, where)
