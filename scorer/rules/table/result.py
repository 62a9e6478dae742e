"""A whole table's result: every player's sheet, what the goal cards come to, and who wins."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from scorer.rules.city.city import City
from scorer.rules.city.goalcards import GoalCard
from scorer.rules.position.setup import GameMode
from scorer.rules.referee import Finding, findings
from scorer.rules.scoring.goals import Rivals
from scorer.rules.scoring.sheet import FinalRoute, ScoreSheet, Step
from scorer.rules.search.best import score, score_route, sheet_of
from scorer.rules.status import Status, together
from scorer.rules.table.bestreplies import Settled, settle
from scorer.rules.table.game import PlayedBoard, PlayedGame
from scorer.rules.table.solo import Solo, goals_met, solo_result, solo_verdict
from scorer.rules.table.ties import (
    TEAMS,
    Figures,
    Standing,
    TeamFigures,
    figures_of,
    ranking,
    team_figures_of,
    team_ranking,
)
from scorer.rules.values import replace


class Settling(StrEnum):
    """How the players' routes were found.

    ``ALONE``: they do not bear on each other (no goal cards, or one player). ``STABLE``:
    nobody gains by another route while the others keep theirs. ``CYCLE``: best replies go
    round for ever, so each keeps the route that is best without goal cards.
    """

    ALONE = "alone"
    STABLE = "stable"
    CYCLE = "cycle"


@dataclass(frozen=True)
class Seat:
    """One player's result.

    ``plain`` is the sheet of the route that is best with the goal cards left out, the cards
    then counted on it against the others' plain routes. With an ``own_route`` the player
    chose it and both are of that route; ``sheet.at_most_more`` tells what was given away.
    ``status`` tells how sure the result is. Of a board that is not ``begun`` nothing is known;
    its sheet is empty, and at a table it takes no part in the goal cards.
    """

    name: str
    sheet: ScoreSheet
    plain: ScoreSheet
    findings: tuple[Finding, ...]
    status: Status
    own_route: bool = False
    begun: bool = True


@dataclass(frozen=True)
class Table:
    """The result of a game. ``teams`` and ``team_standings`` are of a team game only.

    ``standings`` are of all players by what is known. People are told ``places``: of those whose
    boards are begun, once two of several are, and ties are broken there only once the ``status``
    is final, since what breaks them may still change (our decision).

    After a ``CYCLE``, ``rounds`` tells after how many rounds of replies the same results
    came back, and ``cycle`` how many of them lie between.
    """

    city: str
    mode: GameMode
    advanced: bool
    seats: tuple[Seat, ...]
    settling: Settling
    rounds: int = 0
    cycle: int = 0
    teams: tuple[TeamFigures, ...] = ()
    solo: Solo | None = None

    @property
    def status(self) -> Status:
        """How sure the result is; before it is final, those in front are only ahead so far."""
        return together(seat.status for seat in self.seats)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places of all players, ties broken."""
        return ranking([figures_of(seat.sheet) for seat in self.seats])

    @property
    def plain_standings(self) -> tuple[Standing, ...]:
        """The places by the routes that are best without goal cards."""
        return ranking([figures_of(seat.plain) for seat in self.seats])

    @property
    def team_standings(self) -> tuple[Standing, ...]:
        """The places of the teams, ties broken; none but in a team game."""
        return team_ranking(self.teams) if self.teams else ()

    @property
    def places(self) -> tuple[Standing, ...]:
        """The places of players that may be told by now."""
        begun = [i for i, seat in enumerate(self.seats) if seat.begun]
        if len(begun) < min(2, len(self.seats)):
            return ()
        figures = [figures_of(self.seats[i].sheet) for i in begun]
        if not self.status.final:
            figures = [Figures(one.points, 0, 0, 0) for one in figures]
        found = ranking(figures)
        return tuple(replace(one, seats=tuple(begun[i] for i in one.seats)) for one in found)

    @property
    def team_places(self) -> tuple[Standing, ...]:
        """The places of the teams that may be told by now: once each has a board."""
        begun = [any(self.seats[i].begun for i in team) for team in TEAMS]
        if not self.teams or not all(begun):
            return ()
        if self.status.final:
            return self.team_standings
        return team_ranking([TeamFigures(one.points, 0) for one in self.teams])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win, from 0; in a solo game the seat if the challenge was met.

        That is so far, while ``status`` is not final.
        """
        if self.solo is not None:
            return (0,) if self.solo.won else ()
        if self.teams:
            teams = self.team_standings[0].seats
            return tuple(sorted(seat for team in teams for seat in TEAMS[team]))
        return self.standings[0].seats


# Gives each search what it asks now and then whether its time is over.
Stops = Callable[[], Callable[[], bool] | None] | None

# What a player shows on the goal cards: for each the value, None where it is not reached.
Shown = tuple[int | None, ...]


def table_of(game: PlayedGame, stops: Stops = None) -> Table:
    """Return the result of *game*.

    Each player's final route is the one chosen, or else the best reply to the others'
    (``bestreplies``): it maximises that player's own sheet, goal cards included. So it does in a
    team game (our decision: partners are not asked to give way to each other on a card).
    Replies begin with the routes best without cards and go round in seat order (our decision,
    where several results are stable).

    Parameters
    ----------
    stops : callable, optional
        Called before each search for a best route; returns that search's ``stop``, as for
        ``score``. So every player's search gets the same time.

    Raises
    ------
    MarksError
        If a goal card marks something that is not on a player's board.
    """
    plain = _plain_sheets(game, stops)
    solo = None
    settled = Settled(tuple(map(_shown, plain)), True, 0)
    sheets, settling = plain, Settling.ALONE
    if game.mode is GameMode.SOLO:
        solo, sheets = _solo(game, plain, stops)
    elif _cards(game):
        replies = _Replies(game, plain, stops)
        settled = settle(settled.choices, replies.shown)
        settling = Settling.STABLE if settled.stable else Settling.CYCLE
        if settled.stable:
            sheets = replies.sheets(settled.choices)
    totals = [sheet.total for sheet in sheets]
    teams = team_figures_of(totals) if game.mode is GameMode.TEAM else ()
    return Table(
        city=game.city.id,
        mode=game.mode,
        advanced=game.advanced,
        seats=tuple(
            _seat(game.city, *of)
            for of in zip(game.players, sheets, plain, game.statuses, strict=True)
        ),
        settling=settling,
        rounds=settled.rounds,
        cycle=settled.cycle,
        teams=teams,
        solo=solo,
    )


def best_rivals(cards: tuple[GoalCard, ...], others: tuple[Shown, ...]) -> Rivals:
    """Return, for each card, the best value that any of *others* shows, None where none does."""
    found = []
    for i, card in enumerate(cards):
        best: int | None = None
        for shown in others:
            value = shown[i]
            if value is not None and (best is None or card.beats(value, best)):
                best = value
        found.append(best)
    return tuple(found)


def _rivals(game: PlayedGame, seat: int, shown: tuple[Shown, ...]) -> Rivals | None:
    """Return the best that the others show; of a board alone, what is told of them."""
    if len(game.players) == 1:
        return game.players[0].rivals
    return best_rivals(_cards(game), shown[:seat] + shown[seat + 1 :])


class _Replies:
    """Best replies of the players of one game, each worked out once."""

    def __init__(self, game: PlayedGame, plain: tuple[ScoreSheet, ...], stops: Stops) -> None:
        self._game, self._plain, self._stops = game, plain, stops
        self._known: dict[tuple[int, Rivals | None], ScoreSheet] = {}

    def shown(self, seat: int, choices: tuple[Shown, ...]) -> Shown:
        """Return what the best reply of *seat* shows."""
        return _shown(self._sheet(seat, choices))

    def sheets(self, choices: tuple[Shown, ...]) -> tuple[ScoreSheet, ...]:
        """Return everyone's best reply to *choices*."""
        return tuple(self._sheet(seat, choices) for seat in range(len(choices)))

    def _sheet(self, seat: int, choices: tuple[Shown, ...]) -> ScoreSheet:
        rivals = _rivals(self._game, seat, choices)
        if (seat, rivals) not in self._known:
            self._known[seat, rivals] = self._reply(seat, rivals)
        return self._known[seat, rivals]

    def _reply(self, seat: int, rivals: Rivals | None) -> ScoreSheet:
        """Return the sheet of the route that a player chose, else of the best one."""
        game, player = self._game, self._game.players[seat]
        if not _takes_part(game, player):
            return self._plain[seat]
        if player.route is not None:
            return _sheet_of(game, player, player.route, rivals, self._stops)
        filled = player.filled(game.city, rivals)
        best = score(filled, stop=_next(self._stops))
        if best.optimal:
            return best
        # A search that was stopped may have missed even the route that is best without cards.
        plain = score_route(filled, self._plain[seat].route, best=best)
        return plain if plain.total > best.total else best


