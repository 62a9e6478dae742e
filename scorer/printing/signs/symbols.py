"""Small signs: landmark kinds, cafés and their bonuses, festival points, coordinates."""

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Path,
    Shape,
    Text,
    circle,
    parse_path,
    polygon,
    rectangle,
    star,
)
from scorer.printing.drawing.palette import (
    CAFE,
    CAFE_FILL,
    FESTIVAL,
    FESTIVAL_EDGE,
    INK,
    PAPER,
    TONES,
)
from scorer.rules.board.board import CafeBonus, LandmarkKind, Point

CAFE_RADIUS = 3.4
BADGE_RADIUS = 2.2
FESTIVAL_RADIUS = 3.6

_PURPLE_SIDES = 5


def kind_outline(kind: LandmarkKind, centre: Point, radius: float) -> Path:
    """Return the sign of a kind of landmark, told apart by shape alone."""
    x, y = centre
    if kind is LandmarkKind.RED:
        return circle(centre, radius)
    if kind is LandmarkKind.GREEN:
        side = 1.8 * radius
        return rectangle(x - side / 2, y - side / 2, side, side)
    if kind is LandmarkKind.BLUE:
        return polygon(
            ((x, y - radius), (x + 1.08 * radius, y + 0.86 * radius),
             (x - 1.08 * radius, y + 0.86 * radius))
        )  # fmt: skip
    if kind is LandmarkKind.PURPLE:
        # A star whose waist lies on the line between its tips is a pentagon.
        return star((x, y + 0.05 * radius), 1.08 * radius, _PURPLE_SIDES, 0.809)
    if kind is LandmarkKind.YELLOW:
        return star((x, y + 0.08 * radius), 1.2 * radius, 5, 0.5)
    return star(centre, 1.2 * radius, 4, 0.36)


def kind_sign(kind: LandmarkKind, centre: Point, radius: float) -> tuple[Path, ...]:
    """Return the sign of a kind in its full colour, with a white rim."""
    outline = kind_outline(kind, centre, radius)
    edge = FESTIVAL_EDGE if kind is LandmarkKind.YELLOW else PAPER
    rim = outline.painted(PAPER, PAPER, 0.32 * radius)
    return rim, outline.painted(TONES[kind].symbol, edge, 0.1 * radius)


def valued_star(value: int, centre: Point, radius: float) -> tuple[Shape, ...]:
    """Return a yellow landmark's sign with the PP that it is worth."""
    return (
        *kind_sign(LandmarkKind.YELLOW, centre, radius),
        Text(
            (centre[0], centre[1] + 0.42 * radius),
            str(value),
            (1.02 if value < 10 else 0.8) * radius,
            Font.BOLD,
            INK,
            Anchor.MIDDLE,
        ),
    )


def cafe_sign(centre: Point, radius: float = CAFE_RADIUS) -> tuple[Path, ...]:
    """Return a café's plate with a cup on it."""
    scale = radius / 10
    cup = parse_path(
        "M -5.2 -2 L 3.4 -2 C 3.4 2 2.2 4.4 0.6 4.4 L -2.4 4.4 C -4 4.4 -5.2 2 -5.2 -2 Z"
    )
    handle = parse_path("M 3.4 -0.9 C 7.2 -1.6 6.6 3 2.4 2.8")
    saucer = parse_path("M -5.8 6 L 4 6")
    steam = parse_path(
        "M -2.6 -3.6 C -3.8 -5 -1.4 -5.6 -2.6 -7.2 M 0.8 -3.6 C -0.4 -5 2 -5.6 0.8 -7.2"
    )
    return (
        circle(centre, radius).painted(CAFE_FILL, CAFE, 0.09 * radius),
        steam.painted(None, CAFE, 0.09 * radius).placed(centre, scale),
        cup.painted(CAFE).placed(centre, scale),
        handle.painted(None, CAFE, 0.13 * radius).placed(centre, scale),
        saucer.painted(None, CAFE, 0.13 * radius).placed(centre, scale),
    )


def bonus_badge(bonus: CafeBonus, centre: Point, radius: float = BADGE_RADIUS) -> tuple[Path, ...]:
    """Return the badge of a café's bonus: a section, two coordinates, or tourists at once."""
    scale = radius / 10
    plate = circle(centre, radius).painted(CAFE, PAPER, 0.1 * radius)
    signs: tuple[Path, ...]
    if bonus is CafeBonus.SECTION:
        signs = (
            parse_path("M -5 4 L 5 -4").painted(None, PAPER, 2 * scale),
            parse_path("O -5 4 2.4 O 5 -4 2.4").painted(PAPER),
        )
    elif bonus is CafeBonus.COORDINATE:
        signs = (
            parse_path("M -6 -3 L 4 -3 M 6 3 L -4 3").painted(None, PAPER, 1.8 * scale),
            parse_path("M 3 -6.4 L 7.6 -3 L 3 0.4 Z M -3 -0.4 L -7.6 3 L -3 6.4 Z").painted(PAPER),
        )
    elif bonus is CafeBonus.INSTANT_SECTION:
        signs = (
            parse_path("M -7 5 L 1 -3").painted(None, PAPER, 2 * scale),
            parse_path("O -7 5 2 O 1 -3 2").painted(PAPER),
            _flash(),
        )
    elif bonus is CafeBonus.CARD:
        signs = (
            parse_path("R -4 -6 8 12").painted(PAPER),
            parse_path("M -1.8 -1.6 L 1.8 -1.6 L 1 2.4 L -1 2.4 Z").painted(CAFE),
        )
    else:
        return tourists_badge(centre, radius)
    return (plate, *(sign.placed(centre, scale) for sign in signs))


