"""The examples of the rules, and whole games worked by hand."""

from typing import Any

import pytest

from scorer.rules.certainty import Certainty, Lack
from scorer.rules.ticket_to_ride.flags import flags_of, on_track
from scorer.rules.ticket_to_ride.game import Played, Player, TicketToRide, held_against
from scorer.rules.ticket_to_ride.map import Link, LinkColour, Place, Ticket, TicketMap, Track
from scorer.rules.ticket_to_ride.referee import Finding, Offence, findings
from scorer.rules.ticket_to_ride.result import result_of
from scorer.rules.ticket_to_ride.sheet import (
    TieBreak,
    sheet_of,
    sheets,
    standings,
)
from scorer.rules.values import replace
from tests.rules.ticket_to_ride.towns import RING, game, player


def points(played: Played, seat: int = 0) -> list[int]:
    return [line.points for line in sheet_of(played, seat).lines]


def names(links: tuple[Link, ...] | None) -> list[str]:
    return [link.name for link in links or ()]


def test_t1_links_a_flag_a_ticket_done_and_one_not() -> None:
    # Links 2 + 4 + 1 = 7, six buses; one flag 4; a-d done + 8, a-e not - 5: 14.
    ann = player("Ann", "ab bc cd", "ad ae", flags=1)
    played = game(ann, player("Bob", "de"))
    assert points(played) == [7, 4, 8, -5]
    assert sheet_of(played, 0).total == 14
    assert played.buses(0) == 6
    # The marker before tickets shows 11, and says the same as one flag.
    on = game(player("Ann", "ab bc cd", "ad ae", marker=11), player("Bob", "de"))
    assert sheet_of(on, 0).total == 14


def test_a_flag_is_four_points() -> None:
    # The only figure in the rule text's examples.
    assert points(game(player("Ann", flags=3), player("Bob")))[1] == 12


@pytest.mark.parametrize(
    ("anns", "seats", "ahead"), [(2, [(1,), (0,)], TieBreak.TICKETS), (3, [(0, 1)], None)]
)
def test_t2_ties_go_to_more_completed_tickets(
    anns: int, seats: list[tuple[int, ...]], ahead: TieBreak | None
) -> None:
    # Everything is joined by six links, so all tickets are completed; flags make up for them.
    star = TicketMap(
        "star",
        (1,),
        (Place("m"), *(Place(n) for n in "abc"), *(Place(n) for n in "xyz")),
        tuple(Link(("m", n), 1, LinkColour.BLUE) for n in "abcxyz"),
        tuple(Ticket(("m", n), 4) for n in "abcxyz"),
    )
    # Ann: 3 + 4 * tickets + 4 * flags = 3 + 12 with two tickets and one flag; Bob three tickets.
    ann = Player(
        name="Ann",
        links=("m-a", "m-b", "m-c"),
        tickets=("m-a", "m-b", "m-c")[:anns],
        flags=3 - anns,
    )
    bob = Player(name="Bob", links=("m-x", "m-y", "m-z"), tickets=("m-x", "m-y", "m-z"), flags=0)
    played = held_against(TicketToRide(map=star, players=(ann, bob)))
    assert [sheet.total for sheet in sheets(played)] == [15, 15]
    found = standings(played)
    assert [one.seats for one in found] == seats
    assert found[0].ahead_by == ahead


def test_t3_the_marker_says_more_flags_than_there_are_red_links() -> None:
    # Links 2 (blue) + 4 (white) + 1 (red) = 7. 15 - 7 = 8 are two flags, but one red link.
    played = game(player("Ann", "ab bc cd", "ad", marker=15), player("Bob", "de", "ce"))
    assert flags_of(played, 0) == 2
    assert Finding(Offence.FLAGS_OVER, 0, 2, 1) in findings(played)


def test_t3_a_marker_between_two_flags_was_miscounted() -> None:
    # 14 - 7 = 7 is no multiple of 4: no number of flags, so it is missing.
    played = game(player("Ann", "ab bc cd", "ad", marker=14), player("Bob", "de", "ce"))
    assert flags_of(played, 0) is None
    assert Finding(Offence.TRACK, 0, 7, 4) in findings(played)
    assert result_of(played).players[0].status.missing == (Lack("flags", 0),)


def test_no_flags_need_be_told_where_none_are_possible() -> None:
    # Blue and white, but no red link; a marker that says otherwise is told.
    played = game(player("Ann", "ab bc", "ad"), player("Bob", "de", "ce", marker=1))
    assert [flags_of(played, seat) for seat in (0, 1)] == [0, 0]
    assert result_of(played).players[0].status.missing == ()
    wrong = game(player("Ann", "ab bc", "ad", marker=14), player("Bob", "de", "ce"))
    assert flags_of(wrong, 0) == 2
    assert Finding(Offence.FLAGS_OVER, 0, 2, 0) in findings(wrong)


