"""``scorer board learn`` and its kin: teaching boards, correcting, sharing, forgetting them."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click

from scorer import resources
from scorer.commands.inputs import CORNERS_HELP, InputError, corners_from, taught_id
from scorer.rules.board.board import Board, BoardError, CafeBonus, LandmarkKind
from scorer.rules.city.city import City, load_city
from scorer.rules.counted import counted
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("learn")
@click.argument("blank", metavar="PHOTO.jpg", type=_FILE)
@click.argument("more", metavar="[MORE.jpg ...]", nargs=-1, type=_FILE)
@click.option("--drawn", is_flag=True, help="The boards in the photos are filled.")
@click.option("--city", "city_id", required=True, help="The city of the board.")
@click.option("--name", required=True, help="What to call the board.")
@click.option("--geometry", "geometry_path", type=_FILE, help="Where everything is printed.")
@click.option("--corners", help=CORNERS_HELP)
@click.option(
    "--turn",
    type=click.Choice(["0", "90", "180", "270"]),
    default="0",
    help="Turn the map clockwise by so many degrees, where it was taken on its side.",
)
@click.option("--replace", "replacing", is_flag=True, help="Teach a board of that name anew.")
@click.option("--anyway", is_flag=True, help="Although it seems to be drawn on, or known already.")
def learn(
    blank: Path,
    more: tuple[Path, ...],
    drawn: bool,
    city_id: str,
    name: str,
    geometry_path: Path | None,
    corners: str | None,
    turn: str,
    replacing: bool,
    anyway: bool,
) -> None:
    """Teach the board in the photo PHOTO.jpg, on which nothing is drawn.

    More photos of the same blank board wipe out reflections. With --drawn the photos are of
    filled boards, such as those of a game's players: what is covered on one is taken from the
    others. Without --geometry its landmarks, cafés and visit-them-all points are proposed;
    `scorer board correct` mends them.
    """
    from scorer.vision.boards.taught import board_id, save_taught
    from scorer.vision.drawn.cafes import with_cafes
    from scorer.vision.drawn.learn import learn_drawn
    from scorer.vision.drawn.places import unknown_places
    from scorer.vision.photo.gate import NotRead, NotReadReason
    from scorer.vision.teach.checks import is_drawn_on
    from scorer.vision.teach.learn import learn_board
    from scorer.vision.teach.propose import empty_board, proposed, turned

    folder, city, id_ = resources.taught_boards_dir(), load_city(city_id), board_id(name)
    if (folder / id_).is_dir() and not replacing:
        raise InputError(
            f"a board called {id_!r} has been taught already: choose another --name, "
            "or teach it anew with --replace"
        )
    _refuse_other_city(id_, city.id)
    wanted = _described(geometry_path, city, id_, name) or empty_board(city, id_, name)
    photos, given = [path.read_bytes() for path in (blank, *more)], corners_from(corners)
    if not anyway:
        _unless_known(photos[0], id_)
    learned = (
        learn_drawn(photos, wanted, given)
        if drawn
        else learn_board(photos[0], wanted, given, photos[1:])
    )
    if isinstance(learned, NotRead):
        by_hand = " By hand: --corners 'x,y;x,y;x,y;x,y' in pixels of the upright photo."
        in_vain = (
            NotReadReason.NOT_AN_IMAGE,
            NotReadReason.TOO_LARGE,
            NotReadReason.TOO_SMALL,
            NotReadReason.NO_PRINT,
        )
        hint = learned.hint + (by_hand if learned.reason not in in_vain else "")
        raise InputError(f"{blank.name} was not learned ({learned.reason}): {hint}")
    picture = learned.picture
    if not drawn and not anyway and is_drawn_on(picture):
        raise InputError(
            f"there is pen on the board in {blank.name}: photograph it blank, teach it by --drawn, "
            "or all the same with --anyway"
        )
    if geometry_path is None:
        picture = turned(picture, int(turn) // 90)
        picture = with_cafes(replace(picture, board=proposed(picture, city)))
    elif turn != "0":
        raise click.UsageError("--turn is for boards without --geometry, which tells the way round")
    save_taught(folder, picture)
    _say(picture.board, 1 + len(more) - learned.photos_used, len(more) + 1)
    _say_unknown(unknown_places(picture))
    if not learned.sure_of_turn and corners is None and geometry_path is None:
        click.echo("Which side is the upper one cannot be told: the photo's is taken; else --turn.")
    elif not learned.sure_of_turn and corners is None:
        click.echo("Which side is the upper one is not sure: check it; else teach with --corners.")


@click.command("improve")
@click.argument("name")
@click.argument("photos", metavar="PHOTO.jpg ...", nargs=-1, required=True, type=_FILE)
@click.option("--blank", is_flag=True, help="Nothing is drawn on the boards in the photos.")
def improve(name: str, photos: tuple[Path, ...], blank: bool) -> None:
    """Make the picture of the taught board NAME better by more photos of it, filled ones too.

    What was covered in all photos before is taken from these. What is said of the board stays; what
    was guessed, and looks different now, is guessed anew.
    """
    from scorer.vision.boards.picture import load_picture
    from scorer.vision.boards.taught import need_taught, save_taught
    from scorer.vision.drawn.learn import improved
    from scorer.vision.drawn.places import unknown_places
    from scorer.vision.photo.gate import NotRead
    from scorer.vision.teach.shownlater import shown_later

    folder, id_ = resources.taught_boards_dir(), taught_id(name)
    # What others say of a board that is there, but not taught, would lead nowhere.
    need_taught(folder, id_)
    data = [path.read_bytes() for path in photos]
    before = load_picture(id_, folder)
    better = improved(before, data, drawn=not blank)
    if isinstance(better, NotRead):
        raise InputError(f"no photo made {id_} better ({better.reason}): {better.hint}")
    board = shown_later(before.board, before, better.picture, load_city(before.board.city))
    picture = replace(better.picture, board=board)
    save_taught(folder, picture)
    _say(picture.board, len(photos) - better.photos_used, len(photos))
    _say_unknown(unknown_places(picture))


@click.command("correct")
@click.argument("name")
@click.option(
    "--landmark",
    "landmarks",
    multiple=True,
    metavar="B3=KIND[:VALUE|ID[:NAME]]",
    help="A landmark: B3=yellow:6:Opera, A2=grey:school, or B3=none.",
)
@click.option(
    "--cafe",
    "cafes",
    multiple=True,
    metavar="D0=BONUS",
    help="A café: d0=section, d0=coordinate, d0=tourists or d0=none.",
)
@click.option("--visit-all", help="All visit-them-all points: 'c2 e4 b5'.")
@click.option(
    "--road",
    "roads",
    multiple=True,
    metavar="b2-c2=B2,B3",
    help="Which locations a section here puts on the route: b2-c2=B2 beside a river.",
)
@click.option(
    "--marked",
    "places",
    multiple=True,
    metavar="ID:PLACE=PP|yes|none",
    help="What the city marks: bridges:b4-b5=7, tube:c2=yes or tube:d0=none.",
)
@click.option(
    "--dock", "docks", multiple=True, metavar="TICKET=d0", help="The dock that a ticket opens."
)
@click.option(
    "--right",
    "marks",
    multiple=True,
    metavar="ID",
    help="Marks that you compared with the board, such as tube or banks: they are right.",
)
@click.option("--geometry", "geometry_path", type=_FILE, help="First take this geometry file.")
@click.option("--title", help="The name it is shown under.")
def correct(
    name: str,
    landmarks: tuple[str, ...],
    cafes: tuple[str, ...],
    visit_all: str | None,
    roads: tuple[str, ...],
    places: tuple[str, ...],
    docks: tuple[str, ...],
    marks: tuple[str, ...],
    geometry_path: Path | None,
    title: str | None,
) -> None:
    """Correct what is printed on the taught board NAME."""
    from scorer.rules.teaching.compared import compared
    from scorer.rules.teaching.corrections import renamed, with_dock, with_visit_all
    from scorer.rules.teaching.geometryedits import redescribed
    from scorer.vision.boards.picture import load_board
    from scorer.vision.boards.taught import save_geometry

    folder, id_ = resources.taught_boards_dir(), taught_id(name)
    mended = load_board(id_, folder)
    city = load_city(mended.city)
    if geometry_path is not None:
        mended = redescribed(mended, city, geometry_path.read_bytes())
    for text in landmarks:
        mended = _with_landmark(mended, city, text)
    for text in cafes:
        mended = _with_cafe(mended, text)
    for text in roads:
        mended = _with_road(mended, text)
    for text in places:
        mended = _with_marked(mended, city, text)
    for text in docks:
        ticket, where = _pair("--dock", text)
        mended = with_dock(mended, ticket, Crossroads.parse(where))
    for id_ in marks:
        mended = compared(mended, city.practice_board, id_)
    if visit_all is not None:
        points = visit_all.replace(",", " ").split()
        mended = with_visit_all(mended, map(Crossroads.parse, points))
    if cafes or visit_all is not None:
        # Who tells of some crossroads has looked at them.
        mended = replace(mended, guessed=False)
    if title is not None:
        mended = renamed(mended, title)
    save_geometry(folder, mended)
    _say(mended, 0, 0)


@click.command("export")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.",
)
def export(name: str, output: Path) -> None:
    """Pack the taught board NAME into one file, for another phone or computer."""
    from scorer.vision.boards.taught import packed

    data = packed(resources.taught_boards_dir(), taught_id(name))
    try:
        output.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
    click.echo(f"{output}: {len(data) / 1e6:.1f} MB")


@click.command("import")
@click.argument("file", type=_FILE)
@click.option("--name", default="", help="Call it so here.")
@click.option("--replace", "replacing", is_flag=True, help="Replace a board of that name.")
def import_(file: Path, name: str, replacing: bool) -> None:
    """Take in a board from FILE, which `scorer board export` made."""
    from scorer.vision.boards.taught import MAX_FILE_BYTES, save_taught, unpacked

    folder = resources.taught_boards_dir()
    with file.open("rb") as source:
        picture = unpacked(source.read(MAX_FILE_BYTES + 1), name)
    if (folder / picture.board.id).is_dir() and not replacing:
        raise InputError(
            f"a board called {picture.board.id!r} has been taught already: "
            "give another --name, or --replace it"
        )
    _refuse_other_city(picture.board.id, picture.board.city)
    save_taught(folder, picture)
    _say(picture.board, 0, 0)


@click.command("remove")
@click.argument("name")
@click.option("--anyway", is_flag=True, help="Although games are played on it.")
def remove(name: str, anyway: bool) -> None:
    """Forget the taught board NAME."""
    from scorer.vision.boards.taught import remove_taught

    id_ = taught_id(name)
    if not anyway and (played := _games_on(id_)):
        raise InputError(
            f"without {id_!r} {counted(played, 'game')} could not be opened any more: delete them "
            "on their pages first, or forget it all the same with --anyway"
        )
    remove_taught(resources.taught_boards_dir(), id_)
    click.echo(f"{id_} is forgotten")


def _games_on(id_: str) -> int:
    """Return how many of the games that are kept here are played on the board called *id_*."""
    from scorer.web.engines import kept_games

    games = kept_games(resources.data_dir())
    if games is None:
        return 0
    try:
        return len(games.keys_on(id_))
    finally:
        games.close()


def _refuse_other_city(id_: str, city: str) -> None:
    """Refuse to put a board of *city* in place of another city's one on which games are played."""
    from scorer.vision.boards.picture import load_board

    folder = resources.taught_boards_dir()
    with suppress(BoardError):
        if not (folder / id_).is_dir() or load_board(id_, folder).city == city:
            return
    if played := _games_on(id_):
        raise InputError(
            f"with another city's board as {id_!r} {counted(played, 'game')} could not be opened "
            "any more: give another --name"
        )


