"""Limits that a card for little sets: what a route may have no more of, and how to keep to it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from scorer.rules.search.drawing.graph import Graph, bits


class Element(NamedTuple):
    """A thing that a limit counts: sections that bring it, and how to be rid of it for good.

    ``there`` sections of ``mask`` bring it. Without all sections of any of ``drops`` it is
    not on the route.
    """

    mask: int
    drops: tuple[int, ...]
    there: int = 1

    def on(self, sections: int) -> bool:
        """Whether *sections* bring it."""
        return (self.mask & sections).bit_count() >= self.there


class Limit(ABC):
    """That a route may have no more than ``most`` of some ``elements``."""

    def __init__(self, elements: tuple[Element, ...], most: int) -> None:
        self.elements = elements
        self.most = most

    @property
    def marked(self) -> int:
        """The sections of which each counts one, where it is sections that count."""
        return 0

    @abstractmethod
    def value(self, chosen: int) -> int:
        """Return what the elements whose bits are in *chosen* come to."""

    def there(self, sections: int) -> int:
        """Return the bits of the elements that *sections* bring."""
        return sum(1 << n for n, element in enumerate(self.elements) if element.on(sections))

    def keeps(self, sections: int) -> bool:
        """Whether no walk over a part of *sections* can have too much."""
        return self.value(self.there(sections)) <= self.most

    def length(self, left: int) -> int:
        """Return how many sections a walk over *left* has at most that keeps the limit."""
        return left.bit_count()


class Weighed(Limit):
    """Each element counts its weight."""

    def __init__(
        self, elements: tuple[Element, ...], most: int, weights: tuple[int, ...] = ()
    ) -> None:
        super().__init__(elements, most)
        self._weights = weights or (1,) * len(elements)

    def value(self, chosen: int) -> int:
        return sum(self._weights[n] for n in bits(chosen))


class Sections(Weighed):
    """The elements are single sections."""

    @property
    def marked(self) -> int:
        return sum(element.mask for element in self.elements)

    def length(self, left: int) -> int:
        return (left & ~self.marked).bit_count() + min(self.most, (left & self.marked).bit_count())


class Passed(Weighed):
    """The elements are crossroads that may be passed twice."""

    def __init__(self, graph: Graph, elements: tuple[Element, ...], most: int) -> None:
        super().__init__(elements, most)
        self._incident = graph.incident

    def length(self, left: int) -> int:
        """Each crossroads passed once takes two sections, two ends one each."""
        passed = sum((around & left).bit_count() > 1 for around in self._incident)
        return min(left.bit_count(), passed + self.most + 1)


class Lines(Weighed):
    """The elements are straight lines: with so many turns a walk is on one line more."""

    def length(self, left: int) -> int:
        sizes = sorted((element.mask & left).bit_count() for element in self.elements)
        return sum(sizes[len(sizes) - min(self.most, len(sizes)) :])


class Adjacent(Limit):
    """The elements are occupied locations: the largest group of them counts."""

    def __init__(
        self, largest: Callable[[list[int]], int], elements: tuple[Element, ...], most: int
    ) -> None:
        super().__init__(elements, most)
        self._largest = largest

    def value(self, chosen: int) -> int:
        return self._largest(list(bits(chosen)))


def whole(mask: int) -> Element:
    """Return the element that is gone once all sections of *mask* are."""
    return Element(mask, (mask,))
