"""Innsmouth: boards of the town, final routes, and the threat check played with help."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from scorer.printing.sheet import SheetRow
from scorer.rules.certainty import GameStatus, Lack
from scorer.rules.innsmouth.filled import (
    MOST_GOALS,
    Filled,
    InnsmouthMarks,
    InnsmouthSetup,
)
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.pieces import (
    Bonus,
    Challenge,
    Character,
    InnsmouthError,
    Number,
    Threat,
)
from scorer.rules.innsmouth.playing import Face, Moves
from scorer.rules.innsmouth.referee import ROUNDS, Finding, Offence, fated
from scorer.rules.innsmouth.search.whole import whole_route
from scorer.rules.innsmouth.sheet import Step
from scorer.rules.innsmouth.table import (
    ROUTE,
    THREAT,
    InnsmouthGame,
    InnsmouthResult,
    Player,
    Seat,
    board_of,
    read_game,
    seat_of,
    together,
)
from scorer.rules.innsmouth.town import ON_MAP, Town, practice_town
from scorer.rules.innsmouth.written import sections_of
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import Location, RoadId
from scorer.rules.values import replace
from scorer.store.games import Game, Json, NewPlayer
from scorer.web.games.newertown import newer_town
from scorer.web.games.plugin import OtherGame
from scorer.web.games.singleboard import game_in
from scorer.web.games.summary import Summary
from scorer.web.games.telling import names_in, summed_up
from scorer.web.games.towns import kept_text, known_towns
from scorer.web.serving.assets import mark_of
from scorer.web.serving.words import word

NAME = "Innsmouth"
# Of a player's values these are marks as the rules have them; the others are told otherwise.
AS_MARKS = ("caches", "circled", "ringed_name", "ferries", "level")
BESIDE = ("character", "bonuses", "route", "check", "played")
KEPT = 256
# A file has no larger number.
MOST_TO_CHECK = 99
# What is only noted: a legal game may leave it.
NOTES = (Offence.SECTIONS_NOTED, Offence.GROUPS_DIFFER, Offence.BOARDS_ALIKE)
# What of a player's result stands in JSON also where there is nothing of it.
ALWAYS: Json = {"total": None, "expected": None, "ferries": 0, "taken": 0, "lines": [],
                "findings": [], "verdicts": [], "advice": None, "goals": None}  # fmt: skip


class InnsmouthPlug(OtherGame):
    """Plugs Innsmouth in."""

    id = "innsmouth"
    most_players = 4

    def shared(self) -> Json:
        # ``threat_read``: a photo told the threat, and nobody chose it.
        return {"threat": None, "threat_read": False, "caches": None, "goals": [None] * MOST_GOALS,
                "fates": [None] * ROUNDS, "challenge": None, "deck": None, "bonuses": {},
                "town": None, "checked": False}  # fmt: skip

    def begun(self, form: Mapping[str, str]) -> Json:
        wanted = form.get("town", "")
        if not wanted:
            return self.shared()
        known = {town.file.id: town.file for town in known_towns()}
        if wanted not in known:
            raise InnsmouthError(f"there is no town {wanted!r}; known are {', '.join(known)}")
        return {**self.shared(), "town": kept_text(known[wanted])}

    def towns(self) -> tuple[Town, ...]:
        """Return the towns that were taught here: a game can begin on them."""
        return known_towns()

    def own(self) -> Json:
        open_ = ("threats", *AS_MARKS, *BESIDE)
        # Of the newest photo: what it said, what is to be checked, and what somebody confirmed.
        # ``before`` is what the photo replaced, so that it can be taken back.
        # Of a file: how much of its photo was to be checked; it does not say what.
        photo: Json = {"photo": None, "read": None, "doubts": {}, "settled": {}, "before": None,
                       "to_check": 0}  # fmt: skip
        # The sections that end bonuses drew for the route, with the bonus of each.
        return {"sections": {}, "tourists": {}, "rings": {}, "used": {}, "written": {},
                "by_bonus": None, **dict.fromkeys(open_), **photo}  # fmt: skip

    def page(self, game: Game) -> Json:
        return {"newer": newer_town(game, self) if game.editable else None}

    def again(self, shared: Json) -> Json:
        same = ("threat", "deck", "bonuses", "town")
        return {**self.shared(), **{key: shared[key] for key in same}}

    def file(self, shared: Json, players: Mapping[str, Json]) -> Json:
        game = self._game(shared, players)
        seats = tuple(
            replace(_fitted(_packed(game, i))[0], name=one.name)
            for i, one in enumerate(game.players)
        )
        found: Json = to_data(replace(game, players=seats))
        return found

    def _game(self, shared: Json, players: Mapping[str, Json]) -> InnsmouthGame:
        """Return the game as the rules know it, whether routes and checks fit or not.

        Raises
        ------
        JsonError
            If a value is of no use, or a board is none of the town, with its place.
        """
        setup = _setup(shared, alone=len(players) == 1)
        bonuses = from_data(
            shared["bonuses"], dict[Character, tuple[Bonus, ...]], start="$.bonuses"
        )
        town = town_of_table(shared)
        seats = [
            _player(name, own, setup, town, bonuses, f"$.players[{i}]")
            for i, (name, own) in enumerate(players.items())
        ]
        if shared["checked"]:
            seats = [replace(one, to_check=0) for one in seats]
        own = None if shared["town"] is None else town.file
        return InnsmouthGame(self.id, tuple(seats), setup, town.file.id, own, shared["checked"])

    def result(self, shared: Json, players: Mapping[str, Json]) -> tuple[Json, GameStatus] | None:
        if not players:
            return None
        result, statuses, refits = self._result(shared, players)
        found = to_data(result)
        for one, status, refit in zip(found["players"], statuses[1:], refits, strict=True):
            one |= {"status": to_data(status), "refit": refit}
            one |= {key: one.get(key, empty) for key, empty in ALWAYS.items()}
        for place in found.get("standings", ()):
            place["seats"] = [seat - 1 for seat in place["seats"]]
        found |= {
            "standings": found.get("standings", []),
            "checks": [seat - 1 for seat in result.checks],
            "status": to_data(statuses[0]),
        }
        return found, statuses[0]

    def _result(
        self, shared: Json, players: Mapping[str, Json]
    ) -> tuple[InnsmouthResult, list[GameStatus], list[str | None]]:
        """Return the result, how sure it is and each player's is, and what no longer fits."""
        game, town = self._game(shared, players), town_of_table(shared)
        packed = [_packed(game, i) for i in range(len(game.players))]
        fitted = [_fitted(one) for one in packed]
        names = [one.name for one in game.players]
        seats = [
            seat._replace(result=replace(seat.result, name=name))
            for (_, seat, _), name in zip(fitted, names, strict=True)
        ]
        boards = [board_of(game, town, i) for i in range(len(names))]
        result = together(game, boards, seats)
        common = tuple(_open_of_table(shared, town))
        own = [tuple(_open_of(i, seat, one)) for i, (seat, one) in enumerate(
               zip(seats, players.values(), strict=True))]  # fmt: skip
        noted = [
            _offences(one.findings) + player.to_check
            for one, player in zip(result.players, game.players, strict=True)
        ]
        all_in = any(lack.what == ROUTE for lacks in own for lack in lacks)
        if all_in:
            early = tuple(one for one in result.findings if one.offence is Offence.BOARDS_ALIKE)
            result = replace(result, findings=early)
        checked = bool(shared["checked"])
        each = [
            GameStatus.because((*common, *lacks), n, checked=checked)
            for lacks, n in zip(own, noted, strict=True)
        ]
        whole = GameStatus.because(
            (*common, *(lack for lacks in own for lack in lacks)),
            sum(noted) + _offences(result.findings),
            checked=checked,
        )
        return result, [whole, *each], [refit for _, _, refit in fitted]

    def said(self, result: Json) -> list[Json]:
        every: list[tuple[int | None, Any]] = [(None, one) for one in result.get("findings", ())]
        for number, player in enumerate(result["players"]):
            every += [(number, one) for one in player["findings"]]
        return [
            {"seat": number, "offence": offence, "places": places}
            for number, (offence, _, places, *_) in every
            if offence not in NOTES
        ]

    def opened(self, data: bytes) -> tuple[Json, list[NewPlayer]]:
        game = game_in(data)
        town = game.on_town()
        if game.town != town.file.id:
            raise JsonError(f"$.town: the file has the town {town.file.id!r}, not {game.town!r}")
        setup = game.setup
        goals = [to_data(one) for one in setup.goals]
        fates = list(setup.fates[:ROUNDS])
        shared = {
            **self.shared(),
            "threat": to_data(setup.threat),
            "caches": to_data(setup.caches) or None,
            "goals": goals + [None] * (MOST_GOALS - len(goals)),
            "fates": [*fates, *[None] * (ROUNDS - len(fates))],
            "challenge": to_data(setup.challenge),
            "deck": to_data(setup.deck),
            "town": None if game.own_town is None else json.dumps(to_data(game.own_town)),
            "checked": game.checked,
        }
        boards = [board_of(game, town, i) for i in range(len(game.players))]
        for i, (one, board) in enumerate(zip(game.players, boards, strict=True)):
            seat_of(one, board, f"$.players[{i}]", lambda _: None)
        found = [
            NewPlayer(self._own(one, board), one.name)
            for one, board in zip(game.players, boards, strict=True)
        ]
        return shared, found

    def _own(self, player: Player, board: Filled) -> Json:
        """Return what is kept of *player*, whose route is told even if the file leaves it out."""
        marks = player.marks
        route = player.route
        if route is None and player.played is not None:
            route = sections_of(whole_route(board))
        return {
            **self.own(),
            **{name: to_data(getattr(marks, name)) for name in AS_MARKS},
            "sections": {str(one): True for one in sorted(marks.sections)},
            "tourists": to_data(marks.tourists),
            "threats": to_data(marks.threats),
            "rings": {str(one): True for one in sorted(marks.rings)},
            "used": {kind.value: marks.used.count(kind) for kind in marks.used},
            "character": None if player.character is None else board.setup.character.value,
            "bonuses": to_data(board.setup.bonuses),
            "route": to_data(route),
            "check": to_data(player.check),
            "played": to_data(player.played),
            "written": to_data(player.written),
            "to_check": player.to_check,
        }

    def summary(self, game: Game) -> Summary:
        names = names_in(game)
        players = dict(zip(names, (one.marks for one in game.players), strict=True))
        if not players:
            return summed_up(self.id, NAME, game, (), (), (), GameStatus.because((), 0))
        result, statuses, _ = self._result(game.setup, players)
        lines = [{line.step: line.points for line in one.lines} for one in result.players]
        rows = [
            SheetRow(word(f"innsmouth.{step}"), tuple(str(one.get(step, "–")) for one in lines))
            for step in Step
        ]
        characters = tuple(
            word(f"innsmouth.{one.marks['character']}") if one.marks["character"] else "?"
            for one in game.players
        )
        levels = tuple(str(one.level) if one.route else "–" for one in result.players)
        top = [
            SheetRow(word("innsmouth.who"), characters),
            SheetRow(word("innsmouth.level"), levels),
        ]
        scored = [
            (None if one.total is msgspec.UNSET else one.total, status)
            for one, status in zip(result.players, statuses[1:], strict=True)
        ]
        places = [([seat - 1 for seat in one.seats], one.ahead_by) for one in result.standings]
        if len(players) == 1 and result.won is not True:
            # Alone only who met the challenge is the winner.
            places = []
        totals = [one.total for one in result.players]
        tied = bool(places) and len(set(totals)) < len(totals)
        goals = tuple(str(one.goals) for one in result.players)
        ties = [SheetRow(word("innsmouth.tie"), goals)] if tied else []
        above = [*top, *rows]
        told = (above, ties), statuses[0], _challenge(result.won)
        return summed_up(self.id, NAME, game, scored, places, *told)

    def town_mark(self, shared: Json) -> str:
        """Return what tells towns apart in addresses: another town has another one."""
        told = json.dumps(to_data(town_of_table(shared).file), sort_keys=True)
        return mark_of(told.encode())

    def blank(self) -> tuple[SheetRow, ...]:
        above = (SheetRow(word("innsmouth.who")), SheetRow(word("innsmouth.level")))
        rows = [SheetRow(word(f"innsmouth.{step}")) for step in Step]
        return (*above, *rows, SheetRow(word("total"), strong=True))


