"""The words that the page's scripts show; ``{…}`` is filled in there."""

from functools import cache

from scorer.rules.city import City
from scorer.rules.sheet import Reason, Step

_STEPS = {
    Step.RED: "Red landmarks",
    Step.GREEN: "Green landmarks",
    Step.BLUE: "Blue landmarks",
    Step.PURPLE: "Purple landmarks",
    Step.YELLOW: "Popular landmarks",
    Step.GREY: "Iconic landmarks",
    Step.CAFES: "Unused cafés",
    Step.VISIT_ALL: "Visit them all",
    Step.TASK: "Personal task",
    Step.GOALS: "Goal cards",
}
_RULES = {
    Step.RED: "Circles on the route × red landmarks on the route.",
    Step.GREEN: "Squares on the route × green landmarks on the route.",
    Step.BLUE: "Triangles on the route × blue landmarks on the route.",
    Step.PURPLE: "Pentagons on the route × purple landmarks on the route.",
    Step.YELLOW: "The stars printed on the yellow landmarks on the route.",
    Step.GREY: "The rating of each iconic landmark on the route; set the ratings below.",
    Step.CAFES: "2 for each café bonus received and not used, on the route or not.",
    Step.VISIT_ALL: "The table's points for those on the route.",
    Step.TASK: "Sections between two ringed crossroads: the longest such part counts.",
    Step.GOALS: "Goal cards are not in play.",
}
_REASONS = {
    Reason.NOT_CONNECTED: "not connected to the route",
    Reason.ALTERNATIVE: "another way that scores less",
    Reason.DEAD_END: "a dead end",
}
_WORDS = {
    "circle": "circle",
    "circle.one": "{n} circle",
    "circle.other": "{n} circles",
    "square": "square",
    "square.one": "{n} square",
    "square.other": "{n} squares",
    "triangle": "triangle",
    "triangle.one": "{n} triangle",
    "triangle.other": "{n} triangles",
    "pentagon": "pentagon",
    "pentagon.one": "{n} pentagon",
    "pentagon.other": "{n} pentagons",
    "section.label": "section {a} to {b}, {state}",
    "section.drawn": "drawn",
    "section.not-drawn": "not drawn",
    "section.on-route": "drawn, on the route",
    "tourists.label": "location {where}, {state}",
    "tourists.none": "nobody",
    "tourists.title": "Tourists in {where}",
    "tourists.add": "One {kind} more",
    "tourists.remove": "One {kind} fewer",
    "cafe.label": "café at {where}, {state}",
    "cafe.none": "not visited",
    "cafe.visited": "visited",
    "cafe.used": "visited and used",
    "task.label": "crossroads {where}, {state}",
    "task.ringed": "ringed",
    "task.not-ringed": "not ringed",
    "done.section.true": "{a}–{b} drawn",
    "done.section.false": "{a}–{b} removed",
    "done.tourists": "{where}: {list}",
    "done.cafe": "Café {where}: {state}",
    "done.task.true": "{where} ringed",
    "done.task.false": "{where}: ring removed",
    "done.rating": "{name}: {value}",
    "done.mode": "Scored as {name}",
    "done.several.one": "{n} change",
    "done.several.other": "{n} changes",
    "done.back": "Back to what was read",
    "undone": "Undone: {what}",
    "total": "Total",
    "proved": "proved best",
    "not-proved": "not proved best",
    "not-in-play": "not in play",
    "summary": "On the route: {list}",
    "sections.one": "{n} section",
    "sections.other": "{n} sections",
    "tourists.one": "{n} tourist",
    "tourists.other": "{n} tourists",
    "landmarks.one": "{n} landmark",
    "landmarks.other": "{n} landmarks",
    "nothing-drawn": "Nothing is drawn yet. Tap the roads you drew.",
    "begin": "Tap the roads you drew.",
    "setup": "Ratings and mode",
    "setup.hint": "As they stand on the rounds board.",
    "lost": "Lost tourists",
    "lost.row": "{where}: {list}, the route does not pass",
    "unused": "Sections left out",
    "unused.row": "{sections}: {reason}",
    "findings": "Worth a second look",
    "doubt.count": "{count} to check",
    "doubt.of": "{n} of {count} to check",
    "doubt.section": "Is {a}–{b} drawn?",
    "doubt.tourists": "Who is in {where}?",
    "doubt.cafe": "The café at {where}?",
    "doubt.task": "Is {where} ringed?",
    "doubt.read": "as read",
    "doubt.total": "{total} PP",
    "doubt.same": "same score",
    "doubt.sure": "{percent} % sure: {reason}",
    "doubt.many": "Much of this photo could not be seen clearly.",
    "doubt.again": "Take another one, without glare and closer.",
    "doubt.next": "Next",
    "doubt.previous": "Previous",
    "corrections.one": "{n} place was corrected by hand.",
    "corrections.other": "{n} places were corrected by hand.",
    "corrections.none": "Everything is as it was read.",
    "offline": "No connection: your changes are kept here and sent later.",
    "conflict": "This board was changed elsewhere too; your change was added to it.",
    "conflict.choice": "{what} was changed elsewhere. Keep yours?",
    "conflict.mine": "Keep mine",
    "conflict.theirs": "Take the other",
    "refused": "That change was refused: {error}",
    "highlight.none": "Nothing on the board counts for this line.",
}


def words(city: City) -> dict[str, str]:
    """Return all words by their name; *city* names its visit-them-all points."""
    found = dict(_WORDS)
    found |= {f"step.{step}": text for step, text in _STEPS.items()}
    found |= {f"rule.{step}": text for step, text in _RULES.items()}
    found |= {f"reason.{reason}": text for reason, text in _REASONS.items()}
    found[f"step.{Step.VISIT_ALL}"] = city.visit_all.name or _STEPS[Step.VISIT_ALL]
    return found


@cache
def mode_names() -> dict[str, str]:
    """Return the names of the modes by their id."""
    return {"simplified": "Simplified", "medium": "Medium", "full": "Full"}
