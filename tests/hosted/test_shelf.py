"""What was taught on two computers: what one changes, the other has."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from scorer.store.postgres import open_postgres
from scorer.store.sharing import Settings, TaughtFiles, TaughtKind
from scorer.web.hosted.shelf import ShelfShared, shelf_of
from tests.support.engines import Postgres


@pytest.fixture
def database(postgres: Postgres) -> Iterator[Engine]:
    engine = open_postgres(postgres.url)
    yield engine
    engine.dispose()


@pytest.fixture
def both(tmp_path: Path, database: Engine) -> tuple[ShelfShared, ShelfShared]:
    files = TaughtFiles(database, TaughtKind.BOARDS)
    files.change({}, set(files.listed()), b"empty")
    return ShelfShared(files, tmp_path / "one"), ShelfShared(files, tmp_path / "two")


def write(shelf: ShelfShared, board: str, name: str, data: bytes) -> None:
    place = shelf.folder / board / name
    place.parent.mkdir(parents=True, exist_ok=True)
    new = place.with_name(f"{name}.new")
    new.write_bytes(data)
    new.replace(place)


def shown(shelf: ShelfShared) -> dict[str, bytes]:
    files = shelf.folder.glob("*/*")
    return {str(path.relative_to(shelf.folder)): path.read_bytes() for path in files}


def test_a_new_board_a_change_and_a_removal_reach_the_other(
    both: tuple[ShelfShared, ShelfShared],
) -> None:
    one, two = both
    write(one, "mine", "reference.png", b"picture")
    write(one, "mine", "geometry.json", b"{}")
    one.push()
    two.pull()
    assert shown(two) == {"mine/reference.png": b"picture", "mine/geometry.json": b"{}"}
    write(two, "mine", "geometry.json", b"{1}")
    two.push()
    one.pull()
    assert shown(one)["mine/geometry.json"] == b"{1}"
    (one.folder / "mine" / "geometry.json").unlink()
    (one.folder / "mine" / "reference.png").unlink()
    (one.folder / "mine").rmdir()
    one.push()
    two.pull()
    assert shown(two) == {}
    assert not (two.folder / "mine").exists()


def test_another_database_takes_nothing_away(
    both: tuple[ShelfShared, ShelfShared], database: Engine
) -> None:
    one, two = both
    write(one, "mine", "geometry.json", b"{}")
    one.push()
    files = TaughtFiles(database, TaughtKind.BOARDS)
    files.change({}, set(files.listed()), b"other")
    Settings(database).keep("origin", b"another database")
    one.push()
    assert shown(one) == {"mine/geometry.json": b"{}"}
    two.pull()
    assert shown(two) == shown(one)


def test_a_file_keeps_its_time_so_that_addresses_of_pictures_agree(
    both: tuple[ShelfShared, ShelfShared],
) -> None:
    one, two = both
    write(one, "mine", "reference.png", b"picture")
    os.utime(one.folder / "mine" / "reference.png", ns=(1, 1_234_567_890_123_456_789))
    one.push()
    two.pull()
    assert (two.folder / "mine/reference.png").stat().st_mtime_ns == 1_234_567_890_123_456_789


def test_of_two_changes_of_one_file_the_later_one_counts(
    both: tuple[ShelfShared, ShelfShared],
) -> None:
    one, two = both
    write(one, "mine", "geometry.json", b"first")
    one.push()
    two.pull()
    write(one, "mine", "geometry.json", b"later")
    write(two, "mine", "geometry.json", b"earlier")
    os.utime(two.folder / "mine" / "geometry.json", ns=(5, 5))
    os.utime(one.folder / "mine" / "geometry.json", ns=(9, 9))
    one.push()
    two.push()
    one.pull()
    assert shown(one) == shown(two) == {"mine/geometry.json": b"later"}


def teach(shelf: ShelfShared, words: bytes, *names: str) -> None:
    for name in names:
        write(shelf, "mine", name, words)


def test_of_two_new_boards_of_one_name_the_first_stays_whole(
    both: tuple[ShelfShared, ShelfShared],
) -> None:
    one, two = both
    teach(one, b"one", "geometry.json", "owner.key")
    teach(two, b"two", "geometry.json", "known.png")
    one.push()
    two.push()
    one.pull()
    assert shown(one) == shown(two) == {"mine/geometry.json": b"one", "mine/owner.key": b"one"}
    # Now it is the same board to both.
    write(two, "mine", "geometry.json", b"corrected")
    two.push()
    one.pull()
    assert shown(one)["mine/geometry.json"] == b"corrected"


def test_so_it_does_when_both_are_handed_on_at_the_same_moment(
    both: tuple[ShelfShared, ShelfShared], tmp_path: Path, database: Engine
) -> None:
    one, _ = both

    class Late(TaughtFiles):
        """The other computer hands on its board after this one has looked."""

        def listed(self) -> dict[tuple[str, str], int]:
            listed = super().listed()
            one.push()
            return listed

    two = ShelfShared(Late(database, TaughtKind.BOARDS), tmp_path / "late")
    teach(one, b"one", "geometry.json", "owner.key")
    teach(two, b"two", "geometry.json", "known.png")
    two.push()
    assert shown(two) == shown(one) == {"mine/geometry.json": b"one", "mine/owner.key": b"one"}


def test_what_a_command_has_left_on_one_computer_reaches_the_other(
    both: tuple[ShelfShared, ShelfShared], database: Engine
) -> None:
    one, two = both
    write(one, "mine", "geometry.json", b"{}")
    again = ShelfShared(TaughtFiles(database, TaughtKind.BOARDS), one.folder)
    again.pull()
    two.pull()
    assert shown(two) == {"mine/geometry.json": b"{}"}


def test_a_half_written_file_is_not_handed_on(both: tuple[ShelfShared, ShelfShared]) -> None:
    one, two = both
    write(one, "mine", "geometry.json", b"{}")
    (one.folder / "mine" / "reference.png.new").write_bytes(b"half")
    one.push()
    two.pull()
    assert shown(two) == {"mine/geometry.json": b"{}"}


def test_maps_and_boards_of_one_name_are_kept_apart(tmp_path: Path, database: Engine) -> None:
    files = [TaughtFiles(database, kind) for kind in TaughtKind]
    for one in files:
        shelf = shelf_of(one, tmp_path / "one")
        write(shelf, "both", "file", one.kind.value.encode())
        shelf.push()
    for one in files:
        there = shelf_of(one, tmp_path / "two")
        there.pull()
        assert shown(there)["both/file"] == one.kind.value.encode()
        assert there.folder == tmp_path / "two" / one.kind.value


def test_a_map_that_is_being_taken_in_is_not_handed_on(tmp_path: Path, database: Engine) -> None:
    """``save_taught`` lays its files in a hidden folder first, and then gives it its name."""
    maps = TaughtFiles(database, TaughtKind.MAPS)
    one, two = (shelf_of(maps, tmp_path / name) for name in ("one", "two"))
    write(one, ".late.new", "map.json", b"{}")
    one.push()
    two.pull()
    assert not any("late" in name for name in shown(two))