def town_of_table(shared: Json) -> Town:
    """Return the town that is played in: somebody's own, or the practice town.

    Raises
    ------
    RulesError
        If their own one cannot be, with its key.
    """
    told = shared["town"]
    if told is None:
        return practice_town()
    if not isinstance(told, str):
        raise JsonError("$.town: expected a town's file")
    return town_told(told)


def board_at(shared: Json, own: Json, *, alone: bool) -> tuple[InnsmouthGame, Filled]:
    """Return a game of one player's board alone, and that board.

    Raises
    ------
    JsonError
        If a value is of no use, with its place.
    """
    one = {**own, "route": None, "check": None, "played": None}
    common = shared if alone else {**shared, "challenge": None}
    game = InnsmouthPlug()._game(common, {"-": one})
    return game, board_of(game, town_of_table(shared), 0)


def _setup(shared: Json, *, alone: bool) -> InnsmouthSetup:
    """Return what lies beside the boards."""
    goals = [goal for goal in shared["goals"] if goal is not None]
    told = from_data(shared["fates"], tuple[Face | None, ...], start="$.fates")
    first = next((i for i, one in enumerate(told) if one is None), len(told))
    challenge = shared["challenge"]
    if challenge is not None:
        challenge = to_data(from_data(challenge, Challenge, start="$.challenge"))
    if not isinstance(shared["checked"], bool):
        raise JsonError("$.checked: expected true or false")
    setup = {
        "threat": shared["threat"],
        "caches": shared["caches"] if shared["caches"] is not None else [],
        "goals": goals,
        "deck": shared["deck"],
        "challenge": challenge if alone else None,
    }
    found = from_data(setup, InnsmouthSetup, start="$.setup")
    return replace(found, fates=told[:first]) if found.threat is Threat.CULTISTS else found


