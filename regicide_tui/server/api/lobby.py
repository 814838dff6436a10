"""The lobby as one visitor sees it: people, tables and the chat, as one value."""

from collections.abc import Mapping
from itertools import islice

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Value
from regicide_tui.server.api.deals import Deals, Offer
from regicide_tui.server.api.finished import Finished
from regicide_tui.server.api.part import Part
from regicide_tui.server.api.tables import Tables
from regicide_tui.server.model.boards.series import day_series
from regicide_tui.server.model.boards.tournament import Round, Tournament
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table.command import refusing
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services
from regicide_tui.server.services.set_aside import SetAside

__all__ = ["Activity", "Doing", "Listed", "Lobby", "LobbyView", "SetAside"]

_MOST_LISTED = 60
"""The maximum tables in the list, which is rebuilt at each key."""


class Doing(TextEnum):
    """What someone is doing."""

    PLAYS = "plays"
    WATCHES = "watches"
    WAITS = "waits for"
    LOOKS = "looks at"
    REVIEWS = "reviews"
    LOBBY = "in the lobby"
    RESULT = "at a result"


class Activity(Value):
    """What someone is doing, and the game; empty if there is none."""

    doing: Doing
    game: str = ""


class Listed(Value):
    """A table in the list."""

    id: str
    table: VisitorTable
    has_crashed: bool = False
    """Whether the visitor's app crashed there on the last visit."""


class LobbyView(Value):
    """Everything that a visitor sees in the lobby at one moment."""

    name: str
    guest: bool = False
    now: int = 0
    """Unix time in milliseconds."""
    others: Mapping[str, Activity] = {}
    """What everyone else here is doing, by name."""
    chat: tuple[Said, ...] = ()
    """The last messages, without those of ignored people."""
    tables: tuple[Listed, ...] = ()
    """The visitor's own tables, then the others."""
    prefix: str = ""
    """Only tables with a player whose name starts like this are listed; empty for all."""
    has_more: bool = False
    """Whether there are more tables than are listed."""
    set_aside: Mapping[str, SetAside] = {}
    """The visitor's tables that can't be used, by their ids."""
    sits: bool = False
    """Whether the visitor sits at a table."""
    rounds: tuple[Round, ...] = ()
    """The rounds of tournaments in which the visitor is due to play."""
    today: Offer | None = None
    """Today's solo deal, which most people play."""
    coming: tuple[Tournament, ...] = ()
    """The tournaments that aren't over, the next first."""
    finished: int = 0
    """The number of finished games that the visitor sees in the list."""
    ignored: tuple[str, ...] = ()
    moderators: frozenset[str] = frozenset()
    """All moderators, in lower case."""
    silenced: frozenset[str] = frozenset()
    """For a moderator, the people whose messages are hidden from others, in lower case."""

    @property
    def reader(self) -> Reader:
        """The visitor as a reader of names."""
        return Reader(self.name, self.moderators)

    @property
    def is_moderator(self) -> bool:
        """Whether the visitor is a moderator."""
        return self.name.casefold() in self.moderators


class Lobby(Part):
    """The lobby, as one visitor sees it."""

    def __init__(self, services: Services, visitor: Visitor) -> None:
        super().__init__(services, visitor)
        self._tables, self._deals = Tables(services, visitor), Deals(services, visitor)
        self._finished = Finished(services, visitor)

    def view(self, prefix: str = "") -> LobbyView:
        """Return what the visitor sees now; with `prefix`, only tables of matching players."""
        services, name = self._services, self._name
        offered = [*islice(self._tables.offered(prefix), _MOST_LISTED + 1)]
        crashed = services.presence.last_facts_of(name).crashed
        now = services.now()
        chat = services.chats.lobby.shown_to(services.preferences.ignored_by(name))
        silenced = services.moderation.silenced
        if not services.moderation.is_moderator(name):
            chat = tuple([one for one in chat if one.by.casefold() not in silenced])
            silenced = frozenset()
        here = services.presence.names
        return LobbyView(
            name,
            self._visitor.guest,
            now,
            {one: self._activity_of(one) for one in here if one != name},
            chat,
            tuple([Listed(one, seen, one in crashed) for one, seen in offered[:_MOST_LISTED]]),
            prefix,
            len(offered) > _MOST_LISTED,
            services.tables.set_aside.list_of(name),
            bool(services.tables.facts_of(name)),
            tuple(self._deals.rounds()),
            self._deals.offer(day_series(now, 1)),
            tuple(self._deals.coming()),
            self._finished.listed_count,
            tuple(services.preferences.ignored_by(name)),
            services.moderation.moderators,
            silenced,
        )

    def _activity_of(self, name: str) -> Activity:
        """Return what someone is doing: at a table, in a review, or in the lobby.

        A person in the lobby doesn't play, but may wait for a game.
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
        return Activity(Doing.LOBBY if shown is None else Doing.RESULT)

    @refusing
    async def say(self, text: str) -> None:
        """Send a message to everyone in the lobby. Raises `Refused`."""
        await self._services.chats.say(self._name, text, self._visitor.address)

    @refusing
    async def open_table(self, command: Open) -> str:
        """Open a table; return its id. Raises `Refused`."""
        return await self._services.joining.open_table(self._name, command, self._visitor.address)

    @refusing
    async def play_with_bots(self, game: str) -> str:
        """Start a game with bots; return its table. Raises `Refused`."""
        return await self._services.joining.with_bots(self._name, game, self._visitor.address)

    def find_invited(self) -> str:
        """Return the table to which the visitor's invitation leads. Raises `Refused`."""
        return self._services.joining.find_invited(
            self._visitor.invitation, self._visitor.limit_key
        )
