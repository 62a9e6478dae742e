"""What the box holds, as files tell it: limits, values left out, and what is refused."""

import msgspec
import pytest

from scorer.rules.certainty import GameStatus
from scorer.rules.innsmouth import filled, pieces, playing, table, town
from scorer.rules.innsmouth.filled import (
    InnsmouthBoard,
    InnsmouthMarks,
    InnsmouthSetup,
    PlayedCheck,
)
from scorer.rules.innsmouth.pieces import (
    OF,
    Challenge,
    Character,
    Deck,
    GoalCard,
    Group,
    Measure,
    Tier,
)
from scorer.rules.innsmouth.playing import Advice, Moves, Option, Step
from scorer.rules.innsmouth.table import (
    InnsmouthGame,
    InnsmouthResult,
    Place,
    Player,
    PlayerResult,
)
from scorer.rules.innsmouth.town import Spots
from scorer.rules.innsmouth.written import InnsmouthSheet

# What a person writes; what the scorer answers is read by nobody here.
READ = [
    one
    for module in (filled, pieces, town, table, playing)
    for one in vars(module).values()
    if isinstance(one, type)
    and issubclass(one, msgspec.Struct)
    and one.__module__ == module.__name__
    and not one.__name__.endswith(("Result", "Option", "ShownDie", "Chance", "Advice", "Place"))
]
NO_MARKS = b'{"sections":[],"tourists":{},"threats":{}}'
ANN = Player("Ann", InnsmouthMarks())
SURE = GameStatus.because((), to_check=0)
SAID = msgspec.json.encode(SURE)


@pytest.mark.parametrize("kind", READ)
def test_what_is_read_cannot_change_and_has_no_unknown_keys(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.frozen
    assert kind.__struct_config__.forbid_unknown_fields


def test_what_is_left_out_is_nothing() -> None:
    assert Group() == Group(0, 0, 0, 0)
    assert Deck() == Deck(0, 0, 0, 0)
    assert Challenge(150) == Challenge(150, 0)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Group(square=2), b'{"square":2}'),
        (
            GoalCard(Measure.TURNS, (Tier(10, 8),)),
            b'{"measure":"turns","tiers":[{"threshold":10,"points":8}]}',
        ),
        (
            InnsmouthSetup(),
            b'{"threat":"cultists","character":"detective","caches":[],"goals":[]}',
        ),
        (InnsmouthMarks(), NO_MARKS),
        (Spots(), b"{}"),
        (PlayedCheck(), b"{}"),
        (Moves(), b"{}"),
        (
            InnsmouthBoard("innsmouth", InnsmouthMarks()),
            b'{"game":"innsmouth","marks":%s,"setup":{"threat":"cultists","character":"detective",'
            b'"caches":[],"goals":[]},"town":"practice"}' % NO_MARKS,
        ),
        (ANN, b'{"name":"Ann","marks":%s,"written":{}}' % NO_MARKS),
        (
            InnsmouthGame("innsmouth", (ANN,)),
            b'{"game":"innsmouth","players":[{"name":"Ann","marks":%s,"written":{}}]}' % NO_MARKS,
        ),
    ],
)
def test_files_leave_out_what_is_nothing(value: msgspec.Struct, text: bytes) -> None:
    assert msgspec.json.encode(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Place(1, (2,)), b'{"place":1,"seats":[2]}'),
        (Option(7.5, opens=False), b'{"value":7.5,"opens":false}'),
        (
            PlayerResult(name="Ann", character=Character.DETECTIVE, route="", level=1),
            b'{"name":"Ann","character":"detective","route":"","level":1}',
        ),
        (InnsmouthResult(players=(), status=SURE), b'{"players":[],"status":%s}' % SAID),
        (
            Advice(step=Step.ROLL, route="", level=2, taken=1, expected=7.5),
            b'{"step":"roll","route":"","level":2,"taken":1,"expected":7.5}',
        ),
        (
            InnsmouthSheet(town="Ours", practice=False, character=Character.WARLOCK),
            b'{"town":"Ours","practice":false,"character":"warlock"}',
        ),
    ],
)
def test_answers_leave_out_what_there_is_not(value: msgspec.Struct, text: bytes) -> None:
    assert msgspec.json.encode(value) == text


@pytest.mark.parametrize(
    ("kind", "text", "least", "most"),
    [
        (Group, '{"circle":%d}', 0, 99),
        (Challenge, '{"points":%d}', 0, 999),
        (Tier, '{"threshold":1,"points":%d}', 0, 999),
    ],
)
def test_numbers_have_limits(kind: type[msgspec.Struct], text: str, least: int, most: int) -> None:
    for number in (least, most):
        msgspec.json.decode(text % number, type=kind)
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text % number, type=kind)


def test_goal_cards_may_count_landmarks_of_each_colour_and_tourists_of_each_type() -> None:
    assert sorted(OF[Measure.LANDMARKS]) == ["blue", "green", "purple", "red", "yellow"]
    assert OF[Measure.TOURISTS] == ("circle", "square", "triangle", "cross")


def test_a_name_has_sixty_letters_at_most() -> None:
    text = '{"name":"%s","marks":{}}'
    msgspec.json.decode(text % ("A" * 60), type=Player)
    for name in ("", "A" * 61):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text % name, type=Player)
