"""What cannot be on a board after a legal game, with the places that show it. It only warns."""

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from scorer.rules.board.board import RoadKind
from scorer.rules.counted import counted
from scorer.rules.innsmouth.filled import Filled, card_caches
from scorer.rules.innsmouth.pieces import MOST_FERRIES, Bonus, Character, Threat
from scorer.rules.notation import Location

ROUNDS = 10
MOST_TOURISTS, DETECTIVE_FINDS = 4, 1
# Two fate numbers give a symbol of the cultists.
CULTISTS = ROUNDS // 2
# Sections of ten rounds; a zigzag draws three in place of two.
SECTIONS, ZIGZAGS = 2 * ROUNDS, ROUNDS
# Boards on which so many sections and all tourists are the same are one and the same board.
ALIKE = 5


class Offence(StrEnum):
    """What is wrong."""

    OCCUPIED_FEW = "occupied-few"
    OCCUPIED_MANY = "occupied-many"
    TOURISTS_MANY = "tourists-many"
    SECTIONS_FEW = "sections-few"
    SECTIONS_NOTED = "sections-noted"
    SECTIONS_MANY = "sections-many"
    DIAGONALS_MANY = "diagonals-many"
    SYMBOLS = "symbols"
    SYMBOLS_LACKING = "symbols-lacking"
    SYMBOLS_OVER = "symbols-over"
    FATES_FEW = "fates-few"
    SKIP = "skip"
    DEEP_SYMBOLS = "deep-symbols"
    CACHES = "caches"
    RINGS = "rings"
    BONUSES = "bonuses"
    FERRIES = "ferries"
    LEVEL = "level"
    HITS_MANY = "hits-many"
    LEFT_MANY = "left-many"
    LEFT_WRONG = "left-wrong"
    GROUPS_DIFFER = "groups-differ"
    SYMBOLS_DIFFER = "symbols-differ"
    BOARDS_ALIKE = "boards-alike"


# What is wrong on a board however much of it is still to be entered.
AT_ONCE = (
    Offence.OCCUPIED_MANY,
    Offence.TOURISTS_MANY,
    Offence.SECTIONS_MANY,
    Offence.DIAGONALS_MANY,
    Offence.SYMBOLS_LACKING,
    Offence.SYMBOLS_OVER,
    Offence.CACHES,
)


class Finding(NamedTuple):
    """An offence, in words, where it shows, what was ``found`` and what would be ``due``.

    The ``places`` of boards that are alike are their seats, from 1.
    """

    offence: Offence
    message: str
    places: tuple[str, ...] = ()
    found: int | None = None
    due: int | None = None


def findings(
    filled: Filled, level: int | None = None, ferries: int | None = None
) -> tuple[Finding, ...]:
    """Return all that a legal game would not leave on the board, before step 1.

    *level* and *ferries* are those of the final route, where it is known.
    """
    return (
        *_tourists(filled),
        *_sections(filled),
        *_symbols(filled),
        *_caches(filled),
        *_rings(filled),
        *_bonuses(filled),
        *_areas(filled, level, ferries),
    )


def _tourists(filled: Filled) -> list[Finding]:
    found, held = [], {q: g for q, g in filled.marks.tourists.items() if g.total}
    occupied = tuple(sorted(held))
    if len(occupied) != ROUNDS:
        many = len(occupied) > ROUNDS
        offence = Offence.OCCUPIED_MANY if many else Offence.OCCUPIED_FEW
        holding = counted(len(occupied), "quarter holds", "quarters hold")
        message = f"{holding} tourists; after {ROUNDS} rounds {ROUNDS} do"
        found.append(Finding(offence, message, occupied, len(occupied), ROUNDS))
    finds = DETECTIVE_FINDS if filled.setup.character is Character.DETECTIVE else 0
    for quarter, group in sorted(held.items()):
        if group.total > MOST_TOURISTS + finds:
            message = (
                f"{quarter} holds {group.total} tourists; a round gives "
                f"{MOST_TOURISTS + finds} at most"
            )
            most = MOST_TOURISTS + finds
            found.append(Finding(Offence.TOURISTS_MANY, message, (quarter,), group.total, most))
    return found