def _unless_known(photo: bytes, id_: str) -> None:
    """Refuse to teach a board called *id_* that has been taught under another name."""
    from scorer.vision.boards.taught import known_pictures
    from scorer.vision.teach.checks import taught_before

    known = known_pictures(resources.taught_boards_dir())
    others = [one for one in known if not one.board.practice and one.board.id != id_]
    if before := taught_before(photo, others):
        raise InputError(
            f"this board has been taught already, as {before.board.id!r}: use that one, or teach "
            "it once more with --anyway"
        )


def _described(path: Path | None, city: City, id_: str, name: str) -> Board | None:
    from scorer.rules.board.geometry import parse_geometry

    if path is None:
        return None
    described = parse_geometry(path.read_bytes(), city.id)
    return replace(described, id=id_, name=name, practice=False)


def _with_landmark(board: Board, city: City, text: str) -> Board:
    from scorer.rules.teaching.corrections import with_landmark

    where, words = _pair("--landmark", text)
    kind, _, rest = words.partition(":")
    if kind == "none":
        return with_landmark(board, city, Location.parse(where), None)
    named = LandmarkKind(_known("--landmark", text, kind, LandmarkKind))
    detail, _, title = rest.partition(":")
    value = int(detail) if detail.isascii() and detail.isdigit() else None
    if named is LandmarkKind.YELLOW and detail and value is None:
        raise click.UsageError(
            f"--landmark {text!r}: {detail!r} is no value; expected a whole number, as yellow:6"
        )
    id_ = "" if value is not None else detail
    return with_landmark(board, city, Location.parse(where), named, value, title, id_)


