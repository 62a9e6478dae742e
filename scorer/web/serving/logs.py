"""One line of JSON for each answer: what was asked for, never by whom or for which game."""

import json
import logging
import traceback
from time import perf_counter
from typing import Any

from flask import Flask, Response, g, request

log = logging.getLogger("scorer.web")


class PrivateFlask(Flask):
    """An app whose mistakes are logged by the rule instead of the address, which holds keys.

    What an error says may hold names or marks: its kind and where it came up are logged.
    """

    def log_exception(self, exc_info: Any) -> None:
        """Log a mistake of ours."""
        kind, _, where = exc_info
        rule = request.url_rule.rule if request.url_rule else "(none)"
        stack = "".join(traceback.format_tb(where))
        self.logger.error("%s in %s %s\n%s", kind.__name__, request.method, rule, stack)


def init_app(app: Flask) -> None:
    """Log every answer of *app*."""
    app.before_request(_begin)
    app.after_request(_line)


def _begin() -> None:
    g.begun = perf_counter()


def _line(response: Response) -> Response:
    """The rule instead of the address: keys, names and the phone's address stay out."""
    if log.isEnabledFor(logging.INFO):
        rule = request.url_rule.rule if request.url_rule else "(none)"
        begun = getattr(g, "begun", None)
        took = None if begun is None else round(1000 * (perf_counter() - begun), 1)
        entry = {
            "method": request.method,
            "rule": rule,
            "status": response.status_code,
            "ms": took,
        }
        log.info(json.dumps(entry))
    return response