def _player(
    name: str,
    own: Json,
    setup: InnsmouthSetup,
    town: Town,
    bonuses: dict[Character, tuple[Bonus, ...]],
    where: str,
) -> Player:
    """Return a player as the rules know one."""
    used = from_data(own["used"], dict[Bonus, Number], start=f"{where}.used")
    marks = from_data(
        {
            **{key: own[key] for key in AS_MARKS},
            "sections": [one for one, drawn in own["sections"].items() if drawn],
            "tourists": own["tourists"],
            "threats": own["threats"] or {},
            "rings": [one for one, drawn in own["rings"].items() if drawn],
            "used": [kind.value for kind, number in used.items() for _ in range(number)],
        },
        InnsmouthMarks,
        start=f"{where}.marks",
    )
    from_data(own.get("by_bonus") or {}, dict[RoadId, Bonus], start=f"{where}.by_bonus")
    cultists = setup.threat is Threat.CULTISTS
    given = fated(Filled(town, marks, setup)) if cultists else None
    due: dict[Location, int] = dict(given or {})
    if own["threats"] is None:
        marks = replace(marks, threats=due)
    begun = own["route"] is not None
    told = {key: own[key] for key in BESIDE}
    told |= {"check": (own["check"] or {}) if begun and own["played"] is None else None}
    told |= {"played": own["played"] if begun else None, "written": own["written"]}
    told |= {"to_check": own.get("to_check", 0)}
    found = from_data({"name": name, "marks": {}, **told}, Player, start=where)
    if isinstance(found.character, Character) and found.bonuses is None:
        found = replace(found, bonuses=bonuses.get(found.character))
    # Nobody is asked about symbols that are as the fate numbers give them.
    drawn = marks.threats
    known = {f"threats {one}" for one in town.quarters if due and drawn.get(one) == due.get(one)}
    doubts = own.get("doubts", {}).keys() - known
    to_check = min(found.to_check + len(doubts), MOST_TO_CHECK)
    return replace(found, marks=marks, to_check=to_check)


