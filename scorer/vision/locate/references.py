"""Works out the details of all shipped boards: ``python -m scorer.vision.locate.references``.

A photo of an unknown board is compared with every board; so the first one need not wait.
"""

import sys
from pathlib import Path

from scorer.rules.city.city import city_names, load_city
from scorer.vision.boards.halfboard import half_pictures, is_double
from scorer.vision.boards.picture import load_picture
from scorer.vision.locate.features import details_file, packed_details


def write_details(folder: Path) -> None:
    """Write the details of every shipped board's picture, and of its halves, into *folder*."""
    for name in city_names():
        picture = load_picture(load_city(name).practice_board.id)
        halves = half_pictures(picture) if is_double(picture.board) else ()
        for one in (picture, *halves):
            (folder / details_file(one).name).write_bytes(packed_details(one))


if __name__ == "__main__":
    write_details(Path(sys.argv[1]))
