"""Photos of boards of random art, each board in a folder as taught boards stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from samples.simulator.art.artpage import art_page
from samples.simulator.art.families import Split
from samples.simulator.art.taught import teach, teach_from_photo
from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.filming import simulate_film
from samples.simulator.people.realink import Drawer
from samples.simulator.photo import Photo, simulate_views
from samples.simulator.strata import ART, Kind, Manner
from scorer.rules.city.city import City

BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class ArtPhotos:
    """Which photos to make: of boards in art of ``split``, ``per_board`` filled ones of each.

    Each filled board is photographed from ``views`` sides.

    With ``learned`` a board's reference picture comes from a simulated photo of it blank,
    without it is the printed picture itself. One of ``people``, if there are any, draws the
    tourists of each photo, or all marks in ink of their own.
    """

    city: City
    split: Split
    kind: Kind
    seed: int
    megapixels: float = 3.05
    per_board: int = 1
    learned: bool = False
    people: tuple[Drawer, ...] = ()
    views: int = 1
    manner: Manner = ART

    def board(self, index: int, folder: Path) -> PrintedPage:
        """Return board number *index* as printed, written to ``folder/<id>``."""
        name = f"art-{self.split}-{self.seed}-{self.kind}-{index:04d}"
        number = list(Kind).index(self.kind)
        page = art_page(self.city, self.split, (self.seed, number, index), name)
        if self.learned:
            teach_from_photo(page, self.city, (self.seed, number, index), folder / name)
        else:
            teach(page, folder / name)
        return page

    def photos(
        self, first: int, count: int, folder: Path
    ) -> Iterator[tuple[int, tuple[Photo, ...]]]:
        """Yield the photos of *count* numbered filled boards from number *first* on.

        Boards go below *folder*.
        """
        for index, page, seed, drawer in self._filled(first, count, folder):
            photos = simulate_views(
                page,
                self.city,
                self.kind,
                seed,
                self.views,
                self.megapixels,
                drawer=drawer,
                manner=self.manner,
            )
            yield index, photos

    def films(
        self, first: int, count: int, folder: Path, seconds: float
    ) -> Iterator[tuple[int, bytes, dict[str, Any]]]:
        """Yield a film of each of the same filled boards, as an MP4, and its truth."""
        for index, page, seed, drawer in self._filled(first, count, folder):
            film, truth = simulate_film(
                page, self.city, self.kind, seed, seconds, drawer, self.manner
            )
            yield index, film, truth

    def _filled(
        self, first: int, count: int, folder: Path
    ) -> Iterator[tuple[int, PrintedPage, tuple[int, ...], Drawer | None]]:
        """Yield the number, the page, the seed and who draws on it, of each filled board."""
        page = None
        for index in range(first, first + count):
            if page is None or index % self.per_board == 0:
                page = self.board(index // self.per_board, folder / BOARDS)
            seed = (self.seed, index, 1)
            people = self.people
            who = int(np.random.default_rng((*seed, 4)).integers(max(1, len(people))))
            yield index, page, seed, people[who] if people else None
