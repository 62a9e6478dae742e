"""Boards of random art: what a reader that was never shown them can be tried on.

A board is a lattice with landmarks, cafés and festival places put down at random
(``layout``), printed in a style that is made up of families: grounds, blocks, roads, frames,
icons and spots. No family is in both splits (``families``), so that a network trained on the
one half has seen nothing of the other.
"""

from samples.simulator.art.artpage import art_page
from samples.simulator.art.families import Split

__all__ = ["Split", "art_page"]