def _sections(filled: Filled) -> list[Finding]:
    """Rounds draw so many at most; what end bonuses draw after them is not counted there."""
    marks, found = filled.marks, []
    number = len(marks.sections)
    drawn = number - sum(bonus is not Bonus.COORDINATE for bonus in marks.used)
    if number < ROUNDS:
        lines = counted(number, "section is", "sections are")
        message = f"{lines} drawn; each of {ROUNDS} rounds draws one at least"
        found.append(Finding(Offence.SECTIONS_FEW, message, (), number, ROUNDS))
    elif drawn > (most := SECTIONS + ZIGZAGS):
        message = f"the rounds drew {drawn} sections; they allow {most} at most"
        found.append(Finding(Offence.SECTIONS_MANY, message, (), drawn, most))
    elif drawn > SECTIONS:
        message = f"the rounds drew {drawn} sections; over {SECTIONS} take a zigzag each"
        found.append(Finding(Offence.SECTIONS_NOTED, message, (), drawn, SECTIONS))
    road_of = filled.town.board.road_of
    ways = [s for s in marks.sections if road_of[s].kind is RoadKind.DIAGONAL]
    crossing = len(ways) - marks.used.count(Bonus.DIAGONAL)
    if crossing > ROUNDS:
        message = f"the rounds drew {crossing} diagonals; they allow {ROUNDS} at most"
        found.append(Finding(Offence.DIAGONALS_MANY, message, tuple(ways), crossing, ROUNDS))
    return found


def fated(filled: Filled) -> Counter[Location] | None:
    """Return the cultists' symbols that the fate numbers give; None where some are missing.

    Source: "Threat" (the cultists).
    """
    fates = filled.setup.fates
    if len(fates) != ROUNDS:
        return None
    at = {pair: quarter for quarter, pair in filled.town.coordinates.items()}
    return Counter(at[pair] for pair in zip(fates[::2], fates[1::2], strict=True) if pair in at)


def _symbols(filled: Filled) -> list[Finding]:
    if filled.setup.threat is Threat.DEEP_ONES:
        return _deep_symbols(filled)
    if filled.setup.threat is None:
        return []
    due, drawn = fated(filled), Counter(filled.symbols)
    if due is None:
        found = []
        if number := len(filled.setup.fates):
            given = counted(number, "fate number is", "fate numbers are")
            message = f"{given} given; {ROUNDS} rounds give one each"
            found.append(Finding(Offence.FATES_FEW, message, (), number, ROUNDS))
        if sum(drawn.values()) != CULTISTS:
            places, count = tuple(sorted(drawn)), sum(drawn.values())
            message = f"{_symbols_drawn(count)}; the cultists draw five"
            found.append(Finding(Offence.SYMBOLS, message, places, count, CULTISTS))
        return found
    found = []
    sides = ((Offence.SYMBOLS_LACKING, due - drawn), (Offence.SYMBOLS_OVER, drawn - due))
    for offence, wrong in sides:
        if wrong:
            places = tuple(sorted(wrong))
            told = ", ".join(f"{q} {drawn[q]} in place of {due[q]}" for q in places)
            message = f"threat symbols differ from the fate numbers: {told}"
            found.append(Finding(offence, message, places))
    return found


def _symbols_drawn(number: int) -> str:
    return f"{counted(number, 'threat symbol is', 'threat symbols are')} drawn"


def _deep_symbols(filled: Filled) -> list[Finding]:
    """Every sign on the rounds board draws a symbol, and one of them must be skipped."""
    found, signs = [], len(filled.town.file.signs)
    if filled.marks.ringed_name is False:
        message = "the town's name is not ringed: one symbol of the Deep Ones must be skipped"
        found.append(Finding(Offence.SKIP, message))
    drawn, due = sum(filled.symbols.values()), signs - 1
    if signs and drawn != due:
        lying = counted(signs, "sign")
        message = f"{_symbols_drawn(drawn)}; {lying} and the skip give {due}"
        places = tuple(sorted(filled.symbols))
        found.append(Finding(Offence.DEEP_SYMBOLS, message, places, drawn, due))
    return found


def _caches(filled: Filled) -> list[Finding]:
    card, drawn = set(card_caches(filled.town, filled.setup)), filled.marks.caches
    if drawn is None or set(drawn) == card:
        return []
    wrong = tuple(sorted(set(drawn) ^ card))
    message = f"cache symbols differ from the cache card at {', '.join(wrong)}"
    return [Finding(Offence.CACHES, message, wrong)]


