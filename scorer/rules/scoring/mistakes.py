"""What players get wrong when they score by hand, and how likely each mistake is."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct, field

from scorer.rules.notation import Element
from scorer.rules.scoring.sheet import Step


class MistakeKind(StrEnum):
    """A mistake in scoring by hand."""

    # What was counted on the route, or was not.
    TOURISTS_AT_CORNER = "tourists-at-corner"
    TOURISTS_ACROSS_WATER = "tourists-across-water"
    TOURISTS_OFF_ROUTE = "tourists-off-route"
    LOST_TOURISTS_KEPT = "lost-tourists-kept"
    TOURISTS_FORGOTTEN = "tourists-forgotten"
    LANDMARK_AT_CORNER = "landmark-at-corner"
    LANDMARK_ACROSS_WATER = "landmark-across-water"
    LANDMARK_OFF_ROUTE = "landmark-off-route"
    LANDMARK_WITHOUT_COLOUR = "landmark-without-colour"
    LANDMARK_FORGOTTEN = "landmark-forgotten"
    POINT_OFF_ROUTE = "point-off-route"
    POINT_NOT_REACHED = "point-not-reached"
    POINT_FORGOTTEN = "point-forgotten"
    # Products of landmarks and tourists.
    SUM_FOR_PRODUCT = "sum-for-product"
    LANDMARKS_FOR_PRODUCT = "landmarks-for-product"
    TOURISTS_FOR_PRODUCT = "tourists-for-product"
    LOCATIONS_FOR_TOURISTS = "locations-for-tourists"
    OTHER_TOURISTS = "other-tourists"
    OTHER_LANDMARKS = "other-landmarks"
    ALL_TOURISTS = "all-tourists"
    TOURISTS_MISCOUNTED = "tourists-miscounted"
    PRODUCT_ROW = "product-row"
    # Values and ratings.
    NUMBER_FOR_VALUES = "number-for-values"
    RATING_ONE_BOX_ON = "rating-one-box-on"
    RATING_ONE_BOX_BACK = "rating-one-box-back"
    RATING_FIRST_BOX = "rating-first-box"
    RATING_LAST_BOX = "rating-last-box"
    RATING_BOXES = "rating-boxes"
    RATING_OF_ANOTHER = "rating-of-another"
    # Cafés.
    CAFES_ONLY_ON_ROUTE = "cafes-only-on-route"
    CAFES_FORGOTTEN = "cafes-forgotten"
    USED_CAFES_COUNTED = "used-cafes-counted"
    CAFES_NOT_CIRCLED = "cafes-not-circled"
    CAFE_VALUE = "cafe-value"
    # The table of the visit-them-all points.
    POINTS_ROW = "points-row"
    POINTS_EACH = "points-each"
    POINTS_ADDED_UP = "points-added-up"
    POINTS_COUNTED = "points-counted"
    # The personal task.
    TASK_OTHER_PAIR = "task-other-pair"
    TASK_FACTOR = "task-factor"
    TASK_OTHER_ORDER = "task-other-order"
    TASK_SAME_CROSSROADS = "task-same-crossroads"
    TASK_CROSSROADS_COUNTED = "task-crossroads-counted"
    TASK_RIDE_COUNTED = "task-ride-counted"
    TASK_CROSSROADS_BETWEEN = "task-crossroads-between"
    TASK_TO_END = "task-to-end"
    TASK_WHOLE_ROUTE = "task-whole-route"
    TASK_SHORTEST = "task-shortest"
    TASK_OFF_ROUTE = "task-off-route"
    # Goal cards.
    GOAL_FORGOTTEN = "goal-forgotten"
    GOAL_NOT_REACHED = "goal-not-reached"
    GOAL_NOT_WON = "goal-not-won"
    GOAL_WON = "goal-won"
    GOAL_BOTH = "goal-both"
    GOALS_IN_SOLO = "goals-in-solo"
    # Steps that a city has of its own.
    PLACE_FORGOTTEN = "place-forgotten"
    PLACE_OFF_ROUTE = "place-off-route"
    PLACE_NOT_REACHED = "place-not-reached"
    PLACES_COUNTED = "places-counted"
    PLACES_ONCE = "places-once"
    TRACK_ONE_BOX_ON = "track-one-box-on"
    TRACK_ONE_BOX_BACK = "track-one-box-back"
    TRACK_FIRST_BOX = "track-first-box"
    TICKET_MISSING = "ticket-missing"
    RATING_FOR_EACH = "rating-for-each"
    AREA_FORGOTTEN = "area-forgotten"
    AREA_FORGOTTEN_POINTS = "area-forgotten-points"
    AREA_USED = "area-used"
    AREA_USUAL = "area-usual"
    AREA_BOTH = "area-both"
    RUNS_ROW = "runs-row"
    RUNS_SHARED = "runs-shared"
    RUNS_COUNTED = "runs-counted"
    # Writing it down.
    LINE_FORGOTTEN = "line-forgotten"
    LINES_SWAPPED = "lines-swapped"
    LINE_COPIED = "line-copied"
    DIGITS_SWAPPED = "digits-swapped"
    TENS_CARRIED = "tens-carried"
    DOUBLED = "doubled"
    NOT_IN_PLAY = "not-in-play"
    # The total.
    FROM_LINES = "from-lines"
    SUM_LINE_LEFT_OUT = "sum-line-left-out"
    SUM_LINE_TWICE = "sum-line-twice"


# How unlikely each mistake is, in steps; what is not named here is of usual likelihood.
USUAL_COST = 3
COSTS = {
    MistakeKind.NOT_IN_PLAY: 0,
    MistakeKind.FROM_LINES: 0,
    MistakeKind.LINES_SWAPPED: 1,
    MistakeKind.TOURISTS_AT_CORNER: 1,
    MistakeKind.TOURISTS_ACROSS_WATER: 1,
    MistakeKind.LANDMARK_AT_CORNER: 1,
    MistakeKind.LANDMARK_ACROSS_WATER: 1,
    MistakeKind.LOST_TOURISTS_KEPT: 1,
    MistakeKind.CAFES_ONLY_ON_ROUTE: 1,
    MistakeKind.USED_CAFES_COUNTED: 1,
    MistakeKind.RATING_ONE_BOX_BACK: 1,
    MistakeKind.RATING_ONE_BOX_ON: 1,
    MistakeKind.TASK_CROSSROADS_COUNTED: 1,
    MistakeKind.TASK_RIDE_COUNTED: 1,
    MistakeKind.TASK_OTHER_PAIR: 1,
    MistakeKind.TASK_FACTOR: 1,
    MistakeKind.LANDMARK_WITHOUT_COLOUR: 1,
    MistakeKind.POINT_OFF_ROUTE: 1,
    MistakeKind.GOALS_IN_SOLO: 1,
    MistakeKind.GOAL_NOT_WON: 1,
    MistakeKind.GOAL_BOTH: 1,
    MistakeKind.PLACE_OFF_ROUTE: 1,
    MistakeKind.TRACK_ONE_BOX_ON: 1,
    MistakeKind.TRACK_ONE_BOX_BACK: 1,
    MistakeKind.TICKET_MISSING: 1,
    MistakeKind.RATING_FOR_EACH: 1,
    MistakeKind.AREA_USED: 1,
    MistakeKind.AREA_BOTH: 1,
    MistakeKind.RUNS_SHARED: 1,
    MistakeKind.PLACE_FORGOTTEN: 2,
    MistakeKind.TRACK_FIRST_BOX: 2,
    MistakeKind.AREA_FORGOTTEN: 2,
    MistakeKind.AREA_FORGOTTEN_POINTS: 2,
    MistakeKind.AREA_USUAL: 2,
    MistakeKind.RUNS_ROW: 2,
    MistakeKind.TOURISTS_FORGOTTEN: 2,
    MistakeKind.LANDMARK_FORGOTTEN: 2,
    MistakeKind.TOURISTS_OFF_ROUTE: 2,
    MistakeKind.SUM_FOR_PRODUCT: 2,
    MistakeKind.CAFES_FORGOTTEN: 2,
    MistakeKind.CAFES_NOT_CIRCLED: 2,
    MistakeKind.RATING_FIRST_BOX: 2,
    MistakeKind.POINTS_ROW: 2,
    MistakeKind.POINT_FORGOTTEN: 2,
    MistakeKind.TASK_OTHER_ORDER: 2,
    MistakeKind.LINE_FORGOTTEN: 2,
    MistakeKind.GOAL_FORGOTTEN: 2,
    MistakeKind.SUM_LINE_LEFT_OUT: 2,
    MistakeKind.SUM_LINE_TWICE: 2,
    MistakeKind.POINT_NOT_REACHED: 4,
    MistakeKind.PLACE_NOT_REACHED: 4,
    MistakeKind.PRODUCT_ROW: 4,
    MistakeKind.TOURISTS_MISCOUNTED: 4,
    MistakeKind.OTHER_TOURISTS: 4,
    MistakeKind.OTHER_LANDMARKS: 4,
    MistakeKind.ALL_TOURISTS: 4,
    MistakeKind.RATING_LAST_BOX: 4,
    MistakeKind.RATING_BOXES: 4,
    MistakeKind.TASK_TO_END: 4,
    MistakeKind.TASK_OFF_ROUTE: 4,
    MistakeKind.LINE_COPIED: 5,
    MistakeKind.DIGITS_SWAPPED: 5,
    MistakeKind.TENS_CARRIED: 5,
    MistakeKind.DOUBLED: 5,
}

# Made with all of the elements together: none of them is more meant than another.
_WITH_ALL = frozenset(
    {
        MistakeKind.LOST_TOURISTS_KEPT,
        MistakeKind.LOCATIONS_FOR_TOURISTS,
        MistakeKind.OTHER_TOURISTS,
        MistakeKind.OTHER_LANDMARKS,
        MistakeKind.TOURISTS_MISCOUNTED,
        MistakeKind.NUMBER_FOR_VALUES,
        MistakeKind.CAFES_ONLY_ON_ROUTE,
        MistakeKind.CAFE_VALUE,
        MistakeKind.POINTS_ROW,
        MistakeKind.POINTS_EACH,
        MistakeKind.POINTS_ADDED_UP,
        MistakeKind.POINTS_COUNTED,
        MistakeKind.PLACES_COUNTED,
        MistakeKind.PLACES_ONCE,
        MistakeKind.RATING_FOR_EACH,
        *(kind for kind in MistakeKind if kind.startswith("task-")),
    }
)


class Mistake(Struct, frozen=True, forbid_unknown_fields=True):
    """One mistake: its kind, the parts of the board it is about and its figures.

    ``figures`` have a name each; which there are follows from the kind. It was made ``count``
    times: with more ``elements`` than that it was made with some of them, and which cannot be
    told. ``others`` are the other lines it touches. In JSON the elements are called ``from``.
    """

    kind: MistakeKind
    elements: tuple[Element, ...] = field(name="from", default=())
    count: int = 1
    figures: dict[str, int] = {}
    others: tuple[Step, ...] = ()

    @property
    def with_some(self) -> bool:
        """Whether it was made with some of ``elements``, and which cannot be told."""
        return self.kind not in _WITH_ALL and self.count < len(self.elements)

    @property
    def cost(self) -> int:
        """How unlikely it is; the more often it was made, the more so."""
        return COSTS.get(self.kind, USUAL_COST) + self.count - 1


class Explanation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mistakes that together turn the right number into the claimed one.

    ``line`` is where they were made, where only the total tells of them. ``sentence`` says
    it in words where somebody told it.
    """

    sentence: str = ""
    line: Step | None = None
    mistakes: tuple[Mistake, ...]

    @property
    def cost(self) -> int:
        """How unlikely it is: two mistakes at once far more than either."""
        hidden = 2 if self.line is not None else 0
        return (
            sum(mistake.cost for mistake in self.mistakes) + 2 * (len(self.mistakes) - 1) + hidden
        )


@dataclass(frozen=True)
class Attempt:
    """An explanation and the number that it leads to."""

    points: int
    explanation: Explanation


def attempt(points: int, *mistakes: Mistake) -> Attempt:
    """Return the attempt that *mistakes* lead to *points*."""
    return Attempt(points, Explanation(mistakes=mistakes))
