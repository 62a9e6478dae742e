"""Taught maps: kept, packed, taken in, forgotten; and what is refused."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.values import replace
from scorer.vision.links.picture import MapPicture, MapPictureError
from scorer.vision.links.taught import (
    MAP_FILE,
    PICTURE_FILE,
    known_maps,
    load_picture,
    packed,
    remove_taught,
    save_taught,
    unpacked,
)
from tests.vision.links.photos import bay


def own(id_: str = "my-town") -> MapPicture:
    """Return the practice map as somebody's own, with a small picture."""
    map_: TicketMap = replace(bay().map, id=id_, practice=False)
    rng = np.random.default_rng(1)
    rgb = np.repeat(np.repeat(rng.integers(0, 255, (70, 99, 3), np.uint8), 3, 0), 3, 1)
    return MapPicture(map_, rgb, 1.0)


def test_a_taught_map_is_known_and_loaded(tmp_path: Path) -> None:
    save_taught(own(), tmp_path)
    assert known_maps(tmp_path) == ("lantern-bay", "my-town")
    loaded = load_picture("my-town", tmp_path)
    assert loaded.map == own().map
    assert (loaded.rgb == own().rgb).all()
    remove_taught("my-town", tmp_path)
    assert known_maps(tmp_path) == ("lantern-bay",)


def test_a_map_travels_in_one_file() -> None:
    data = packed(own())
    assert data == packed(own())
    taken = unpacked(data)
    assert taken.map == own().map
    assert (taken.rgb == own().rgb).all()


def test_names_that_are_taken_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MapPictureError, match="shipped"):
        save_taught(own("lantern-bay"), tmp_path)
    save_taught(own(), tmp_path)
    with pytest.raises(MapPictureError, match="already"):
        save_taught(own(), tmp_path)
    save_taught(own(), tmp_path, replacing=True)


def test_unknown_and_shipped_maps_are_not_forgotten(tmp_path: Path) -> None:
    for name in ("nowhere", "lantern-bay", "../x"):
        with pytest.raises(MapPictureError, match="has been taught"):
            remove_taught(name, tmp_path)
    with pytest.raises(MapPictureError, match="known are lantern-bay"):
        load_picture("nowhere", tmp_path)


def archive(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, data in files.items():
            made.writestr(name.replace("__", "."), data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"no archive", "damaged"),
        (archive(x=b"1"), "nothing else"),
        (archive(map__json=b"{}", picture__png=b"x"), "map file: .*id"),
        (archive(map__json=b"{}", picture__png=b"x", more=b""), "nothing else"),
    ],
)
def test_files_that_are_no_maps_are_refused(data: bytes, told: str) -> None:
    with pytest.raises(MapPictureError, match=told):
        unpacked(data)


def test_a_map_without_its_picture_is_refused() -> None:
    with zipfile.ZipFile(io.BytesIO(packed(own()))) as whole:
        map_ = whole.read(MAP_FILE)
    assert {MAP_FILE, PICTURE_FILE} == {"map.json", "picture.png"}
    with pytest.raises(MapPictureError, match="no PNG"):
        unpacked(archive(map__json=map_, picture__png=b"x"))