def _with_cafe(board: Board, text: str) -> Board:
    from scorer.rules.teaching.corrections import with_cafe

    where, word = _pair("--cafe", text)
    bonus = None if word == "none" else CafeBonus(_known("--cafe", text, word, CafeBonus))
    return with_cafe(board, Crossroads.parse(where), bonus)


def _with_road(board: Board, text: str) -> Board:
    from scorer.rules.teaching.corrections import with_road_beside

    road, words = _pair("--road", text)
    places = [Location.parse(word) for word in words.replace(",", " ").split()]
    return with_road_beside(board, RoadId.parse(road), places)


def _with_marked(board: Board, city: City, text: str) -> Board:
    from scorer.rules.teaching.corrections import marked_sort, with_marked

    named, word = _pair("--marked", text)
    id_, colon, where = named.partition(":")
    number = int(word) if word.isascii() and word.isdigit() else None
    if not colon or (number is None and word not in ("yes", "none")):
        raise click.UsageError(f"--marked {text!r}: expected ID:PLACE=PP, =yes or =none")
    place = marked_sort(city, id_).parse(where)
    return with_marked(board, city, id_, place, number, there=word != "none")


def _pair(option: str, text: str) -> tuple[str, str]:
    where, equals, rest = text.partition("=")
    if not equals:
        raise click.UsageError(f"{option} {text!r}: expected PLACE=…")
    return where.strip(), rest.strip()


