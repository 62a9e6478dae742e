"""What the judge found, said in sentences with the locations concerned."""

from scorer.commands.text.board import step_name
from scorer.commands.text.status import status_text
from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.counted import counted
from scorer.rules.judge.judge import LineVerdict, TotalVerdict, Verdict
from scorer.rules.scoring.mistakes import Explanation, Mistake, MistakeKind
from scorer.rules.scoring.sheet import ScoreSheet, Step
from scorer.rules.search.alternatives import difference, difference_text
from scorer.rules.values import replace


def verdict_text(verdict: Verdict, city: City) -> str:
    """Return *verdict* line by line: what is right, what is not, and the likeliest mistakes."""
    rows = [f"{city.name}: the claimed sheet against the computed one", ""]
    # What is still open may yet make another number right.
    known = "is right" if verdict.status.final else "so far"
    for line in verdict.lines:
        rows += _line(line, city, known)
    if verdict.total is not None:
        rows += _total(verdict.total, city, known)
    rows += [status_text(verdict.status, city), ""]
    if verdict.right:
        rows.append("Everything that was written is right.")
    if verdict.route_problem:
        rows.append(f"The route given cannot be walked: {verdict.route_problem}.")
    if not verdict.right or verdict.own_route:
        rows.append(_against(verdict))
    for sheet in verdict.fitting:
        rows.append(f"Every line written fits another route, {_walk(sheet)}")
    if verdict.given_away:
        apart = difference_text(difference(verdict.sheet, verdict.best))
        rows.append(
            f"The best final route has {verdict.given_away} more, {_walk(verdict.best)} ({apart})"
        )
    return "\n".join(rows)


def _walk(sheet: ScoreSheet) -> str:
    return f"{sheet.total} PP: {sheet.route.text or 'none'}"


def explanation_text(explanation: Explanation, step: Step | None, city: City) -> str:
    """Return *explanation* of the line *step* (None: the total) as a sentence."""
    told = [_sentence(mistake, explanation.line or step, city) for mistake in explanation.mistakes]
    said = "; and ".join(told)
    where = f"in the line {step_name(explanation.line, city)}, " if explanation.line else ""
    said = where + said
    return said[0].upper() + said[1:] + "."


def told(verdict: Verdict, city: City) -> Verdict:
    """Return *verdict* with every explanation said in a sentence."""

    def said(found: tuple[Explanation, ...], step: Step | None) -> tuple[Explanation, ...]:
        return tuple(replace(why, sentence=explanation_text(why, step, city)) for why in found)

    lines = tuple(
        replace(line, explanations=said(line.explanations, line.step)) for line in verdict.lines
    )
    total = verdict.total
    if total is not None:
        total = replace(total, explanations=said(total.explanations, None))
    return replace(verdict, lines=lines, total=total)


def _against(verdict: Verdict) -> str:
    whose = "the route given" if verdict.own_route else "the best final route"
    return f"Measured against {whose}, {_walk(verdict.sheet)}"


def _line(line: LineVerdict, city: City, known: str) -> list[str]:
    name = f"  {step_name(line.step, city):<18}{line.claimed:>6}"
    if not line.difference:
        return [f"{name}   right"]
    return [
        f"{name}   {_by(line.difference)}: {line.computed} {known}",
        *_reasons(line.explanations, line.step, city),
    ]


def _total(total: TotalVerdict, city: City, known: str) -> list[str]:
    rows = ["  " + "-" * 40]
    name = f"  {'Total':<18}{total.claimed:>6}"
    if not total.difference:
        rows.append(f"{name}   right")
        if total.added != total.claimed:
            rows.append(f"      (though the lines as written add up to {total.added})")
        return rows
    rows.append(f"{name}   {_by(total.difference)}: {total.computed} {known}")
    if total.assumed:
        rows.append(
            f"      (lines not written count as computed: {_list(_names(total.assumed, city))})"
        )
    return rows + _reasons(total.explanations, None, city)


def _by(difference: int) -> str:
    return f"{abs(difference)} too {'many' if difference > 0 else 'few'}"


def _reasons(explanations: tuple[Explanation, ...], step: Step | None, city: City) -> list[str]:
    if not explanations:
        return ["      No mistake that we know of leads to this number."]
    first, *others = (explanation_text(why, step, city) for why in explanations)
    return [f"      Most likely: {first}", *(f"      Or: {text}" for text in others)]


def _sentence(mistake: Mistake, step: Step | None, city: City) -> str:
    return _SENTENCES[mistake.kind].format_map(_Words(mistake, step, city))


