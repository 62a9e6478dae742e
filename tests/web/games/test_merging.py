"""What two owners of a map of Ticket to Ride tap at once."""

from scorer.rules.ticket_to_ride.map import Link, LinkColour, Place, Ticket
from scorer.rules.values import replace
from scorer.web.games.tickettoride.drafts import Draft
from scorer.web.games.tickettoride.merging import merged

A, B, C = (Place(id_, xy=(x, 10.0)) for id_, x in (("a", 10.0), ("b", 50.0), ("c", 90.0)))
AB = Link(("a", "b"), 2, LinkColour.RED)
BC = Link(("b", "c"), 3, LinkColour.BLUE)
SINCE = Draft("Ours", points=(1, 2), places=(A, B, C), links=(AB, BC))


def test_what_each_changed_is_there() -> None:
    moved = replace(C, xy=(95.0, 12.0))
    mine = replace(SINCE, places=(A, B, moved), tickets=(Ticket(("a", "c"), 7),))
    now = replace(SINCE, points=(1, 2, 4), links=(replace(AB, length=3), BC))
    after = merged(SINCE, mine, now)
    assert after.places == (A, B, moved)
    assert after.links == (replace(AB, length=3), BC)
    assert after.points == (1, 2, 4)
    assert after.tickets == (Ticket(("a", "c"), 7),)


def test_the_newer_of_two_changes_of_one_thing_stays() -> None:
    mine = replace(SINCE, links=(replace(AB, length=4), BC), buses=20)
    now = replace(SINCE, links=(replace(AB, length=5), BC), buses=16)
    after = merged(SINCE, mine, now)
    assert (after.links[0].length, after.buses) == (4, 20)


def test_what_one_took_away_is_gone_with_what_hangs_on_it() -> None:
    without = replace(SINCE, places=(A, B), links=(AB,))
    ticket = Ticket(("b", "c"), 5)
    assert merged(SINCE, without, replace(SINCE, tickets=(ticket,))) == without
    assert merged(SINCE, replace(SINCE, tickets=(ticket,)), without) == without


def test_the_lane_that_is_left_is_the_first() -> None:
    second = replace(AB, lane=2, colour=LinkColour.PURPLE)
    now = replace(SINCE, links=(AB, BC, second))
    after = merged(SINCE, replace(SINCE, links=(BC,)), now)
    assert after.links == (BC, replace(second, lane=1))
