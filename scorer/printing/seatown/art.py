"""The drawing of a town of Innsmouth: a dark sea-town whose roads and quarters are pale."""

from dataclasses import replace

from scorer.printing.art import coordinates, plots, roads
from scorer.printing.drawing.drawing import Drawing, Group, Path, Shape
from scorer.printing.icons.icons import icon_names
from scorer.printing.layout import Page
from scorer.printing.seatown.beside import PageSpots, beside, spots
from scorer.printing.seatown.colours import MARSH, moody
from scorer.printing.seatown.ground import dry_cell, ground, houses, rivers_of
from scorer.printing.seatown.places import places
from scorer.printing.seatown.water import frame, river_names, sea, sea_names
from scorer.printing.seatown.words import ENGLISH, TownWords
from scorer.printing.signs.places import place_landmark
from scorer.printing.town.water import bridges, water, water_names
from scorer.rules.board.board import Board, CafeSymbol, RoadKind, WaterKind
from scorer.rules.innsmouth.town import Town


def town_drawing(town: Town, words: TownWords = ENGLISH) -> Drawing:
    """Return the drawing of *town*, in mm from the page's top left, with *words* beside it.

    Depends on these alone: the same town gives the same drawing. Diagonals are not printed.
    """
    page = page_of(town)
    rivers = Page(replace(page.board, waters=rivers_of(page.board)))
    kept = tuple(body for body in page.board.waters if body.kind is WaterKind.SEA)
    seas = Page(replace(page.board, waters=kept))
    return Drawing(
        town.board.page_mm,
        town.file.name,
        (
            ground(page),
            _plots(page),
            moody(houses(page)),
            moody(water(rivers)),
            frame(page),
            sea(page),
            moody(roads(page)),
            moody(bridges(page)),
            moody(_landmarks(page)),
            sea_names(moody(water_names(seas))),
            river_names(page),
            moody(coordinates(page)),
            places(town, page),
            *beside(town, page, words),
        ),
    )


def page_of(town: Town) -> Page:
    """Return the page that *town* is drawn on, with the roads that are printed."""
    printed = tuple(road for road in town.board.roads if road.kind is not RoadKind.DIAGONAL)
    return Page(replace(town.board, roads=printed))


def spots_of(town: Town) -> PageSpots:
    """Return where on its page players of *town* write beside the map."""
    return spots(town, page_of(town))


def photo_board(town: Town) -> Board:
    """Return the map of *town* as it is printed and photographed.

    Its roads are those that are printed. What is written beside the map, from one end of the
    name's plate to the other, stands in its ``cafe_area``.
    """
    beside_map = spots_of(town)
    (x, y), (wide, _) = beside_map.name_xy, beside_map.name_mm
    ends = [
        CafeSymbol(f"name-{i}", "name", (x + way * wide / 2, y)) for i, way in enumerate((-1, 1))
    ]
    bonuses = [CafeSymbol(one.id, one.bonus.value, one.xy) for one in beside_map.bonuses]
    return replace(page_of(town).board, cafe_area=(*bonuses, *ends))


def _plots(page: Page) -> Group:
    """Return the land of the quarters; the marsh beyond rounded corners covers every seam."""
    shapes = moody(plots(page)).shapes
    return Group(
        "plots",
        tuple(
            shape.painted(MARSH, MARSH, 0.4)
            if isinstance(shape, Path) and shape.fill == MARSH
            else shape
            for shape in shapes
        ),
    )


def _landmarks(page: Page) -> Group:
    """Return the landmarks, each on the side of the river that its quarter's middle is on."""
    cells = tuple(dry_cell(cell, page) for cell in page.board.cells)
    dry, names = Page(replace(page.board, cells=cells)), icon_names(page.board.landmarks)
    found: list[Shape] = []
    for mark in page.board.landmarks:
        found += place_landmark(mark, names[mark.id], dry)
    return Group("landmarks", tuple(found))