def _cards(game: PlayedGame) -> tuple[GoalCard, ...]:
    return game.players[0].setup.goals


def _shown(sheet: ScoreSheet) -> Shown:
    return tuple(result.value if result.is_reached else None for result in sheet.goals)


def _plain_sheets(game: PlayedGame, stops: Stops) -> tuple[ScoreSheet, ...]:
    """Return the sheets of the routes best without goal cards, the cards counted on them."""
    cards = _cards(game)
    sheets = tuple(_without_cards(game, player, stops) for player in game.players)
    if not cards:
        return sheets
    routes = [sheet.route for sheet in sheets]
    players = list(zip(game.players, routes, strict=True))
    if game.mode is GameMode.SOLO:
        # There is nobody to win a card against.
        return tuple(_sheet_of(game, player, route, None, stops) for player, route in players)
    unproved = [_unproved(game, player, route) for player, route in players]
    shown = tuple(map(_shown, unproved))
    return tuple(
        _sheet_of(game, player, route, _rivals(game, i, shown), stops)
        if _takes_part(game, player)
        else replace(unproved[i], optimal=True)
        for i, (player, route) in enumerate(players)
    )


def _takes_part(game: PlayedGame, player: PlayedBoard) -> bool:
    """Whether *player* can show anything on the cards of a table: a result needs a board.

    Without one the fewest turns, or anything else at most, would always be shown.
    """
    return player.begun or len(game.players) == 1