def _packed(game: InnsmouthGame, seat: int) -> bytes:
    """Return a game of one player alone; their name and what is checked do not matter."""
    player = replace(game.players[seat], name="-")
    return msgspec.json.encode(to_data(replace(game, players=(player,), checked=False)))


@lru_cache(maxsize=KEPT)
def _fitted(packed: bytes) -> tuple[Player, Seat, str | None]:
    """Return a player without what no longer fits the board, what there is, and what went.

    A board may change after its route was chosen, also on another phone.
    """
    game = read_game(packed)
    player, board = game.players[0], board_of(game, game.on_town(), 0)
    without = replace(player, check=Moves(), played=None)
    tries = [(player, None), (without, "check"), (replace(without, route=None, check=None), ROUTE)]
    for one, gone in tries:
        try:
            return one, seat_of(one, board, "$.players[0]", lambda _: None), gone
        except JsonError:
            if gone == ROUTE:
                raise
    raise AssertionError


def _challenge(met: bool | msgspec.UnsetType) -> str:
    """Return what a solo player's challenge came to; nothing where nobody can tell."""
    if met is msgspec.UNSET:
        return ""
    return word("innsmouth.won" if met else "innsmouth.lost")


def _offences(findings: Iterable[Finding]) -> int:
    return sum(one.offence not in NOTES for one in findings)


def _open_of_table(shared: Json, town: Town) -> Iterable[Lack]:
    if {*ON_MAP} & {*town.file.unknown}:
        yield Lack("town")
    if shared["threat"] is None:
        yield Lack(THREAT)
    if not shared["caches"]:
        yield Lack("caches")
    for number, goal in enumerate(shared["goals"], 1):
        if goal is None:
            yield Lack("goal", number=number)
    if shared["threat"] == Threat.CULTISTS and None in shared["fates"]:
        yield Lack("fates")


def _open_of(seat: int, found: Seat, own: Json) -> Iterable[Lack]:
    if own["character"] is None:
        yield Lack("character", seat)
    if not any(own["sections"].values()) and not found.routed:
        yield Lack("board", seat)
    if not found.routed:
        yield Lack(ROUTE, seat)
    elif found.sheet is None:
        yield Lack("check", seat)
