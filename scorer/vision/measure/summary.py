"""Figures of many measured photos, by stratum and in all."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from scorer.vision.measure.evaluation import Result, Taught
from scorer.vision.measure.measure import KINDS, Judged

# Confidences are told apart finely where they matter.
_BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.93, 0.96, 0.98, 0.99, 0.995, 0.999, 1.0)


@dataclass(frozen=True, slots=True)
class Summary:
    """A group of photos. ``wrong`` and ``places`` are by kind; lost photos have neither.

    ``corner_mm`` and ``seconds`` are (median, worst), of nothing None; ``doubts`` the mean.
    """

    name: str
    photos: int
    lost: int
    corner_mm: tuple[float, float] | None
    wrong: dict[str, int]
    places: dict[str, int]
    shapes: int
    shapes_wrong: int
    perfect: int
    taps: float | None
    confident: int
    doubts: float | None
    most_doubts: int
    seconds: tuple[float, float]
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Places of which the reader was about equally sure: how sure, and how often right."""

    lowest: float
    highest: float
    places: int
    right: int
    confidence: float


def summaries(results: Sequence[Result]) -> tuple[Summary, ...]:
    """Return one summary for each stratum, and where there are several one of all."""
    strata = sorted({result.stratum for result in results}, key=_hardness)
    groups = [(name, [r for r in results if r.stratum == name]) for name in strata]
    if len(groups) > 1:
        groups.append(("all", list(results)))
    return tuple(summary(name, group) for name, group in groups)


def summary(name: str, results: Sequence[Result]) -> Summary:
    """Return the figures of *results* taken together."""
    found = [result.measured for result in results if result.measured]
    corners = [result.corner_mm for result in results if result.corner_mm is not None]
    seconds = [result.seconds for result in results]
    return Summary(
        name=name,
        photos=len(results),
        lost=len(results) - len(found),
        corner_mm=(statistics.median(corners), max(corners)) if corners else None,
        wrong={kind: sum(one.wrong(kind) for one in found) for kind in KINDS},
        places={kind: sum(one.places[kind] for one in found) for kind in KINDS},
        shapes=sum(one.shapes.there for one in found),
        shapes_wrong=sum(one.shapes.missed + one.shapes.extra for one in found),
        perfect=sum(one.perfect for one in found),
        taps=statistics.mean(one.taps for one in found) if found else None,
        confident=sum(one.confident for one in found),
        doubts=statistics.mean(one.doubts for one in found) if found else None,
        most_doubts=max((one.doubts for one in found), default=0),
        seconds=(statistics.median(seconds), max(seconds)),
        peak_mb=max(result.peak_mb for result in results),
    )


def reliability(judged: Iterable[Judged]) -> tuple[Bin, ...]:
    """Return how often places were right, by how sure the reader was; empty bins left out."""
    places = sorted(judged, key=lambda one: one.confidence)
    bins = []
    for low, high in pairwise(_BINS):
        last = high == _BINS[-1]
        group = [p for p in places if low <= p.confidence and (p.confidence < high or last)]
        if group:
            mean = statistics.mean(one.confidence for one in group)
            bins.append(Bin(low, high, len(group), sum(one.right for one in group), mean))
    return tuple(bins)


def all_judged(results: Iterable[Result]) -> tuple[Judged, ...]:
    """Return every judged place of all photos."""
    return tuple(one for result in results if result.measured for one in result.measured.judged)


def figures(results: Sequence[Result], taught: Sequence[Taught] = ()) -> dict[str, Any]:
    """Return everything measured, for a JSON file."""
    judged = all_judged(results)
    total = summary("all", results)
    return {
        "photos": total.photos,
        "lost": total.lost,
        "perfect": total.perfect,
        "confident": total.confident,
        "peak_mb": round(total.peak_mb, 1),
        "strata": [asdict(one) for one in summaries(results)],
        "taught": [asdict(one) for one in taught],
        "reliability": {
            name: [asdict(one) for one in reliability(group)]
            for name, group in (
                ("all", judged),
                *((kind, [one for one in judged if one.kind == kind]) for kind in KINDS),
            )
        },
        "results": [_result_data(result) for result in results],
    }


def _result_data(result: Result) -> dict[str, Any]:
    data = asdict(result)
    if result.measured:
        # Thousands of places are summed up in the reliability figures.
        del data["measured"]["judged"]
        data["measured"] |= {
            "perfect": result.measured.perfect,
            "confident": result.measured.confident,
            "taps": result.measured.taps,
        }
    return data


def _hardness(stratum: str) -> tuple[int, str]:
    known = ("easy", "medium", "hard")
    return (known.index(stratum) if stratum in known else len(known), stratum)
