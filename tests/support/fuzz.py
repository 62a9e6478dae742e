"""Marks, set-ups, games and geometries that are nearly right, by seed, through the library.

    .venv/bin/python -m tests.support.fuzz [--count 10000] [--seed 1]

Each is taken or refused with a ``RulesError``; what is taken comes back as it was written, and
scores. Whatever else happens is printed with its kind and seed.
"""

import argparse
import copy
import json
import random
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from scorer.rules.board.geometry import geometry_json, parse_geometry
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import RulesError
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks, parse_marks
from scorer.rules.position.setup import Setup, parse_setup, usual_setup
from scorer.rules.referee import findings
from scorer.rules.search.best import score
from scorer.rules.table.game import parse_game
from scorer.rules.table.result import table_of
from scorer.rules.teaching.geometryedits import described
from scorer.web.serving.limits import MAX_SECTIONS
from tests.support.randomboards import legal_marks

CITIES = ("first-city", "london", "rio-de-janeiro", "cairo", "hong-kong", "paris", "new-york")
# As in the app a search is stopped; all else has to be quick by itself.
STOP_S, MOST_S = 2.0, 5.0
# No sheet of a board has as many points.
MOST_POINTS = 10_000

NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 99, 10**6, 2**31, 2**63, 2**64, -(2**63), 0.5, 1e308, -1e308, "",
    "a0-b0", "a0-z9", "A1", "Z99", "a0", "\0", "é" * 50, "x" * 3000, "__proto__", "$", "{}", [], {},
    [[]], [None], {"": 0}, ["a0-b0", "a0-b0"], {"circle": 1}, {"A1": {"circle": -1}}, [1e308, -1],
)  # fmt: skip


class Wrong(AssertionError):
    """Something that the library should not have done."""


def mutated(rng: random.Random, data: Any) -> Any:
    """Return *data* with one to four places of it changed, taken away or doubled."""
    data = json.loads(json.dumps(data))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, parent, key = data, None, None
        while isinstance(at, dict | list) and at and (parent is None or rng.random() < 0.8):
            parent = at
            key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
            at = parent[key]
        if parent is None:
            continue
        _change(rng, parent, key)
    return data


def _change(rng: random.Random, parent: Any, key: Any) -> None:
    match rng.randrange(6):
        case 0:
            del parent[key]
        case 1:
            other = rng.choice(list(parent)) if isinstance(parent, dict) else 0
            parent[key] = copy.deepcopy(parent[other])
        case 2 if isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        case 3 if isinstance(parent, dict):
            parent[rng.choice(("x", "", "a0-b0", "A1", "Z9", str(key) + "\0"))] = copy.deepcopy(
                parent[key]
            )
        case 4 if isinstance(parent[key], str) and parent[key]:
            place = rng.randrange(len(parent[key]))
            letter = rng.choice("abz09-.:\0 AÉ０")
            parent[key] = parent[key][:place] + letter + parent[key][place + 1 :]
        case _:
            parent[key] = copy.deepcopy(rng.choice(NASTY))


def written(rng: random.Random, data: Any) -> bytes:
    """Return *data* as JSON, now and then with bytes of it broken."""
    text = json.dumps(data).encode()
    if rng.random() < 0.05:
        place = rng.randrange(len(text))
        text = text[:place] + rng.randbytes(rng.randrange(3)) + text[place + 1 :]
    return text


def _marks(rng: random.Random, city: City) -> Marks:
    return legal_marks(rng, city.practice_board, city, dense=rng.random() < 0.3)


def _scored(filled: FilledBoard) -> None:
    if len(filled.marks.sections) > MAX_SECTIONS:
        return
    end = monotonic() + STOP_S
    sheet = score(filled, stop=lambda: monotonic() > end)
    if not 0 <= sheet.total <= sheet.total + sheet.at_most_more <= MOST_POINTS:
        raise Wrong(f"{sheet.total} PP, at most {sheet.at_most_more} more")
    findings(filled)


def marks_once(rng: random.Random, city: City) -> None:
    """Take mutated marks, and score them."""
    board = city.practice_board
    marks = parse_marks(written(rng, mutated(rng, to_data(_marks(rng, city))))).checked_on(board)
    if parse_marks(json.dumps(to_data(marks)).encode()) != marks:
        raise Wrong("marks come back as others")
    _scored(FilledBoard(board, city, marks, usual_setup(city)))


def setup_once(rng: random.Random, city: City) -> None:
    """Take a mutated set-up, and score a board with it."""
    setup: Setup = parse_setup(written(rng, mutated(rng, to_data(usual_setup(city)))), city)
    if parse_setup(json.dumps(to_data(setup)).encode(), city) != setup:
        raise Wrong("a set-up comes back as another")
    _scored(FilledBoard(city.practice_board, city, _marks(rng, city), setup))


def game_once(rng: random.Random, city: City) -> None:
    """Take a mutated game of two, and settle it."""
    usual = to_data(usual_setup(city))
    names = {"ratings", "cafes", "tasks", "goals", "tours", "diversity"}
    players = [{"name": name, "marks": to_data(_marks(rng, city))} for name in ("Anna", "Boris")]
    data = {"city": city.id, **{key: usual[key] for key in names & usual.keys()}}
    game = parse_game(written(rng, mutated(rng, {**data, "players": players})))
    boards = {name: load_city(name).practice_board for name in CITIES}
    played = game.played_in(load_city(game.city), lambda name: _known(boards, name))
    if any(len(one.marks.sections) > MAX_SECTIONS for one in played.players):
        return
    end = monotonic() + STOP_S
    table_of(played, lambda: lambda: monotonic() > end)


def geometry_once(rng: random.Random, city: City) -> None:
    """Take a mutated geometry, as one's own and as one from elsewhere."""
    data = written(rng, mutated(rng, json.loads(geometry_json(city.practice_board))))
    board = parse_geometry(data)
    if parse_geometry(geometry_json(board)) != board:
        raise Wrong("a geometry comes back as another")
    described(data)


def _known(boards: dict[str, Any], name: str) -> Any:
    if name not in boards:
        raise RulesError(f"there is no board {name!r}")
    return boards[name]


KINDS: dict[str, Callable[[random.Random, City], None]] = {
    "marks": marks_once,
    "setup": setup_once,
    "game": game_once,
    "geometry": geometry_once,
}


def tried(kind: str, seed: int) -> bool:
    """Try what *seed* makes of *kind*; return whether it was taken.

    Raises
    ------
    Wrong
        If it took too long, or nonsense was taken. Whatever is no refusal is raised too.
    """
    rng = random.Random(f"{kind} {seed}")
    city = load_city(rng.choice(CITIES))
    begun = monotonic()
    try:
        KINDS[kind](rng, city)
        taken = True
    except RulesError:
        taken = False
    if (took := monotonic() - begun) > MOST_S:
        raise Wrong(f"it took {took:.1f} s")
    return taken


def failures(kind: str, seeds: range) -> list[str]:
    """Return what went wrong with which of *seeds*."""
    found = []
    for seed in seeds:
        try:
            tried(kind, seed)
        except Exception as error:
            found.append(f"{kind} {seed}: {type(error).__name__}: {str(error)[:200]}")
    return found


def main() -> None:
    """Try so many of each kind; exit with 1 where something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = []
    for kind in KINDS:
        begun = monotonic()
        found = failures(kind, range(options.seed, options.seed + options.count))
        print(f"{kind}: {options.count} in {monotonic() - begun:.0f} s, {len(found)} wrong")
        wrong += found
    for line in wrong[:50]:
        print(line, file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
