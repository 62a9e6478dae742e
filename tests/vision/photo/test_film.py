"""Films: sharp, upright pictures of good ones, and a reason for all others."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from samples.simulator.filming import mp4_of
from scorer.vision.photo import film as module
from scorer.vision.photo.container import is_film
from scorer.vision.photo.film import frames_in
from scorer.vision.photo.gate import MAX_BYTES, NotRead, NotReadReason
from tests.support.films import plain, turned
from tests.support.photos import sample_photo

pytestmark = pytest.mark.slow

FILMS = Path(__file__).parent / "films"


def pictures(film: bytes) -> list[np.ndarray]:
    found = frames_in(film)
    assert not isinstance(found, NotRead), found
    return [np.asarray(Image.open(BytesIO(one))) for one in found]


def refused(film: bytes) -> NotReadReason:
    found = frames_in(film)
    assert isinstance(found, NotRead)
    assert found.hint
    return found.reason


@pytest.mark.parametrize("name", ["h264.mp4", "hevc.mov"])
def test_films_as_phones_write_them_are_opened(name: str) -> None:
    data = (FILMS / name).read_bytes()
    assert is_film(data)
    found = pictures(data)
    assert len(found) == 6
    for picture in found:
        assert picture.shape == (480, 640, 3)
        red, green, _ = picture[20, 20].tolist()
        assert red > 150 > 90 > green


def test_a_film_of_a_kind_that_is_not_known_is_refused() -> None:
    assert refused((FILMS / "av1.mp4").read_bytes()) is NotReadReason.NOT_A_FILM


def test_the_sharpest_picture_of_each_part_is_taken() -> None:
    frames = plain(count=24)
    blurred = [
        frame if n % 4 == 1 else cv2.GaussianBlur(frame, (0, 0), 4)
        for n, frame in enumerate(frames)
    ]
    found = pictures(mp4_of([np.asarray(frame, np.uint8) for frame in blurred]))
    assert len(found) == 6
    assert min(float(picture[200:, :, 0].std()) for picture in found) > 40


def test_a_film_taken_with_the_phone_upright_is_upright() -> None:
    found = pictures(turned(mp4_of(plain())))
    assert {picture.shape[:2] for picture in found} == {(640, 480)}
    red, green, _ = found[0][20, -20].tolist()
    assert red > 150 > 90 > green


@pytest.mark.parametrize(
    ("film", "reason"),
    [
        (lambda: mp4_of(plain(count=61)), NotReadReason.FILM_TOO_LONG),
        (lambda: mp4_of(plain(320, 240)), NotReadReason.TOO_SMALL),
        (lambda: mp4_of(plain(4096, 2304, 1)), NotReadReason.TOO_LARGE),
        (lambda: mp4_of(plain())[:900], NotReadReason.NOT_A_FILM),
        (lambda: b"\0\0\0\x1cftypisom" + bytes(4000), NotReadReason.NOT_A_FILM),
        (lambda: b"\0\0\0\x1cftypisom" + bytes(MAX_BYTES), NotReadReason.TOO_LARGE),
    ],
    ids=["long", "small", "large", "cut", "empty", "heavy"],
)
def test_films_that_are_not_read_have_a_reason(
    film: Callable[[], bytes], reason: NotReadReason
) -> None:
    data = film()
    assert is_film(data)
    assert refused(data) is reason


def test_a_film_that_takes_too_long_to_decode_is_looked_at_as_far_as_time_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_DECODING_S", 0.0)
    assert refused(mp4_of(plain())) is NotReadReason.NOT_A_FILM


def test_photos_playlists_and_other_files_are_no_films() -> None:
    assert not is_film(sample_photo())
    assert not is_film(b"#EXTM3U\nhttp://127.0.0.1/secret.ts\n")
    assert not is_film(b"\0\0\0\x18ftypheic")
    assert not is_film(b"")
