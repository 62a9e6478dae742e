"""The Japanese words: names as the rules give them, and one name for one thing."""

import re

import pytest

from scorer.web.serving.words import catalogue

WORDS = catalogue("ja")
# As the Japanese text of the rules has them.
RULES = {
    "iconic.school": "イリュージョンと陶器の学校",
    "visit-all.hong-kong": "ビューポイント",
    "iconic.statue": "自由の女神",
    "step.new-york.statue": "自由の女神",
    "iconic.christ": "救世主キリスト像",
    "card.rio-de-janeiro.iconic-route": "象徴的ルート",
    "marked.new-york.grand-central": "グランドセントラルターミナル",
    "marked.new-york.theatre-district": "シアターディストリクト",
    "marked.paris.batobus": "バトバス駅",
    "bonus.section": "ルートセクション",
    "bonus.coordinate": "座標の変更",
    "kind.team": "チームモード",
    "challenge.title": "チャレンジ",
    "goals.reached": "目標達成者PP",
    "goals.won": "目標勝者PP",
}


@pytest.mark.parametrize("name", RULES)
def test_a_name_is_that_of_the_rules(name: str) -> None:
    assert WORDS[name] == RULES[name]


def with_any_of(pattern: str) -> list[str]:
    return [text for text in WORDS.values() if re.search(pattern, text)]


@pytest.mark.parametrize("other", ["カーニバル通り", "追加セクション", "挑戦", "チーム戦"])
def test_another_name_than_the_rules_stands_nowhere(other: str) -> None:
    assert with_any_of(other) == []


def test_a_number_to_do_is_no_value_of_its_place() -> None:
    """*Yellow value: 3* would be a value of 3."""
    for name in ("kinds", "values", "names", "unseen", "left"):
        assert "{n}か所" in WORDS[f"tap.{name}.other"], name


@pytest.mark.parametrize(
    "name",
    ["which.choose", "teach.corners.learn", "own.clear", "phototour.rest", "not-read.corners"],
)
def test_what_a_button_does_is_no_question_and_no_state(name: str) -> None:
    assert not re.search("[？：]|^残り", WORDS[name])
    # *Redo* takes back what was undone; a route of one's own is taken away.
    assert WORDS[name] != WORDS["redo"]


def test_tokens_on_cards_have_one_name() -> None:
    name = "カード上のトークン"
    assert WORDS["phototour.tokens"] == WORDS["phototour.need.tokens"] == name
    # On one sheet with their points stands how many they are.
    assert WORDS["phototour.on-cards"] == f"{name}の数"


def test_colons_are_as_wide_as_the_letters() -> None:
    assert with_any_of(r": |[ぁ-ヿ一-鿿}]:") == []


def test_what_is_counted_has_its_counter_without_a_space() -> None:
    assert with_any_of(r"\{\w+\} [点件枚個本回人台]") == []
    facts = {"level": 6, "taken": 2, "ferries": 2, "length": 14}
    told = "脅威6、アーティファクト2枚、渡し2回、セクション14本"
    assert WORDS["innsmouth.route.facts"].format(**facts) == told
    assert WORDS["innsmouth.vp"].format(n="98.0") == "98.0点"


ONE_NAME = {
    "マップ": "地図",
    "(?<!チェス)盤": "ボード",
    "ブラウザー": "ブラウザ",
    "訂正": "修正",
    "最良": "最善",
    "座標変更": "座標の変更",
    "教え|覚え|登録済み": "追加",
    "～": "〜",
}


@pytest.mark.parametrize("other", ONE_NAME)
def test_one_thing_has_one_name(other: str) -> None:
    assert with_any_of(other) == [], ONE_NAME[other]
