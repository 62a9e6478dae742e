"""Writes simulated photos with their truth: ``python -m samples.simulator --help``."""

import argparse
import json
import sys
from pathlib import Path

from samples.simulator.art import Split
from samples.simulator.art.photos import ArtPhotos
from samples.simulator.board.printedpage import PageError, PrintedPage, page_from, printed
from samples.simulator.innsmouth.photos import TownPage, simulate_town
from samples.simulator.innsmouth.townart import TownArt
from samples.simulator.people.outlines import OutlinesError, load_hands, load_outlines
from samples.simulator.people.realink import Drawer, RealInkError, load_writers
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import ART, DRY, Kind
from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import parse_geometry
from scorer.rules.city.city import City, UnknownCityError, load_city
from scorer.rules.innsmouth.filled import GAME
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks, parse_marks

_FIRST = "first-city"
_MIXED, _OWN, _CARELESS = "mixed", "own", "careless"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status, 2 where the input is at fault."""
    options = _parser().parse_args(arguments)
    if unheeded := _unheeded(options):
        print(f"simulator: {unheeded}", file=sys.stderr)
        return 2
    if options.art and options.board == GAME:
        return _write_towns(options)
    if options.art:
        return _write_art(options)
    if options.board == GAME and options.geometry is None:
        return _write_town(options)
    try:
        city = load_city(options.board if options.geometry is None else options.city or _FIRST)
        board = _board(options.geometry, city)
        marks = _marks(options.marks, board)
        page = _page(options, board, city)
    except (OSError, BoardError, PageError, MarksError, UnknownCityError) as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 2
    options.output.mkdir(parents=True, exist_ok=True)
    kind = Kind(options.kind)
    for index in range(options.first, options.first + options.count):
        seed = (options.seed, index)
        photo = simulate(page, city, kind, seed, options.megapixels, marks)
        name = f"{page.board.id}-{options.kind}-{options.seed}-{index:04d}"
        write_photo(photo, options.output, name)
        print(options.output / f"{name}.jpg")
    return 0


def _unheeded(options: argparse.Namespace) -> str:
    """Return which option would count for nothing, and what to give in its place."""
    if options.city is not None and (options.art or options.geometry is None):
        return "--city is that of the board in --geometry; --board names a city's practice board"
    if options.art and options.board not in (_FIRST, GAME):
        return f"--art makes boards of {_FIRST} or towns of {GAME}, not of {options.board!r}"
    return ""


def _write_art(options: argparse.Namespace) -> int:
    """Write photos of boards of random art, the boards into ``boards`` beside them."""
    split = Split(options.art_split)
    try:
        people = _people(options, held_out=split is Split.TEST)
    except (OutlinesError, RealInkError) as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 2
    wanted = ArtPhotos(
        load_city(_FIRST),
        split,
        Kind(options.kind),
        options.seed,
        options.megapixels,
        options.per_board,
        options.learned,
        people,
        options.views,
        DRY if options.dry else ART,
    )
    options.output.mkdir(parents=True, exist_ok=True)
    if options.film:
        for index, film, truth in wanted.films(
            options.first, options.count, options.output, options.film
        ):
            name = f"{truth['board']}-{index:04d}"
            (options.output / f"{name}.mp4").write_bytes(film)
            text = json.dumps({"photo": f"{name}.mp4", **truth}, indent=1, ensure_ascii=False)
            (options.output / f"{name}.json").write_text(text + "\n", encoding="utf-8")
            print(options.output / f"{name}.mp4")
        return 0
    for index, photos in wanted.photos(options.first, options.count, options.output):
        group = f"{photos[0].truth['board']}-{index:04d}"
        for view, photo in enumerate(photos):
            name = group if view == 0 else f"{group}-view{view + 1}"
            if len(photos) > 1:
                photo.truth["group"] = group
            write_photo(photo, options.output, name)
            print(options.output / f"{name}.jpg")
    return 0


def _people(options: argparse.Namespace, held_out: bool) -> tuple[Drawer, ...]:
    """Return those of whom each draws a board, or all of them together as one."""
    if options.real_ink is not None:
        return load_writers(options.real_ink, held_out)
    drawn, hands = options.drawn, options.hands
    if drawn is None:
        return ()
    if hands == _MIXED:
        return (load_outlines(drawn, held_out),)
    return load_hands(drawn, held_out, careless=hands == _CARELESS)


def _write_town(options: argparse.Namespace) -> int:
    """Write photos of finished games of Innsmouth in the practice town."""
    held_out = Split(options.art_split) is Split.TEST
    try:
        outlines = options.drawn and load_outlines(options.drawn, held_out=held_out)
    except OutlinesError as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 2
    page, kind = TownPage.of(practice_town()), Kind(options.kind)
    options.output.mkdir(parents=True, exist_ok=True)
    for index in range(options.first, options.first + options.count):
        photo = simulate_town(page, kind, (options.seed, index), options.megapixels, outlines)
        name = f"{GAME}-{kind}-{options.seed}-{index:04d}"
        write_photo(photo, options.output, name)
        print(options.output / f"{name}.jpg")
    return 0


def _write_towns(options: argparse.Namespace) -> int:
    """Write photos of made-up towns in random art, the towns into ``towns`` beside them."""
    split = Split(options.art_split)
    try:
        people = options.drawn and load_outlines(options.drawn, held_out=split is Split.TEST)
    except OutlinesError as error:
        print(f"simulator: {error}", file=sys.stderr)
        return 2
    wanted = TownArt(
        split,
        Kind(options.kind),
        options.seed,
        options.megapixels,
        options.per_board,
        people,
        options.signs,
    )
    options.output.mkdir(parents=True, exist_ok=True)
    for index, photo in wanted.photos(options.first, options.count, options.output):
        name = f"{photo.truth['town']}-{index:04d}"
        write_photo(photo, options.output, name)
        print(options.output / f"{name}.jpg")
    return 0


def write_photo(photo: Photo, folder: Path, name: str, truth_name: str | None = None) -> None:
    """Write ``NAME.jpg`` and its truth, ``NAME.json`` where not given, into *folder*."""
    (folder / f"{name}.jpg").write_bytes(photo.jpeg)
    truth = {"photo": f"{name}.jpg", **photo.truth}
    text = json.dumps(truth, indent=1, ensure_ascii=False)
    (folder / f"{truth_name or name}.json").write_text(text + "\n", encoding="utf-8")


def _board(geometry: Path | None, city: City) -> Board:
    return (
        city.practice_board if geometry is None else parse_geometry(geometry.read_bytes(), city.id)
    )


def _page(options: argparse.Namespace, board: Board, city: City) -> PrintedPage:
    if options.reference is not None:
        return page_from(board, options.reference)
    if options.geometry is not None:
        raise PageError("--geometry needs --reference, the picture of the blank page")
    return printed(board, city)


def _marks(path: Path | None, board: Board) -> Marks | None:
    return None if path is None else parse_marks(path.read_bytes()).checked_on(board)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m samples.simulator",
        description="Write simulated phone photos of filled boards, each with its truth as JSON.",
    )
    parser.add_argument(
        "--board", default=_FIRST, help="city whose practice board it is, or innsmouth"
    )
    parser.add_argument("--geometry", type=Path, help="another board's geometry file")
    parser.add_argument("--reference", type=Path, help="picture of the whole blank page")
    parser.add_argument("--city", help=f"city of the board in --geometry (default: {_FIRST})")
    parser.add_argument("--kind", choices=[kind.value for kind in Kind], default="medium")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first photo")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--megapixels", type=float, default=3.05, help="size (default: 3.05)")
    parser.add_argument("--marks", type=Path, help="draw these marks, not made-up ones")
    art = parser.add_argument_group("boards of random art")
    art.add_argument("--art", action="store_true", help="boards made up anew, into DIR/boards")
    art.add_argument("--art-split", choices=[split.value for split in Split], default="train")
    art.add_argument("--per-board", type=_positive, default=1, help="photos of each board")
    art.add_argument(
        "--views", type=_positive, default=1, help="photos of each filled board, other sides"
    )
    art.add_argument(
        "--film", type=float, metavar="SECONDS", help="films of so many seconds in place of photos"
    )
    art.add_argument(
        "--learned", action="store_true", help="take each board's picture from a blank photo of it"
    )
    art.add_argument(
        "--drawn", type=Path, metavar="NPZ", help="hand-drawn shapes to draw tourists like"
    )
    art.add_argument(
        "--real-ink", type=Path, metavar="NPZ", help="ink of real hands to draw all marks in"
    )
    art.add_argument("--signs", action="store_true", help="towns with signs beside their map")
    art.add_argument("--dry", action="store_true", help="pens of which each may be nearly dry")
    art.add_argument(
        "--hands",
        choices=(_MIXED, _OWN, _CARELESS),
        default=_MIXED,
        help="a board's shapes by many people, by one, or by one who draws carelessly",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    return parser


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("expected a number from 1 on")
    return number


if __name__ == "__main__":
    sys.exit(main())
