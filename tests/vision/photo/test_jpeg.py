"""Photos as JPEG bytes: upright, no larger than wanted, and two parts of a page in one."""

from io import BytesIO

import numpy as np
from PIL import Image

from scorer.vision.photo.jpeg import beside, jpeg_of

RED, BLUE = (200, 30, 30), (30, 30, 200)


def flat(width: int, height: int, colour: tuple[int, int, int]) -> np.ndarray:
    return np.full((height, width, 3), colour, np.uint8)


def test_the_longer_side_is_limited() -> None:
    data, (height, width) = jpeg_of(flat(400, 100, RED), 200)
    assert (width, height) == Image.open(BytesIO(data)).size == (200, 50)


def test_two_parts_of_a_page_lie_side_by_side_where_they_belong() -> None:
    # 30 × 20 mm at 4 px per mm from (10, 5); then 40 × 20 mm at 2 px per mm from (35, 5).
    old, _ = jpeg_of(flat(120, 80, RED), 500)
    page, origin = beside(old, ((10.0, 5.0), 4.0), flat(80, 40, BLUE), ((35.0, 5.0), 2.0))
    assert origin == (10.0, 5.0)
    assert page.shape == (40, 130, 3)
    assert np.abs(page[20, 10].astype(int) - RED).max() < 12
    # Where both show the page the new one counts.
    assert tuple(page[20, 55]) == BLUE
    assert tuple(page[20, 129]) == BLUE
