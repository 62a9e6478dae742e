"""Connectivity and the facts that rest on it, against networkx and plain trying out."""

import random

import networkx as nx
import pytest

from scorer.rules.ticket_to_ride.facts import idle_links, longest_unclaimed, of_tickets
from scorer.rules.ticket_to_ride.game import Played, Player, TicketToRide, held_against
from scorer.rules.ticket_to_ride.live import live, may_claim
from scorer.rules.ticket_to_ride.map import Link, LinkColour, Place, Ticket, TicketMap, load_map
from scorer.rules.ticket_to_ride.paths import own_path
from tests.rules.ticket_to_ride.towns import game, player

COLOURS = tuple(LinkColour)


def random_map(chance: random.Random) -> TicketMap:
    places = [f"p{i}" for i in range(chance.randint(2, 12))]
    pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]
    chosen = chance.sample(pairs, min(len(pairs), chance.randint(1, 20)))
    links = []
    for pair in chosen:
        length, between = chance.randint(1, 4), pair if chance.random() < 0.5 else pair[::-1]
        for lane in (1, 2) if chance.random() < 0.2 else (1,):
            links.append(Link(between, length, chance.choice(COLOURS), lane))
    tickets = tuple(Ticket(pair, 5) for pair in chance.sample(pairs, min(4, len(pairs))))
    drawn = tuple(Place(id_) for id_ in places)
    return TicketMap("random", (1, 2, 4, 7), drawn, tuple(links), tickets)


def graph_of(map_: TicketMap, owned: list[Link]) -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(place.id for place in map_.places)
    for link in owned:
        graph.add_edge(*link.between, key=link.name, buses=link.length)
    return graph


@pytest.mark.slow
def test_two_locations_are_joined_as_networkx_says_on_two_thousand_maps() -> None:
    chance, joined = random.Random(3), 0
    for _ in range(2_000):
        map_ = random_map(chance)
        owned = [link for link in map_.links if chance.random() < 0.6]
        graph = graph_of(map_, owned)
        for ticket in map_.tickets:
            path = own_path(map_, ticket.between, [link.name for link in owned])
            assert (path is not None) == nx.has_path(graph, *ticket.between)
            if path is None:
                continue
            joined += 1
            fewest = nx.dijkstra_path_length(graph, *ticket.between, weight="buses")
            assert sum(link.length for link in path) == fewest
            # It is a walk from one to the other over own links.
            at = ticket.between[0]
            for link in path:
                assert link in owned
                (at,) = link.ends - {at}
            assert at == ticket.between[1]
    assert joined > 500


def random_game(chance: random.Random) -> Played:
    map_ = random_map(chance)
    links: list[list[str]] = [[] for _ in range(chance.choice((2, 3)))]
    for link in map_.links:
        if chance.random() < 0.7:
            chance.choice(links).append(link.name)
    tickets = tuple(ticket.name for ticket in map_.tickets)
    players = [Player(name=str(i), links=tuple(own)) for i, own in enumerate(links)]
    players[0] = Player(name="0", links=tuple(links[0]), tickets=tickets)
    return held_against(TicketToRide(map=map_, players=tuple(players)))


def test_what_would_have_completed_a_ticket_is_what_trying_every_link_says() -> None:
    chance, found = random.Random(5), 0
    for _ in range(300):
        played = random_game(chance)
        map_, owned = played.map, list(played.links(0))
        open_ = [link for link in map_.links if may_claim(played, 0, link)]
        for fact in of_tickets(played, 0):
            graph = graph_of(map_, owned)
            if nx.has_path(graph, *fact.ticket.between):
                assert fact.done
                continue
            tried = [
                link
                for link in open_
                if nx.has_path(graph_of(map_, [*owned, link]), *fact.ticket.between)
            ]
            assert list(fact.would_do) == tried
            found += len(tried)
            both = graph_of(map_, open_)
            both.add_edges_from((*link.between, link.name, {"buses": 0}) for link in owned)
            if nx.has_path(both, *fact.ticket.between):
                fewest = nx.dijkstra_path_length(both, *fact.ticket.between, weight="buses")
                assert fact.buses == fewest
            else:
                assert fact.buses is None
    assert found > 50


def test_idle_links_lie_on_no_simple_path_of_a_completed_ticket() -> None:
    chance, found = random.Random(8), 0
    for _ in range(300):
        played = random_game(chance)
        graph = graph_of(played.map, list(played.links(0)))
        used = {
            key
            for ticket in played.tickets(0)
            for path in nx.all_simple_edge_paths(graph, *ticket.between)
            for _, _, key in path
        }
        idle = idle_links(played, 0)
        assert {link.name for link in idle} == {link.name for link in played.links(0)} - used
        assert [link.length for link in idle] == sorted((one.length for one in idle), reverse=True)
        found += len(idle)
    assert found > 50


def test_the_longest_link_that_nobody_claimed() -> None:
    # On the ring d-e, e-f and a-d are left of length 3; b-c:2 is closed with two players.
    ann, bob = player("Ann", "ab bc"), player("Bob", "ad")
    names = [link.name for link in longest_unclaimed(game(ann, bob))]
    assert names == ["d-e", "e-f"]
    three = game(ann, bob, player("Cy"))
    assert [link.name for link in longest_unclaimed(three)] == ["b-c:2", "d-e", "e-f"]


def test_the_running_standing_and_the_last_round() -> None:
    # Ann 2 + 4 + 4 + 4 = 14 points, 11 buses; then 2 more points and 13 buses: the last round.
    before = live(game(player("Ann", "ab bc de ef", flags=1), player("Bob"), finished=False))
    assert [(one.points, one.buses_left) for one in before.players] == [(18, 4), (0, 15)]
    assert before.last_round == ()
    after = live(game(player("Ann", "ab bc de ef fa"), player("Bob"), finished=False))
    assert [(one.points, one.buses_left) for one in after.players] == [(16, 2), (0, 15)]
    assert after.last_round == (0,)


def test_the_practice_map_is_whole() -> None:
    bay = load_map("lantern-bay")
    assert bay.practice
    assert (len(bay.places), len(bay.tickets)) == (21, 20)
    graph = graph_of(bay, list(bay.links))
    assert nx.is_connected(graph)
    assert {link.colour for link in bay.links} == set(COLOURS)
    assert {end for ticket in bay.tickets for end in ticket.between} == set(bay.place)
    for ticket in bay.tickets:
        # A ticket is worth the buses that it takes at least.
        assert ticket.points == nx.dijkstra_path_length(graph, *ticket.between, weight="buses")