def test_t4_links_of_others_do_not_complete_a_ticket() -> None:
    ann = player("Ann", "ab cd", "ad")
    played = game(ann, player("Bob", "bc"))
    assert points(played) == [3, 0, 0, -8]
    # 2 + 1 - 8: a total may be below zero.
    assert sheet_of(played, 0).total == -5


def test_t5_sixteen_buses_are_one_too_many() -> None:
    # 3 + 3 + 3 + 3 + 2 + 2 = 16.
    played = game(player("Ann", "bc de ef ad ab fa", "ad"), player("Bob", "cd", "ce"))
    over = [one for one in findings(played) if one.offence is Offence.BUSES_OVER]
    assert [(one.seat, one.found, one.allowed) for one in over] == [(0, 16, 15)]
    assert over[0].names == ("b-c", "d-e", "e-f", "a-d", "a-b", "f-a")


def test_a_marker_that_went_round_the_track_adds_its_length() -> None:
    # Links 7 and one flag make 11; a track of 10 spaces shows 1 after one lap.
    short = replace(RING, track=Track(10))
    played = game(player("Ann", "ab bc cd", marker=1), player("Bob"), map_=short)
    shown = on_track(played, 0)
    assert shown is not None
    assert (shown.points, shown.laps, shown.flags) == (11, 1, 1)
    told = game(player("Ann", "ab bc cd", marker=1, laps=0), player("Bob"), map_=short)
    assert flags_of(told, 0) is None


@pytest.mark.parametrize("lane", ["", ":2"])
def test_a_path_may_use_either_lane(lane: str) -> None:
    played = game(player("Ann", f"ab bc{lane} cd", "ad"), player("Bob"))
    assert names(sheet_of(played, 0).tickets[0].path) == ["a-b", f"b-c{lane}", "c-d"]


def test_the_path_shown_is_that_of_fewest_buses() -> None:
    # a-b-c-d takes 2 + 3 + 1 = 6 buses, a-d alone 3.
    played = game(player("Ann", "ab bc cd ad", "ad"), player("Bob"))
    assert names(sheet_of(played, 0).tickets[0].path) == ["a-d"]


# Three whole games, worked by hand.


def test_a_game_of_two_on_the_ring() -> None:
    # Ann: a-b 2, b-c 4, c-d 1, d-e 4, e-f 4 = 15 with 2 + 3 + 1 + 3 + 3 = 12 buses, and
    #   f-a 2 more: 17 points, 14 buses. Blue a-b, white b-c, red c-d and f-a: one flag, 4.
    #   Tickets: a-e by f-a, e-f +5; c-e by c-d, d-e +6; none not done. Total 17 + 4 + 11 = 32.
    # Bob: a-d 4, three buses. No flag. Tickets a-d +8, d-f: only Ann reaches f, -7.
    #   Total 4 + 8 - 7 = 5.
    ann = player("Ann", "ab bc cd de ef fa", "ae ce", marker=21)
    bob = player("Bob", "ad", "ad df", flags=0)
    played = game(ann, bob)
    assert [points(played, seat) for seat in (0, 1)] == [[17, 4, 11, 0], [4, 0, 8, -7]]
    assert [sheet.total for sheet in sheets(played)] == [32, 5]
    assert [one.seats for one in standings(played)] == [(0,), (1,)]
    assert findings(played) == ()
    assert result_of(played).status.final


def on_bay(*players: Player) -> Played:
    return held_against(TicketToRide(map="lantern-bay", players=players))


def at(name: str, links: str, tickets: str, **more: Any) -> Player:
    return Player(name=name, links=tuple(links.split()), tickets=tuple(tickets.split()), **more)


