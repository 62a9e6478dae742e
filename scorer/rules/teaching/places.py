"""What stands at one place of a taught board, told and taken as a whole.

A person taps a place and says what is printed there. What stood there before is told in the
same shape, so that taking it back is telling it again.
"""

from collections.abc import Mapping
from typing import Annotated, assert_never

from msgspec import Meta, Struct

from scorer.rules.board.board import (
    Board,
    CafeBonus,
    Landmark,
    LandmarkKind,
    Point,
    Sign,
    plain_id,
)
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.teaching.corrections import (
    CorrectionError,
    beside,
    marked_sort,
    with_cafe,
    with_landmark,
    with_larger,
    with_marked,
    with_road_beside,
    with_visit_all,
)
from scorer.rules.values import replace

Value = Annotated[int, Meta(ge=0, le=99)]
# PP printed at a marked place; none where only the mark is.
MarkedAs = dict[str, Value | None]


class _Told(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="sort"):
    marked: MarkedAs = {}


class LocationTold(_Told, frozen=True, tag="location", kw_only=True):
    """A location and the landmark in it; ``kind`` is none where it is plain.

    ``id`` tells which landmark is meant where one covers several locations or two share one;
    such a one keeps its ``kind``. ``iconic`` is the rating track of a grey one, empty while
    nobody has said which one it is. ``unshown``: no photo shows the location clearly, and
    nobody has said what stands there.
    """

    where: Location
    id: Annotated[str, Meta(max_length=60)] = ""
    kind: LandmarkKind | None = None
    value: Value | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    iconic: Annotated[str, Meta(max_length=60)] = ""
    fixed: bool = False
    unshown: bool = False


class CrossroadsTold(_Told, frozen=True, tag="crossroads", kw_only=True):
    """A crossroads: the café reached there with the place (mm) of its symbol, and whether it
    is a visit-them-all point.
    """

    where: Crossroads
    cafe: CafeBonus | None = None
    xy: Point | None = None
    point: bool = False


class RoadTold(_Told, frozen=True, tag="road", kw_only=True):
    """A road and the locations that a section on it reaches, of those ``beside`` it."""

    where: RoadId
    reached: tuple[Location, ...] = ()
    beside: tuple[Location, ...] = ()


Told = LocationTold | CrossroadsTold | RoadTold


def told_of(board: Board, city: City) -> tuple[Told, ...]:
    """Return what stands at every place of the map of *board*, each landmark once a location."""
    marked = _marked(board, city)
    return (
        *(
            _location(board, cell.location, mark, marked)
            for cell in board.cells
            if cell.meeting_point is None
            for mark in board.landmark_at.get(cell.location, ()) or (None,)
        ),
        *(_crossroads(board, point, marked) for point in board.crossroads_xy),
        *(
            RoadTold(
                where=road.id,
                reached=tuple(sorted(road.locations)),
                beside=tuple(beside(board, road.id)),
                marked=marked.get(road.id, {}),
            )
            for road in board.roads
        ),
    )


def with_told(board: Board, city: City, told: Told) -> Board:
    """Return *board* where exactly what is *told* stands at that place.

    Raises
    ------
    CorrectionError
        If that cannot be, naming the place.
    """
    match told:
        case LocationTold():
            changed = _with_location(board, city, told)
        case CrossroadsTold():
            changed = _with_crossroads(board, told)
        case RoadTold():
            changed = board
            if told.where in board.road_of:
                now = set(board.road_of[told.where].locations)
                if now != set(told.reached):
                    changed = with_road_beside(board, told.where, told.reached)
        case never:
            assert_never(never)
    return _with_marks(changed, city, told.where, told.marked)


def markable(city: City) -> dict[str, type[Crossroads] | type[RoadId] | type[Location]]:
    """Return what boards of *city* mark place by place, and what kind of places each is.

    Docks are not: they belong to their tickets.
    """
    groups = [group for group in city.practice_board.marked if group.sign is not Sign.DOCK]
    return {group.id: marked_sort(city, group.id) for group in groups if group.places}


def _marked(board: Board, city: City) -> dict[Crossroads | RoadId | Location, MarkedAs]:
    found: dict[Crossroads | RoadId | Location, MarkedAs] = {}
    for id_ in markable(city):
        group = board.marked_as(id_)
        values = dict(group.values)
        for place in group.places:
            value = None if isinstance(place, Location) else values.get(place)
            found.setdefault(place, {})[id_] = value
    return found


def _location(
    board: Board,
    where: Location,
    mark: Landmark | None,
    marked: Mapping[Crossroads | RoadId | Location, MarkedAs],
) -> LocationTold:
    there = marked.get(where, {})
    if mark is None:
        return LocationTold(where=where, unshown=where in board.unshown, marked=there)
    alone = len(board.landmark_at[where]) == 1
    return LocationTold(
        where=where,
        id=mark.id,
        kind=mark.kind,
        value=mark.value,
        name=mark.name,
        iconic=mark.rated_as or "",
        fixed=not alone or len(mark.locations) > 1 or bool(mark.polygon),
        marked=there,
    )


def _crossroads(
    board: Board,
    where: Crossroads,
    marked: Mapping[Crossroads | RoadId | Location, MarkedAs],
) -> CrossroadsTold:
    cafe = board.cafe_at.get(where)
    return CrossroadsTold(
        where=where,
        cafe=cafe.bonus if cafe else None,
        xy=cafe.xy if cafe else None,
        point=where in board.visit_all,
        marked=marked.get(where, {}),
    )


def _with_location(board: Board, city: City, told: LocationTold) -> Board:
    there = board.landmark_at.get(told.where, ())
    now = [_location(board, told.where, mark, {}) for mark in there]
    if told.kind is None and not there and told.unshown == (told.where in board.unshown):
        return board
    if told.unshown:
        unshown = tuple(sorted({*board.unshown, told.where}))
        return replace(with_landmark(board, city, told.where, None), unshown=unshown)
    if any(replace(one, marked=told.marked) == told for one in now):
        return board
    if any(one.fixed for one in now):
        return with_larger(board, told.id, told.value, told.name)
    kind = told.kind
    if kind is not None and kind not in city.landmarks:
        raise CorrectionError(f"{told.where}: {city.name} has no {kind} landmarks")
    id_ = told.id
    if kind is LandmarkKind.GREY:
        id_ = told.iconic or plain_id(kind, told.where)
    elif not there or there[0].kind is not kind:
        # An id tells the kind, where it is not a name of its own.
        others = {mark.id for mark in board.landmarks if mark not in there}
        stale = id_ in others or id_.endswith(f"-{told.where}")
        id_ = "" if stale else id_
    value = told.value if kind is LandmarkKind.YELLOW else None
    return with_landmark(board, city, told.where, kind, value, told.name, id_)


def _with_crossroads(board: Board, told: CrossroadsTold) -> Board:
    known = board.cafe_at.get(told.where)
    if (known.bonus if known else None) != told.cafe:
        board = with_cafe(board, told.where, told.cafe, told.xy)
    if told.point != (told.where in board.visit_all):
        board = with_visit_all(board, set(board.visit_all) ^ {told.where})
    return board


def _with_marks(
    board: Board, city: City, place: Crossroads | RoadId | Location, wanted: MarkedAs
) -> Board:
    now = _marked(board, city).get(place, {})
    for id_ in now.keys() - wanted.keys():
        board = with_marked(board, city, id_, place, there=False)
    for id_, value in wanted.items():
        if id_ not in now or now[id_] != value:
            board = with_marked(board, city, id_, place, value)
    return board
