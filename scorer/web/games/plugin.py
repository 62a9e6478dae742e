"""What a game of another box gives, so that the app's pages, files and phones serve it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from scorer.printing.sheet import SheetRow
from scorer.rules.certainty import GameStatus
from scorer.store.games import Game, Json, NewPlayer
from scorer.web.games.summary import Summary


class OtherGame(ABC):
    """A game of another box than En Route.

    ``id`` names the game in files (their ``game``), in addresses, in the store (``box``), of its
    template ``<id>.html``, of its script ``pages/<id>.js`` and at the start of its words.
    What is kept of a game are values that all players share and each player's own; people
    change them one by one (``entries``).
    """

    id: ClassVar[str]
    most_players: ClassVar[int]

    @abstractmethod
    def shared(self) -> Json:
        """Return what all players share in a new game: every field, so that it can be entered."""

    @abstractmethod
    def own(self) -> Json:
        """Return what a player has in a new game: every field, so that it can be entered."""

    def begun(self, form: Mapping[str, str]) -> Json:
        """Return what all players share in a new game, as chosen in the *form* of its page.

        The page includes ``<id>-new.html`` where there is one.

        Raises
        ------
        RulesError
            If there is nothing of what was chosen.
        """
        return self.shared()

    def page(self, game: Game) -> Json:
        """Return what the template of the page of *game* needs besides, by its names there."""
        return {}

    @abstractmethod
    def again(self, shared: Json) -> Json:
        """Return what all players share in a rematch of a game with *shared*."""

    @abstractmethod
    def file(self, shared: Json, players: Mapping[str, Json]) -> Json:
        """Return a game as the rules read it from a file; *players* by name, in their order.

        It may be a game that the rules refuse; then what was entered last is refused.

        Raises
        ------
        RulesError
            If what was entered makes no file at all, with its place.
        """

    @abstractmethod
    def result(self, shared: Json, players: Mapping[str, Json]) -> tuple[Json, GameStatus] | None:
        """Return the result of a game as JSON, and how sure it is; None while nobody plays.

        Raises
        ------
        RulesError
            If the rules refuse the game, with the place of what is wrong.
        """

    def said(self, result: Json) -> list[Json]:
        """Return what the referee says in a *result*, figures and mere notes aside."""
        told = ("offence", "seat", "names", "card", "kind")
        return [{key: one.get(key) for key in told} for one in result["findings"]]

    @abstractmethod
    def opened(self, data: bytes) -> tuple[Json, list[NewPlayer]]:
        """Return what all share and the players of the game in the file *data*.

        Raises
        ------
        RulesError
            If the rules refuse the file, with the place of what is wrong.
        """

    @abstractmethod
    def summary(self, game: Game) -> Summary:
        """Return the score sheet of *game* in the reader's language."""

    @abstractmethod
    def blank(self) -> tuple[SheetRow, ...]:
        """Return the rows of an empty score sheet in the reader's language, without cells."""
