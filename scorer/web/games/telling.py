"""Results of games of other boxes in the reader's words."""

from collections.abc import Iterable, Mapping, Sequence

from scorer.printing.sheet import SheetRow
from scorer.rules.certainty import Certainty, GameStatus, Lack
from scorer.rules.table.names import told_apart
from scorer.store.games import Game
from scorer.web.games.summary import Scored, Summary
from scorer.web.serving.words import plural, sentence, sentences, word

Place = tuple[Sequence[int], str | None]


def names_in(game: Game) -> list[str]:
    """Return the players' names, each once: a second Anna is told by her seat."""
    found: list[str] = []
    for one in game.players:
        name = one.name or word("player.nameless", n=one.seat)
        found.append(told_apart(name, one.seat, found))
    return found


def place_rows(
    found: Mapping[int, int], players: int, *, teams: bool = False
) -> tuple[SheetRow, ...]:
    """Return the row with the place of each player, from 0, or of each player's team.

    There is none for one player, nor before anybody has a place.
    """
    if not found or players < 2:
        return ()
    label = word("table.place.team" if teams else "table.place")
    return (SheetRow(label, tuple(str(found.get(i, "–")) for i in range(players))),)


def _places_of(places: Iterable[Place]) -> dict[int, int]:
    found: dict[int, int] = {}
    for seats, _ in places:
        found |= dict.fromkeys(seats, len(found) + 1)
    return found


def status_word(status: GameStatus) -> str:
    """Return the kind of *status*: final, to check (3), incomplete."""
    if status.kind is Certainty.TO_CHECK:
        return word("result.to-check", n=status.to_check)
    return word(f"result.{status.kind}")


def open_words(box: str, status: GameStatus, names: Sequence[str]) -> str:
    """Return all that is open, each player's own together; nothing once it is final."""
    whose: dict[int | None, list[str]] = {}
    for lack in status.missing:
        whose.setdefault(lack.seat, []).append(_lack(box, lack))
    said = [
        word("list").join(lacks)
        if seat is None
        else word("result.of", name=names[seat], open=word("list").join(lacks))
        for seat, lacks in whose.items()
    ]
    if status.to_check:
        said.append(plural("other.to-check", status.to_check))
    return word("result.open", list=word("sign.groups").join(said)) if said else ""


def _lack(box: str, lack: Lack) -> str:
    return word(f"{box}.need.{lack.what}", n=lack.number)


def summed_up(
    box: str,
    name: str,
    game: Game,
    scored: Sequence[tuple[int | None, GameStatus]],
    places: Sequence[Place],
    rows: tuple[Iterable[SheetRow], Iterable[SheetRow]] | tuple[()],
    status: GameStatus,
    solo: str = "",
) -> Summary:
    """Return the score sheet of *game*.

    Parameters
    ----------
    name : str
        What the BG Stats app calls the game.
    scored : sequence of (int or None, GameStatus)
        Each player's total, if there is one yet, and how sure it is.
    places : sequence of (positions from 0, str or None)
        Who takes each place, and the name of what puts them ahead.
    rows : pair of SheetRows
        Those above the total, and those that break ties.
    solo : str
        What the challenge of a solo game came to, in words.
    """
    names = names_in(game)
    first = set(places[0][0]) if places and status.final else set()
    columns = tuple(
        Scored(player.seat, name, total, status_word(own), i in first)
        for i, (player, name, (total, own)) in enumerate(
            zip(game.players, names, scored, strict=True)
        )
    )
    above, ties = rows or ((), ())
    total = SheetRow(
        word("total"),
        tuple("–" if one.total is None else str(one.total) for one in columns),
        strong=True,
    )
    kinds = SheetRow(word("result"), tuple(one.kind for one in columns))
    left = open_words(box, status, names)
    alone = " ".join(filter(None, [solo, left]))
    return Summary(
        what=word(box),
        box=name,
        box_id=box,
        columns=columns,
        rows=(*above, total, kinds, *ties, *place_rows(_places_of(places), len(names))),
        kind=status_word(status),
        verdict=_verdict(box, names, places, status, left) if len(names) > 1 else alone,
    )


def _verdict(
    box: str, names: Sequence[str], places: Sequence[Place], status: GameStatus, left: str
) -> str:
    if not places:
        return left
    seats, ahead_by = places[0]
    first = word("list").join(names[seat] for seat in seats)
    if not status.final:
        return sentences(sentence(word("table.so-far", names=first)), left)
    by = word("table.by.shared") if len(seats) > 1 else word(f"{box}.by.{ahead_by or 'points'}")
    return word("table.decided", text=plural("table.winner", len(seats), names=first), by=by)
