"""Short films of a board: from bytes that anybody may have sent to a few sharp pictures.

Only MP4 and MOV are opened, from memory, so that no playlist or other container can make the
decoder fetch anything. What a film claims of itself is judged before it is decoded, and what it
turns out to be while it is: its pixels, its pictures, and the time that decoding takes.
"""

import os
from io import BytesIO
from time import perf_counter
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.photo.gate import MAX_BYTES, MIN_SIDE_PX, NotRead, NotReadReason

Picture = NDArray[np.uint8]

# Longer films show nothing more; phones write up to 240 pictures a second.
MOST_S, MOST_FRAMES = 6.0, 1500
# A frame of 4K; and how long decoding may take.
MOST_PIXELS, MOST_DECODING_S = 9_000_000, 20.0
# A film is cut into so many parts, of each of which the sharpest of so many pictures is taken.
_PARTS, _TRIED = 6, 6
_QUALITY = 95


def frames_in(data: bytes) -> tuple[bytes, ...] | NotRead:
    """Return the sharpest pictures of a film's parts as JPEG files, in their order, upright.

    Or why there are none.
    """
    if len(data) > MAX_BYTES:
        return _refused(
            NotReadReason.TOO_LARGE,
            f"The film has {len(data) / 1e6:.0f} MB; at most {MAX_BYTES // 2**20} MB are read. "
            "Film for three seconds, in HD.",
        )
    try:
        # The decoder's complaints help nobody.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        # OpenCV reads what has ``read`` and ``seek``; its stubs ask for a class of its own.
        source: Any = BytesIO(data)
        film = cv2.VideoCapture(source, cv2.CAP_FFMPEG, [])
        try:
            return _claimed(film) or _sharpest(film)
        finally:
            film.release()
    except (cv2.error, MemoryError):
        return _damaged()


def _claimed(film: cv2.VideoCapture) -> NotRead | None:
    """Return why a film is not read by what it says of itself."""
    wide, high = (film.get(one) for one in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    count, rate = film.get(cv2.CAP_PROP_FRAME_COUNT), film.get(cv2.CAP_PROP_FPS)
    if not film.isOpened() or min(wide, high, count, rate) <= 0:
        return _damaged()
    if wide * high > MOST_PIXELS:
        return _refused(
            NotReadReason.TOO_LARGE,
            f"The film has {wide:.0f} × {high:.0f} pixels; 4K is the most that is read.",
        )
    if min(wide, high) < MIN_SIDE_PX:
        return _refused(
            NotReadReason.TOO_SMALL,
            f"The film has only {wide:.0f} × {high:.0f} pixels. Film in HD.",
        )
    return _too_long() if count > MOST_FRAMES or count / rate > MOST_S else None


def _sharpest(film: cv2.VideoCapture) -> tuple[bytes, ...] | NotRead:
    """Return the sharpest picture of each part, decoded one after the other."""
    count = int(film.get(cv2.CAP_PROP_FRAME_COUNT))
    step = max(1, count // (_PARTS * _TRIED))
    best: dict[int, tuple[float, bytes]] = {}
    end = perf_counter() + MOST_DECODING_S
    # More pictures than the film says it has are not looked at.
    for number in range(count):
        if not film.grab() or perf_counter() > end:
            break
        if number % step:
            continue
        there, bgr = film.retrieve()
        if not there or bgr.ndim != 3 or bgr.shape[0] * bgr.shape[1] > MOST_PIXELS:
            return _damaged()
        part, sharp = number * _PARTS // count, sharpness_of(np.asarray(bgr, np.uint8))
        if part not in best or sharp > best[part][0]:
            best[part] = (sharp, _jpeg(np.asarray(bgr, np.uint8)))
    return tuple(best[part][1] for part in sorted(best)) or _damaged()


def sharpness_of(bgr: Picture) -> float:
    """Return how crisp a picture (H, W, 3) is beside others of the same film."""
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    shrink = 960 / max(grey.shape)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(small, cv2.CV_32F).var())


def _jpeg(bgr: Picture) -> bytes:
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def _too_long() -> NotRead:
    return _refused(
        NotReadReason.FILM_TOO_LONG,
        "The film is too long. Film for two to five seconds while you move the phone from one "
        "side of the board to the other.",
    )


def _damaged() -> NotRead:
    return _refused(
        NotReadReason.NOT_A_FILM,
        "This film is damaged, or of a kind that cannot be opened here. Send it as MP4 or MOV "
        "(H.264 or HEVC), or take photos.",
    )


def _refused(reason: NotReadReason, hint: str) -> NotRead:
    return NotRead(reason, hint)