def tourists_badge(centre: Point, radius: float) -> tuple[Path, ...]:
    """Return the badge of tourists who come at once."""
    signs = (
        parse_path("O -3.4 -2.6 2.6").painted(PAPER),
        parse_path("M -7.6 6 C -7.6 -1 0.8 -1 0.8 6 Z").painted(PAPER),
        _flash(),
    )
    plate = circle(centre, radius).painted(CAFE, PAPER, 0.1 * radius)
    return (plate, *(sign.placed(centre, radius / 10) for sign in signs))


def _flash() -> Path:
    path = parse_path("M 5 -7.4 L 1.6 0.4 L 4 0.4 L 2.8 7 L 8 -1.6 L 5.2 -1.6 L 7.4 -7.4 Z")
    return path.painted(FESTIVAL)


def festival_sign(centre: Point, radius: float = FESTIVAL_RADIUS) -> tuple[Path, ...]:
    """Return a visit-them-all point: a yellow disc with a painted jug."""
    scale = radius / 10
    jug = parse_path(
        "M -2.4 -6 L 2.4 -6 L 1.7 -3.2 C 6 -1 5 4.2 2.4 6 L -2.4 6 C -5 4.2 -6 -1 -1.7 -3.2 Z"
    )
    handle = parse_path("M 2.1 -4.6 C 7 -5.4 7 0 4.2 1")
    band = parse_path("M -4.3 0.6 L -2.2 2.2 L 0 0.6 L 2.2 2.2 L 4.3 0.6")
    return (
        circle(centre, radius).painted(FESTIVAL, FESTIVAL_EDGE, 0.09 * radius),
        circle(centre, 0.84 * radius).painted(None, FESTIVAL_EDGE, 0.035 * radius),
        handle.painted(None, FESTIVAL_EDGE, 1.1 * scale).placed(centre, scale),
        jug.painted(FESTIVAL_EDGE).placed(centre, scale),
        band.painted(None, FESTIVAL, 0.9 * scale).placed(centre, scale),
    )


def number_tile(number: int, centre: Point, size: float = 5.6) -> tuple[Shape, ...]:
    """Return a coordinate: a number on a tile."""
    x, y = centre
    tile = rectangle(x - size / 2, y - size / 2, size, size, 0.18 * size)
    return (
        tile.painted(PAPER, INK, 0.05 * size),
        Text((x, y + 0.26 * size), str(number), 0.74 * size, Font.BOLD, INK, Anchor.MIDDLE),
    )


def station_sign(centre: Point, radius: float = 2.6) -> tuple[Path, ...]:
    """Return a stop of a ride: a ring with a bar across."""
    x, y = centre
    return (
        circle(centre, radius).painted(PAPER, INK, 0.22 * radius),
        rectangle(x - 1.3 * radius, y - 0.2 * radius, 2.6 * radius, 0.4 * radius).painted(INK),
    )


def logo(at: Point, size: float) -> tuple[Path, ...]:
    """Return the project's sign: a route over a small city map; *at* is its top left."""
    blocks = (
        ("R 12 12 32 32", TONES[LandmarkKind.RED].mid),
        ("R 56 12 32 32", TONES[LandmarkKind.BLUE].mid),
        ("R 12 56 32 32", TONES[LandmarkKind.GREEN].mid),
        ("R 56 56 32 32", TONES[LandmarkKind.YELLOW].mid),
    )
    scale = size / 100
    return (
        rectangle(at[0], at[1], size, size, 0.2 * size).painted(INK),
        *(parse_path(block).painted(colour).placed(at, scale) for block, colour in blocks),
        parse_path("M 14 84 L 14 50 L 50 50 L 50 16 L 84 16")
        .painted(None, PAPER, 0.1 * size)
        .placed(at, scale),
        circle((at[0] + 0.14 * size, at[1] + 0.84 * size), 0.085 * size).painted(PAPER),
        star((at[0] + 0.84 * size, at[1] + 0.16 * size), 0.16 * size, 5, 0.45).painted(FESTIVAL),
    )
