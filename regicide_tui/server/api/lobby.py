"""The lobby as one visitor sees it: people, tables and the chat."""

from collections.abc import Sequence
from itertools import islice

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Value
from regicide_tui.server.api.refusing import refusing
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.chats import Message
from regicide_tui.server.services.joining import players_with_bots
from regicide_tui.server.services.services import Services
from regicide_tui.server.services.set_aside import SetAside

__all__ = ["Activity", "Doing", "Lobby", "Message", "SetAside"]


class Doing(TextEnum):
    """What somebody does."""

    PLAYS = "plays"
    WATCHES = "watches"
    WAITS = "waits for"
    LOOKS = "looks at"
    REVIEWS = "reviews"
    LOBBY = "in the lobby"
    NOTHING = ""


class Activity(Value):
    """What somebody does, and of which game; empty if it is none."""

    doing: Doing
    game: str = ""


class Lobby:
    """The lobby, as one visitor sees it."""

    def __init__(self, services: Services, visitor: Visitor) -> None:
        self._services, self._visitor, self._name = services, visitor, visitor.name

    # ------------------------------------------------------------ people and their chat

    @property
    def present(self) -> Sequence[str]:
        """The names of all visitors who are here."""
        return self._services.presence.names

    def activity_of(self, name: str) -> Activity:
        """Return what somebody does: at a table, in a review, or in the lobby.

        Who looks into the lobby does not play, but may wait for a game. At the result of a game
        nobody does anything worth a word.
        """
        facts, tables = self._services.presence.facts_of(name), self._services.tables
        if facts.review:
            return Activity(Doing.REVIEWS)
        shown = tables.get(facts.table) or tables.find_finished(facts.table)
        if shown is not None and not shown.over:
            is_player = shown.seat_of(name) is not None
            if shown.begun:
                return Activity(Doing.PLAYS if is_player else Doing.WATCHES, shown.game)
            return Activity(Doing.WAITS if is_player else Doing.LOOKS, shown.game)
        waiting = [one.game for one in tables.facts_of(name) if not (one.over or one.begun)]
        if waiting:
            return Activity(Doing.WAITS, waiting[0])
        return Activity(Doing.LOBBY if shown is None else Doing.NOTHING)

    @property
    def chat(self) -> Sequence[Message]:
        """The last messages, each with the name before it, without those of ignored people."""
        ignored = self._services.preferences.ignored_by(self._name)
        return self._services.chats.lobby.shown_to(ignored)

    def say(self, text: str) -> None:
        """Send a message to all in the lobby. Raises `Refused`."""
        self._services.chats.say(self._name, text, self._visitor.address)

    # ------------------------------------------------------------ tables

    def offered(self, wanted: str, most: int) -> Sequence[tuple[str, VisitorTable]]:
        """Return the tables that are listed: the visitor's own, then the others.

        With `wanted`, only those of players whose names begin so.
        """
        return [*islice(self._services.lobby.offered(self._name, wanted), most)]

    def describe(self, table: str) -> VisitorTable | None:
        """Return what the visitor sees of a table in the lobby; None if it is not open."""
        if table not in self._services.tables:
            return None
        return self._services.lobby.describe(table, self._name)

    @property
    def set_aside(self) -> dict[str, SetAside]:
        """The visitor's tables that can't be used, by their ids."""
        return self._services.tables.set_aside.list_of(self._name)

    @refusing
    async def open_table(self, command: Open) -> str:
        """Open a table; return its id. Raises `Refused`."""
        return await self._services.joining.open_table(self._name, command, self._visitor.address)

    def players_with_bots(self, game: str) -> int:
        """Return how many play in a game with bots that begins at once."""
        return players_with_bots(game)

    @refusing
    async def play_with_bots(self, game: str) -> str:
        """Begin a game with bots; return its table. Raises `Refused`."""
        return await self._services.joining.with_bots(self._name, game, self._visitor.address)

    def find_invited(self) -> str:
        """Return the table to which the visitor's invitation leads. Raises `Refused`."""
        return self._services.joining.find_invited(
            self._visitor.invitation, self._visitor.limit_key
        )
