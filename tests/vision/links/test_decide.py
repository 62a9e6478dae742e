"""From spaces to links: what is seen decides, what is hidden does not, doubts are told."""

import numpy as np
import pytest

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.decide import SeenLink, Spaces, decide_links
from tests.rules.ticket_to_ride.towns import RING

EMPTY, BUS, HIDDEN = (0.98, 0.01, 0.01), (0.01, 0.98, 0.01), (0.01, 0.01, 0.98)
UNSURE = (0.5, 0.49, 0.01)
LEANING = (0.2, 0.79, 0.01)
RED, BLUE = (np.log(np.array(light) + 0.02) for light in ((0.48, 0.03, 0.03), (0.03, 0.11, 0.42)))


def spaces(
    chances: list[tuple[float, float, float]],
    tone: np.ndarray = RED,
    off: float = 0.1,
    changed: float | None = None,
) -> Spaces:
    """Return spaces as they are seen; *changed* as much as a bus does where there is one."""
    count = len(chances)
    tones, offs = np.tile(tone, (count, 1)), np.full((count, 3), off)
    much = [0.4 if bus > empty else 0.01 for empty, bus, _ in chances]
    differs = np.array(much) if changed is None else np.full(count, changed)
    return Spaces(np.array(chances), tones, offs, np.zeros(count), differs)


def read(colours: tuple[BusColour, ...] | None = None, /, **given: Spaces) -> dict[str, SeenLink]:
    """Return the ring's links; those not *given* are free, and d-e red and e-f blue."""
    every = {link.name: spaces([EMPTY] * link.length) for link in RING.links}
    every |= {"d-e": spaces([BUS] * 3), "e-f": spaces([BUS] * 3, BLUE)}
    every |= {name.replace("_", "-"): one for name, one in given.items()}
    return {one.link.name: one for one in decide_links(RING, every, colours)[0]}


def test_links_are_free_or_somebodys() -> None:
    found = read()
    assert found["d-e"].owner is BusColour.RED
    assert found["e-f"].owner is BusColour.BLUE
    assert found["a-b"].owner is None
    assert not any(one.doubtful for one in found.values())
    for one in found.values():
        assert sum(one.chances.values()) == pytest.approx(1)


def test_what_is_hidden_is_not_seen_and_asked() -> None:
    one = read(a_b=spaces([HIDDEN, HIDDEN]))["a-b"]
    assert not one.seen
    assert one.doubtful
    assert set(one.alternatives) | {one.owner} == {None, BusColour.RED, BusColour.BLUE}


def test_glare_hides_whatever_the_network_says() -> None:
    tones, offs, ones = np.tile(RED, (2, 1)), np.full((2, 3), 0.1), np.ones(2)
    burnt = Spaces(np.array([BUS, BUS]), tones, offs, ones, 0.4 * ones)
    assert not read(a_b=burnt)["a-b"].seen


def test_a_space_that_is_seen_tells_of_one_that_is_hidden() -> None:
    found = read(a_b=spaces([BUS, HIDDEN], BLUE), f_a=spaces([EMPTY, HIDDEN]))
    assert found["a-b"].owner is BusColour.BLUE
    assert found["f-a"].owner is None
    assert found["a-b"].seen


def test_an_unsure_space_is_a_doubt_with_its_alternative() -> None:
    one = read(c_d=spaces([UNSURE]))["c-d"]
    assert one.doubtful
    assert one.owner is None
    assert one.alternatives[0] is BusColour.RED


def test_a_map_without_buses_has_no_colours() -> None:
    every = {link.name: spaces([EMPTY] * link.length) for link in RING.links}
    links, groups = decide_links(RING, every)
    assert groups == ()
    assert {one.owner for one in links} == {None}


def test_a_colour_between_those_of_two_players_is_a_doubt() -> None:
    told = (BusColour.RED, BusColour.BLUE)
    one = read(told, a_b=spaces([BUS, BUS], 0.52 * RED + 0.48 * BLUE))["a-b"]
    assert one.owner in told
    assert one.doubtful
    assert set(one.alternatives) == set(told) - {one.owner}


def test_a_colour_that_may_have_two_names_is_a_doubt() -> None:
    # Half way between usual white and usual pink.
    between = (np.log(np.array((0.72, 0.71, 0.66)) + 0.02) + np.log([0.72, 0.22, 0.34])) / 2
    one = read(a_b=spaces([BUS, BUS], between))["a-b"]
    assert one.doubtful
    assert {BusColour.WHITE, BusColour.PINK} <= {one.owner, *one.alternatives}
    told = (BusColour.RED, BusColour.BLUE, BusColour.PINK)
    named = read(told, a_b=spaces([BUS, BUS], between))["a-b"]
    assert named.owner is BusColour.PINK
    assert not named.doubtful


def test_a_colour_that_is_seen_poorly_is_a_doubt_where_a_clear_one_is_none() -> None:
    # A link an eighth of the way from red to blue.
    told = (BusColour.RED, BusColour.BLUE)
    between = 0.875 * RED + 0.125 * BLUE
    clear = read(told, a_b=spaces([BUS, BUS], between, 0.1))["a-b"]
    poor = read(told, a_b=spaces([BUS, BUS], between, 2.0))["a-b"]
    assert clear.owner is poor.owner is BusColour.RED
    assert not clear.doubtful
    assert poor.doubtful


def test_the_second_lane_beside_a_players_own_is_less_likely_his_too() -> None:
    # Nobody claims both lanes: a bus that leans over the second lane shows there.
    leaning = {"b-c:2": spaces([LEANING] * 3)}
    alone, beside = read(**leaning), read(b_c=spaces([BUS] * 3), **leaning)
    assert alone["b-c:2"].owner is BusColour.RED
    assert beside["b-c"].owner is BusColour.RED
    assert beside["b-c:2"].owner is None
    assert beside["b-c:2"].doubtful


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_route_that_looks_changed_is_a_doubt_though_the_network_calls_it_empty(
    count: int,
) -> None:
    link = {1: "c-d", 2: "a-b", 3: "b-c"}[count]
    assert not read(**{link: spaces([EMPTY] * count)})[link].doubtful
    one = read(**{link: spaces([EMPTY] * count, changed=0.15)})[link]
    assert one.owner is None
    assert one.doubtful
    # A space beside it that has not changed at all says enough.
    mixed = spaces([EMPTY] * 3)
    mixed.changed[0] = 0.15
    assert not read(**{"b-c": mixed})["b-c"].doubtful


def test_a_bus_where_nothing_has_changed_is_a_doubt() -> None:
    one = read(a_b=spaces([BUS, BUS], changed=0.01))["a-b"]
    assert one.owner is BusColour.RED
    assert one.doubtful
