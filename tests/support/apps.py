"""Apps made quickly, one after another in one process: what each makes anew is kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from werkzeug.routing import Rule

from scorer.store.database import FILE_NAME, open_database
from scorer.web.hosted.settings import engines_named


@contextmanager
def addresses_kept() -> Iterator[None]:
    """Let apps share the code that builds addresses, which is most of the work on a new app."""
    compiled: dict[Any, Callable[..., Any]] = {}
    anew = Rule._compile_builder

    def known(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
        if rule.defaults:
            return anew(rule, append_unknown)
        key = rule.rule, tuple(rule._trace), append_unknown
        if key not in compiled:
            compiled[key] = anew(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", known)
        yield


def empty_database(folder: Path) -> Path:
    """Return the database of an app on the new data folder *folder*, its tables made."""
    open_database(folder).dispose()
    return folder / FILE_NAME


def begun_with(database: Path, folder: Path) -> None:
    """Put *database* into a new data folder, unless the tests' environment names another place."""
    if engines_named() is None and not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
        copyfile(database, folder / FILE_NAME)
