"""Фототур: a table of players by five categories, three contests, and the card book."""

from collections.abc import Mapping
from typing import Any

import msgspec

from scorer.printing.sheet import SheetRow
from scorer.rules.certainty import GameStatus
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.phototour.game import (
    CONTESTS,
    MOST_PLAYERS,
    Contest,
    Diary,
    Number,
    PhotoTour,
    Region,
    checked_game,
    read_game,
)
from scorer.rules.phototour.result import Result, result_of
from scorer.rules.phototour.sheet import Category
from scorer.store.games import Game, Json, NewPlayer
from scorer.web.games.plugin import OtherGame
from scorer.web.games.summary import Summary
from scorer.web.games.telling import names_in, summed_up
from scorer.web.serving.words import word

# What of a player is kept beside the diary: the figures in the contests.
FIGURES = "figures"
# As its box has it.
NAME = "Фототур"


def _in_order(number: str) -> tuple[int, str]:
    return len(number), number


class PhotoTourGame(OtherGame):
    """Plugs Фототур in."""

    id = "phototour"
    most_players = MOST_PLAYERS

    def shared(self) -> Json:
        return {"minimums": [1] * CONTESTS, "regions": [None] * CONTESTS, "book": {},
                "checked": False}  # fmt: skip

    def own(self) -> Json:
        open_ = ("numbers", "cards", "card_points", "tokens", "reserve", "slots", "bonuses")
        return {**dict.fromkeys(open_), "four_a_token": False, "written": {},
                FIGURES: [None] * CONTESTS}  # fmt: skip

    def again(self, shared: Json) -> Json:
        return {**self.shared(), "book": shared["book"]}

    def file(self, shared: Json, players: Mapping[str, Json]) -> Json:
        for key, card in shared["book"].items():
            if not isinstance(card, dict) or str(card.get("number")) != key:
                raise JsonError(f"$.book.{key}: expected the card with that number")
        book = [shared["book"][key] for key in sorted(shared["book"], key=_in_order)]
        self._check_contests(shared, players)
        diaries = [
            {"name": name, **{key: value for key, value in marks.items() if key != FIGURES}}
            for name, marks in players.items()
        ]
        contests = [self._contest(shared, i, book, list(players.values())) for i in range(CONTESTS)]
        return {
            "game": self.id,
            "players": diaries,
            "contests": contests,
            "book": book,
            "checked": shared["checked"],
        }

    def _check_contests(self, shared: Json, players: Mapping[str, Json]) -> None:
        """Refuse what does not count in a contest now, but may do so later."""
        from_data(shared["regions"], tuple[Region | None, ...], start="$.regions")
        for i, marks in enumerate(players.values()):
            start = f"$.players[{i}].{FIGURES}"
            from_data(marks[FIGURES], tuple[Number | None, ...], start=start)

    def _contest(self, shared: Json, number: int, book: list[Json], players: list[Json]) -> Json:
        """Return a contest; a region that no card of the book has any more is none."""
        region = shared["regions"][number]
        region = region if any(card.get("region") == region for card in book) else None
        results = [
            None if region and marks["numbers"] is not None else marks[FIGURES][number]
            for marks in players
        ]
        return {"minimum": shared["minimums"][number], "region": region, "results": results}

    def result(self, shared: Json, players: Mapping[str, Json]) -> tuple[Json, GameStatus] | None:
        if not players:
            return None
        result = self._result(shared, players)
        return to_data(result), result.status

    def _result(self, shared: Json, players: Mapping[str, Json]) -> Result:
        return result_of(checked_game(from_data(self.file(shared, players), PhotoTour)))

    def opened(self, data: bytes) -> tuple[Json, list[NewPlayer]]:
        game = read_game(data)
        contests = [*game.contests, *[Contest(results=())] * (CONTESTS - len(game.contests))]
        shared = {
            "minimums": [one.minimum for one in contests],
            "regions": [one.region for one in contests],
            "book": {str(card.number): to_data(card) for card in game.book},
            "checked": game.checked,
        }
        return shared, [
            NewPlayer(self._marks(diary, seat, contests), diary.name)
            for seat, diary in enumerate(game.players)
        ]

    def _marks(self, diary: Diary, seat: int, contests: list[Contest]) -> Json:
        told = [one.results or () for one in contests]
        figures = [results[seat] if seat < len(results) else None for results in told]
        kept: dict[str, Any] = {
            name: to_data(value)
            for name, value in msgspec.structs.asdict(diary).items()
            if name != "name"
        }
        return {**kept, FIGURES: figures}

    def summary(self, game: Game) -> Summary:
        names = names_in(game)
        players = dict(zip(names, (one.marks for one in game.players), strict=True))
        if not players:
            return summed_up(self.id, NAME, game, (), (), (), GameStatus.because((), 0))
        result = self._result(game.setup, players)
        rows = [
            SheetRow(
                word(f"phototour.{category}"),
                tuple(str(one.lines[category]) for one in result.players),
            )
            for category in Category
        ]
        counts = tuple("?" if one.cards is None else str(one.cards) for one in result.players)
        ties = [
            SheetRow(word("phototour.count"), counts),
            SheetRow(word("phototour.on-cards"), tuple(str(one.tokens) for one in result.players)),
        ]
        scored = [(one.total, one.status) for one in result.players]
        places = [(one.seats, one.ahead_by) for one in result.standings]
        return summed_up(self.id, NAME, game, scored, places, (rows, ties), result.status)

    def blank(self) -> tuple[SheetRow, ...]:
        contests = [word("phototour.contest", n=n) for n in range(1, CONTESTS + 1)]
        names = {one: [word(f"phototour.{one}")] for one in Category}
        names[Category.CONTESTS] = contests
        ties = [word("phototour.count"), word("phototour.on-cards")]
        above = [SheetRow(name) for each in names.values() for name in each]
        return (*above, SheetRow(word("total"), strong=True), *map(SheetRow, ties))
