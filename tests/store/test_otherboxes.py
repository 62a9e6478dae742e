"""Games of other boxes than En Route: what all share, and what is each player's."""

import pytest

from scorer.rules.values import replace
from scorer.store.games import (
    EN_ROUTE,
    Game,
    GameStore,
    NewPlayer,
    Played,
    ReadOnlyError,
    UnknownGameError,
)


@pytest.fixture
def game(store: GameStore) -> Game:
    players = [NewPlayer({"tokens": 1}, "Anna", "orange"), NewPlayer({"tokens": 2}, "Boris", "sky")]
    key = store.create("", "", {"contests": []}, players, single=False, box="phototour")
    return store.load(key)


def test_a_game_keeps_its_box(store: GameStore, game: Game) -> None:
    assert game.box == "phototour"
    usual = store.create("first-city", "first-city", {}, [], single=False)
    assert store.load(usual).box == EN_ROUTE


def test_what_is_played_changes_the_table_and_those_seats_alone(
    store: GameStore, game: Game
) -> None:
    before = store.stamp(game.key)
    after = store.play(game.key, lambda now: Played({"contests": [1]}, {2: {"tokens": 5}}))
    assert after.setup == {"contests": [1]}
    assert [one.marks for one in after.players] == [{"tokens": 1}, {"tokens": 5}]
    assert after.player(1) == game.player(1)
    assert store.stamp(game.key) != before


def test_each_change_builds_on_the_one_before(store: GameStore, game: Game) -> None:
    def one_more(now: Game) -> Played:
        return Played(now.setup, {1: {"tokens": now.player(1).marks["tokens"] + 1}})

    for _ in range(3):
        after = store.play(game.key, one_more)
    assert after.player(1).marks == {"tokens": 4}


def test_a_refused_change_leaves_all_as_it_was(store: GameStore, game: Game) -> None:
    def fails(now: Game) -> Played:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        store.play(game.key, fails)
    with pytest.raises(UnknownGameError):
        store.play(game.key, lambda now: Played({"contests": [1]}, {3: {}}))
    with pytest.raises(ReadOnlyError):
        store.play(game.view_key, lambda now: Played({}))
    kept = store.load(game.key)
    assert (kept.setup, kept.players) == (game.setup, game.players)
    assert replace(kept, version=game.version) == game
