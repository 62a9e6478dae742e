"""Hostile films: each is refused where photos are read, with a reason, and costs nobody else."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from samples.simulator.filming import mp4_of
from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support.client import JSON, OPEN, ended, json_in, send
from tests.support.films import plain
from tests.support.photos import sample_photo

pytestmark = pytest.mark.slow

GOOD = mp4_of(plain())


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with the processes that really read."""
    queue = PhotoQueue()
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": queue})
    yield app
    queue.close()
    app.extensions["scorer"].games.close()


def sent(client: FlaskClient, film: bytes) -> dict[str, Any]:
    file = FileStorage(BytesIO(film), "film.mp4", content_type="video/mp4")
    answer = send(client, "/photos", {"board": "first-city", "photo": file}, JSON)
    assert answer.status_code == 202, answer.text
    return ended(client, json_in(answer)["job"])


def damaged(seed: int) -> bytes:
    """Return a film some bytes of which are others, its first box left."""
    rng = np.random.default_rng(seed)
    film = np.frombuffer(GOOD, np.uint8).copy()
    at = rng.integers(32, len(film), 40)
    film[at] = rng.integers(0, 256, 40)
    return film.tobytes()


def endless() -> bytes:
    """Return a film whose header says that it never ends."""
    at = GOOD.index(b"mvhd") + 20
    long = bytes.fromhex("7fffffff")
    film = GOOD[:at] + long + GOOD[at + 4 :]
    at = film.index(b"stts") + 12
    return film[:at] + long + film[at + 4 :]


def deep() -> bytes:
    """Return boxes in boxes, ten thousand deep."""
    boxes = b"".join((8 * (10_000 - n)).to_bytes(4, "big") + b"moov" for n in range(10_000))
    return GOOD[:28] + boxes


@pytest.mark.parametrize(
    "film",
    [*(damaged(seed) for seed in range(6)), endless(), deep(), GOOD[: len(GOOD) // 2], GOOD[:40]],
    ids=[*(f"damaged {seed}" for seed in range(6)), "endless", "deep", "half", "head"],
)
def test_a_hostile_film_is_refused_and_the_next_photo_is_read(
    client: FlaskClient, film: bytes
) -> None:
    over = sent(client, film)
    # A film whose pictures could be seen shows no board, and leads to its corners.
    assert over.get("failed") in (None, "photo", "reader-crashed", "reader-slow"), over
    assert "hint" in over or over["next"]


def test_after_all_of_them_a_photo_is_read(client: FlaskClient) -> None:
    sent(client, damaged(0))
    assert "failed" not in sent(client, sample_photo())
