"""Files of boards and maps from strangers: what is hostile in them is told in words."""

import json
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import packed, save_taught
from scorer.vision.links import taught as maps
from scorer.vision.links.picture import load_map_picture
from scorer.web.pages.boxes import townteach
from tests.support.client import JSON, json_at, send
from tests.support.photos import png_bomb

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    """What the files of a board and of a map hold, by what takes them in."""
    folder, city = tmp_path_factory.mktemp("elsewhere"), load_picture("first-city")
    save_taught(folder, replace(city, board=replace(city.board, id="own", practice=False)))
    bay = load_map_picture("lantern-bay")
    own = replace(bay, map=replace(bay.map, id="own-map", practice=False))
    return {"board": held(packed(folder, "own")), "map": held(maps.packed(own))}


def held(data: bytes) -> Files:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: Files, how: int = zipfile.ZIP_STORED) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()


def with_picture(files: Files, picture: bytes) -> bytes:
    return zipped({n: picture if n.endswith(".png") else data for n, data in files.items()})


def lies_about_sizes(files: Files) -> bytes:
    data = bytearray(zipped(files))
    last = data.rfind(b"PK\x01\x02")
    data[last + 20 : last + 28] = (2**31).to_bytes(4, "little") * 2
    return bytes(data)


def damaged_lzma(files: Files) -> bytes:
    data = zipped(files, zipfile.ZIP_LZMA)
    return data[:60] + bytes(one ^ 0x55 for one in data[60:200]) + data[200:]


def cut_out(files: Files) -> bytes:
    data = zipped(files, zipfile.ZIP_DEFLATED)
    return data[:200] + data[-2000:]


def long_comment(files: Files) -> bytes:
    """A picture with a comment that unpacks to more than a comment has."""
    png = next(data for name, data in files.items() if name.endswith(".png"))
    content = b"zTXt" + b"a\0\0" + zlib.compress(bytes(20_000_000))
    chunk = (len(content) - 4).to_bytes(4, "big") + content + zlib.crc32(content).to_bytes(4, "big")
    return with_picture(files, png[:33] + chunk + png[33:])


HOSTILE: dict[str, Callable[[Files], bytes]] = {
    "a picture that fills all memory": lambda files: with_picture(files, png_bomb(30_000)),
    "a long comment in a picture": long_comment,
    "wrong sizes": lies_about_sizes,
    "damaged lzma": damaged_lzma,
    "the middle cut out": cut_out,
}


def take(client: FlaskClient, what: str, data: bytes) -> int:
    address = {"board": "/teach/file", "map": "/maps/file"}[what]
    sent = {what: FileStorage(BytesIO(data), "x.zip"), "name": ""}
    return send(client, address, sent).status_code


@pytest.mark.parametrize("what", ["board", "map"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(
    client: FlaskClient, good: dict[str, Files], name: str, what: str
) -> None:
    assert take(client, what, HOSTILE[name](good[what])) == 422


def test_a_maps_id_has_no_line_end(client: FlaskClient, good: dict[str, Files]) -> None:
    told = json.loads(good["map"]["map.json"]) | {"id": "own-map\n"}
    assert take(client, "map", zipped(good["map"] | {"map.json": json.dumps(told).encode()})) == 422
    assert take(client, "map", zipped(good["map"])) == 303


def test_a_town_of_a_thousand_bends_is_refused_before_it_is_laid_out(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = client.post("/towns", data={"name": "Ours"}).headers["Location"]
    river = {"change": {"set": "river", "path": [[0, 3], [6, 3]]}}
    assert client.post(town, json=river).status_code == 200
    file = json_at(client, f"{town}/draft.json")["file"]
    bends = [[6 * i / 20_000, 3 + i % 2 / 9] for i in range(20_000)]
    file["board"]["rivers"][0]["path"] = bends
    laid_out: list[object] = []
    monkeypatch.setattr(townteach, "town_in", laid_out.append)
    answer = client.post(f"{town}/before", json={"file": file}, headers=JSON)
    assert answer.status_code == 422
    assert "characters" in answer.text
    # Laid out, 8,000 bends take three seconds.
    assert not laid_out
    # Of what is no photo and no file 1 MB is read at most.
    assert client.post(town, data=b" " * 1_100_000, headers=JSON).status_code == 413
