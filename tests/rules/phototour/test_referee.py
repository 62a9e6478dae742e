"""What the referee objects to, and that legal games leave it silent."""

import random

import pytest

from scorer.rules.phototour.game import Card, Diary, Kind, PhotoTour
from scorer.rules.phototour.referee import Finding, Offence, findings

FULL = Diary(name="Full", cards=7, card_points=10)
CARD = Card(9, 3, Kind.CITY, places=1)


@pytest.mark.parametrize(
    ("diary", "finding"),
    [
        (Diary(name="A", cards=8, card_points=0), Finding(Offence.CARDS_OVER, 0, 8, 7)),
        (Diary(name="A", cards=2, tokens=7), Finding(Offence.TOKENS_OVER, 0, 7, 6)),
        (Diary(name="A", numbers=(9,), tokens=2), Finding(Offence.TOKENS_OVER, 0, 2, 1)),
        (Diary(name="A", cards=1, reserve=4), Finding(Offence.RESERVE_OVER, 0, 4, 3)),
        (Diary(name="A", numbers=(9, 9)), Finding(Offence.CARD_TWICE, None, 9, 1)),
    ],
)
def test_what_cannot_be_is_told(diary: Diary, finding: Finding) -> None:
    assert findings(PhotoTour((diary, FULL), (), (CARD,))) == (finding,)


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


def played(chance: random.Random) -> PhotoTour:
    """Draw cards and tokens as players may: seven slots, a bag of fifty, three in reserve."""
    book = tuple(Card(n, chance.randint(0, 9), Kind.CITY, "", n % 4) for n in range(1, 51))
    deck, bag = list(range(1, 51)), 50
    chance.shuffle(deck)
    seats = chance.randint(2, 4)
    last = chance.randrange(seats)
    diaries = []
    for seat in range(seats):
        cards = tuple(deck.pop() for _ in range(7 if seat == last else chance.randint(3, 7)))
        tokens = sum(chance.randint(0, number % 4) for number in cards)
        tokens = min(tokens, bag)
        reserve = min(chance.randint(0, 3), bag - tokens)
        bag -= tokens + reserve
        diaries.append(Diary(name=str(seat), numbers=cards, tokens=tokens, reserve=reserve))
    return PhotoTour(tuple(diaries), (), book)
