"""The canvas on which the network tells ink from print."""

import numpy as np

from scorer.vision.evidence.canvas import LAYERS, PITCH, ROOM, Canvas
from scorer.vision.geometry import frame_of
from tests.support import scenes


def test_the_map_lies_on_the_canvas_with_half_a_location_around() -> None:
    picture = scenes.first_city()
    canvas = Canvas.of(picture.board)
    assert canvas.size == (6 * PITCH + 2 * ROOM, 6 * PITCH + 2 * ROOM)
    corner = canvas.to_mm @ np.array([ROOM - 0.5, ROOM - 0.5, 1])
    assert np.allclose(corner[:2], picture.map_corners_mm[0], atol=1e-6)
    assert canvas.cut(picture.rgb, picture.px_per_mm).shape == (504, 504, 3)


def test_what_is_laid_back_on_the_page_lies_where_it_was_cut() -> None:
    picture = scenes.first_city()
    canvas = Canvas.of(picture.board)
    height, width = picture.rgb.shape[:2]
    page = np.zeros((height, width), np.uint8)
    x, y = picture.board.crossroads_xy[min(picture.board.crossroads_xy)]
    scale = picture.px_per_mm
    at = round(float(y) * scale), round(float(x) * scale)
    page[at[0] - 6 : at[0] + 6, at[1] - 6 : at[1] + 6] = 255
    cut = canvas.cut(page, scale).astype(np.float32)
    back = canvas.laid(cut, (width, height), scale)
    row, column = divmod(int(back.argmax()), back.shape[1])
    assert abs(row - at[0]) <= 4
    assert abs(column - at[1]) <= 4


def test_a_lone_stroke_differs_from_the_usual_roads() -> None:
    scene = scenes.with_ink(scenes.first_city(), ("c3-d3",))
    picture = scenes.first_city()
    canvas = Canvas.of(picture.board)
    inked, blank = (
        canvas.layers(canvas.cut(page, picture.px_per_mm)) for page in (scene, picture.rgb)
    )
    assert inked.shape == (504, 504, LAYERS)
    # The middle of the road from c3 to d3, three locations down and two and a half across.
    place = (ROOM + 3 * PITCH, ROOM + 2 * PITCH + PITCH // 2)
    assert inked[place][3:6].min() < -0.3
    assert abs(blank[place][3:6]).max() < 0.2
    assert inked[place][8] == 1
    assert inked[place][7] < 0.05


def test_frames_of_known_pictures_tell_how_far_they_are_known() -> None:
    picture = scenes.first_city()
    assert frame_of(picture).known is None
