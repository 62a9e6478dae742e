"""Whether the app answers, and whether all that it needs does."""

from collections.abc import Callable, Mapping

from flask import Flask, Response, jsonify

# Asked for by whoever watches the server, under whatever name they know it by.
ADDRESSES = ("/healthz", "/readyz", "/metrics")


def init_app(app: Flask, checks: Mapping[str, Callable[[], object]]) -> None:
    """Let *app* say which of *checks* succeed; a check raises where something does not answer."""

    def ready() -> tuple[Response, int]:
        state = {name: _state(check) for name, check in checks.items()}
        return jsonify(state), 200 if set(state.values()) <= {"ok"} else 503

    app.add_url_rule("/readyz", view_func=ready)


def _state(check: Callable[[], object]) -> str:
    # Why is said where the engine runs; whoever asks here need not know its address.
    try:
        check()
    except Exception:
        return "away"
    return "ok"
