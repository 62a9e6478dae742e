"""A final route that goes, and with it what end bonuses drew for it.

The app's pages do the same where a person drops a route (``static/js/parts/innsmouth/drawn.js``).
"""

from collections.abc import Container, Mapping
from types import MappingProxyType

from scorer.store.games import Json

_NOTHING: Mapping[str, int] = MappingProxyType({})


def without_route(
    own: Json, sections: Container[str] = (), used: Mapping[str, int] = _NOTHING
) -> Json:
    """Return what a player of Innsmouth has another way once the route goes.

    What a photo shows stays: its *sections*, and the bonuses that are *used* there.
    """
    by_bonus = own.get("by_bonus") or {}
    drawn = {road: bonus for road, bonus in by_bonus.items() if road not in sections}
    left = {kind: number - [*drawn.values()].count(kind) for kind, number in own["used"].items()}
    return {
        "route": None,
        "by_bonus": None,
        "sections": {road: on for road, on in own["sections"].items() if road not in drawn},
        "used": {kind: most for kind, n in left.items() if (most := max(n, used.get(kind, 0)))},
    }
