"""How well photos with known truth are read: links, whole boards, confident mistakes."""

import json
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scorer.rules.notation import RulesError
from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.ticket_to_ride.map import map_names, read_map
from scorer.vision.links.picture import MapPicture, load_map_picture, open_map_picture
from scorer.vision.links.read import LinksReading, read_links
from scorer.vision.photo.gate import NotRead

MAP_FILE, PICTURE_FILE = "map.json", "picture.png"


class TruthError(RulesError):
    """A truth file that cannot be used, naming it."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link of one photo: the truth, what was read, and how sure.

    ``hidden``: all its spaces are hidden, so that no reader can know; ``doubtful``: the
    reader asks.
    """

    name: str
    truth: BusColour | None
    read: BusColour | None
    confidence: float
    doubtful: bool
    hidden: bool

    @property
    def right(self) -> bool:
        """Whether it was read rightly; of a hidden link, whether the reader says that it asks."""
        return self.read is self.truth or (self.hidden and self.doubtful)


@dataclass(frozen=True, slots=True)
class Measured:
    """One photo: its links, markers right, missed and wrong; or why it was not read."""

    photo: str
    stratum: str
    map: str
    links: tuple[Link, ...]
    markers: tuple[int, int, int]
    cpu_s: float
    refused: str | None = None

    @property
    def wrong(self) -> tuple[Link, ...]:
        """The links that were read wrongly."""
        return tuple(link for link in self.links if not link.right)

    @property
    def confident_mistakes(self) -> int:
        """The wrong links that the reader does not ask about."""
        return sum(not link.doubtful for link in self.wrong)


def measure_folder(folder: Path, processes: int = 1) -> Iterator[Measured]:
    """Yield how each photo with a truth in *folder* is read, by so many *processes* at once.

    Maps that are not shipped lie in ``maps/ID`` there, ``map.json`` and ``picture.png`` each.

    Raises
    ------
    TruthError
        If there is no truth in it, or one is of no map that is known.
    """
    files = sorted(folder.glob("*.json"))
    if not files:
        raise TruthError(f"{folder}: there is no truth file, NAME.json beside NAME.jpg, in it")
    if processes == 1:
        yield from map(measure_file, files)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(measure_file, files, chunksize=6)


def measure_file(file: Path) -> Measured:
    """Return how the photo of the truth in *file* is read.

    Raises
    ------
    TruthError
        If it is no truth, or of no map that is known.
    """
    truth = json.loads(file.read_text("utf-8"))
    if not isinstance(truth, dict) or not {"photo", "map", "links"} <= set(truth):
        raise TruthError(f"{file}: expected an object with photo, map and links")
    picture = picture_of(truth["map"], file.parent)
    return measure_photo((file.parent / truth["photo"]).read_bytes(), truth, picture)


# Few maps are alive at a time: their pictures are large.
@lru_cache(maxsize=2)
def picture_of(name: str, folder: Path) -> MapPicture:
    """Return the picture of the map called *name*, shipped or in ``maps`` of *folder*."""
    if name in map_names():
        return load_map_picture(name)
    home = folder / "maps" / name
    if not (home / MAP_FILE).is_file():
        raise TruthError(f"{folder}: no map called {name!r} is shipped, nor in maps/{name}")
    map_ = read_map((home / MAP_FILE).read_bytes())
    return open_map_picture(map_, (home / PICTURE_FILE).read_bytes())


def measure_photo(data: bytes, truth: dict[str, Any], picture: MapPicture) -> Measured:
    """Return how one photo is read."""
    start = time.process_time()
    reading = read_links(data, picture)
    took = time.process_time() - start
    told = (truth["photo"], truth.get("stratum", ""), truth["map"])
    if isinstance(reading, NotRead):
        return Measured(*told, (), (0, 0, 0), took, reading.reason.value)
    return Measured(*told, tuple(_links(reading, truth)), _markers(reading, truth), took)


def _links(reading: LinksReading, truth: dict[str, Any]) -> Iterator[Link]:
    hidden = truth.get("hidden", {})
    for one in reading.links:
        name = one.link.name
        owner = truth["links"].get(name)
        yield Link(
            name=name,
            truth=BusColour(owner) if owner else None,
            read=one.owner,
            confidence=one.confidence,
            doubtful=one.doubtful,
            hidden=len(hidden.get(name, ())) == one.link.length,
        )


def _markers(reading: LinksReading, truth: dict[str, Any]) -> tuple[int, int, int]:
    """Return how many markers were read rightly, not at all, and wrongly."""
    read = {one.colour.value: one.space for one in reading.markers}
    told = truth.get("markers", {})
    right = sum(read.get(colour) == space for colour, space in told.items())
    wrong = sum(told.get(colour) != space for colour, space in read.items())
    return right, sum(colour not in read for colour in told), wrong


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures over many photos; shares from 0 to 1."""

    photos: int
    refused: int
    links: int
    links_right: float
    boards_perfect: float
    confident_mistakes: int
    doubts_a_board: float
    calibration_error: float
    markers: tuple[int, int, int]
    cpu_s: float


def summary_of(measured: Iterable[Measured]) -> Summary:
    """Return the figures of *measured*; a refused photo counts as a board that is not perfect."""
    photos = tuple(measured)
    links = [link for photo in photos for link in photo.links]
    read = [photo for photo in photos if photo.refused is None]
    doubts = sum(link.doubtful for link in links)
    times = sorted(photo.cpu_s for photo in photos)
    markers = [photo.markers for photo in read]
    return Summary(
        photos=len(photos),
        refused=len(photos) - len(read),
        links=len(links),
        links_right=sum(link.right for link in links) / max(1, len(links)),
        boards_perfect=sum(not photo.wrong for photo in read) / max(1, len(photos)),
        confident_mistakes=sum(photo.confident_mistakes for photo in read),
        doubts_a_board=doubts / max(1, len(read)),
        calibration_error=_calibration(links),
        markers=(
            sum(one[0] for one in markers),
            sum(one[1] for one in markers),
            sum(one[2] for one in markers),
        ),
        cpu_s=times[len(times) // 2] if times else 0.0,
    )


def _calibration(links: list[Link]) -> float:
    """Return how far confidences are from the share that is right, in ten bins, weighted."""
    seen = [link for link in links if not link.hidden]
    bins: dict[int, list[Link]] = {}
    for link in seen:
        bins.setdefault(min(9, int(link.confidence * 10)), []).append(link)
    off = sum(
        abs(sum(one.confidence - (one.read is one.truth) for one in group))
        for group in bins.values()
    )
    return off / max(1, len(seen))
