"""The scorer in the browser against the one of the rules, on random boards of every city.

Usage: ``python -m benchmarks.offline [--boards N] [CITY …]``. Starts Chromium; prints for each
city how many boards were scored, on how many the two differ (which must be none), how many
the browser did not prove, and how long it took.
"""

import argparse
import logging
import random
import shutil
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from scorer.doctor import BROWSERS
from scorer.rules.board.board import Board
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.search.best import score
from scorer.web.app import create_app
from tests.support.browser.phonescores import Game, differences, random_game, scored

# Cities whose boards a phone scores by itself.
COVERED = city_names()


def main(arguments: list[str]) -> int:
    """Compare and print; the exit status tells whether all agree."""
    parser = argparse.ArgumentParser(prog="benchmarks.offline")
    parser.add_argument("cities", nargs="*", default=COVERED)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--cards", action="store_true", help="with goal cards")
    options = parser.parse_args(arguments)
    agreed = True
    with TemporaryDirectory() as folder, opened(Path(folder)) as page:
        for name in options.cities:
            agreed &= _report(page, name, options.boards, cards=options.cards)
    return 0 if agreed else 1


def _report(page: Page, name: str, count: int, *, cards: bool) -> bool:
    rng = random.Random(f"offline {name}")
    city = load_city(name)
    games = [random_game(rng, city, cards=cards) for _ in range(count)]
    wrong = unproved = 0
    times, slices = [], []
    for number, (game, found) in enumerate(zip(games, scored(page, games), strict=True)):
        if found is None:
            wrong += 1
            print(f"{name} {number}: not covered")
            continue
        times.append(found["ms"])
        slices.append(found["slice"])
        proved = found["sheet"]["optimal"]
        unproved += not proved
        if faults := differences(game, found["sheet"]):
            # What is not proved best may have fewer points, never more.
            wrong += (
                proved
                or found["sheet"]["total"] > score(FilledBoard(*_of(game), game.rivals)).total
            )
            print(f"{name} {number}{'' if proved else ' (unproved)'}: {'; '.join(faults)[:600]}")
    times.sort()
    print(
        f"{name}: {count} boards, {wrong} wrong, {unproved} not proved; "
        f"median {statistics.median(times):.0f} ms, 99 % within "
        f"{times[int(0.99 * len(times))]:.0f} ms, longest {times[-1]:.0f} ms, "
        f"never more than {max(slices):.0f} ms in one go"
    )
    return not wrong


def _of(game: Game) -> tuple[Board, City, Marks, Setup]:
    return game.board, game.city, game.marks, game.setup


@contextmanager
def opened(folder: Path) -> Iterator[Page]:
    """Yield a page of the app in Chromium, served from an empty data *folder*."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app(folder)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = next(found for name in BROWSERS if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.port}")
        yield page
        browser.close()
    server.shutdown()
    app.extensions["scorer"].games.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
