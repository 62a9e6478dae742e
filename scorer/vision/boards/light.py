"""A board's picture made light for phones; the reader goes on with its own."""

from io import BytesIO

from PIL import Image

from scorer.vision.boards.picture import BoardPicture, kept_with_picture

# What a picture takes at most, in bytes: a room of phones shares one network.
MOST_BYTES = 200_000
# Enough for the sharpest phone; each is tried at these qualities.
_SIDES_PX = (1600, 1200, 900)
_QUALITIES = (82, 70, 58)


@kept_with_picture
def light_picture(picture: BoardPicture) -> bytes:
    """Return *picture* as a JPEG of ``MOST_BYTES`` at most, as large and sharp as they hold."""
    image = Image.fromarray(picture.rgb)
    data = b""
    for side in _SIDES_PX:
        smaller = image.copy()
        smaller.thumbnail((side, side))
        for quality in _QUALITIES:
            file = BytesIO()
            smaller.save(file, "JPEG", quality=quality)
            data = file.getvalue()
            if len(data) <= MOST_BYTES:
                return data
    return data
