"""French flags: how many there can be, and what the marker on the track says of them."""

from typing import NamedTuple

from scorer.rules.ticket_to_ride.game import Played
from scorer.rules.ticket_to_ride.map import FLAG_COLOURS

A_FLAG = 4


class OnTrack(NamedTuple):
    """What the marker shows: all ``points`` with ``laps`` of the track, and those for flags.

    ``surplus`` are the points beyond those of the links.
    """

    points: int
    laps: int
    surplus: int

    @property
    def flags(self) -> int | None:
        """The flags that these points are, None if they are no whole number of flags."""
        fits = self.surplus >= 0 and self.surplus % A_FLAG == 0
        return self.surplus // A_FLAG if fits else None


def link_points(played: Played, seat: int) -> int:
    """Return the points for all links of the player at *seat*."""
    return sum(played.map.points_of(link) for link in played.links(seat))


def most_flags(played: Played, seat: int) -> int:
    """Return the most flags that the links allow: each takes a blue, a white and a red card."""
    colours = [link.colour for link in played.links(seat)]
    return min(colours.count(colour) for colour in FLAG_COLOURS)


def on_track(played: Played, seat: int) -> OnTrack | None:
    """Return what the marker of the player at *seat* shows, None where nobody has told."""
    player, track = played.players[seat], played.map.track
    if player.marker is None:
        return None
    links = link_points(played, seat)
    length = track.length if track else 0
    laps = player.laps
    if laps is None:
        short = max(0, links - player.marker)
        laps = -(-short // length) if length else 0
    points = player.marker + laps * length
    return OnTrack(points, laps, points - links)


def flags_of(played: Played, seat: int) -> int | None:
    """Return the flags as told, else as the marker shows them, else 0 where no link allows one.

    None if nothing says it.
    """
    told = played.players[seat].flags
    if told is not None:
        return told
    shown = on_track(played, seat)
    if shown and shown.flags is not None:
        return shown.flags
    told_by_links = played.links(seat) and not most_flags(played, seat)
    return 0 if told_by_links else None
