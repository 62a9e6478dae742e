"""Marks, set-ups, games and geometries that are nearly right: taken or refused, never a crash."""

import pytest

from tests.support.fuzz import KINDS, failures

# What fell once: the seeds stay.
FELL = {"marks": (4559, 7990, 8124)}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_of_each_kind_are_taken_or_refused(kind: str) -> None:
    assert failures(kind, range(100)) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", FELL)
def test_what_fell_once_is_refused(kind: str) -> None:
    assert [one for seed in FELL[kind] for one in failures(kind, range(seed, seed + 1))] == []


@pytest.mark.attack
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_of_each_kind_are_taken_or_refused(kind: str) -> None:
    assert failures(kind, range(10**6, 10**6 + 10_000)) == []
