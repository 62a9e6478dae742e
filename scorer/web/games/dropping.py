"""A final route that goes, and with it what end bonuses drew for it.

The app's pages do the same where a person drops a route (``static/js/parts/innsmouth/drawn.js``).
"""

from scorer.store.games import Json


def without_route(own: Json) -> Json:
    """Return what a player of Innsmouth has another way once the route goes."""
    drawn = own.get("by_bonus") or {}
    left = {kind: number - [*drawn.values()].count(kind) for kind, number in own["used"].items()}
    return {
        "route": None,
        "by_bonus": None,
        "sections": {road: on for road, on in own["sections"].items() if road not in drawn},
        "used": {kind: number for kind, number in left.items() if number > 0},
    }
