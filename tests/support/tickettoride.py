"""Games of Ticket to Ride: Paris for tests: by the app's addresses, and made up at random."""

import random
from typing import Any

from flask.testing import FlaskClient

from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.game import BusColour
from scorer.rules.ticket_to_ride.map import Link, LinkColour, Place, Ticket, TicketMap, load_map

BAY = load_map("lantern-bay")
COLOURS, BUSES = tuple(LinkColour), [colour.value for colour in BusColour]
# On the practice map, by hand (points 1, 2, 4, 7). Anna: orchard-north_gate 1, north_gate-
# kite_hill 7, kite_hill-observatory 2 (blue lane), observatory-clock_tower 4, clock_tower-
# rose_square 2, rose_square-tram_depot 1, clock_tower-glass_hall 2 (blue): 1 + 7 + 2 + 4 + 2 + 1
# + 2 = 19 with 1 + 4 + 2 + 3 + 2 + 1 + 2 = 15 buses; white, blue thrice, red once: a flag, 4.
# Tickets kite_hill-tram_depot +5 and lighthouse-rose_square -6: 19 + 4 + 5 - 6 = 22.
# Boris: tannery-south_gate 1, south_gate-paper_mill 2 (blue lane), paper_mill-bath_house 4 (white),
# bath_house-harbour 1, harbour-sand_spit 7: 15 with 1 + 2 + 3 + 1 + 4 = 11 buses, no flag.
# Tickets paper_mill-harbour +4 and south_gate-sand_spit +10: 15 + 4 + 10 = 29.
LINKS = (
    ("north_gate-orchard", "north_gate-kite_hill", "kite_hill-observatory:2",
     "observatory-clock_tower", "clock_tower-rose_square", "rose_square-tram_depot",
     "glass_hall-clock_tower"),
    ("tannery-south_gate", "south_gate-paper_mill", "paper_mill-bath_house:2",
     "bath_house-harbour", "harbour-sand_spit"),
)  # fmt: skip
TICKETS = (
    ("kite_hill-tram_depot", "lighthouse-rose_square"),
    ("paper_mill-harbour", "south_gate-sand_spit"),
)
FLAGS = (1, 0)
TOTALS = [22, 29]


def begin(client: FlaskClient, *names: str) -> str:
    """Begin a game; return its address."""
    answer = client.post(
        "/games/ticket-to-ride", data={f"name{i}": name for i, name in enumerate(names, 1)}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def game_entries() -> list[dict[str, Any]]:
    """Return all that is entered in the game of ``LINKS``, ``TICKETS`` and ``FLAGS``."""
    found: list[dict[str, Any]] = [{"field": "finished", "value": True}]
    for seat, (links, tickets, flags) in enumerate(zip(LINKS, TICKETS, FLAGS, strict=True), 1):
        found += [{"seat": seat, "field": "links", "where": name, "value": True} for name in links]
        found += [
            {"seat": seat, "field": "tickets", "value": list(tickets)},
            {"seat": seat, "field": "flags", "value": flags},
        ]
    return found


def random_map(rng: random.Random) -> TicketMap:
    """Return a made-up map, undrawn."""
    places = [f"p{i}" for i in range(rng.randint(2, 12))]
    pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]
    links = []
    for pair in rng.sample(pairs, min(len(pairs), rng.randint(1, 20))):
        length, between = rng.randint(1, 4), pair if rng.random() < 0.5 else pair[::-1]
        for lane in (1, 2) if rng.random() < 0.25 else (1,):
            links.append(Link(between, length, rng.choice(COLOURS), lane))
    tickets = tuple(
        Ticket(pair, rng.randint(1, 9)) for pair in rng.sample(pairs, min(6, len(pairs)))
    )
    drawn = tuple(Place(id_) for id_ in places)
    return TicketMap(
        "random", (1, 2, 4, 7), drawn, tuple(links), tickets, buses=rng.choice((5, 15))
    )


def random_game(rng: random.Random) -> dict[str, Any]:
    """Return a game as a file holds it, legal or not, with its map inside."""
    map_ = to_data(BAY if rng.random() < 0.2 else random_map(rng))
    if rng.random() < 0.3:
        map_["track"] = {"length": rng.randint(10, 30)}
    players: list[dict[str, Any]] = [
        {"name": f"P{i}", "links": []} for i in range(rng.choice((1, 2, 2, 3, 4)))
    ]
    share = rng.choice((0.2, 0.5, 0.9))
    for link in map_["links"]:
        lane = link.get("lane", 1)
        ends = link["between"] if rng.random() < 0.8 else link["between"][::-1]
        for _ in range(1 if rng.random() < 0.97 else 2):
            own = rng.choice(players)["links"]
            name = "-".join(ends) + (":2" if lane == 2 else "")
            if rng.random() < share and name not in own:
                own.append(name)
    tickets = ["-".join(one["between"]) for one in map_["tickets"]]
    for player, colour in zip(players, rng.sample(BUSES, len(players)), strict=True):
        told: dict[str, Any] = {
            "colour": colour,
            "flags": rng.choice((None, 0, 0, 1, 2)),
            "marker": rng.choice((None, None, rng.randint(0, 40))),
            "laps": rng.choice((None, None, 0, 1)),
            "tickets": rng.choice(
                (None, [], rng.sample(tickets, rng.randint(0, min(4, len(tickets)))))
            ),
        }
        player |= {key: value for key, value in told.items() if rng.random() < 0.8}
    found: dict[str, Any] = {"game": "ticket-to-ride", "map": map_, "players": players}
    more = {
        "finished": rng.random() < 0.7,
        "to_check": rng.randint(0, 2),
        "checked": rng.random() < 0.2,
    }
    return found | {key: value for key, value in more.items() if rng.random() < 0.7}