def _known(option: str, text: str, word: str, known: Iterable[str]) -> str:
    names = [*known]
    if word not in names:
        raise click.UsageError(f"{option} {text!r}: {word!r} is none of {', '.join(names)}, none")
    return word


def _say_unknown(places: tuple[tuple[str, str], ...]) -> None:
    """Print what pen or a reflection covers in all photos, so that its print is not known yet."""
    for kind, words in (("section", "roads"), ("tourists", "locations"), ("cafe", "cafés")):
        if names := [where for of, where in places if of == kind]:
            click.echo(f"not yet known, covered in every photo: {words} {', '.join(names)}")


def _say(board: Board, lost: int, photos: int) -> None:
    """Print what the board shows, in the words of `scorer board show`."""
    if lost > 0:
        click.echo(f"{lost} of {photos} photos did not show the board clearly and were not used")
    click.echo(
        f"{board.id}: {len(board.landmarks)} landmarks, {len(board.cafes)} cafés, "
        f"{len(board.visit_all)} visit-them-all points. See: scorer board show {board.id}"
    )
    if board.unshown:
        where = ", ".join(map(str, board.unshown))
        click.echo(
            f"no photo shows clearly what stands at {where}; totals stay incomplete until "
            f"somebody tells: scorer board correct {board.id} --landmark "
            f"{board.unshown[0]}=none"
        )
    if board.guessed:
        points = " ".join(map(str, board.visit_all))
        click.echo(
            "its cafés and points are guessed; totals stay incomplete until somebody looks at "
            f"them: scorer board correct {board.id} --visit-all '{points}'"
        )
    if board.uncompared:
        right = " ".join(f"--right={id_}" for id_ in board.uncompared)
        click.echo(
            "its marks are those of our practice layout; totals stay incomplete until somebody "
            f"compares them with the board: scorer board correct {board.id} {right}"
        )
