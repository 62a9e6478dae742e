"""From a rectified photo to what is drawn at every place: the stages, in their order.

Each stage is a function from ``Seen`` to ``Seen``. A later one knows what the earlier ones found:
a ring that is known to be a café's is no task's, and the ink of sections and rings is no tourist's.
What the game makes likely comes where it can help: with the number of filled locations before
tourists are counted, with the sections round a road after that.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.setup import usual_setup
from scorer.rules.referee import most_sections
from scorer.rules.values import replace
from scorer.vision.boards.halfboard import HalfBoard
from scorer.vision.decide import strokes
from scorer.vision.decide.crowds import judge_crowds
from scorer.vision.decide.deals import Deal, some_go_away
from scorer.vision.decide.legal import (
    FEWEST,
    Context,
    Filling,
    circled_odds,
    lone_rings,
    reached,
    settled_crowds,
    settled_sections,
    settled_task,
    with_referee,
)
from scorer.vision.decide.seen import Place, Seen, Step
from scorer.vision.decide.singlemarks import judge_cafes, judge_rings, judge_sections
from scorer.vision.decide.symbols import judge_symbols
from scorer.vision.doubts import cafe_word
from scorer.vision.evidence.cafes import find_cafes
from scorer.vision.evidence.colours import with_colours
from scorer.vision.evidence.crosses import CrossEvidence, crossable, find_crosses
from scorer.vision.evidence.networks.patches import Layers
from scorer.vision.evidence.networks.trained import Chances, find_chances
from scorer.vision.evidence.pens import PenColour, colour_doubts, section_pens
from scorer.vision.evidence.rings import find_rings
from scorer.vision.evidence.sections import find_sections
from scorer.vision.evidence.shapes import INKED, Crowd, Looked, find_shapes, pen_width
from scorer.vision.evidence.stripes import without_stripes
from scorer.vision.evidence.touristkinds import KindsAt, closer_look, look_closer
from scorer.vision.evidence.views import (
    View,
    chances_together,
    closer_look_together,
    looked_together,
    unless_same_drawing,
)
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink, find_ink
from scorer.vision.ink.together import ink_together, picture_together, sight
from scorer.vision.placesfile import Opinion

# Sections may run on past their ends, into a café's ring, by this much.
_RUN_ON_MM = 3.0


def interpret(rectified: Rectified, board: Board, *others: Rectified) -> Seen:
    """Return what is drawn at every place of a rectified photo, with all evidence.

    Parameters
    ----------
    rectified : Rectified
        The photo laid over the board's reference picture.
    board : Board
    *others : Rectified
        Photos of the same filled board, whose evidence is joined before anything is decided.

    Raises
    ------
    OtherDrawingError
        If *others* show clearly that it is not the same filled board.
    """
    seen, networks = _together((rectified, *others), board) if others else _begun(rectified, board)
    seen = _with_sections(seen, networks)
    seen = _with_cafes(seen, networks)
    seen = _with_rings(seen, networks)
    seen = _with_crowds(seen, networks)
    seen = _with_tourists(seen)
    seen = seen.heard(judge_symbols(seen))
    seen = _with_settled_sections(seen)
    seen = _with_pens(seen)
    return seen.told(Step.LEGAL, with_referee(seen.doubts.values(), seen.marks, board))


@dataclass(frozen=True, slots=True)
class _Networks:
    """What the networks are going to say, and who looks closer at shapes.

    They run beside the measuring rules: OpenCV lets Python go on meanwhile, and half of the
    rules' work, which keeps one processor busy, needs none of their words.
    """

    chances: Future[Chances]
    looked: Future[Looked]
    kinds_at: KindsAt

    @classmethod
    def asked(cls, layers: Layers, ink: Ink, board: Board) -> "_Networks":
        """Return them at work."""
        # Two at once: together they take longer than all rules that go on beside them.
        threads = ThreadPoolExecutor(2)
        found = cls(
            threads.submit(find_chances, layers, board),
            threads.submit(Looked.at, layers, board),
            closer_look(ink, layers.rectified, board),
        )
        # Nothing else is asked; the threads end by themselves.
        threads.shutdown(wait=False)
        return found

    @classmethod
    def joined(cls, views: Sequence[View], layers: Layers, board: Board) -> "_Networks":
        """Return what they say of several *views*, whose ink together makes *layers*."""
        chances, looked = Future[Chances](), Future[Looked]()
        chances.set_result(chances_together(views, board))
        looked.set_result(looked_together(views, layers, board))
        return cls(chances, looked, closer_look_together(views, board))


def _begun(rectified: Rectified, board: Board) -> tuple[Seen, _Networks]:
    """Find the ink, ask the networks, and measure strokes along the roads meanwhile."""
    ink = find_ink(rectified)
    layers = Layers.of(rectified, ink)
    networks = _Networks.asked(layers, ink, board)
    return _measured(rectified, ink, layers, board), networks


def _together(photos: Sequence[Rectified], board: Board) -> tuple[Seen, _Networks]:
    """Find the ink of several photos, ask the networks about each, and join what they show."""
    views = []
    for rectified in photos:
        ink = find_ink(rectified)
        layers = Layers.of(rectified, ink)
        said = _Networks.asked(layers, ink, board)
        seen = sight(ink, rectified)
        views.append(
            View(rectified, ink, seen, layers, said.chances.result(), said.looked.result())
        )
    unless_same_drawing(views, board)
    sights = [view.sight for view in views]
    ink = ink_together([view.ink for view in views], sights)
    picture = picture_together(photos, sights)
    layers = Layers.of(picture, ink)
    networks = _Networks.joined(views, layers, board)
    return _measured(picture, ink, layers, board), networks


def _measured(rectified: Rectified, ink: Ink, layers: Layers, board: Board) -> Seen:
    """Measure strokes along the roads."""
    sections = find_sections(ink, rectified, board)
    inked = np.asarray((ink.strength > INKED) * 255, np.uint8)
    return Seen(
        rectified=rectified,
        board=board,
        city=load_city(board.city),
        ink=ink,
        layers=layers,
        inked=inked,
        pen_px=pen_width(inked),
        taken=np.zeros_like(inked),
        sections=sections,
    )


def _with_sections(seen: Seen, networks: _Networks) -> Seen:
    """Judge every road by itself; the ink of sections is nobody else's."""
    chances, judged = judge_sections(seen.sections, networks.chances.result().sections)
    drawn = [found.stroke_px for found in seen.sections if chances[found.road] > 0.5]
    taken = strokes.along(drawn, seen.inked, seen.pen_px)
    near = reached(seen.board, chances)
    return replace(seen.heard(judged), chances=chances, near=near, taken=taken)


