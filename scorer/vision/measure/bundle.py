"""A photo with its truth and its board, packed so that ``scorer evaluate`` reads it unpacked."""

import json
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from scorer import __version__
from scorer.rules.board.board import Board
from scorer.rules.board.geometry import geometry_json
from scorer.vision.boards.taught import packed

PHOTO, TRUTH = "photo.jpg", "photo.json"
# What a truth file calls photos that no simulator made.
_STRATUM = "real"


def bundle(
    photo: bytes, board: Board, marks: Any, corners_xy: Sequence[Sequence[float]], taught: Path
) -> bytes:
    """Return a ZIP file of a photo, what is drawn on its board, and that board.

    Nothing of whoever played or took the photo is in it, nor when it was packed.

    Parameters
    ----------
    photo : bytes
        An upright JPEG without metadata.
    board : Board
    marks : JSON data
        What is drawn, as in a marks file: the truth.
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the photo.
    taught : Path
        Folder of taught boards; a board from there is packed with its picture.

    Raises
    ------
    TaughtBoardError
        If the board was taught and is broken.
    """
    truth = {
        "photo": PHOTO,
        "board": board.id,
        "stratum": _STRATUM,
        "corners_xy": corners_xy,
        "marks": marks,
        "versions": {"scorer": __version__},
    }
    files = {PHOTO: photo, TRUTH: json.dumps(truth, indent=1).encode()}
    if board.practice:
        files[f"{board.id}.geometry.json"] = geometry_json(board)
    else:
        with zipfile.ZipFile(BytesIO(packed(taught, board.id))) as archive:
            files |= {f"boards/{board.id}/{one}": archive.read(one) for one in archive.namelist()}
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            # The time of packing is nobody's business.
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return file.getvalue()
