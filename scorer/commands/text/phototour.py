"""The result of a game of Фототур as plain text for the terminal: players as columns."""

from collections.abc import Iterable

from scorer.commands.text.columns import row, rule, short
from scorer.rules.certainty import GameStatus, Lack
from scorer.rules.phototour.referee import Finding, Offence
from scorer.rules.phototour.result import Need, Result
from scorer.rules.phototour.sheet import Category, Standing, TieBreak

CATEGORIES = {
    Category.CARDS: "Landmark cards",
    Category.TOKENS: "Tokens on cards",
    Category.RESERVE: "Reserve",
    Category.CONTESTS: "Photo contests",
    Category.CONDITIONS: "Bonuses",
}
AHEAD_BY = {
    TieBreak.POINTS: "by points",
    TieBreak.FEWER_CARDS: "by fewer cards in the diary",
    TieBreak.TOKENS: "by more tokens on cards",
}
NEEDS = {
    Need.PLAYERS: "a second player",
    Need.CARDS: "how many cards",
    Need.CARD_POINTS: "the points on the cards",
    Need.TOKENS: "the tokens on cards",
    Need.RESERVE: "the reserve",
    Need.SLOTS: "the slots of the lower row",
    Need.BONUSES: "the landmark bonuses",
    Need.CONTEST: "contest {number}",
}
OFFENCES = {
    Offence.CARDS_OVER: "{found} cards lie in a diary of {most} slots.",
    Offence.TOKENS_OVER: "tokens on cards: {found}; these have places for {most}.",
    Offence.CARD_TOKENS_OVER: "tokens on card {card}: {found}; it has places for {most}.",
    Offence.RESERVE_OVER: "{found} tokens are in reserve; it holds {most}.",
    Offence.SLOTS_OVER: "slots that hold a card: {found}; there can be {most}.",
    Offence.NOBODY_FULL: "Nobody has {most} cards, but the game ends with a seventh card.",
    Offence.ALL_TOKENS_OVER: "All players together have {found} tokens; the box holds {most}.",
    Offence.KIND_OVER: "All players together have {found} tokens «{kind}»; the box holds {most}.",
    Offence.CARD_TWICE: "Card {card} lies in {found} places; the box holds {most}.",
    Offence.POINTS_OVER: "{found} points on the cards; more than {most} are not to be expected.",
    Offence.CARD_POINTS_OVER: "{found} points on card {card}; more than {most} are not to be "
    "expected.",
    Offence.SLOT_POINTS_OVER: "{found} points for the slots of the lower row; more than {most} are "
    "not to be expected.",
    Offence.BONUS_OVER: "{found} points of landmark bonuses; more than {most} are not to be "
    "expected.",
    Offence.POINTS_BELOW: "points on the cards: {found}; fewer than {most} are not to be expected.",
    Offence.CARD_POINTS_BELOW: "points on card {card}: {found}; fewer than {most} are not to be "
    "expected.",
    Offence.FIGURE_OVER: "The figure in contest {contest} is {found}; a diary holds {most}.",
}


def phototour_text(result: Result) -> str:
    """Return *result*: every player's categories, who wins by what, and the referee."""
    rows = ["Фототур: final scores", "", *_columns(result), "", *_statuses(result), ""]
    rows += _places(result)
    if result.findings:
        rows += ["", *(_finding(one, result) for one in result.findings)]
    return "\n".join(rows)


def _columns(result: Result) -> Iterable[str]:
    players = result.players
    yield row("", (short(one.name) for one in players))
    for category, name in CATEGORIES.items():
        yield row(name, (str(one.lines[category]) for one in players))
        if category is Category.CONTESTS:
            for i, figures in enumerate(result.figures):
                won = (one.terms[category][i] for one in players)
                told = ("?" if one is None else str(one) for one in figures)
                cells = (f"{figure} → {prize}" for figure, prize in zip(told, won, strict=True))
                yield row(f"  contest {i + 1}", cells)
    yield rule(len(players))
    yield row("Total", (str(one.total) for one in players))
    counts = ("?" if one.cards is None else str(one.cards) for one in players)
    yield row("Cards in the diary", counts)
    yield row("Tokens on them", (str(one.tokens) for one in players))


def _statuses(result: Result) -> Iterable[str]:
    status = result.status
    yield f"Status: {_status(status)}."
    if status.missing:
        for seat, one in enumerate(result.players):
            if own := [lack for lack in status.missing if lack.seat == seat]:
                yield f"  {one.name}: {_needs(own)} not said"
        if of_table := [lack for lack in status.missing if lack.seat is None]:
            yield f"  The table: {_needs(of_table)} not said"


def _status(status: GameStatus) -> str:
    """Return all that is open, the most serious first; or that the result is final."""
    open_ = ["incomplete"] if status.missing else []
    if status.to_check:
        open_.append(f"to check ({status.to_check})")
    return "; ".join(open_) or "final"


def _needs(missing: Iterable[Lack]) -> str:
    return ", ".join(NEEDS[Need(lack.what)].format(number=lack.number) for lack in missing)


def _places(result: Result) -> Iterable[str]:
    if result.status.final:
        return [_standing(one, result) for one in result.standings]
    return ["Ahead so far:", *(f"  {_standing(one, result)}" for one in result.standings)]


def _standing(standing: Standing, result: Result) -> str:
    """Return a place; what breaks a tie is told only once the result is final."""
    names = [f"{result.players[i].name}, {result.players[i].total}" for i in standing.seats]
    shared = " (shared)" if len(names) > 1 else ""
    by = standing.ahead_by
    told = by is not None and (result.status.final or by is TieBreak.POINTS)
    return f"{standing.place}. {'; '.join(names)}{shared}" + (
        f" — ahead {AHEAD_BY[by]}" if by and told else ""
    )


def _finding(finding: Finding, result: Result) -> str:
    whose = "" if finding.seat is None else f", {result.players[finding.seat].name}"
    said = OFFENCES[finding.offence].format(
        found=finding.found,
        most=finding.most,
        card=finding.card,
        kind=finding.kind,
        contest=finding.contest,
    )
    return f"Referee{whose}: {said}"