class _Words(dict[str, str]):
    """The words that the sentence about one mistake asks for, each made when asked."""

    def __init__(self, mistake: Mistake, step: Step | None, city: City) -> None:
        super().__init__()
        self._mistake, self._step, self._city = mistake, step, city

    def __missing__(self, name: str) -> str:
        make = getattr(self, f"_{name}", None)
        return str(make() if make is not None else self._mistake.figures[name])

    def _places(self) -> str:
        """``A2``, ``A2 and B3``, or, where it cannot be told, ``one of A2, B3``."""
        names = [str(element) for element in self._mistake.elements]
        if self._mistake.count < len(names):
            return f"{_number(self._mistake.count)} of {', '.join(names)}"
        return _list(names)

    def _all(self) -> str:
        """All the places, however often the mistake was made."""
        return _list([str(element) for element in self._mistake.elements]) or "none"

    def _span(self) -> str:
        """``a5 to e3``."""
        return " to ".join(str(element) for element in self._mistake.elements)

    def _end(self) -> str:
        return str(self._mistake.elements[-1])

    def _other(self) -> str:
        return _list(_names(self._mistake.others, self._city))

    def _tourists(self) -> str:
        """The line's tourists, as many as the mistake is about."""
        return counted(abs(self._mistake.figures["by"]), self._shape())

    def _shape(self) -> str:
        return self._shape_of(self._step)

    def _other_shape(self) -> str:
        return self._shape_of(self._mistake.others[0])

    def _shape_of(self, step: Step | None) -> str:
        return self._city.pairs[LandmarkKind(step.value)].value if step is not None else "tourist"

    def _landmark(self) -> str:
        return self._these(f"{self._step.value} landmark" if self._step else "landmark")

    def _cafe(self) -> str:
        return self._these("café")

    def _unused_cafe(self) -> str:
        return self._these("unused café")

    def _point(self) -> str:
        return self._these("point")

    def _these(self, what: str) -> str:
        """``the café at a0``, ``the cafés at a0 and c0`` or ``one of the cafés at a0 and c0``."""
        count, places = self._mistake.count, self._mistake.elements
        some = f"{_number(count)} of " if count < len(places) else ""
        return f"{some}the {what}{'s' * (len(places) > 1)} at {self._all()}"

    def _place(self) -> str:
        return self._these("place")

    def _bonuses(self) -> str:
        """``a bonus``, ``two bonuses``."""
        count = self._mistake.figures["number"]
        return "a bonus" if count == 1 else f"{_number(count)} bonuses"

    def _row_runs(self) -> str:
        return counted(self._mistake.figures["row"], "run")

    def _number_places(self) -> str:
        return counted(self._mistake.figures["number"], "place")

    def _product(self) -> str:
        return f"{self._mistake.figures['landmarks']} × {self._mistake.figures['tourists']}"

    def _on_route(self) -> str:
        """How many of the line's tourists are on the route."""
        return str(self._mistake.figures["tourists"])

    def _counted_shapes(self) -> str:
        return counted(self._mistake.figures["counted"], self._shape())

    def _row_points(self) -> str:
        return counted(self._mistake.figures["row"], "point")

    def _number_points(self) -> str:
        return counted(self._mistake.figures["number"], "point")

    def _number_cards(self) -> str:
        return counted(self._mistake.figures["number"], "goal card")


def _names(steps: tuple[Step, ...], city: City) -> list[str]:
    return [step_name(step, city) for step in steps]


def _number(number: int) -> str:
    words = ("none", "one", "two", "three", "four")
    return words[number] if number < len(words) else str(number)


