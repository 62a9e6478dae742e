"""Taught boards: kept, listed, packed into one file; nothing strange gets in with a file."""

import json
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorer.rules.board.board import Board
from scorer.rules.board.geometry import geometry_json
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.boards.taught import (
    BrokenBoard,
    TaughtBoardError,
    board_id,
    known_boards,
    known_pictures,
    packed,
    remove_taught,
    save_geometry,
    save_taught,
    taught_boards,
    unpacked,
)
from tests.support import scenes


def small(id_: str = "mine") -> BoardPicture:
    """Return a board with a small picture of its own."""
    board = replace(scenes.first_city().board, id=id_, name="Mine", practice=False)
    rng = np.random.default_rng(3)
    width, height = (round(side) for side in board.page_mm)
    return BoardPicture(board, rng.integers(0, 255, (height, width, 3), np.uint8), 1.0)


def archive(**files: bytes) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return file.getvalue()


def contents(picture: BoardPicture) -> dict[str, bytes]:
    file = BytesIO()
    Image.fromarray(picture.rgb).save(file, "PNG")
    return {"geometry.json": geometry_json(picture.board), "reference.png": file.getvalue()}


def partly_known() -> BoardPicture:
    """Return a board of whose picture one corner is not known."""
    whole = small()
    known = np.full(whole.rgb.shape[:2], 255, np.uint8)
    known[:20, :30] = 7
    return replace(whole, known=known)


def test_what_is_not_known_yet_is_kept_and_goes_along(tmp_path: Path) -> None:
    picture = partly_known()
    save_taught(tmp_path / "here", picture)
    save_taught(tmp_path / "there", unpacked(packed(tmp_path / "here", "mine")))
    for place in ("here", "there"):
        known = load_picture("mine", tmp_path / place).known
        assert known is not None
        assert (known == picture.known).all()
    # Taught anew from a blank photo, all of it is known.
    save_taught(tmp_path / "here", small())
    assert load_picture("mine", tmp_path / "here").known is None


def test_what_is_known_must_have_the_shape_of_the_picture() -> None:
    file = BytesIO()
    Image.fromarray(np.zeros((5, 5), np.uint8)).save(file, "PNG")
    with pytest.raises(TaughtBoardError, match="what is known of it is 5 × 5 px"):
        unpacked(archive(**GOOD, **{"known.png": file.getvalue()}))
    with pytest.raises(TaughtBoardError, match="no PNG"):
        unpacked(archive(**GOOD, **{"known.png": b"text"}))


def test_a_packed_board_is_the_same_elsewhere(tmp_path: Path) -> None:
    save_taught(tmp_path / "here", small())
    data = packed(tmp_path / "here", "mine")
    save_taught(tmp_path / "there", unpacked(data))
    here, there = (load_picture("mine", tmp_path / place) for place in ("here", "there"))
    assert there.board == here.board
    assert (there.rgb == here.rgb).all()
    assert packed(tmp_path / "there", "mine") == data


def test_a_board_may_get_another_name_on_its_way(tmp_path: Path) -> None:
    save_taught(tmp_path, small())
    renamed = unpacked(packed(tmp_path, "mine"), "Grandma's board")
    assert (renamed.board.id, renamed.board.name) == ("grandma-s-board", "Grandma's board")


@pytest.mark.slow
def test_one_broken_board_does_not_hide_the_others(tmp_path: Path) -> None:
    save_taught(tmp_path, small())
    for name, text in (("torn", b"{"), ("wrong", geometry_json(small("else").board))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "geometry.json").write_bytes(text)
    save_taught(tmp_path, small("bare"))
    (tmp_path / "bare" / "reference.png").unlink()
    (tmp_path / "empty").mkdir()
    listed = taught_boards(tmp_path)
    assert [one.id for one in listed] == ["bare", "empty", "mine", "torn", "wrong"]
    assert [one.id for one in listed if isinstance(one, Board)] == ["mine"]
    reasons = {one.id: one.reason for one in listed if isinstance(one, BrokenBoard)}
    assert "reference.png" in reasons["bare"]
    assert "'else'" in reasons["wrong"]
    assert len(known_boards(tmp_path)) > len(listed)
    assert {"first-city", "mine"} <= {one.board.id for one in known_pictures(tmp_path)}


def test_a_broken_board_can_be_taken_away(tmp_path: Path) -> None:
    (tmp_path / "torn").mkdir()
    remove_taught(tmp_path, "torn")
    assert taught_boards(tmp_path) == ()
    with pytest.raises(TaughtBoardError, match="none has been taught"):
        remove_taught(tmp_path, "torn")


@pytest.mark.parametrize("id_", ["..", "../..", "mine/..", "", "."])
def test_only_taught_boards_are_taken_away(id_: str, tmp_path: Path) -> None:
    save_taught(tmp_path, small())
    with pytest.raises(TaughtBoardError, match="taught are mine"):
        remove_taught(tmp_path, id_)
    assert (tmp_path / "mine").is_dir()


def test_a_corrected_board_keeps_its_picture(tmp_path: Path) -> None:
    save_taught(tmp_path, small())
    before = load_picture("mine", tmp_path)
    save_geometry(tmp_path, replace(before.board, name="Ours"))
    after = load_picture("mine", tmp_path)
    assert after.board.name == "Ours"
    assert (after.rgb == before.rgb).all()
    with pytest.raises(TaughtBoardError, match="no board called 'other'"):
        save_geometry(tmp_path, replace(before.board, id="other"))