def _without_cards(game: PlayedGame, player: PlayedBoard, stops: Stops) -> ScoreSheet:
    player = replace(player, setup=replace(player.setup, goals=()))
    if player.route is not None:
        return _sheet_of(game, player, player.route, None, stops)
    return score(player.filled(game.city), stop=_next(stops))


def _unproved(game: PlayedGame, player: PlayedBoard, route: FinalRoute) -> ScoreSheet:
    sheet = sheet_of(player.filled(game.city), route)
    return sheet if _takes_part(game, player) else _showing_nothing(sheet)


def _showing_nothing(sheet: ScoreSheet) -> ScoreSheet:
    """Return *sheet* with no goal card reached."""
    goals = tuple(replace(one, is_reached=False, is_won=False, points=0) for one in sheet.goals)
    lines = tuple(
        replace(line, points=0, working="") if line.step is Step.GOALS else line
        for line in sheet.lines
    )
    return replace(sheet, total=sheet.plain, lines=lines, goals=goals)


def _sheet_of(
    game: PlayedGame, player: PlayedBoard, route: FinalRoute, rivals: Rivals | None, stops: Stops
) -> ScoreSheet:
    filled = player.filled(game.city, rivals)
    return score_route(filled, route, best=score(filled, stop=_next(stops)))


def _next(stops: Stops) -> Callable[[], bool] | None:
    return stops() if stops is not None else None


def _solo(
    game: PlayedGame, plain: tuple[ScoreSheet, ...], stops: Stops
) -> tuple[Solo, tuple[ScoreSheet, ...]]:
    (player,) = game.players
    if player.route is not None:
        met = goals_met(player.filled(game.city), plain[0])
        return solo_verdict(plain[0], game.challenge, met), plain
    filled = player.filled(game.city)
    solo, sheet = solo_result(filled, plain[0], game.challenge, _next(stops))
    return solo, (sheet,)


def _seat(
    city: City, player: PlayedBoard, sheet: ScoreSheet, plain: ScoreSheet, status: Status
) -> Seat:
    noticed = findings(player.filled(city))
    chosen = player.route is not None
    return Seat(player.name, sheet, plain, noticed, status, chosen, player.begun)
