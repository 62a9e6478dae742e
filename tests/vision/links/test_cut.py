"""Cutting spaces out of photos: turned alike, lit alike."""

import cv2
import numpy as np

from scorer.rules.ticket_to_ride.spaces import spaces_of
from scorer.vision.geometry import Mapping
from scorer.vision.links.cut import SIDE_PX, cut, flatten_page
from scorer.vision.links.picture import MapPicture
from tests.vision.links.photos import bay


def upright(picture: MapPicture) -> Mapping:
    """Return the mapping into a photo that is the page's picture itself."""
    scale = picture.px_per_mm
    return picture.mapping(np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1]]))


def test_a_photo_in_other_light_is_cut_as_the_blank_page_is() -> None:
    # The page itself, twice as large, under light that falls off and is yellow.
    picture = bay()
    width = picture.rgb.shape[1]
    fall = np.linspace(0.9, 0.35, width)[None, :, None] * np.array([1.0, 0.9, 0.7])
    light = (picture.rgb / 255.0) ** 2.2 * fall
    photo = (light ** (1 / 2.2) * 255).astype(np.uint8)
    mapping = upright(picture)
    cuttings = cut(flatten_page(photo, picture, mapping), picture)
    assert cuttings.seen.shape == (90, 6, SIDE_PX, SIDE_PX)
    assert cuttings.burnt.max() == 0
    seen, blank = cuttings.seen[:, :3], cuttings.seen[:, 3:]
    assert np.abs(seen - blank).mean() < 0.03
    assert np.quantile(np.abs(seen - blank), 0.95) < 0.08


def test_cuttings_lie_along_their_links() -> None:
    # A red and a blue half of a page: a link across the border shows red first, then blue.
    picture = bay()
    cuttings = cut(
        flatten_page(
            picture.rgb, picture,
            upright(picture),
        ),
        picture,
    )  # fmt: skip
    link = picture.map.link["mill_bridge-tram_depot"]
    row = cuttings.of.index((link.name, 1))
    middle = cuttings.seen[row, 3:, 12:20, 6:26].mean(axis=(1, 2))
    # It is green: what is printed there, seen whole.
    assert middle[1] > middle[0]
    assert middle[1] > middle[2]
    assert len(cuttings.of) == sum(len(spaces_of(picture.map, one)) for one in picture.map.links)


def test_what_lies_outside_the_photo_is_burnt() -> None:
    picture = bay()
    half = np.ascontiguousarray(picture.rgb[:, : picture.rgb.shape[1] // 2])
    mapping = upright(picture)
    cuttings = cut(flatten_page(half, picture, mapping), picture)
    burnt = dict(zip(cuttings.of, cuttings.burnt, strict=True))
    assert burnt["orchard-tannery", 0] == 0
    assert burnt["lighthouse-fish_market", 0] == 1


def test_white_glare_is_burnt() -> None:
    picture = bay()
    link = picture.map.link["swan_pond-lighthouse"]
    x, y, _ = spaces_of(picture.map, link)[1]
    rgb = picture.rgb.copy()
    at = (round(x * picture.px_per_mm), round(y * picture.px_per_mm))
    cv2.circle(rgb, at, round(12 * picture.px_per_mm), (255, 255, 255), -1)
    mapping = upright(picture)
    cuttings = cut(flatten_page(rgb, picture, mapping), picture)
    burnt = dict(zip(cuttings.of, cuttings.burnt, strict=True))
    assert burnt[link.name, 1] > 0.9
    assert burnt["orchard-tannery", 0] == 0
