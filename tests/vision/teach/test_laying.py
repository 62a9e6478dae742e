"""A page that was laid a little off is laid exactly once more."""

import cv2
import numpy as np

from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.geometry import Mapping, field_terms, page_to_picture
from scorer.vision.teach.laying import still_off

# To the right and down, in mm; and by so much too large.
SHIFT, TOO_LARGE = np.array([0.9, -0.7]), 0.008


def test_a_page_tells_by_what_field_it_was_laid_off() -> None:
    picture = load_picture("first-city")
    corners = picture.map_corners_mm
    middle = corners.mean(axis=0)
    true = SHIFT + TOO_LARGE * (corners - middle)
    scale = picture.px_per_mm
    grow = np.array([[1 + TOO_LARGE, 0, 0], [0, 1 + TOO_LARGE, 0]])
    grow[:, 2] = scale * (SHIFT - TOO_LARGE * middle)
    height, width = picture.rgb.shape[:2]
    off = cv2.warpAffine(picture.rgb, grow, (width, height), borderMode=cv2.BORDER_REPLICATE)
    page = replace(picture, rgb=np.asarray(off, np.uint8))
    mapping = Mapping.plain(page, page_to_picture(page))
    found = field_terms(mapping.normal(corners)) @ still_off(page)
    assert np.abs(true).max() > 1.2
    assert np.linalg.norm(found - true, axis=1).max() < 0.35