def test_a_game_of_three_on_lantern_bay() -> None:
    # The map's points are 1, 2, 4, 7 for 1, 2, 3, 4 spaces.
    # Ann: 4 purple 7, 2 blue 2, 1 white 1, 3 purple 4, 3 red 4 = 18 with 13 buses; one flag 4.
    #   Orchard to fish market lacks north gate to orchard: - 9. Total 18 + 4 - 9 = 13.
    ann = at(
        "Ann",
        "north_gate-kite_hill kite_hill-observatory:2 observatory-swan_pond "
        "swan_pond-lighthouse lighthouse-fish_market",
        "orchard-fish_market",
        flags=1,
    )
    # Bob: 2 blue 2, 3 white 4, 1 green 1, 4 white 7, 1 yellow 1, 3 green 4 = 19 with 14 buses.
    #   No red one, so no flag. Tickets 10 + 4 + 10 = 24. Total 43.
    bob = at(
        "Bob",
        "south_gate-paper_mill paper_mill-bath_house:2 bath_house-harbour harbour-sand_spit "
        "tannery-south_gate orchard-tannery:2",
        "south_gate-sand_spit paper_mill-harbour orchard-harbour",
        flags=0,
    )
    # Cy: 2 red 2, 1 blue 1, 2 white 2, 2 blue 2, 1 red 1 = 8 with 8 buses; the marker's 12 are
    #   one flag more. Mill bridge to carousel by 2 + 2 + 1 + 1 buses + 4; kite hill to glass
    #   hall - 6. Total 8 + 4 + 4 - 6 = 10.
    cy = at(
        "Cy",
        "clock_tower-rose_square rose_square-tram_depot clock_tower-mill_bridge "
        "glass_hall-clock_tower tram_depot-carousel",
        "mill_bridge-carousel glass_hall-kite_hill",
        marker=12,
    )
    played = on_bay(ann, bob, cy)
    assert [points(played, seat) for seat in range(3)] == [
        [18, 4, 0, -9], [19, 0, 24, 0], [8, 4, 4, -6],
    ]  # fmt: skip
    assert [sheet.total for sheet in sheets(played)] == [13, 43, 10]
    assert [one.seats for one in standings(played)] == [(1,), (0,), (2,)]
    result = result_of(played)
    assert result.status.final
    assert result.players[0].tickets[0].would_do == ("north_gate-orchard",)
    done, not_done = result.players[2].tickets
    assert (done.buses, not_done.ticket) == (6, "kite_hill-glass_hall")
    # The first lane from kite hill to the observatory and on to Rose Square: 2 + 2 buses.
    assert (not_done.would_do, not_done.missing, not_done.swing) == ((), 4, 12)


def test_a_game_of_four_with_a_shared_place() -> None:
    # Ann: 4 + 4 + 7 + 2 + 1 = 18, 13 buses; blue, white and red: one flag 4; - 10. Total 12.
    ann = at(
        "Ann",
        "lighthouse-fish_market fish_market-sand_spit harbour-sand_spit carousel-harbour "
        "tram_depot-carousel",
        "north_gate-harbour",
        flags=1,
    )
    # Bob: 1 white 1, 3 blue 4, 2 purple 2, 2 red 2 = 9; one flag 4; + 4 - 6. Total 11.
    bob = at(
        "Bob",
        "north_gate-orchard orchard-tannery tannery-bakers_row bakers_row-mill_bridge",
        "north_gate-tannery orchard-paper_mill",
        flags=1,
    )
    # Cy: 2 + 2 + 1 + 1 = 6; + 5. Total 11, with one completed ticket as Bob.
    cy = at(
        "Cy",
        "kite_hill-observatory observatory-rose_square rose_square-tram_depot "
        "observatory-swan_pond",
        "kite_hill-tram_depot",
        flags=0,
    )
    # Dee: 4 + 1 = 5; + 4. Total 9.
    dee = at("Dee", "paper_mill-bath_house bath_house-harbour", "paper_mill-harbour", flags=0)
    played = on_bay(ann, bob, cy, dee)
    assert [sheet.total for sheet in sheets(played)] == [12, 11, 11, 9]
    assert [(one.place, one.seats) for one in standings(played)] == [
        (1, (0,)), (2, (1, 2)), (4, (3,)),
    ]  # fmt: skip
    assert result_of(played).status.final


def test_alone_a_second_player_is_missing() -> None:
    result = result_of(game(player("Ann", "ab", "ad", flags=0)))
    assert result.status.missing == (Lack("players"),)
    assert result.status.kind is Certainty.INCOMPLETE


def test_a_player_is_no_surer_than_what_of_the_table_bears_on_the_total() -> None:
    # Ann has 2 + 3 + 1 + 3 + 3 + 2 = 14 buses, so that the game is over.
    ann = player("Ann", "ab bc cd de ef fa", "ad", flags=0)
    bob, cy = player("Bob", "ad", "bf", flags=0), player("Cy", "ab", "ce", flags=0)

    def kinds(*players: Player, **more: Any) -> list[str]:
        return [one.status.kind.value for one in result_of(game(*players, **more)).players]

    assert kinds(ann, bob) == ["final", "final"]
    # Ann and Cy claim one link, which is nothing to Bob.
    assert kinds(ann, bob, cy) == ["to-check", "final", "to-check"]
    assert kinds(ann, replace(bob, tickets=("a-d",))) == ["to-check", "to-check"]
    # Nobody has used buses enough, or a photo's links are in doubt: that is about all.
    assert kinds(bob, cy) == ["to-check", "to-check"]
    assert kinds(ann, bob, to_check=1) == ["to-check", "to-check"]
    assert kinds(ann, bob, finished=False) == ["incomplete", "incomplete"]
    result = result_of(game(ann, bob, finished=False))
    assert result.status.missing == (Lack("end"),)
