"""Learning a board from photos of it filled: nobody has to have a blank one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.drawn.cafes import with_cafes
from scorer.vision.drawn.filling import filled_in
from scorer.vision.drawn.light import Page
from scorer.vision.drawn.overlay import laid_together
from scorer.vision.drawn.palesections import with_pale_sections
from scorer.vision.drawn.pencolour import by_pen_colour
from scorer.vision.drawn.places import unknown_places
from scorer.vision.drawn.standing import where_people_stand
from scorer.vision.drawn.veil import with_veil
from scorer.vision.evidence.inkmap import ink_chances, widened
from scorer.vision.geometry import PX_PER_MM, Frame, Mapping, page_to_picture, sources
from scorer.vision.ink.sampling import LIFT
from scorer.vision.locate.locate import Located, locate
from scorer.vision.locate.printmatch import PrintMatch, print_match, verdict
from scorer.vision.photo.gate import NotRead, NotReadReason, Photo, open_photo
from scorer.vision.teach.laying import Laid, still_off
from scorer.vision.teach.placing import page_in, picture_of, placed, placed_by_hand, searched

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]

# Strokes have soft rims, and so much around them.
_RIM_MM = 0.35
# Pixels as sure as this, of 255, stay as they are when later photos fill the others in.
_SURE = 128
# A map as clear as this is the one that the others are laid over.
_CLEAR_LIKENESS = 0.5
_NOTHING_NEW = "The photo shows no place of the board that was not known."
_OTHER_BOARD = "This photo does not show the board. Take one of the same board, from above."


@dataclass(frozen=True, eq=False)
class LearnedDrawn:
    """A board's picture, as learned from photos of it filled.

    Attributes
    ----------
    picture : BoardPicture
        The whole page from above; ``known`` says where its print was seen.
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the photo that the others were laid over, upright
        and at its full size.
    likeness : float
        Correlation of the locations' sides with the edges of that photo, at most 1.
    sure_of_turn : bool
        False where nothing told which side of the map is the upper one.
    photos_used : int
        In how many of the photos the board was found.
    first : int
        The number of the photo that the others were laid over.
    """

    picture: BoardPicture
    corners_xy: Doubles
    likeness: float
    sure_of_turn: bool
    photos_used: int
    first: int


# Is told which photo is looked at now, from 1 on, and how many there are.
OnPhoto = Callable[[int, int], None]


def learn_drawn(
    photos: Sequence[bytes],
    board: Board,
    corners_xy: Doubles | None = None,
    on_photo: OnPhoto | None = None,
) -> LearnedDrawn | NotRead:
    """Return the reference picture that photos of filled boards of one map make.

    Parameters
    ----------
    photos : sequence of bytes
        Picture files; the first ones that can be read are enough. Those in which the map of the
        clearest is not found again are left out.
    board : Board
        Where everything is on the page.
    corners_xy : (4, 2) float, optional
        The map's corners a0, g0, g6, a6 in the first photo, upright; else the map is looked for.
    on_photo : callable, optional
        Is told which photo is looked at now, from 1 on, and how many there are.
    """
    opened: list[tuple[int, Photo]] = []
    why: NotRead | None = None
    for number, data in enumerate(photos):
        photo = open_photo(data)
        if isinstance(photo, NotRead):
            why = why or photo
        else:
            opened.append((number, photo))
    if not opened:
        assert why is not None, "no photo was given"
        return why
    _tell(on_photo, 1, len(opened))
    found = _clearest(opened, board, corners_xy)
    if isinstance(found, NotRead):
        return found
    first, laid, sure_of_turn = found
    base = _page(dict(opened)[first], board, laid.mapping)
    pages, known = [base], picture_of(board, base.rgb, base.seen)
    others = [photo for number, photo in opened if number != first]
    for count, photo in enumerate(others, 2):
        _tell(on_photo, count, len(opened))
        if (page := seen_again(photo, known)) is not None:
            pages.append(page)
    # Of several photos, the others tell where a reflection lies.
    if len(pages) == 1:
        pages = [with_veil(base, board, PX_PER_MM)]
    print_ = _Print.of(pages)
    mapping = laid.mapping
    # One photo shows no more from above than it did before.
    if len(pages) > 1:
        off = still_off(picture_of(board, print_.rgb, print_.reach))
        print_, mapping = print_.bent_by(off, known), mapping.bent_by(off)
    picture = _filled(print_, board)
    mapping = mapping.scaled(dict(opened)[first].scale)
    corners = mapping.to_photo(picture.map_corners_mm)
    return LearnedDrawn(picture, corners, laid.likeness, sure_of_turn, len(pages), first)


def improved(
    picture: BoardPicture,
    photos: Sequence[bytes],
    *,
    drawn: bool = True,
    on_photo: OnPhoto | None = None,
) -> LearnedDrawn | NotRead:
    """Return the picture of a taught board, made better by more photos of it.

    Parameters
    ----------
    picture : BoardPicture
    photos : sequence of bytes
        Picture files. Those that do not show this board are left out; if none does, the reason
        is returned.
    drawn : bool
        Whether the boards in the photos are filled; else they are blank.
    on_photo : callable, optional
        Is told which photo is looked at now, from 1 on, and how many there are.
    """
    size, why = picture.rgb.shape[:2], None
    known = np.full(size, 255, np.uint8) if picture.known is None else picture.known
    unknown = np.asarray(1 - known / 255, np.float32)
    nowhere = np.zeros(size, np.bool_)
    pages = [Page(picture.rgb, ~nowhere, unknown, nowhere)]
    for count, data in enumerate(photos, 1):
        _tell(on_photo, count, len(photos))
        photo = open_photo(data)
        if isinstance(photo, NotRead):
            why = why or photo
        elif (page := seen_again(photo, picture, surely=True)) is not None:
            pages.append(page if drawn else replace(page, inked=np.zeros(size, np.float32)))
        else:
            why = why or NotRead(NotReadReason.OTHER_BOARD, _OTHER_BOARD, photo.size)
    if len(pages) == 1:
        assert why is not None, "no photo was given"
        return why
    better = _filled(_Print.of(pages, as_first=True), picture.board)
    return LearnedDrawn(better, better.map_corners_mm, 1.0, True, len(pages) - 1, 0)


def _tell(on_photo: OnPhoto | None, number: int, count: int) -> None:
    if on_photo:
        on_photo(number, count)


def filled_later(
    picture: BoardPicture, photos: Sequence[bytes], *, on_photo: OnPhoto | None = None
) -> LearnedDrawn | NotRead:
    """Return *picture* with places that no photo had shown, as more photos of the board show them.

    What was known stays as it is, pixel by pixel: the picture never gets worse. A photo counts
    only if its print is surely the board's.

    Parameters
    ----------
    picture : BoardPicture
    photos : sequence of bytes
        Picture files, of the board filled or blank. Those that do not surely show it are left
        out; if none does, or nothing new is seen, the reason is returned.
    on_photo : callable, optional
        Is told which photo is looked at now, from 1 on, and how many there are.
    """
    before = {*unknown_places(picture)}
    if picture.known is None or not before:
        return NotRead(NotReadReason.NOTHING_NEW, _NOTHING_NEW)
    found = improved(picture, photos, on_photo=on_photo)
    if isinstance(found, NotRead):
        return found
    new = found.picture
    assert new.known is not None
    sure = picture.known >= _SURE
    rgb = np.where(sure[..., None], picture.rgb, new.rgb)
    known = np.where(sure, picture.known, np.maximum(picture.known, new.known))
    filled = replace(picture, rgb=np.asarray(rgb), known=np.asarray(known))
    if not {*unknown_places(filled)} < before:
        return NotRead(NotReadReason.NOTHING_NEW, _NOTHING_NEW)
    return replace(found, picture=filled)


@dataclass(frozen=True, eq=False, slots=True)
class _Print:
    """What is printed on a page, as far as photos of it tell.

    Attributes
    ----------
    page : (H, W, 3) float32
        Logarithms, as ``Blanked`` has them.
    sure : (H, W) float32
        The chance, 0 … 1, that a pixel is print.
    contested : (H, W) bool
        Where it looks inked in all photos, but hardly is.
    reach : (H, W) bool
        Where any photo reaches.
    """

    page: Floats
    sure: Floats
    contested: Mask
    reach: Mask

    @classmethod
    def of(cls, pages: Sequence[Page], *, as_first: bool = False) -> Self:
        """Return what *pages* tell together, in the light of the one with least reflections.

        Or *as_first*, in that of the first one.
        """
        blanked = laid_together(pages, PX_PER_MM, as_first=as_first)
        contested = np.all([one.contested for one in pages], axis=0)
        reach = np.any([one.seen for one in pages], axis=0)
        return cls(blanked.page, blanked.sure, contested, reach)

    @property
    def rgb(self) -> Picture:
        """The page as it looks, (H, W, 3)."""
        values = np.exp(self.page) * np.float32(255 + LIFT) - np.float32(LIFT)
        return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)

    def bent_by(self, field: Doubles, picture: BoardPicture) -> Self:
        """Return all that the page shows at places as they are before *field* moves them."""
        height, width = self.sure.shape
        frame = Frame((0.0, 0.0), np.empty((height, width, 3), np.uint8))
        mapping = Mapping.plain(picture, page_to_picture(picture)).bent_by(field)
        at = sources(frame, mapping, PX_PER_MM)
        x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])

        def bent(layer: Floats) -> Floats:
            moved = cv2.remap(layer, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            return np.asarray(moved, np.float32)

        contested, reach = (bent(one.astype(np.float32)) for one in (self.contested, self.reach))
        return type(self)(bent(self.page), bent(self.sure), contested > 0.5, reach > 0.5)


def _filled(print_: _Print, board: Board) -> BoardPicture:
    """Return the picture of *board* that *print_* makes, and how far it is known."""
    page = filled_in(print_.page, print_.sure, board, PX_PER_MM)
    # What hardly is ink stays to be seen, but is not known.
    page = np.where(print_.contested[..., None], print_.page, page)
    picture = picture_of(board, replace(print_, page=page).rgb, print_.reach)
    known = np.rint(255 * print_.sure).astype(np.uint8)
    known = np.where(print_.reach, known, 0).astype(np.uint8)
    return with_cafes(replace(picture, known=known), print_.page)


def seen_again(photo: Photo, picture: BoardPicture, *, surely: bool = False) -> Page | None:
    """Return the page as another *photo* shows it, or None if that does not show this board.

    *surely*: only if its print is clearly the board's.
    """
    small, shrink = searched(photo)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    found = locate(grey, picture)
    if not isinstance(found, Located):
        return None
    if surely and verdict(print_match(grey, picture, found.mapping)) is not PrintMatch.AGREES:
        return None
    return _page(photo, picture.board, found.mapping.scaled(1 / shrink))


def _clearest(
    opened: Sequence[tuple[int, Photo]], board: Board, corners_xy: Doubles | None
) -> tuple[int, Laid, bool] | NotRead:
    """Return the number of the photo that shows the map most clearly, and where it lies there."""
    if corners_xy is not None:
        number, photo = opened[0]
        by_hand = placed_by_hand(photo, board, corners_xy)
        return by_hand if isinstance(by_hand, NotRead) else (number, *by_hand)
    best: tuple[int, Laid, bool] | None = None
    why: NotRead | None = None
    for number, photo in opened:
        found = placed(photo, board)
        if isinstance(found, NotRead):
            why = why or found
            continue
        if best is None or found[0].likeness > best[1].likeness:
            best = (number, *found)
        if best[1].likeness >= _CLEAR_LIKENESS:
            break
    if best is None:
        assert why is not None
        return why
    return best


def _page(photo: Photo, board: Board, mapping: Mapping) -> Page:
    rgb, seen = page_in(photo.rgb, board, mapping)
    alone = ink_chances(rgb, board, PX_PER_MM)
    coloured = by_pen_colour(alone, rgb, board, PX_PER_MM)
    pale = with_pale_sections(coloured, rgb, board, PX_PER_MM)
    standing = where_people_stand(pale.chances, board, PX_PER_MM)
    inked = widened(standing.chances, _RIM_MM * PX_PER_MM)
    return Page(rgb, seen, inked, standing.contested | pale.contested)
