"""Parts that only grow with the sections, as one matrix over what a set of them reaches."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import LandmarkKind
from scorer.rules.scoring.terms.parts import (
    Counted,
    Feature,
    Fewest,
    Fixed,
    Flat,
    Growing,
    Multiplied,
)
from scorer.rules.search.drawing.graph import Graph

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Columns:
    """What sets of sections are worth by parts that only grow.

    A feature is reached by a set that shares a bit with its mask. ``weights`` (F, C) says how
    much each feature adds to each column. PP are ``fixed``, what the column ``flat`` adds up
    to, what ``tables`` give for others, the smallest of ``fewest`` by a table, and products of
    the columns from ``products`` on, two by two.
    """

    masks: tuple[int, ...]
    weights: NDArray[np.float32]
    fixed: int
    flat: int
    tables: tuple[tuple[int, Counts], ...]
    fewest: tuple[tuple[tuple[int, ...], Counts], ...]
    products: int

    def sums(self, reached: NDArray[np.bool_]) -> Counts:
        """Return what each column adds up to.

        Sums are of small whole numbers, which floating point adds exactly and fast.

        Parameters
        ----------
        reached : (N, F) bool
            Which features each set reaches.

        Returns
        -------
        (N, C) int64
        """
        found: Counts = (reached.astype(np.float32) @ self.weights).astype(np.int64)
        return found

    def points(self, sums: Counts) -> Counts:
        """Return the PP for (N, C) *sums* of the columns."""
        points = self.fixed + sums[:, self.flat]
        for column, table in self.tables:
            points += table[np.minimum(sums[:, column], len(table) - 1)]
        for columns, table in self.fewest:
            least = sums[:, columns].min(axis=1)
            points += table[np.minimum(least, len(table) - 1)]
        landmarks, tourists = sums[:, self.products :: 2], sums[:, self.products + 1 :: 2]
        points += (landmarks * tourists).sum(axis=1)
        return points

    def of_sets(self, sets: NDArray[np.uint64]) -> Counts:
        """Return the PP of each of many *sets* of up to 64 sections."""
        masks = np.array(self.masks, np.uint64)
        return self.points(self.sums((sets[:, None] & masks) != 0))

    def of_set(self, sections: int) -> int:
        """Return the PP of one set of any size."""
        return int(self.points(self.sums(reached(self.masks, sections)))[0])


def reached(masks: tuple[int, ...], sections: int) -> NDArray[np.bool_]:
    """Return which of *masks* one set shares a bit with, as (1, F)."""
    found = np.array([[bool(sections & mask) for mask in masks]], np.bool_)
    return found.reshape(1, len(masks))


@dataclass
class Builder:
    """Puts columns together; features that the same sections reach become one."""

    graph: Graph
    rows: dict[int, dict[int, int]] = field(default_factory=dict)
    width: int = 1
    fixed: int = 0
    tables: list[tuple[int, Counts]] = field(default_factory=list)
    fewest: list[tuple[tuple[int, ...], Counts]] = field(default_factory=list)
    products: list[Multiplied] = field(default_factory=list)

    FLAT = 0

    def column(self, features: Iterable[Feature]) -> int:
        """Return the number of a new column that counts *features*."""
        column, self.width = self.width, self.width + 1
        self.add(features, column)
        return column

    def add(self, features: Iterable[Feature], column: int) -> None:
        """Let *features* count in *column* as well."""
        for feature in features:
            mask = self.graph.reaching(feature.by)
            if mask and feature.weight:
                row = self.rows.setdefault(mask, {})
                row[column] = row.get(column, 0) + feature.weight

    def take(self, part: Growing) -> None:
        """Add *part*."""
        match part:
            case Fixed():
                self.fixed += part.points
            case Flat():
                self.add(part.features, self.FLAT)
            case Counted():
                table = np.array(part.points, np.int64)
                self.tables.append((self.column(part.features), table))
            case Fewest():
                columns = tuple(map(self.column, part.groups))
                self.fewest.append((columns, np.array(part.points, np.int64)))
            case Multiplied():
                self.products.append(part)
            case never:
                assert_never(never)

    def built(self) -> tuple[Columns, dict[LandmarkKind, int]]:
        """Return the columns, and where the landmarks of each colour multiply.

        Products come last, side by side.
        """
        first = self.width
        colours = {}
        for product in self.products:
            column = self.column(product.left)
            self.column(product.right)
            if product.colour is not None:
                colours[product.colour] = column
        weights = np.zeros((len(self.rows), self.width), np.float32)
        for i, row in enumerate(self.rows.values()):
            weights[i, list(row)] = list(row.values())
        tables, fewest = tuple(self.tables), tuple(self.fewest)
        columns = Columns(tuple(self.rows), weights, self.fixed, self.FLAT, tables, fewest, first)
        return columns, colours


def columns_of(graph: Graph, parts: Iterable[Growing]) -> Columns:
    """Return what the sections of *graph* are worth by *parts*."""
    builder = Builder(graph)
    for part in parts:
        builder.take(part)
    return builder.built()[0]
