"""Maps taught by their owners: kept in a folder each, packed into one file, taken in elsewhere."""

import shutil
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np
from PIL import Image

from scorer.rules.jsonfile import to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.ticket_to_ride.map import TicketMap, map_names, read_map
from scorer.rules.values import replace
from scorer.vision.boards.archive import DAMAGED, NO_PICTURE
from scorer.vision.links.picture import (
    MapPicture,
    MapPictureError,
    load_map_picture,
    open_map_picture,
)

MAP_FILE, PICTURE_FILE = "map.json", "picture.png"
MAX_FILE_BYTES = 40 * 2**20
_LIMITS = {MAP_FILE: 2 * 2**20, PICTURE_FILE: 38 * 2**20}
_MOST_PIXELS = 30_000_000


def known_maps(folder: Path) -> tuple[str, ...]:
    """Return the ids of all maps: those shipped, then those taught into *folder*."""
    taught = sorted(found.parent.name for found in folder.glob(f"*/{MAP_FILE}"))
    return tuple(dict.fromkeys([*map_names(), *taught]))


def read_taught(folder: Path) -> tuple[TicketMap, ...]:
    """Return the maps taught into *folder*, without their pictures; broken ones are left out."""
    found = []
    for file in sorted(folder.glob(f"*/{MAP_FILE}")):
        with suppress(OSError, JsonError):
            found.append(replace(read_map(file.read_bytes()), practice=False))
    return tuple(found)


def load_picture(id_: str, folder: Path) -> MapPicture:
    """Return the picture of the map called *id_*, shipped or taught into *folder*.

    Raises
    ------
    MapPictureError
        If there is no such map, with those there are, or it is broken.
    """
    if id_ in map_names():
        return load_map_picture(id_)
    known = known_maps(folder)
    if id_ not in known:
        raise MapPictureError(f"unknown map {id_!r}; known are {', '.join(known)}")
    home = folder / id_
    try:
        return _opened((home / MAP_FILE).read_bytes(), (home / PICTURE_FILE).read_bytes())
    except OSError as error:
        raise MapPictureError(f"map {id_}: its files are missing; teach it again") from error


def load_taught(id_: str, folder: Path) -> TicketMap:
    """Return the map called *id_*, shipped or taught into *folder*, with no look at its picture.

    Raises
    ------
    MapPictureError
        As ``load_picture`` does.
    """
    return load_picture(id_, folder).map


def save_taught(picture: MapPicture, folder: Path, *, replacing: bool = False) -> None:
    """Keep a map in *folder*; it is no practice map of ours.

    Raises
    ------
    MapPictureError
        If a map of its id is shipped, or was taught before and is not to be replaced.
    """
    id_ = picture.map.id
    if id_ in map_names():
        raise MapPictureError(f"map {id_}: a map of this name is shipped; give it another id")
    home = folder / id_
    if home.exists() and not replacing:
        raise MapPictureError(f"map {id_}: there is one of this name already; --replace takes it")
    new = folder / f".{id_}.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    (new / MAP_FILE).write_bytes(_map_bytes(picture.map))
    (new / PICTURE_FILE).write_bytes(_png(picture))
    # Who owns it, and the photo that it was taught from, stay.
    for other in home.glob("*"):
        if not (new / other.name).exists():
            shutil.copy2(other, new / other.name)
    shutil.rmtree(home, ignore_errors=True)
    new.rename(home)


def remove_taught(id_: str, folder: Path) -> None:
    """Forget a taught map.

    Raises
    ------
    MapPictureError
        If none of that id has been taught.
    """
    if id_ in map_names() or id_ not in known_maps(folder):
        raise MapPictureError(f"no map called {id_!r} has been taught")
    shutil.rmtree(folder / id_)


def packed(picture: MapPicture) -> bytes:
    """Return a map and its picture as one file; the same map gives the same file."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in ((MAP_FILE, _map_bytes(picture.map)), (PICTURE_FILE, _png(picture))):
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data)
    return file.getvalue()


def unpacked(data: bytes) -> MapPicture:
    """Return the map in a file that ``packed`` made.

    Raises
    ------
    MapPictureError
        If *data* is no such file, or holds anything that does not belong there.
    """
    if len(data) > MAX_FILE_BYTES:
        raise MapPictureError(f"map file: more than {MAX_FILE_BYTES // 2**20} MB")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [entry.filename for entry in archive.infolist()[:10]]
            if sorted(names) != sorted(_LIMITS):
                raise MapPictureError(
                    f"map file: expected {MAP_FILE} and {PICTURE_FILE} in it, and nothing else"
                )
            files = {name: _content(archive, name) for name in names}
    except MapPictureError:
        raise
    except DAMAGED as error:
        raise MapPictureError(
            "map file: it is damaged, or no file of a map; export the map once more"
        ) from error
    return _opened(files[MAP_FILE], files[PICTURE_FILE])


def _content(archive: zipfile.ZipFile, name: str) -> bytes:
    # What an archive says about its sizes may be a lie: no more than the limit is unpacked.
    with archive.open(name) as file:
        data = file.read(_LIMITS[name] + 1)
    if len(data) > _LIMITS[name]:
        raise MapPictureError(f"map file: {name} is larger than {_LIMITS[name] // 2**20} MB")
    return data


def _opened(map_data: bytes, picture: bytes) -> MapPicture:
    try:
        map_ = replace(read_map(map_data), practice=False)
        with Image.open(BytesIO(picture), formats=("PNG",)) as image:
            if image.width * image.height > _MOST_PIXELS:
                raise MapPictureError(f"map {map_.id}: its picture has too many pixels")
        return open_map_picture(map_, picture)
    except JsonError as error:
        raise MapPictureError(f"map file: {error}") from error
    except MapPictureError:
        raise
    except NO_PICTURE as error:
        raise MapPictureError("map file: its picture is no PNG picture") from error


def _map_bytes(map_: TicketMap) -> bytes:
    return msgspec.json.encode(to_data(replace(map_, practice=False)))


def _png(picture: MapPicture) -> bytes:
    file = BytesIO()
    Image.fromarray(np.asarray(picture.rgb, np.uint8)).save(file, "PNG", compress_level=4)
    return file.getvalue()
