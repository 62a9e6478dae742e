"""One line of JSON for each answer: what was asked for, never by whom or for which game."""

import json
import logging
from time import perf_counter

from flask import Flask, Response, g, request

log = logging.getLogger("scorer.web")


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