def _list(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


_RATING = "the rating of the landmark at {places} was %s: {read} instead of {right}"
_TRACK = "the rating was %s: {read} instead of {right}"
_CARD = "goal card {card} %s; the route shows {value}, the card asks {threshold}"

_SENTENCES = {
    MistakeKind.TOURISTS_AT_CORNER: (
        "{tourists} at {places} counted, but the route only touches the corner there"
    ),
    MistakeKind.TOURISTS_ACROSS_WATER: (
        "{tourists} at {places} counted, but the route passes across the water there"
    ),
    MistakeKind.TOURISTS_OFF_ROUTE: "{tourists} at {places} counted, which the route does not pass",
    MistakeKind.LOST_TOURISTS_KEPT: "lost tourists not erased: {tourists} at {all}, off the route",
    MistakeKind.TOURISTS_FORGOTTEN: "{tourists} at {places} forgotten, though on the route",
    MistakeKind.LANDMARK_AT_CORNER: (
        "{landmark} counted, but the route only touches the corner there"
    ),
    MistakeKind.LANDMARK_ACROSS_WATER: (
        "{landmark} counted, but the route passes across the water there"
    ),
    MistakeKind.LANDMARK_OFF_ROUTE: "{landmark} counted, which the route does not reach",
    MistakeKind.LANDMARK_WITHOUT_COLOUR: (
        "{landmark} counted, but no section of its own colour runs along it"
    ),
    MistakeKind.LANDMARK_FORGOTTEN: "{landmark} forgotten, though on the route",
    MistakeKind.POINT_OFF_ROUTE: (
        "{point} counted, where a section is drawn but the final route does not pass"
    ),
    MistakeKind.POINT_NOT_REACHED: "{point} counted, which nothing drawn reaches",
    MistakeKind.POINT_FORGOTTEN: "{point} forgotten, though on the route",
    MistakeKind.SUM_FOR_PRODUCT: (
        "landmarks and tourists were added instead of multiplied: "
        "{landmarks} + {on_route}, not {product}"
    ),
    MistakeKind.LANDMARKS_FOR_PRODUCT: "only the landmarks were written down, not {product}",
    MistakeKind.TOURISTS_FOR_PRODUCT: "only the tourists were written down, not {product}",
    MistakeKind.LOCATIONS_FOR_TOURISTS: (
        "the {locations} locations with {shape}s were counted ({all}), not the {shape}s in them"
    ),
    MistakeKind.OTHER_TOURISTS: (
        "the landmarks were multiplied with the {other_shape}s, which go with another "
        "colour: {product}"
    ),
    MistakeKind.OTHER_LANDMARKS: (
        "the {shape}s were multiplied with the landmarks of another line ({other}): {product}"
    ),
    MistakeKind.ALL_TOURISTS: (
        "the landmarks were multiplied with tourists of all kinds: {product}"
    ),
    MistakeKind.TOURISTS_MISCOUNTED: (
        "{counted_shapes} counted on the route; there are {on_route}, at {all}"
    ),
    MistakeKind.PRODUCT_ROW: (
        "the product was taken one row off: {counted} × {on_route} instead of {product}"
    ),
    MistakeKind.NUMBER_FOR_VALUES: (
        "the landmarks at {all} were counted; their points were not added"
    ),
    MistakeKind.RATING_ONE_BOX_ON: _RATING % "read one box too far",
    MistakeKind.RATING_ONE_BOX_BACK: _RATING % "read one box too early",
    MistakeKind.RATING_FIRST_BOX: _RATING % "taken from the first box",
    MistakeKind.RATING_LAST_BOX: _RATING % "taken from the last box",
    MistakeKind.RATING_BOXES: _RATING % "taken as the number of marked boxes",
    MistakeKind.RATING_OF_ANOTHER: _RATING % "taken from another landmark",
    MistakeKind.CAFES_ONLY_ON_ROUTE: (
        "only unused cafés on the route were counted; those off it count too: {all}"
    ),
    MistakeKind.CAFES_FORGOTTEN: "{unused_cafe} forgotten",
    MistakeKind.USED_CAFES_COUNTED: "{cafe} counted, but crossed out as used",
    MistakeKind.CAFES_NOT_CIRCLED: (
        "{cafe} counted, which a section reaches but which is not circled"
    ),
    MistakeKind.CAFE_VALUE: "each unused café counted as {read} PP instead of {right}",
    MistakeKind.POINTS_ROW: (
        "the table was read for {row_points}; the route passes {right}: {all}"
    ),
    MistakeKind.POINTS_EACH: (
        "{each} PP taken for each of {number_points}; the table's figure is for all together"
    ),
    MistakeKind.POINTS_ADDED_UP: (
        "the table's figures up to {number_points} were added up; only the last one counts"
    ),
    MistakeKind.POINTS_COUNTED: (
        "the points themselves were counted ({number}); the table was not looked up"
    ),
    MistakeKind.TASK_OTHER_PAIR: "the part between {all} was taken; another part is longer",
    MistakeKind.TASK_FACTOR: "sections ({sections}) were not multiplied by {factor}",
    MistakeKind.TASK_OTHER_ORDER: (
        "the part between {all} was measured for another order of walking"
    ),
    MistakeKind.TASK_SAME_CROSSROADS: (
        "two passes of {all} were taken as a pair; it takes two different crossroads"
    ),
    MistakeKind.TASK_CROSSROADS_COUNTED: (
        "the crossroads from {span} were counted, both ends included; sections count"
    ),
    MistakeKind.TASK_RIDE_COUNTED: "the ride from {span} was counted as a section",
    MistakeKind.TASK_CROSSROADS_BETWEEN: (
        "only the crossroads strictly between {all} were counted; sections count"
    ),
    MistakeKind.TASK_TO_END: (
        "the part from {span} was taken, but {end} is only an end of the route and no "
        "crossroads of the task"
    ),
    MistakeKind.TASK_WHOLE_ROUTE: "the whole route was counted, {length} sections",
    MistakeKind.TASK_SHORTEST: (
        "the shortest way between {all} was taken, not the way that is walked"
    ),
    MistakeKind.TASK_OFF_ROUTE: (
        "a way between {all} was taken over sections that are not on the route"
    ),
    MistakeKind.GOAL_FORGOTTEN: _CARD % "forgotten",
    MistakeKind.GOAL_NOT_REACHED: _CARD % "counted, but not reached",
    MistakeKind.GOAL_NOT_WON: _CARD % "counted as reached, but it is won",
    MistakeKind.GOAL_WON: _CARD % "counted as won, but it is only reached",
    MistakeKind.GOAL_BOTH: (
        "goal card {card} counted twice: the PP for winning come instead of those for reaching"
    ),
    MistakeKind.GOALS_IN_SOLO: "PP counted for {number_cards}; in a solo game they give none",
    MistakeKind.PLACE_FORGOTTEN: "{place} forgotten, though on the route",
    MistakeKind.PLACE_OFF_ROUTE: (
        "{place} counted, where a section is drawn but the final route does not pass"
    ),
    MistakeKind.PLACE_NOT_REACHED: "{place} counted, which nothing drawn reaches",
    MistakeKind.PLACES_COUNTED: (
        "the places themselves were counted ({number}: {all}); their points were not added"
    ),
    MistakeKind.PLACES_ONCE: (
        "{each} PP were counted once; each of the {number_places} at {all} gives so many"
    ),
    MistakeKind.TRACK_ONE_BOX_ON: _TRACK % "read one box too far",
    MistakeKind.TRACK_ONE_BOX_BACK: _TRACK % "read one box too early",
    MistakeKind.TRACK_FIRST_BOX: _TRACK % "taken from the first box",
    MistakeKind.TICKET_MISSING: (
        "the rating was counted for the dock at {places}, but its ticket is not held"
    ),
    MistakeKind.RATING_FOR_EACH: "the rating was counted for each dock ({all}); it counts once",
    MistakeKind.AREA_FORGOTTEN: "{bonuses} of the café area forgotten, circled and not used",
    MistakeKind.AREA_FORGOTTEN_POINTS: "the café area's bonus of {right} PP was forgotten",
    MistakeKind.AREA_USED: "{bonuses} of the café area counted, but crossed out as used",
    MistakeKind.AREA_USUAL: (
        "the café area's bonus of {right} PP was counted as {read}, like any other"
    ),
    MistakeKind.AREA_BOTH: (
        "{read} PP were counted for the café area's bonus of {right} PP; nothing comes on top"
    ),
    MistakeKind.RUNS_ROW: "the table was read for {row_runs}; the route has {right}",
    MistakeKind.RUNS_SHARED: (
        "{row_runs} counted, some sharing sections; with each section in one run only there "
        "are {right}"
    ),
    MistakeKind.RUNS_COUNTED: (
        "the runs themselves were counted ({number}); the table was not looked up"
    ),
    MistakeKind.LINE_FORGOTTEN: "the line was left empty",
    MistakeKind.LINES_SWAPPED: "the line was swapped with {other}",
    MistakeKind.LINE_COPIED: "the number of the line {other} was written here",
    MistakeKind.DIGITS_SWAPPED: "the digits of {right} were written in the wrong order",
    MistakeKind.TENS_CARRIED: "a ten was carried wrongly on the way to {right}",
    MistakeKind.DOUBLED: "{right} was counted twice",
    MistakeKind.NOT_IN_PLAY: "this is not in play in this game",
    MistakeKind.FROM_LINES: (
        "it was added up rightly ({added}); the mistake is in the lines above"
    ),
    MistakeKind.SUM_LINE_LEFT_OUT: "{other} left out of the sum; the lines add up to {added}",
    MistakeKind.SUM_LINE_TWICE: "{other} added twice; the lines add up to {added}",
}
