"""Which engines the environment names."""

import pytest

from scorer.store.database import StoreError
from scorer.store.postgres import open_postgres
from scorer.web.hosted.settings import DATABASE, PHOTOS, REDIS, Engines, engines_named
from tests.test_layers import imports, modules


def test_without_engines_it_is_a_server_of_one_process() -> None:
    assert engines_named({}) is None
    assert engines_named({PHOTOS: "file:///photos"}) is None


def test_nothing_else_asks_which_kind_of_server_it_is() -> None:
    known = modules()
    asks = {
        name
        for name, path in known.items()
        if any(one.startswith("scorer.web.hosted") for one in imports(path, known))
    }
    others = {name for name in asks if not name.startswith("scorer.web.hosted")}
    # What the app works with; what serves it; the commands of a worker and of moving.
    assert others == {
        "scorer.web.engines",
        "scorer.web.serve",
        "scorer.cli",
        "scorer.commands.moving",
    }


def test_both_engines_are_needed() -> None:
    with pytest.raises(StoreError, match=f"{REDIS} is not set"):
        engines_named({DATABASE: "postgresql://db/scorer"})
    with pytest.raises(StoreError, match=f"{DATABASE} is not set"):
        engines_named({REDIS: "redis://127.0.0.1"})


def test_an_address_that_is_none_is_refused_and_its_password_not_repeated() -> None:
    with pytest.raises(StoreError, match="expected one like redis://") as refused:
        engines_named({DATABASE: "postgresql://db/scorer", REDIS: "http://:hunter2@host"})
    assert "hunter2" not in str(refused.value)
    with pytest.raises(StoreError, match="expected one like postgresql://") as refused:
        open_postgres("mysql://scorer:hunter2@db/scorer")
    assert "hunter2" not in str(refused.value)


def test_a_database_that_does_not_answer_is_told_without_its_password() -> None:
    with pytest.raises(StoreError, match="whether PostgreSQL runs") as refused:
        open_postgres("postgresql://scorer:hunter2@127.0.0.1:9/scorer")
    assert "hunter2" not in str(refused.value)


def test_passwords_are_not_shown() -> None:
    shown = repr(Engines("postgresql://scorer:hunter2@db", "redis://:hunter2@host"))
    assert "hunter2" not in shown