def _rings(filled: Filled) -> list[Finding]:
    """The Detective rings what sections touch; one erased by a correction may leave its ring."""
    rings = set(filled.marks.rings)
    if filled.setup.character is not Character.DETECTIVE:
        if rings:
            ringed = tuple(sorted(rings))
            message = f"{', '.join(ringed)} ringed: only the Detective rings caches and shelters"
            return [Finding(Offence.RINGS, message, ringed)]
        return []
    places = {*filled.caches, *(shelter.at for shelter in filled.town.shelters)}
    sections = filled.marks.sections
    touched = {end for section in sections for end in section.ends} | set(sections)
    # A section drawn after the rounds rings nothing, and nobody sees which one it is.
    missing = set() if filled.marks.used else (places & touched) - rings
    wrong = tuple(sorted((rings - places) | missing))
    if not wrong:
        return []
    message = f"the Detective's rings do not fit the sections at {', '.join(wrong)}"
    return [Finding(Offence.RINGS, message, wrong)]


def _bonuses(filled: Filled) -> list[Finding]:
    card, circled, found = Counter(filled.bonuses), Counter(filled.circled), []
    if circled != card:
        told = ", ".join(card.elements()) or "none"
        found.append(Finding(Offence.BONUSES, f"bonuses circled are not those of the card: {told}"))
    over = Counter(filled.marks.used) - circled
    if over:
        message = f"crossed out, but not circled: {', '.join(sorted(over))}"
        found.append(Finding(Offence.BONUSES, message))
    return found


def _areas(filled: Filled, level: int | None, ferries: int | None) -> list[Finding]:
    found, marks = [], filled.marks
    if marks.ferries is not None and marks.ferries > MOST_FERRIES:
        message = f"{_ferries(marks.ferries)} marked; {MOST_FERRIES} may be used"
        found.append(Finding(Offence.FERRIES, message))
    elif marks.ferries is not None and ferries not in (None, marks.ferries):
        message = f"{_ferries(marks.ferries)} marked; the route uses {ferries}"
        found.append(Finding(Offence.FERRIES, message))
    if None not in (marks.level, level) and marks.level != level:
        message = f"threat level {marks.level} is marked; the route's is {level}"
        found.append(Finding(Offence.LEVEL, message))
    return found


def _ferries(number: int) -> str:
    return counted(number, "ferry is", "ferries are")


def differing_groups(boards: list[Filled]) -> tuple[Finding, ...]:
    """Return groups of tourists that only one board of a table holds.

    In a normal round all place the same tourists; two players in ten rounds, three in nine,
    four in eight. Taken quarters and the Detective make exceptions, so this is a note.

    Source: phases 1 to 3; "Starting rounds".
    """
    alike = {2: ROUNDS, 3: ROUNDS - 1, 4: ROUNDS - 2}.get(len(boards))
    if alike is None or any(one.setup.character is Character.DETECTIVE for one in boards):
        return ()
    groups = [Counter(g.counts for g in one.marks.tourists.values() if g.total) for one in boards]
    common = groups[0]
    for other in groups[1:]:
        common = common & other
    same = sum(common.values())
    if same >= alike:
        return ()
    groups_told = counted(same, "group of tourists is", "groups of tourists are")
    message = f"{groups_told} the same on all boards; {alike} rounds gave the same"
    return (Finding(Offence.GROUPS_DIFFER, message),)


def differing_symbols(boards: list[Filled]) -> tuple[Finding, ...]:
    """Return whether boards of a table cannot come from the same five symbols of the cultists.

    A check erases symbols and draws none, so a board may lack some. One that has too few before
    its check, or too many, is told alone; so is each that differs from known fate numbers.
    """
    if any(one.setup.threat is not Threat.CULTISTS or fated(one) is not None for one in boards):
        return ()
    each = [Counter(one.symbols) for one in boards if sum(one.symbols.values()) <= CULTISTS]
    every: Counter[Location] = Counter()
    for drawn in each:
        every |= drawn
    if sum(every.values()) <= CULTISTS:
        return ()
    places = tuple(sorted(q for q in every if len({drawn[q] for drawn in each}) > 1))
    message = f"threat symbols differ between the boards at {', '.join(places)}"
    return (Finding(Offence.SYMBOLS_DIFFER, message, places),)


def alike_boards(boards: list[Filled]) -> tuple[Finding, ...]:
    """Return which boards hold the same sections and tourists: a photo may be of another's."""
    seats: dict[tuple[object, ...], list[str]] = {}
    for seat, one in enumerate(boards, 1):
        sections, tourists = one.marks.sections, one.marks.tourists
        if len(sections) >= ALIKE:
            groups = sorted((q, g.counts) for q, g in tourists.items() if g.total)
            seats.setdefault((frozenset(sections), *groups), []).append(str(seat))
    return tuple(
        Finding(
            Offence.BOARDS_ALIKE,
            f"the boards of players {', '.join(same)} hold the same sections and tourists",
            tuple(same),
        )
        for same in seats.values()
        if len(same) > 1
    )
