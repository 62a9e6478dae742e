"""The referee: silent on legal games, speaking on each that is not."""

import random

import pytest

from scorer.rules.ticket_to_ride.game import Player, TicketToRide, held_against
from scorer.rules.ticket_to_ride.map import FLAG_COLOURS, Link, load_map
from scorer.rules.ticket_to_ride.referee import Finding, Offence, findings
from scorer.rules.values import replace
from tests.rules.ticket_to_ride.towns import game, player

BAY = load_map("lantern-bay")
OTHER_LANE = {
    one.name: two.name
    for one in BAY.links
    for two in BAY.links
    if one.ends == two.ends and one.lane != two.lane
}
# Fourteen of fifteen buses: Ann has ended the game.
ENDS = "ab bc de ef ad"


@pytest.mark.parametrize(
    ("links", "tickets", "more", "finding"),
    [
        # b-c 3, d-e 3, e-f 3, a-d 3, a-b 2 and f-a 2 are 16.
        (
            "bc de ef ad ab fa",
            "ad",
            {"flags": 0},
            Finding(
                Offence.BUSES_OVER, 0, 16, 15, ("b-c", "d-e", "e-f", "a-d", "a-b", "f-a")
            ),
        ),
        (
            "bc bc:2 ad de fa",
            "ad",
            {"flags": 0},
            Finding(Offence.BOTH_LANES, 0, 2, 1, ("b-c", "b-c:2")),
        ),
        # Blue twice, white once, no red.
        (ENDS, "ad", {"flags": 1}, Finding(Offence.FLAGS_OVER, 0, 1, 0)),
        # 2 + 4 + 4 + 4 + 4 = 18: a marker at 17 lacks one, at 21 has three too many.
        (ENDS, "ad", {"marker": 17, "laps": 0}, Finding(Offence.TRACK, 0, -1, 0)),
        (ENDS, "ad", {"marker": 21}, Finding(Offence.TRACK, 0, 3, 0)),
        # 2 + 4 + 1 + 4 + 4 = 15 with white, blue and red; 19 shows one flag, none was told.
        ("ab bc cd ad de", "ad", {"flags": 0, "marker": 19},
         Finding(Offence.FLAGS_AND_TRACK, 0, 0, 1)),
        (ENDS, "", {"flags": 0}, Finding(Offence.NO_TICKET, 0, 0, 1)),
    ],
)  # fmt: skip
def test_what_a_player_may_not(
    links: str, tickets: str, more: dict[str, int], finding: Finding
) -> None:
    others = [player(name, tickets=t, flags=0) for name, t in (("Bob", "bf"), ("Cy", "ce"))]
    found = findings(game(player("Ann", links, tickets, **more), *others))
    # The last round has begun or not, whatever else there is.
    assert [one for one in found if one.offence is not Offence.NOBODY_ENDS_IT] == [finding]


def test_a_link_has_one_owner() -> None:
    ann, bob = player("Ann", ENDS, "ad", flags=0), player("Bob", "de", "ce", flags=0)
    assert findings(game(ann, bob)) == (Finding(Offence.LINK_TWICE, None, 2, 1, ("d-e",)),)


def test_with_two_players_the_second_lane_is_closed_with_three_it_is_not() -> None:
    ann, bob = player("Ann", ENDS, "ad", flags=0), player("Bob", "bc:2", "ce", flags=0)
    closed = Finding(Offence.LANE_CLOSED, None, 2, 1, ("b-c", "b-c:2"))
    assert findings(game(ann, bob)) == (closed,)
    assert findings(game(ann, bob, player("Cy", "", "bf", flags=0))) == ()


def test_a_ticket_is_held_once() -> None:
    ann, bob = player("Ann", ENDS, "ad", flags=0), player("Bob", "cd", "da", flags=0)
    assert findings(game(ann, bob)) == (Finding(Offence.TICKET_TWICE, None, 2, 1, ("a-d",)),)


def test_a_game_ends_with_two_buses_or_fewer() -> None:
    # 12 of 15 buses: three are left.
    ann, bob = player("Ann", "bc de ef ad", "ad", flags=0), player("Bob", "", "ce", flags=0)
    assert findings(game(ann, bob)) == (Finding(Offence.NOBODY_ENDS_IT, None, 12, 13),)
    assert findings(game(ann, bob, finished=False)) == ()
    # Routes that are in doubt may be those that ended it.
    assert findings(game(ann, bob, to_check=1)) == ()


@pytest.mark.slow
def test_the_referee_is_silent_on_a_thousand_legal_games() -> None:
    chance, seen = random.Random(7), set()
    for _ in range(1_000):
        played = simulated(chance)
        assert findings(held_against(played)) == (), played
        seen.add(len(played.players))
    assert seen == {2, 3, 4}


def simulated(chance: random.Random) -> TicketToRide:
    """Play by the rules: claims, cards kept for flags, the last round; till a game comes out."""
    while True:
        seats = chance.choice((2, 3, 4))
        found = _played(seats, chance)
        if found:
            return TicketToRide(map="lantern-bay", players=found)


def _played(seats: int, chance: random.Random) -> tuple[Player, ...] | None:
    owned: list[list[Link]] = [[] for _ in range(seats)]
    owner: dict[str, int] = {}
    kept: list[set[str]] = [set() for _ in range(seats)]
    flags, left, last = [0] * seats, [15] * seats, None
    turn = 0
    while last is None or turn < last:
        # Nothing left to claim, and nobody near the end: such a game goes on for ever.
        if turn == 200:
            return None
        seat = turn % seats
        open_ = [
            one for one in BAY.links if one.length <= left[seat] and _open(one, seat, owner, seats)
        ]
        if open_ and chance.random() < 0.8:
            link = chance.choice(open_)
            owned[seat].append(link)
            owner[link.name] = seat
            left[seat] -= link.length
            # A card may be kept unless wild ones alone were played.
            if link.colour in FLAG_COLOURS and chance.random() < 0.8:
                kept[seat].add(link.colour)
            if len(kept[seat]) == 3:
                flags[seat] += 1
                kept[seat] = set()
        if last is None and left[seat] <= 2:
            last = turn + 1 + seats
        turn += 1
    deck = [ticket.name for ticket in BAY.tickets]
    chance.shuffle(deck)
    found = []
    for seat in range(seats):
        tickets = tuple(deck.pop() for _ in range(chance.randint(1, 5)))
        points = sum(BAY.points_of(link) for link in owned[seat]) + 4 * flags[seat]
        told: dict[str, int] = {"flags": flags[seat]}
        if chance.random() < 0.5:
            told = {"marker": points % 80}
        links = tuple(link.name for link in owned[seat])
        found.append(replace(Player(name=str(seat), links=links, tickets=tickets), **told))
    return tuple(found)


def _open(link: Link, seat: int, owner: dict[str, int], seats: int) -> bool:
    if link.name in owner:
        return False
    other = owner.get(OTHER_LANE.get(link.name, ""))
    return other is None or (seats > 2 and other != seat)
