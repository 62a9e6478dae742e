"""What a legal game makes likely: it decides what the ink alone leaves open.

In every round one free location gets its tourists, two or more but for a rare exception, and
two sections are drawn in a row beside it, or one anywhere. So at the end as many locations are
filled as there were rounds, and hardly a section stands alone. A section that reaches a café
circles it, and a task's card has three crossroads. A reading that is sure by its ink (``SURE``)
is never turned into another: where no legal game leaves it, it is doubted. Whose a ring is that
may be a café's or a task's, its ink does not say.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.city.city import City, load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.boards.halfboard import HalfBoard
from scorer.vision.decide.deals import some_go_away
from scorer.vision.decide.odds import log_odds
from scorer.vision.doubts import SURE, Doubt, cafe_word
from scorer.vision.evidence.shapes import HIDDEN, SHAPE, WIPED, Crowd

Doubles = NDArray[np.float64]

# How much less likely a mark is that a legal game cannot produce.
_ILLEGAL = 0.12
# How many of the cafés that a section reaches are circled, and of those that none does.
_CIRCLED, _CIRCLED_UNREACHED, _MOST_CIRCLED = 0.97, 0.01, 5.0
# The log odds of a sure reading: nothing that is likely counts for more.
_MOST = float(np.log(SURE / (1 - SURE)))
# A reading that the rules turned into another is at most so sure.
_TURNED = 0.9
# What the likeliest middle and the next one in a location say, as log odds, about anybody being
# there: a location gets two tourists at least. Where none was seen it counts as this likely.
_FIRST, _SECOND, _NOBODY, _NONE_SEEN = 20.0, 15.0, -19.0, 0.2
# Where somebody must be, middles from this chance on are tourists, and two are there at least.
_TOURIST, FEWEST = 0.45, 2
# How likely fewer and more locations are filled than there were rounds, beside as many.
_FEWER, _MORE = 0.02, 0.002
# How likely a task is ringed at 0, 1, 2, 3 and more crossroads: at all three of its card or at
# none, but some players ring those that they reached.
RINGS_OF_A_TASK = 3
_RINGED = (1.0, 0.1, 0.12, 1.0, 0.02)
# How sure each of four rings can be: one of them is none.
_ONE_TOO_MANY = 0.75
# How sure the likeliest places of the missing ones can be to have none, however little shows there.
_ONE_TOO_FEW = 0.9
# A ring round a café that no section reaches is the café's so surely at most.
_LONE = 0.7
# Log odds of a section by whether it joins another, and whether it lies beside tourists.
_CONTEXT = {(False, False): -4.0, (False, True): -1.8, (True, False): -0.3, (True, True): 0.9}
# The same of one without which another stands alone or a filled location has none beside it; but
# where more locations have none, the final route was chosen and the rest wiped off.
_MISSED, _BARE = 4.0, 2
# How much speaks against one more than a game draws: a balance card may have given it.
_TOO_MANY = 2.0
# Rules speak clearly against a section from these log odds on.
_AGAINST = 1.5


class Filling(NamedTuple):
    """The chance that a location is filled: by its ink alone, and by the number that are."""

    by_ink: float
    by_game: float


def settled_crowds(
    crowds: Sequence[Crowd], rounds: int, least: int, fewest: int
) -> list[tuple[Crowd, Filling]]:
    """Return *crowds* with as many filled as a game leaves, where the ink leaves that open.

    Each comes with its chances of being filled.

    Parameters
    ----------
    crowds : sequence of Crowd
        Of all locations that a round may fill.
    rounds, least : int
        How many a whole game fills, and how many of these must be among *crowds*.
    fewest : int
        How many tourists a filled one holds at least, as a rule.
    """
    odds = np.array([_filled_odds(crowd) for crowd in crowds])
    by_ink = 1 / (1 + np.exp(-odds))
    chances = filled_of_all(by_ink, rounds, least)
    full = (chances > 0.5).sum() >= (least or rounds)
    found = []
    for crowd, own, ink, game in zip(crowds, odds, by_ink, chances, strict=True):
        settled = _settled_crowd(crowd, own, game, full, fewest)
        found.append((settled, Filling(float(ink), float(game))))
    return found


def filled_of_all(chances: Doubles, rounds: int, least: int) -> Doubles:
    """Return the *chances* (n,) of n locations to be filled, given how many a game fills.

    *rounds* of them are, of which *least* must be among these.
    """
    return _given_number(chances, number_weights(len(chances), rounds, least))


def number_weights(count: int, rounds: int, least: int) -> Doubles:
    """Return how likely each number of *count* locations is filled, (count + 1,).

    *rounds* of them are, of which *least* must be among these.
    """
    weights = np.full(count + 1, _MORE)
    weights[:least] = _FEWER
    weights[least : rounds + 1] = 1.0
    return weights


def _filled_odds(crowd: Crowd) -> float:
    middles = sorted((one.chance for one in (*crowd.shapes, *crowd.traces)), reverse=True)
    first, second, *_ = (*middles, _NONE_SEEN, _NONE_SEEN)
    return _FIRST * first + _SECOND * second + _NOBODY


def _settled_crowd(crowd: Crowd, odds: float, chance: float, full: bool, fewest: int) -> Crowd:
    """Return *crowd* as filled or empty by its *chance*, unless its own *odds* are clear.

    Before a board is *full* nobody is too many.
    """
    if chance > 0.5:
        return _filled(crowd, fewest) if crowd.shapes or odds > -_MOST else crowd
    return _emptied(crowd) if full and odds < _MOST else crowd


def _filled(crowd: Crowd, fewest: int) -> Crowd:
    """Return *crowd* with the *fewest* tourists at least, if so many middles were seen at all.

    A shape that was taken for wiped off is likelier a pale one where others are, but a doubt.
    """
    order = sorted(crowd.traces, key=lambda trace: -trace.chance)
    missing = max(0, fewest - len(crowd.shapes))
    more = tuple(one for rank, one in enumerate(order) if rank < missing or one.chance >= _TOURIST)
    kept = tuple(one for one in crowd.traces if one not in more)
    pale = crowd.unseen <= HIDDEN and any(one.chance >= SHAPE for one in more)
    faint = min(crowd.faint, WIPED) if pale else crowd.faint
    return replace(crowd, shapes=(*crowd.shapes, *more), traces=kept, faint=faint)


def _emptied(crowd: Crowd) -> Crowd:
    return replace(crowd, shapes=(), traces=(*crowd.shapes, *crowd.traces), faint=1.0)


def _given_number(chances: Doubles, weights: Doubles) -> Doubles:
    """Return the *chances* (n,) of n things, given how likely each number is, (n + 1,)."""
    before, behind = _numbers(chances), _numbers(chances[::-1])
    found = []
    for index, chance in enumerate(chances):
        others = np.convolve(before[index], behind[len(chances) - 1 - index])
        there = chance * float(others @ weights[1:])
        found.append(there / (there + (1 - chance) * float(others @ weights[:-1])))
    return np.array(found)


def _numbers(chances: Doubles) -> list[Doubles]:
    """Return how likely each number of the first 0, 1, 2 … of all things is."""
    found = [np.ones(1)]
    for chance in chances:
        found.append(np.convolve(found[-1], [1 - chance, chance]))
    return found


def settled_task(doubts: Sequence[Doubt]) -> list[tuple[Doubt, float]]:
    """Return the *doubts* of all crossroads with rings where a task's card has them.

    Each comes with the chance of a ring there by the number of rings elsewhere.
    """
    weights = np.full(len(doubts) + 1, _RINGED[-1])
    weights[: len(_RINGED)] = _RINGED
    seen = [one.confidence if one.read else 1 - one.confidence for one in doubts]
    chances = _given_number(np.array(seen), weights).tolist()
    return list(zip(map(_turned, doubts, seen, chances), chances, strict=True))


def lone_rings(
    cafes: Sequence[Doubt], task: Sequence[Doubt], near: Mapping[Crossroads, float]
) -> tuple[list[Doubt], list[Doubt]]:
    """Return the doubts of *cafes* and *task* where a ring may be the one's or the other's.

    *near* says how likely a section reaches each café: one that is passed by is not circled,
    and its ring may be a task's. If that is the only one and a task lacks one, it is.
    """
    lone = {
        doubt.where
        for doubt in cafes
        if doubt.read == CafeMark.VISITED and near[Crossroads.parse(doubt.where)] < 1 - SURE
    }
    ringed = {doubt.where for doubt in task if doubt.read}
    if len(lone) == 1 and len(ringed | lone) == len(ringed) + 1 == RINGS_OF_A_TASK:
        cafes = [
            _other(doubt, cafe_word(None)) if doubt.where in lone else doubt for doubt in cafes
        ]
        task = [_other(doubt, True) if doubt.where in lone else doubt for doubt in task]
    return _less_sure(cafes, lone), _less_sure(task, lone)


def _other(doubt: Doubt, read: object) -> Doubt:
    """Return *doubt* with another reading, the one before as the first alternative."""
    rest = tuple(one for one in doubt.alternatives if one != read)
    others = (doubt.read, *rest)
    return replace(doubt, read=read, alternatives=others, confidence=_LONE, reason="referee")


def _less_sure(doubts: Sequence[Doubt], places: AbstractSet[str]) -> list[Doubt]:
    return [
        _doubted(doubt, min(doubt.confidence, _LONE)) if doubt.where in places else doubt
        for doubt in doubts
    ]


class Context(NamedTuple):
    """What other sections and filled locations say about a section on a road.

    ``log_odds`` sums up the rest: whether it would join another, lie beside tourists, be missed
    (by one that stood alone, or a location that had none beside it), and be one too many.
    """

    log_odds: float
    joins: bool
    beside_tourists: bool
    missed: bool
    too_many: bool


def settled_sections(
    doubts: Sequence[Doubt],
    chances: Mapping[RoadId, float],
    filled: AbstractSet[Location],
    most: int,
    board: Board,
) -> list[tuple[Doubt, Context]]:
    """Return the *doubts* of all roads, the unsure ones as others and *filled* locations tell.

    Each comes with what these say. The ink says the *chances* of sections, and a game draws so
    many at *most*. The least sure comes first, and all come once more when the others are settled.
    """
    found = {RoadId.parse(doubt.where): doubt for doubt in doubts}
    seen = dict(found)
    order = sorted(found, key=lambda road: (abs(chances[road] - 0.5), road))
    context = {}
    for road in (*order, *order):
        drawn = frozenset(one for one, doubt in found.items() if doubt.read and one != road)
        context[road] = _context(road, drawn, filled, most, board)
        found[road] = _with_odds(seen[road], chances[road], context[road].log_odds)
    return [(doubt, context[road]) for road, doubt in found.items()]


def _context(
    road: RoadId,
    drawn: frozenset[RoadId],
    filled: AbstractSet[Location],
    most: int,
    board: Board,
) -> Context:
    """Return what the other sections *drawn* and *filled* locations say about one on *road*."""
    near = _joining(road, board) & drawn
    lone = any(not _joining(one, board) & drawn for one in near)
    beside = filled & set(board.road_of[road].locations)
    bare = [place for place in filled if drawn.isdisjoint(board.roads_beside[place])]
    without = len(bare) <= _BARE and not beside.isdisjoint(bare)
    missed, too_many = lone or without, len(drawn) >= most
    odds = _CONTEXT[bool(near), bool(beside)] + (_MISSED if missed else 0.0)
    odds -= _TOO_MANY if too_many else 0.0
    odds = float(np.clip(odds, -_MOST, _MOST))
    return Context(odds, bool(near), bool(beside), missed, too_many)


def _joining(road: RoadId, board: Board) -> set[RoadId]:
    return {one.id for end in road.ends for one in board.roads_at[end]} - {road}


def _with_odds(doubt: Doubt, known: float, odds: float) -> Doubt:
    """Return *doubt* of a yes or no with *odds* from elsewhere beside its *known* chance."""
    chance = float(1 / (1 + np.exp(-odds) * (1 - known) / max(known, 1e-9)))
    turned = _turned(doubt, known, chance)
    against = turned is doubt and abs(odds) > _AGAINST and (odds > 0) != doubt.read
    return _doubted(doubt, min(doubt.confidence, max(chance, 1 - chance))) if against else turned


def _turned(doubt: Doubt, known: float, chance: float) -> Doubt:
    """Return *doubt* as the *chance* of a yes has it, unless the *known* one is sure.

    It gets no surer by that.
    """
    read = bool(chance > 0.5)
    if read == doubt.read or max(known, 1 - known) >= SURE:
        return doubt
    sure = min(_TURNED, max(chance, 1 - chance))
    return replace(doubt, read=read, alternatives=(not read,), confidence=sure)


def reached(board: Board, sections: Mapping[RoadId, float]) -> dict[Crossroads, float]:
    """Return the chance of every café that one of the likely *sections* reaches it."""
    return {
        point: 1 - float(np.prod([1 - sections[road.id] for road in board.roads_at[point]]))
        for point in board.cafe_at
    }


def circled_odds(chance: float, city: City) -> float:
    """Return what the *chance* that a section reaches a café says about its circle, as log odds."""
    circled = _CIRCLED * chance + _CIRCLED_UNREACHED * (1 - chance)
    odds = log_odds(circled, _MOST_CIRCLED)
    # Where one café a round may be visited, others are passed without a ring.
    return float(min(odds, 0.0) if city.game.one_cafe_a_round else odds)


def with_referee(doubts: Iterable[Doubt], marks: Marks, board: Board) -> tuple[Doubt, ...]:
    """Return *doubts* (of every place, sure or not) with what the rules make likely."""
    touched = {end for road in marks.sections for end in road.ends}
    rings = len(marks.task)
    city = load_city(board.city)
    alone = some_go_away(board)
    weighed = [_weighed(doubt, touched, rings, city, alone) for doubt in doubts]
    # Part of a board may show part of a task.
    lacking = 0 if isinstance(board, HalfBoard) else _lacking(rings)
    bare = (one for one in weighed if one.kind == "task" and not one.read)
    asked = sorted(bare, key=lambda one: one.confidence)[:lacking]
    return tuple(
        _doubted(one, min(one.confidence, _ONE_TOO_FEW)) if one in asked else one for one in weighed
    )


def _lacking(rings: int) -> int:
    """Return how many rings of a task may be missed beside the *rings* that are read."""
    return RINGS_OF_A_TASK - rings if 0 < rings < RINGS_OF_A_TASK else 0


def _weighed(doubt: Doubt, touched: set[Crossroads], rings: int, city: City, alone: bool) -> Doubt:
    """Return *doubt* as the rules of *city* see it; a tourist may stand *alone*."""
    if doubt.kind == "cafe":
        reached = Crossroads.parse(doubt.where) in touched
        circled = doubt.read != cafe_word(None)
        # Where one café a round may be visited, others are passed without a ring.
        wrong = reached != circled and not (reached and city.game.one_cafe_a_round)
        return _less_likely(doubt) if wrong else doubt
    if doubt.kind == "task" and rings not in (0, RINGS_OF_A_TASK):
        too_many = rings > RINGS_OF_A_TASK
        # Too many rings cast doubt on rings, too few on places without one. However clear each
        # ring is, one of too many is none: a printed coin, say, that no blank photo showed.
        if bool(doubt.read) != too_many:
            return doubt
        doubt = _less_likely(doubt)
        return _doubted(doubt, min(doubt.confidence, _ONE_TOO_MANY)) if too_many else doubt
    if doubt.kind == "tourists" and not Location.parse(doubt.where).name:
        most = city.game.tourists_per_location + city.game.round_bonus
        number = sum(doubt.read.values())
        return _less_likely(doubt) if number > most or (number == 1 and not alone) else doubt
    return doubt


def _less_likely(doubt: Doubt) -> Doubt:
    """Return *doubt* with the odds of its reading lowered."""
    odds = _ILLEGAL * doubt.confidence / max(1 - doubt.confidence, 1e-6)
    return _doubted(doubt, odds / (1 + odds))


def _doubted(doubt: Doubt, confidence: float) -> Doubt:
    """Return *doubt* with a lower *confidence*, for which the rules are to blame if it was sure."""
    reason = doubt.reason if doubt.confidence < SURE else "referee"
    return replace(doubt, confidence=confidence, reason=reason)