def test_a_picture_is_loaded_once_until_it_changes(tmp_path: Path) -> None:
    save_taught(tmp_path, small())
    first = load_picture("mine", tmp_path)
    assert load_picture("mine", tmp_path) is first
    other = small()
    save_taught(tmp_path, BoardPicture(other.board, 255 - other.rgb, 1.0))
    assert (load_picture("mine", tmp_path).rgb == 255 - first.rgb).all()


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Plain City", "plain-city"),
        ("  A--b 2 ", "a-b-2"),
        ("Дом", "dom"),
        ("Наш планшет 2", "nash-planshet-2"),
        ("Моё Щёлково", "moyo-shchyolkovo"),
        ("Café", "cafe"),
        ("家", "board-5bb6"),
        ("家 2", "board-5bb6-20-32"),
        ("2", "2"),
    ],
)
def test_ids_are_made_of_names(name: str, id_: str) -> None:
    assert board_id(name) == id_


@pytest.mark.parametrize("name", ["", "  ", "First City", "first-city"])
def test_some_names_are_no_names(name: str) -> None:
    with pytest.raises(TaughtBoardError):
        board_id(name)


GOOD = contents(small())
WIDE = BytesIO()
Image.fromarray(np.zeros((10, 400, 3), np.uint8)).save(WIDE, "PNG")
TINY = BytesIO()
Image.fromarray(small().rgb[::3, ::3]).save(TINY, "PNG")
JPEG = BytesIO()
Image.fromarray(small().rgb).save(JPEG, "JPEG")


def geometry_with(**changes: object) -> bytes:
    return json.dumps({**json.loads(GOOD["geometry.json"]), **changes}).encode()


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"geometry.json": GOOD["geometry.json"]}, "nothing else"),
        ({**GOOD, "more.txt": b"x"}, "nothing else"),
        ({"../geometry.json": b"{}", "reference.png": b""}, "nothing else"),
        ({"/geometry.json": b"{}", "reference.png": b""}, "nothing else"),
        ({**GOOD, "geometry.json": b"{"}, "geometry"),
        ({**GOOD, "geometry.json": geometry_with(id="../up")}, "no name for a board"),
        ({**GOOD, "geometry.json": geometry_with(id="first-city")}, "shipped"),
        ({**GOOD, "geometry.json": geometry_with(city="atlantis")}, "atlantis"),
        ({**GOOD, "geometry.json": b" " * (2 * 2**20 + 1)}, "larger than 2 MB"),
        ({**GOOD, "geometry.json": geometry_with(page_mm=[-1, -1])}, "sides of 50 to 600"),
        ({**GOOD, "geometry.json": geometry_with(page_mm=[1e308, 1e308])}, "sides of 50 to 600"),
        ({**GOOD, "geometry.json": geometry_with(page_mm=[400, 601])}, "sides of 50 to 600"),
        ({**GOOD, "geometry.json": geometry_with(name="x" * 1_000_000)}, "name: longer than 80"),
        ({**GOOD, "geometry.json": geometry_with(page_mm=[60, 60])}, "not on the page"),
        ({**GOOD, "geometry.json": geometry_with(cells=[])}, "there is no location"),
        ({**GOOD, "reference.png": TINY.getvalue()}, "too few to know"),
        ({**GOOD, "reference.png": b"text"}, "no PNG"),
        ({**GOOD, "reference.png": GOOD["reference.png"][:200]}, "no PNG"),
        ({**GOOD, "reference.png": JPEG.getvalue()}, "no PNG"),
        ({**GOOD, "reference.png": WIDE.getvalue()}, "not the shape"),
    ],
)
def test_strange_board_files_are_refused(files: dict[str, bytes], message: str) -> None:
    with pytest.raises(TaughtBoardError, match=message):
        unpacked(archive(**files))


@pytest.mark.slow
def test_a_bomb_is_not_unpacked() -> None:
    bomb = archive(**{**GOOD, "reference.png": bytes(60_000_000)})
    assert len(bomb) < 200_000
    with pytest.raises(TaughtBoardError, match="larger than 20 MB"):
        unpacked(bomb)


def test_a_picture_of_too_many_pixels_is_not_decoded() -> None:
    head = b"\x00\x00\x9c\x40\x00\x00\x9c\x40\x01\x00\x00\x00\x00"
    chunk = b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + chunk
    png += zlib.crc32(chunk).to_bytes(4, "big")
    with pytest.raises(TaughtBoardError, match="board file"):
        unpacked(archive(**{**GOOD, "reference.png": png}))


@pytest.mark.parametrize("data", [b"", b"text", archive(**GOOD)[:-30], b"PK\x05\x06" + bytes(18)])
def test_damaged_files_are_refused(data: bytes) -> None:
    with pytest.raises(TaughtBoardError, match="board file"):
        unpacked(data)


def test_every_damaged_byte_is_survived() -> None:
    data = bytearray(archive(**{**GOOD, "reference.png": GOOD["reference.png"][:3000]}))
    rng = np.random.default_rng(1)
    for place in rng.integers(0, len(data), 60):
        broken = bytes(data[:place]) + bytes([data[place] ^ 0xFF]) + bytes(data[place + 1 :])
        with pytest.raises(TaughtBoardError):
            unpacked(broken)
