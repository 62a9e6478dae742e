"""What the referee says about a check that was played with cardboard and is told."""

from scorer.rules.counted import counted
from scorer.rules.innsmouth.check.punishments import erasures
from scorer.rules.innsmouth.facts import Facts, Pass
from scorer.rules.innsmouth.filled import PlayedCheck
from scorer.rules.innsmouth.pieces import Character
from scorer.rules.innsmouth.referee import Finding, Offence, findings
from scorer.rules.search.drawing.graph import bits

# What is not on the route is erased before the check, and the check erases more.
ERASING = (
    Offence.OCCUPIED_FEW,
    Offence.SECTIONS_FEW,
    Offence.SYMBOLS,
    Offence.SYMBOLS_LACKING,
    Offence.SYMBOLS_OVER,
    Offence.DEEP_SYMBOLS,
    Offence.RINGS,
    Offence.LEVEL,
)


def told_findings(facts: Facts, passed: Pass, played: PlayedCheck) -> tuple[Finding, ...]:
    """Return all that a legal game would not leave, and what the check cannot have done.

    Source: steps 1 and 3.
    """
    found = findings(facts.filled, facts.level(passed), passed.ferries)
    if _stands_after(facts, passed, played):
        return tuple(one for one in found if one.offence not in ERASING)
    return (*found, *_outcome(facts, passed, played))


def _stands_after(facts: Facts, passed: Pass, played: PlayedCheck) -> bool:
    """Whether the board may be the one after the check: all that is left is on the route."""
    if played.left:
        return False
    off = facts.occupied & ~passed.quarters
    tidy = passed.length == len(facts.filled.marks.sections) and not off
    return tidy or played.sacrificed > 0


def _outcome(facts: Facts, passed: Pass, played: PlayedCheck) -> list[Finding]:
    level, hits = facts.level(passed), played.hits
    if hits > level:
        message = f"fives and sixes told: {hits}; the threat level {level} gives as many dice"
        return [Finding(Offence.HITS_MANY, message, (), hits, level)]
    warlock = facts.character is Character.WARLOCK
    symbols = facts.streets.symbols
    times = sum(number for _, number in symbols) if warlock else level - hits
    left = tuple(sorted(played.left))
    if len(left) > times:
        message = f"the tourists of {counted(len(left), 'quarter')} left; {times} may at most"
        return [Finding(Offence.LEFT_MANY, message, left, len(left), times)]
    # Every ritual must be carried out; dice may fail or not.
    failed = (times,) if warlock else range(times + 1)
    standing = passed.quarters & facts.occupied
    names = facts.streets.names
    for fewer in erasures(symbols, passed.quarters, hits):
        for n in failed:
            for lost in facts.streets.lost(standing, fewer, n):
                if sorted(names[q] for q in bits(lost)) == list(left):
                    return []
    told = ", ".join(left) or "nobody"
    message = f"{told} left; punishments take others, the fullest quarters near a symbol first"
    return [Finding(Offence.LEFT_WRONG, message, left)]
