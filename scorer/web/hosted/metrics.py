"""What Prometheus may ask: requests, streams, photos and seconds of all processes of a computer."""

import ipaddress
from collections.abc import Iterator
from time import perf_counter

from flask import Flask, Response, abort, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from redis.exceptions import RedisError

from scorer.store.games import NotReachableError
from scorer.web.hosted.line import RedisLine

# Names of games, addresses and people are no labels: the rule stands for the address.
REQUESTS = Counter("scorer_requests", "Answers", ["method", "rule", "status"])
SECONDS = Histogram(
    "scorer_request_seconds",
    "Seconds until an answer begins",
    ["rule"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 10.0),
)


class OfLine:
    """What the database and Redis know of photos; what does not answer is left out."""

    def __init__(self, line: RedisLine) -> None:
        self._line = line

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers as they are now."""
        try:
            yield GaugeMetricFamily(
                "scorer_photos_waiting", "Photos that are not over", value=self._line.queued()
            )
        except NotReachableError:
            return
        try:
            workers, counted = self._line.workers(), self._line.counted()
        except RedisError:
            return
        yield GaugeMetricFamily("scorer_workers", "Workers that are there", value=workers)
        seconds = counted.pop("seconds", 0.0)
        yield CounterMetricFamily("scorer_reading_seconds", "Seconds of reading", value=seconds)
        readings = CounterMetricFamily("scorer_readings", "Photos read", labels=["result"])
        for result, count in counted.items():
            readings.add_metric([result], count)
        yield readings


def init_app(app: Flask, line: RedisLine) -> None:
    """Count what *app* answers, and tell whoever asks from this computer or a private network."""

    def begin() -> None:
        g.counted_from = perf_counter()

    def count(response: Response) -> Response:
        rule = request.url_rule.rule if request.url_rule else "(none)"
        REQUESTS.labels(request.method, rule, response.status_code).inc()
        if begun := getattr(g, "counted_from", None):
            SECONDS.labels(rule).observe(perf_counter() - begun)
        return response

    def metrics() -> Response:
        if not _is_private(request.remote_addr or ""):
            abort(404)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        registry.register(OfLine(line))
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)

    app.before_request(begin)
    app.after_request(count)
    app.add_url_rule("/metrics", view_func=metrics)


def _is_private(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).is_private
    except ValueError:
        return False