def _with_cafes(seen: Seen, networks: _Networks) -> Seen:
    """Judge the cafés: one that a section reaches is circled, and the section is no stroke."""
    run_on = _RUN_ON_MM * seen.rectified.px_per_mm
    drawn = [found.stroke_px for found in seen.sections if seen.chances[found.road] > 0.5]
    route = strokes.along([strokes.run_on(path, run_on) for path in drawn], seen.inked, seen.pen_px)
    cafes = find_cafes(seen.ink, route, seen.pen_px, seen.rectified, seen.board)
    likely = {point: circled_odds(chance, seen.city) for point, chance in seen.near.items()}
    judged = judge_cafes(cafes, networks.chances.result().cafes, likely)
    game = {
        ("cafe", str(point)): Opinion(figures={"log_odds": odds, "reached": seen.near[point]})
        for point, odds in likely.items()
    }
    return replace(seen.heard(judged), cafes=cafes).ruled(game)


def _with_rings(seen: Seen, networks: _Networks) -> Seen:
    """Judge the task's rings: three or none. One that looks like a café's may be among them."""
    points, scale = list(seen.board.crossroads_xy), seen.rectified.px_per_mm
    circled = _circled(seen)
    own = [cafe.ring for cafe in seen.cafes if cafe.crossroads in circled]
    discs = strokes.discs(own, seen.inked, seen.pen_px, scale)
    places = [seen.rectified.to_px(seen.board.crossroads_xy[point]) for point in points]
    rings = find_rings(seen.ink, places, scale, discs)
    seen = seen.heard(judge_rings(points, rings, circled, networks.chances.result().rings))
    settled = settled_task(seen.of("task"))
    game = {("task", doubt.where): Opinion({"ring": chance}) for doubt, chance in settled}
    seen = seen.told(Step.TASK, (doubt for doubt, _ in settled)).ruled(game)
    cafes, task = lone_rings(seen.of("cafe"), seen.of("task"), seen.near)
    seen = seen.told(Step.LONE_RING, (*cafes, *task))
    # A café's ring that turned out to be the task's is among the discs.
    drawn = {Crossroads.parse(doubt.where) for doubt in task if doubt.read}
    drawn -= circled - _circled(seen)
    ringed = [ring for point, ring in zip(points, rings, strict=True) if point in drawn]
    others = strokes.discs(ringed, seen.inked, seen.pen_px, scale)
    return replace(seen, rings=rings, taken=np.maximum(np.maximum(seen.taken, discs), others))


def _circled(seen: Seen) -> set[Crossroads]:
    """Return the cafés that are circled as far as it is known."""
    return {
        Crossroads.parse(doubt.where) for doubt in seen.of("cafe") if doubt.read != cafe_word(None)
    }


