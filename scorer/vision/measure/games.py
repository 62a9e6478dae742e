"""Reading photos of games whose boards are known by nothing but these photos."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.drawn.learn import LearnedDrawn, filled_later, learn_drawn
from scorer.vision.measure.evaluation import Folder, Proposed, Read, Taught, lost, read_one
from scorer.vision.measure.measure import TruthFile, corner_error_mm
from scorer.vision.photo.gate import NotRead
from scorer.vision.teach.propose import proposed


@dataclass(eq=False)
class Games(Folder):
    """A folder of photos, of which so many of one board at a time are taken for one game.

    Of photos of one filled board (a group) only the first is.

    A game's boards are learned from its own photos, on which things are drawn; what else shows
    them is not looked at, but the geometry is taken as known.

    Attributes
    ----------
    players : int
        How many photos make a game. Photos of a board that are too few for one are left out.
    later : bool
        Whether the first photos of a board teach it, and its others are read, as in the app: one
        after the other, each once it has filled in what none before it had shown.
    """

    players: int = field(default=1, kw_only=True)
    later: bool = field(default=False, kw_only=True)

    def read(self, count: int | None = None) -> Iterator[Read]:
        """Yield what is read from the games of the first *count* photos, by name."""
        for game in self._games(count):
            board = self.board(game[0][1].board)
            data = [self.data(path, truth) for path, truth in game]
            taught = self.players
            picture = self._learn(game[:taught], data[:taught], board)
            asked = slice(taught if self.later else 0, None)
            for (_, truth), one in zip(game[asked], data[asked], strict=True):
                if picture is None:
                    yield lost(truth, one, board)
                    continue
                if self.later:
                    filled = filled_later(picture, [one])
                    picture = picture if isinstance(filled, NotRead) else filled.picture
                yield read_one([one], truth, picture)

    def _games(self, count: int | None) -> Iterator[list[tuple[Path, TruthFile]]]:
        truths = [photos[0] for photos in self.together()[:count]]
        for name in dict.fromkeys(truth.board for _, truth in truths):
            mine = [one for one in truths if one[1].board == name]
            size = len(mine) if self.later else self.players
            for first in range(0, len(mine) - self.players + 1, size):
                yield mine[first : first + size]

    def _learn(
        self, game: list[tuple[Path, TruthFile]], data: list[bytes], board: Board
    ) -> BoardPicture | None:
        start = time.perf_counter()
        learned = learn_drawn(data, board)
        names = tuple(truth.photo for _, truth in game)
        sure = isinstance(learned, NotRead) or learned.sure_of_turn
        if isinstance(learned, LearnedDrawn) and not sure:
            learned = _as_told(learned, data, board, game[learned.first][1])
        seconds = time.perf_counter() - start
        if not isinstance(learned, LearnedDrawn):
            self.taught.append(Taught(board.id, names, None, True, seconds))
            return None
        corners = np.array(game[learned.first][1].corners_xy)
        error = corner_error_mm(learned.corners_xy, corners, board)
        guessed = compared(learned.picture)
        self.taught.append(Taught(board.id, names, error, sure, seconds, guessed))
        return learned.picture


def _as_told(
    learned: LearnedDrawn, data: list[bytes], board: Board, truth: TruthFile
) -> LearnedDrawn | NotRead:
    """Return the board *learned* again, the side up that its *truth* has: a person would be asked.

    Their photo that shows the map most clearly comes first.
    """
    true = np.array(truth.corners_xy)
    ways = [np.roll(learned.corners_xy, turn, axis=0) for turn in range(4)]
    told = min(ways, key=lambda way: float(np.abs(way - true).max()))
    if told is ways[0]:
        return learned
    first = data[learned.first]
    again = learn_drawn([first, *(one for one in data if one is not first)], board, told)
    return again if isinstance(again, NotRead) else replace(again, first=learned.first)


def compared(picture: BoardPicture) -> Proposed:
    """Return how well what is proposed of *picture* agrees with its board, which is the truth."""
    board = picture.board
    bare = replace(board, landmarks=(), cafes=(), visit_all=())
    guessed = proposed(replace(picture, board=bare), load_city(board.city))
    # Of what no photo shows clearly nothing is proposed.
    cells = {cell.location for cell in board.cells if not cell.location.name}
    told = cells - {*guessed.unshown}
    right = 0
    for place in told:
        true, said = (
            {mark.kind for mark in one.landmark_at.get(place, ())} for one in (board, guessed)
        )
        right += true == said
    cafes, points = (
        (len(true & said), len(true), len(said - true))
        for true, said in (
            ({cafe.crossroads for cafe in board.cafes}, {c.crossroads for c in guessed.cafes}),
            (set(board.visit_all), set(guessed.visit_all)),
        )
    )
    return Proposed((right, len(told), len(cells - told)), cafes, points)
