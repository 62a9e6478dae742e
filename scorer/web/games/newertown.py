"""The town of a game changed: told differently since it began, or another one altogether.

A game keeps its town, so that no total changes by itself. Its page tells what differs, which
totals would change and what on the boards would go.
"""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from scorer.rules.innsmouth.ownbox import town_in, town_told
from scorer.rules.innsmouth.pieces import GoalCard
from scorer.rules.innsmouth.teaching.differences import differences
from scorer.rules.innsmouth.town import Town, TownFile, practice_town
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import RulesError
from scorer.store.games import Game, Json, Played
from scorer.web.games.dropping import without_route
from scorer.web.games.plugin import OtherGame
from scorer.web.games.telling import names_in
from scorer.web.games.towns import file_in, home_of, kept_text
from scorer.web.serving.words import word


class NewerTown(msgspec.Struct, frozen=True):
    """What taking the newer town would change.

    ``changes`` and ``totals`` are lines to read; ``gone`` are, by player, what is drawn where
    the newer town has nothing. ``mark`` tells this newer town from a later one.
    """

    name: str
    mark: str
    changes: tuple[str, ...]
    totals: tuple[str, ...]
    gone: tuple[str, ...]
    played: Played


def newer_town(game: Game, plug: OtherGame) -> NewerTown | None:
    """Return what the newer town of *game*, which *plug* scores, would change.

    None where there is none, or it is no town that the game can be played on.
    """
    if game.setup["town"] is None:
        return None
    with suppress(RulesError, OSError):
        before = town_told(game.setup["town"]).file
        home = home_of(before.id)
        after = file_in(home) if home else before
        if told := differences(before, after):
            return _offer(game, plug, (before, after), told)
    return None


def in_town(game: Game, file: TownFile) -> Played:
    """Return *game* as it is played in the town of *file*, without what is not on its map."""
    told = game.setup["town"]
    before = practice_town().file if told is None else town_told(told).file
    town = town_in(file)
    boards = {one.seat: _own(one.marks, town)[0] for one in game.players}
    return Played(_shared(game.setup, before, town), boards)


def _offer(
    game: Game,
    plug: OtherGame,
    towns: tuple[TownFile, TownFile],
    told: Mapping[str, tuple[str, ...]],
) -> NewerTown:
    before, after = towns
    town, names = town_in(after), names_in(game)
    shared = _shared(game.setup, before, town)
    boards = {one.seat: _own(one.marks, town) for one in game.players}
    old = plug.result(game.setup, {n: p.marks for n, p in zip(names, game.players, strict=True)})
    new = plug.result(shared, {n: b for n, (b, _) in zip(names, boards.values(), strict=True)})
    totals = zip(names, _totals(old), _totals(new), strict=True)
    gone = zip(names, (places for _, places in boards.values()), strict=True)
    return NewerTown(
        after.name,
        hashlib.sha256(shared["town"].encode()).hexdigest()[:12],
        tuple(_said(part, what) for part, what in told.items()),
        tuple(
            word("sign.of", what=name, said=f"{was} → {now}")
            for name, was, now in totals
            if was != now
        ),
        tuple(
            word("sign.of", what=name, said=word("list").join(places))
            for name, places in gone
            if places
        ),
        Played(shared, {seat: board for seat, (board, _) in boards.items()}),
    )


def _said(part: str, what: tuple[str, ...]) -> str:
    text = word(f"towns.part.{part}")
    if part == "bonuses":
        what = tuple(word(f"innsmouth.{who}") for who in what)
    return _of(text, word("list").join(what)) if what else text


def _totals(result: tuple[Json, Any] | None) -> list[str]:
    """Return each player's total, or what they may expect, as it is read."""
    players = result[0]["players"] if result else []
    each = [one["total"] if one["total"] is not None else one["expected"] for one in players]
    return ["–" if one is None else f"{one:.1f}".removesuffix(".0") for one in each]


def _shared(shared: Json, before: TownFile, town: Town) -> Json:
    """Return what all share in the newer *town*: its card in play, and its goal cards."""
    after, card = town.file, shared["caches"]
    if isinstance(card, str):
        card = card if card in after.caches else None
    elif card:
        card = [place for place in card if town.is_place(place)]
    ours = {_told(one): to_data(one) for one in before.goals}
    theirs = {_told(one): to_data(one) for one in after.goals}
    # Tiers that somebody entered at the table stay.
    goals = [
        next((theirs[key] for key in theirs if goal and ours.get(key) == goal), goal)
        for goal in shared["goals"]
    ]
    return {**shared, "town": kept_text(after), "caches": card, "goals": goals, "checked": False}


def _told(card: GoalCard) -> tuple[str, str, str]:
    return card.measure.value, card.of, card.name


def _own(own: Json, town: Town) -> tuple[Json, list[str]]:
    """Return a player's values without what is not on the map of *town*, and what that is."""
    places = [*own["sections"], *own["rings"], *(own["caches"] or ())]
    gone = sorted({place for place in places if not town.is_place(place)})
    if not gone:
        return own, []
    kept = {
        **own,
        **{
            field: {place: on for place, on in own[field].items() if place not in gone}
            for field in ("sections", "rings")
        },
        "caches": own["caches"] and [one for one in own["caches"] if one not in gone],
        "doubts": {k: one for k, one in own["doubts"].items() if one["where"] not in gone},
    }
    if {*(own["route"] or ())} & {*gone}:
        kept |= {**without_route(kept), "check": None, "played": None}
    return kept, gone


def _of(what: str, said: str) -> str:
    return word("sign.of", what=what, said=said)