def _with_crowds(seen: Seen, networks: _Networks) -> Seen:
    """Find tourists' shapes and crosses: as many locations are filled as a game leaves."""
    ink, flat, board = seen.ink, seen.rectified, seen.board
    crowds = find_shapes(ink, seen.taken, networks.looked.result(), flat, board)
    pentagons = TouristKind.PENTAGON in seen.city.tourists
    crowds = look_closer(crowds, networks.kinds_at, pentagons, ink.grey)
    if seen.city.game.hot_spots:
        crowds = without_stripes(crowds, flat, board)
    crowds = with_colours(crowds)
    crosses = find_crosses(ink, flat, board, crossable(board))
    fillings = _fillings(crowds, crosses, seen)
    crowds = tuple(fillings[c.location][0] if c.location in fillings else c for c in crowds)
    game = {
        ("tourists", str(place)): Opinion(
            figures={"filled_by_ink": filling.by_ink, "filled_by_game": filling.by_game}
        )
        for place, (_, filling) in fillings.items()
    }
    return replace(seen, crowds=crowds, crosses=crosses).ruled(game)


def _fillings(
    crowds: tuple[Crowd, ...], crosses: tuple[CrossEvidence, ...], seen: Seen
) -> dict[Location, tuple[Crowd, Filling]]:
    """Return the locations that a round may fill with as many filled as a game leaves.

    Spaces beside the map hold any number. A cross may stand for a round, and a part of the board
    has any share of the locations.
    """
    rounds = seen.city.game.rounds
    crossed = {found.location for found in crosses if found.odds > 0}
    counted = [c for c in crowds if not c.location.name and c.location not in crossed]
    whole = not isinstance(seen.board, HalfBoard) and _shows_all(seen.rectified, seen.board)
    least = max(1, rounds - len(crossed)) if whole else 0
    fewest = 1 if some_go_away(seen.board) else FEWEST
    settled = settled_crowds(counted, rounds, least, fewest)
    return {crowd.location: (crowd, filling) for crowd, filling in settled}


def _shows_all(rectified: Rectified, board: Board) -> bool:
    """Return whether every crossroads is in the photo."""
    height, width = rectified.seen.shape
    for xy in board.crossroads_xy.values():
        x, y = (round(value) for value in rectified.to_px(xy))
        if not (0 <= x < width and 0 <= y < height and rectified.seen[y, x]):
            return False
    return True


def _with_tourists(seen: Seen) -> Seen:
    """Count the tourists in every location; what is unclear is what cards are likely to deal."""
    cafes = {Crossroads.parse(one.where): one.read for one in seen.of("cafe")}
    circled = {at: CafeMark(read) for at, read in cafes.items() if read != cafe_word(None)}
    deal = Deal.of(seen.board, seen.city, circled)
    judged, cards = judge_crowds(seen.crowds, seen.crosses, seen.city.tourists, deal)
    known = {place: seen.game[place].figures for place in cards if place in seen.game}
    game = {place: Opinion(said, known.get(place, {})) for place, said in cards.items()}
    return seen.heard(judged).ruled(game)


def _with_settled_sections(seen: Seen) -> Seen:
    """Judge the unsure sections once more, by the others and by the tourists beside them."""
    marks = seen.marks
    filled = FilledBoard(seen.board, seen.city, marks, usual_setup(seen.city))
    most = most_sections(filled)
    doubts = seen.of("section")
    settled = settled_sections(doubts, seen.chances, marks.tourists.keys(), most, seen.board)
    game = {("section", doubt.where): _context_said(context) for doubt, context in settled}
    return seen.told(Step.SECTIONS, (doubt for doubt, _ in settled)).ruled(game)


def _context_said(context: Context) -> Opinion:
    return Opinion(figures={name: float(value) for name, value in context._asdict().items()})


def _with_pens(seen: Seen) -> Seen:
    """Tell the drawn sections' colours, in a city where the pen counts."""
    if not seen.city.coloured:
        return seen
    drawn = frozenset(RoadId.parse(doubt.where) for doubt in seen.of("section") if doubt.read)
    pens = section_pens(seen.ink, seen.sections, drawn)
    told = seen.told(Step.PENS, colour_doubts(seen.of("section"), pens))
    measured = {("section", str(road)): _pen_said(seen, road, pen) for road, pen in pens.items()}
    return replace(told, measured={**told.measured, **measured})


def _pen_said(seen: Seen, road: RoadId, pen: PenColour) -> Opinion:
    """Return what was measured on a road, and which pen it was."""
    place: Place = ("section", str(road))
    said = seen.measured[place]
    known = {pen.colour.value: pen.sure} if pen.colour else {"unclear pen": 1 - pen.sure}
    return Opinion({**said.chances, **known}, said.figures)
