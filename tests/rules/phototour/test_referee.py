"""What the referee objects to, and that legal games leave it silent."""

import random

import pytest
from msgspec.structs import asdict

from scorer.rules.phototour.game import (
    ByKind,
    Card,
    Contest,
    Diary,
    Kind,
    PhotoTour,
    Slot,
    checked_game,
)
from scorer.rules.phototour.referee import Finding, Offence, findings

FULL = Diary(name="Full", cards=7, card_points=10)
CARD = Card(9, 3, Kind.CITY, places=1)
FREE = Card(8, 3, Kind.CITY, places=3)


@pytest.mark.parametrize(
    ("diary", "finding"),
    [
        (Diary(name="A", cards=8, card_points=0), Finding(Offence.CARDS_OVER, 0, 8, 7)),
        (Diary(name="A", cards=2, tokens=7), Finding(Offence.TOKENS_OVER, 0, 7, 6)),
        (Diary(name="A", numbers=(9,), tokens=2), Finding(Offence.TOKENS_OVER, 0, 2, 1)),
        (Diary(name="A", cards=1, reserve=4), Finding(Offence.RESERVE_OVER, 0, 4, 3)),
        (Diary(name="A", numbers=(9, 9)), Finding(Offence.CARD_TWICE, None, 2, 1, 9)),
        (
            Diary(name="A", numbers=(9, 8), tokens=(2, 0)),
            Finding(Offence.CARD_TOKENS_OVER, 0, 2, 1, 9),
        ),
        (
            Diary(name="A", card_points=(1, 2), tokens=(0, 4)),
            Finding(Offence.CARD_TOKENS_OVER, 0, 4, 3, 2),
        ),
        (
            Diary(name="A", cards=1, slots=(Slot(Kind.CITY, 2, Kind.CITY),) * 2),
            Finding(Offence.SLOTS_OVER, 0, 2, 1),
        ),
        # A condition of the lower row is fulfilled by a card in its slot; both rows have seven.
        (Diary(name="A", cards=7, slots=(1,) * 9), Finding(Offence.SLOTS_OVER, 0, 9, 7)),
        (Diary(name="A", slots=(1,) * 8), Finding(Offence.SLOTS_OVER, 0, 8, 7)),
        (Diary(name="A", cards=1, slots=(2, 0, 3)), Finding(Offence.SLOTS_OVER, 0, 2, 1)),
        (
            Diary(name="A", cards=7, tokens=ByKind(drone=9), reserve=ByKind(drone=2)),
            Finding(Offence.KIND_OVER, None, 11, 10, kind="drone"),
        ),
        (Diary(name="A", cards=7, card_points=311), Finding(Offence.POINTS_OVER, 0, 311, 140)),
        (Diary(name="A", cards=2, card_points=-41), Finding(Offence.POINTS_OVER, 0, -41, 40)),
        (Diary(name="A", card_points=141), Finding(Offence.POINTS_OVER, 0, 141, 140)),
        (Diary(name="A", cards=2, card_points=-5), Finding(Offence.POINTS_BELOW, 0, -5, 0)),
        (Diary(name="A", card_points=(3, -5)), Finding(Offence.CARD_POINTS_BELOW, 0, -5, 0, 2)),
        (
            Diary(name="A", card_points=(20, 21)),
            Finding(Offence.CARD_POINTS_OVER, 0, 21, 20, 2),
        ),
        (Diary(name="A", cards=1, slots=(141,)), Finding(Offence.SLOT_POINTS_OVER, 0, 141, 140)),
        (Diary(name="A", cards=1, bonuses=(90, 51)), Finding(Offence.BONUS_OVER, 0, 141, 140)),
    ],
)
def test_what_cannot_be_is_told(diary: Diary, finding: Finding) -> None:
    assert findings(PhotoTour((diary, FULL), (), (CARD, FREE))) == (finding,)


def test_the_figure_of_a_contest_is_no_more_than_a_diary_holds() -> None:
    game = PhotoTour((FULL, FULL), (Contest(results=(28, 29)),))
    assert findings(game) == (Finding(Offence.FIGURE_OVER, 1, 29, 28, contest=1),)


def test_the_game_ends_with_somebodys_seventh_card() -> None:
    six = Diary(name="Six", cards=6)
    assert findings(PhotoTour((six, six))) == (Finding(Offence.NOBODY_FULL, None, 6, 7),)


def test_the_box_holds_fifty_tokens() -> None:
    rich = Diary(name="Rich", cards=7, tokens=17)
    found = findings(PhotoTour((rich, rich, rich)))
    assert found == (Finding(Offence.ALL_TOKENS_OVER, None, 51, 50),)


def test_the_referee_is_silent_on_a_thousand_legal_games() -> None:
    chance = random.Random(31)
    for _ in range(1_000):
        game = played(chance)
        assert findings(game) == (), game


KINDS = tuple(asdict(ByKind()))


def played(chance: random.Random) -> PhotoTour:
    """Draw cards and tokens as players may: seven slots, a bag of fifty, three in reserve."""
    book = tuple(
        Card(n, chance.randint(0, 9), chance.choice(list(Kind)), "", n % 4) for n in range(1, 51)
    )
    deck, bag = list(range(1, 51)), [kind for kind in KINDS for _ in range(10)]
    chance.shuffle(deck)
    chance.shuffle(bag)
    seats = chance.randint(2, 4)
    last = chance.randrange(seats)
    diaries = []
    for seat in range(seats):
        cards = tuple(deck.pop() for _ in range(7 if seat == last else chance.randint(3, 7)))
        on = tuple(chance.randint(0, min(number % 4, len(bag) // 7)) for number in cards)
        drawn = [[bag.pop() for _ in range(number)] for number in on]
        left = [bag.pop() for _ in range(min(chance.randint(0, 3), len(bag)))]
        slots = tuple(
            Slot(chance.choice(list(Kind)), chance.randint(0, 6), number) for number in cards[:3]
        )
        placed = [kind for one in drawn for kind in one]
        on_cards: list[int | ByKind | tuple[int, ...]] = [on, len(placed), counted(placed)]
        in_reserve: list[int | ByKind] = [len(left), counted(left)]
        tokens, reserve = chance.choice(on_cards), chance.choice(in_reserve)
        diaries.append(
            Diary(name=str(seat), numbers=cards, tokens=tokens, reserve=reserve, slots=slots)
        )
    return checked_game(PhotoTour(tuple(diaries), (), book))


def counted(tokens: list[str]) -> ByKind:
    return ByKind(**{kind: tokens.count(kind) for kind in KINDS})
