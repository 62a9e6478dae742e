"""Why no board was found in a photo, in words that help."""

from collections.abc import Sequence

from scorer.vision.gate import NotRead, NotReadReason, Photo, contrast, sharpness
from scorer.vision.locate import NotFound
from scorer.vision.picture import BoardPicture

# Below this a photo without a board is probably just out of focus.
_HAZY = 0.12
# Below this there is nothing in the photo to be out of focus.
_EMPTY = 12.0


def no_board(photo: Photo, found: NotFound, pictures: Sequence[BoardPicture]) -> NotRead:
    """Return why none of the boards in *pictures* was found in *photo*."""
    if contrast(photo.rgb) < _EMPTY:
        return NotRead(
            NotReadReason.NO_BOARD,
            "There is nothing to see in the photo but an even surface. Take it from above, with "
            "the whole map in the picture.",
            photo.size,
        )
    if sharpness(photo.rgb) < _HAZY:
        return NotRead(
            NotReadReason.TOO_BLURRED,
            "The photo is too blurred to find the board. Hold the phone still and tap the board "
            "to focus, or set the four corners by hand.",
            photo.size,
        )
    if found.plain_roads:
        return NotRead(
            NotReadReason.OTHER_BOARD,
            f"The photo shows roads of a map, but it is not {_named(pictures)}. Choose the right "
            "board, or teach this one to the app from a photo of it with nothing drawn on it; "
            "or set the four corners by hand.",
            photo.size,
        )
    return NotRead(
        NotReadReason.NO_BOARD,
        "This board was not found in the photo. Take it from above, with the whole map in the "
        "picture and without glare; check that the right board is chosen; or set the four "
        "corners by hand.",
        photo.size,
    )


def _named(pictures: Sequence[BoardPicture]) -> str:
    if len(pictures) == 1:
        board = pictures[0].board
        return f"the board {board.name or board.id!r}"
    return f"one of the {len(pictures)} boards known here"
