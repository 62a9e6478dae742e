"""What a program imports: the names are there, and every example in a docstring is true."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

import scorer.rules
import scorer.vision
from scorer.rules import (
    BoardError,
    CardError,
    CityError,
    ClaimError,
    GameError,
    JsonError,
    Marks,
    MarksError,
    NotationError,
    Position,
    RouteError,
    RulesError,
    from_data,
    load_city,
    usual_setup,
)

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    "scorer.rules",
    "scorer.rules.library",
    "scorer.rules.notation",
    "scorer.rules.position.mark",
    "scorer.rules.position.marks",
    "scorer.rules.values",
    "scorer.vision",
]
KNOWN = {name: getattr(scorer.rules, name) for name in scorer.rules.__all__}
LINE = "first-city first-city: section b1-c1; tourists C2=circle:2; cafe a4=used; crossed A1"


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    done = doctest.testmod(import_module(name), extraglobs=KNOWN)
    assert done.attempted > 0
    assert done.failed == 0


def test_the_session_in_the_readme_is_true() -> None:
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert done.attempted >= 7
    assert done.failed == 0


@pytest.mark.parametrize("package", [scorer.rules, scorer.vision])
def test_names_told_to_type_checkers_are_those_there_are(package: object) -> None:
    tree = ast.parse(Path(package.__file__).read_text())  # type: ignore[attr-defined]
    told = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("scorer.")
        for alias in node.names
    }
    name = package.__name__  # type: ignore[attr-defined]
    homes = package._HOMES  # type: ignore[attr-defined]
    assert told == {f"{name}.{home}.{one}" for one, home in homes.items()}
    assert set(dir(package)) >= set(homes)
    with pytest.raises(AttributeError, match="no attribute 'elephant'"):
        getattr(package, "elephant")  # noqa: B009


@pytest.mark.parametrize(
    "error",
    [
        BoardError,
        CardError,
        CityError,
        ClaimError,
        GameError,
        JsonError,
        MarksError,
        NotationError,
        RouteError,
    ],
)
def test_wrong_input_raises_one_family_of_errors(error: type[Exception]) -> None:
    assert issubclass(error, RulesError)
    assert issubclass(error, ValueError)


def test_marks_print_in_notation_and_can_be_hashed() -> None:
    marks = Marks.parse(LINE)
    assert str(marks) == LINE
    assert eval(repr(marks)) == marks
    assert len({marks, Marks.parse(LINE), Marks.parse("first-city first-city:")}) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("first-city", "expected a city, a board and a colon"),
        ("first-city first-city: river a0-b0", "'river a0-b0': expected a kind of mark"),
        ("first-city first-city: section B3", "section B3: .*no road"),
        ("first-city first-city: tourists B3=round:1", "tourists B3: .* no value"),
        ("first-city first-city: cafe a4=eaten", "cafe a4: 'eaten' is no value"),
        ("first-city first-city: cafe a4", "cafe a4: True is no value"),
    ],
)
def test_what_is_no_notation_of_marks_is_refused(text: str, words: str) -> None:
    with pytest.raises(MarksError, match=words):
        Marks.parse(text)


def test_a_sheet_can_be_hashed_and_its_route_read_again() -> None:
    position = Position.of(LINE)
    best = position.best()
    assert len({best, position.best(), position.sheet("c1 b1")}) <= 2
    assert position.sheet(best.route.text) == best


def test_a_position_takes_only_what_fits_together() -> None:
    city = load_city("first-city")
    with pytest.raises(MarksError, match=r"^\$\.board: 'london' is a board of 'london'"):
        Position(
            load_city("london").practice_board, city, Marks("london", "london"), usual_setup(city)
        )
    with pytest.raises(MarksError, match=r"^\$\.cafes\.b2: there is no café b2"):
        Position.of("first-city first-city: cafe b2=used")
    with pytest.raises(MarksError, match=r"^\$\.city: these marks are of 'london'"):
        Position(city.practice_board, city, Marks("london", "london"), usual_setup(city))


def test_a_bad_key_comes_back_with_its_path() -> None:
    data = {"city": "first-city", "board": "first-city", "tourists": {"B3": {}, "z9": {}}}
    with pytest.raises(JsonError, match=r"^\$\.tourists\.z9: 'z9' is no location"):
        from_data(data, Marks)
