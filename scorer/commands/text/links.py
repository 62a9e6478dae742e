"""A reading of a map of Ticket to Ride as plain text."""

from collections.abc import Iterable

from scorer.rules.counted import counted
from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.vision.links.written import LinkDoubt, WhyDoubtful, WrittenLinks


def links_text(written: WrittenLinks, map_: TicketMap) -> str:
    """Return whose the routes are, the markers, and what is to check."""
    rows = [f"{map_.name or map_.id}: {counted(len(written.players), 'colour')} of buses"]
    for player in written.players:
        marker = f", marker at {player.marker.space}" if player.marker else ""
        rows.append(f"  {player.colour}: {counted(player.buses, 'bus', 'buses')}{marker}")
        rows += [f"    {name}" for name in player.links]
    return "\n".join([*rows, *_doubts(written)])


def _doubts(written: WrittenLinks) -> Iterable[str]:
    if not written.doubts:
        return ["Nothing is in doubt."]
    return [f"To check ({len(written.doubts)}):", *(_doubt(one) for one in written.doubts)]


def _doubt(doubt: LinkDoubt) -> str:
    others = " or ".join(_owner(one) for one in doubt.alternatives)
    if doubt.reason is WhyDoubtful.NOT_SEEN:
        return f"  {doubt.link}: cannot be seen; {_owner(doubt.read)} or {others}?"
    return f"  {doubt.link}: {_owner(doubt.read)} ({doubt.confidence:.0%}), or {others}"


def _owner(owner: BusColour | None) -> str:
    return owner.value if owner else "free"
