"""A taught board's geometry file, corrected by hand and taken back."""

from collections.abc import Iterable, Iterator, Sequence

from scorer.rules.board.board import Board, Landmark, Point
from scorer.rules.board.geometry import GeometryFile, board_of
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.teaching.compared import all_marks, still_usual
from scorer.rules.teaching.corrections import CorrectionError
from scorer.rules.teaching.figures import check_figures
from scorer.rules.values import replace

# What a file may hold at most, in bytes; a board with all it can have takes a tenth.
MOST_BYTES = 2 * 2**20
# The sides of a board's page; the largest of a box has 420 mm. Every photo of a board that nobody
# named is compared with all boards, which takes the longer the larger their pages are.
SMALLEST_MM, LARGEST_MM = 50.0, 600.0
_LONGEST_NAME = 80


def redescribed(board: Board, city: City, data: bytes) -> Board:
    """Return *board* as the geometry file *data* describes it, everything in it corrected at will.

    The board keeps its id, its page and its lattice of locations and crossroads, which belong
    to its picture.

    Raises
    ------
    BoardError
        If *data* is no geometry file, contradicts itself, or is of another board, page or
        city, with the path of the value at fault.
    """
    file = _decoded(data)
    new = board_of(file, file.city or board.city)
    _need(new.city == board.city, "$.city", f"the board is one of {board.city!r}")
    sizes = [" × ".join(f"{side:g}" for side in one.page_mm) for one in (board, new)]
    wrong = f"the page is as large as its picture, {sizes[0]} mm, not {sizes[1]} mm"
    _need(new.page_mm == board.page_mm, "$.page_mm", wrong)
    _check_lattice(new, board)
    _check_contents(file, new, city)
    if file.uncompared is None:
        # A file from before the app asked says nothing of it.
        new = replace(new, uncompared=board.uncompared)
    return replace(new, id=board.id, name=new.name.strip() or board.name, practice=False)


def described(data: bytes) -> Board:
    """Return the board that a geometry file from elsewhere describes, checked as ``redescribed``.

    Raises
    ------
    BoardError
        If *data* is no geometry file or contradicts itself, with the path of the value at fault.
    UnknownCityError
        If there is no such city.
    """
    file = _decoded(data)
    city = load_city(file.city)
    new = board_of(file)
    fits = all(SMALLEST_MM <= side <= LARGEST_MM for side in new.page_mm)
    _need(fits, "$.page_mm", f"a page has sides of {SMALLEST_MM:.0f} to {LARGEST_MM:.0f} mm")
    _check_lattice(new, city.practice_board)
    _check_contents(file, new, city)
    if file.uncompared is None and not file.practice:
        new = replace(new, uncompared=still_usual(new, city.practice_board))
    return new


def _decoded(data: bytes) -> GeometryFile:
    _need(len(data) <= MOST_BYTES, "$", f"larger than {MOST_BYTES // 2**20} MB")
    try:
        return decode_json(data, GeometryFile)
    except JsonError as error:
        raise CorrectionError(f"board geometry: {error}") from error


def _check_lattice(new: Board, board: Board) -> None:
    for key, ours, theirs in (
        ("crossroads", _lattice(board.crossroads_xy), _lattice(new.crossroads_xy)),
        ("cells", _lattice(board.cell_of), _lattice(new.cell_of)),
    ):
        odd = sorted(ours ^ theirs)
        _need(not odd, f"$.{key}", f"the map has the same as before, not others: {odd[:1]}")


def _check_contents(file: GeometryFile, new: Board, city: City) -> None:
    _need(len(new.name) <= _LONGEST_NAME, "$.name", f"longer than {_LONGEST_NAME} characters")
    _need(bool(new.roads), "$.roads", "a map has roads")
    for path, points, least in _outlines(file):
        _need(len(points) >= least, path, f"expected at least {least} points")
        on_page = all(0 <= x <= new.page_mm[0] and 0 <= y <= new.page_mm[1] for x, y in points)
        _need(on_page, path, "not on the page")
    for i, mark in enumerate(new.landmarks):
        _check_landmark(file, city, i, mark)
    check_figures(new.figures, city)
    odd = sorted({*new.uncompared} - {*all_marks(city.practice_board)})
    _need(not odd, "$.uncompared", f"boards of {city.name} have no such marks: {odd[:1]}")


def _lattice(names: Iterable[object]) -> set[str]:
    """Return those of *names* that are a letter and a number, as all of the map's own are."""
    return {text for text in map(str, names) if text[1:].isdigit()}


def _outlines(file: GeometryFile) -> Iterator[tuple[str, Sequence[Point], int]]:
    """Return every place and outline of *file*: its path, its points and how many it needs."""
    for i, cell in enumerate(file.cells):
        yield f"$.cells[{i}].polygon", cell.polygon, 3
    for i, point in enumerate(file.crossroads):
        yield f"$.crossroads[{i}].xy", [point.xy], 1
    for i, road in enumerate(file.roads):
        yield f"$.roads[{i}].path", road.path, 2
    for i, cafe in enumerate(file.cafes):
        yield f"$.cafes[{i}].xy", [cafe.xy], 1
    for i, symbol in enumerate(file.cafe_area):
        yield f"$.cafe_area[{i}].xy", [symbol.xy], 1
    for i, mark in enumerate(file.landmarks):
        yield f"$.landmarks[{i}].polygon", mark.polygon, 0


def _check_landmark(file: GeometryFile, city: City, number: int, mark: Landmark) -> None:
    """Refuse a landmark that the city's rules do not know; *number* counts those in cells first."""
    cells = [i for i, cell in enumerate(file.cells) if cell.landmark]
    first = number - len(cells)
    path = f"$.cells[{cells[number]}].landmark" if first < 0 else f"$.landmarks[{first}]"
    _need(mark.kind in city.landmarks, f"{path}.kind", f"{city.name} has no {mark.kind} landmarks")
    iconic = [one.id for one in city.iconic]
    rated = mark.rated_as
    known = rated is None or rated in iconic
    _need(known, path, f"{rated!r} is no iconic landmark; they are {', '.join(iconic)}")
    _need(len(mark.name) <= _LONGEST_NAME, f"{path}.name", "the name is too long")
    _need(mark.value is None or 0 <= mark.value <= 99, f"{path}.value", "expected 0 to 99 PP")


def _need(fits: bool, path: str, message: str) -> None:
    if not fits:
        raise CorrectionError(f"board geometry: {path}: {message}")
