"""Pictures that people send by mistake, drawn: a phone's screen, a face, a chess board."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def squares(count: int) -> Picture:
    """Return a board of so many dark and light squares each way."""
    page = np.full((count * 100 + 80, count * 100 + 80, 3), (100, 60, 40), np.uint8)
    for row, column in np.ndindex(count, count):
        shade = (235, 215, 180) if (row + column) % 2 == 0 else (120, 80, 50)
        top, left = 40 + row * 100, 40 + column * 100
        page[top : top + 100, left : left + 100] = shade
    return page


def screenshot() -> Picture:
    """Return a phone's screen, 780 × 1328: a bar above, rows of icons with names below."""
    page = np.full((1328, 780, 3), (28, 40, 66), np.uint8)
    page[:60] = 12
    cv2.putText(page, "12:45", (30, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (240, 240, 240), 2)
    colours = np.random.default_rng(3).integers(60, 250, (24, 3)).tolist()
    for number, colour in enumerate(colours):
        row, column = divmod(number, 4)
        x, y = 45 + column * 180, 110 + row * 200
        cv2.rectangle(page, (x + 14, y), (x + 126, y + 140), colour, -1)
        cv2.rectangle(page, (x, y + 14), (x + 140, y + 126), colour, -1)
        cv2.circle(page, (x + 70, y + 70), 36, (250, 250, 250), 8)
        name = f"App {number}"
        cv2.putText(page, name, (x + 22, y + 175), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (235,) * 3, 2)
    return page


def face() -> Picture:
    """Return a face before a wall, 900 × 1200."""
    page = np.full((1200, 900, 3), (180, 190, 205), np.uint8)
    cv2.ellipse(page, (450, 1150), (420, 260), 0, 180, 360, (60, 80, 130), -1)
    cv2.ellipse(page, (450, 430), (290, 340), 0, 0, 360, (70, 45, 30), -1)
    cv2.ellipse(page, (450, 540), (240, 320), 0, 0, 360, (224, 180, 150), -1)
    for x in (350, 550):
        cv2.ellipse(page, (x, 490), (52, 28), 0, 0, 360, (250, 250, 250), -1)
        cv2.circle(page, (x, 490), 20, (60, 90, 60), -1)
        cv2.circle(page, (x, 490), 9, (10, 10, 10), -1)
        cv2.ellipse(page, (x, 425), (70, 22), 0, 190, 350, (60, 40, 25), 12)
    cv2.ellipse(page, (450, 600), (34, 60), 0, 20, 160, (190, 140, 115), 8)
    cv2.ellipse(page, (450, 720), (95, 40), 0, 0, 180, (170, 70, 70), -1)
    return np.asarray(cv2.GaussianBlur(page, (0, 0), 0.8), np.uint8)


def noisy(picture: Picture) -> Picture:
    """Return *picture* with the noise of a camera."""
    noise = np.random.default_rng(2).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)
