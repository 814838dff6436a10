"""Creates the services of one process, in the order of their dependencies."""

from collections.abc import Callable

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.services.automation import Automation
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.bots import PAUSE, ServerBots
from regicide_tui.server.services.chats import Chats
from regicide_tui.server.services.clearing import Clearing
from regicide_tui.server.services.commands import Commands
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.finished import FinishedGames
from regicide_tui.server.services.joining import Joining
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.notify import Notification, notify_absent
from regicide_tui.server.services.pars import ParProcess
from regicide_tui.server.services.preferences import Preferences
from regicide_tui.server.services.presence import RETURN_SECONDS, Presence
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.thinking import Thinking
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.processes import Processes
from regicide_tui.server.storage.store import Store

_SNAPSHOT_SECONDS = 0.5
"""The maximum seconds spent on snapshots when the server closes."""


class Services:
    """The services of one process of a server."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] | None = None,
        journal: Journal | None = None,
        moderators: tuple[str, ...] = (),
        settings: Limits | None = None,
        pause: float = PAUSE,
        return_seconds: float = RETURN_SECONDS,
        par_player: ParProcess | None = None,
        notify: Callable[[Notification], None] = lambda _: None,
        note_bot: Callable[[float], None] = lambda _: None,
        processes: Processes | None = None,
    ) -> None:
        """Create the services of a process on a store.

        `pause` is the least time between an action and a bot's action. `return_seconds` is the time
        in which absent players may return before others may continue without them. Errors of
        background work go to the journal. `note_bot` gets the seconds from each question to a bot
        to its answer. `processes` are those that share the store; they are opened after this and
        before the services. Without them, this is the only one.
        """
        common = Common(store, journal, settings, clock, processes)
        listing = TableListing()
        self.store, self.tasks, self.now = store, common.tasks, common.now
        """`now` returns Unix time in milliseconds."""
        self.moderation = moderation = Moderation(common, moderators)
        self.presence = presence = Presence(common, listing, return_seconds, moderation.is_banned)
        self.limits = limits = VisitorLimits(common, moderation)
        self.preferences = Preferences(common, limits)
        self.chats = Chats(common, limits)
        self.tables = tables = Tables(common, presence, listing)
        self.boards = boards = Boards(common, par_player)
        self.tournaments = tournaments = Tournaments(common, boards, limits)
        self.finished = finished = FinishedGames(tables, boards)
        self.commands = commands = Commands(common, tables, presence, boards, limits)
        self.thinking = thinking = Thinking()
        tables.closed.subscribe(lambda table, state: boards.want_par_of(state))
        common.processes.living_changed.subscribe(boards.work.wake)
        commands.done.subscribe(
            lambda table, before, after: notify_absent(presence, notify, table, before, after)
        )
        self.automation = Automation(common, tables, presence, commands, boards)
        self.clearing = Clearing(common, moderation, tables, commands, tournaments)
        self.bots = ServerBots(common, tables, presence, commands, thinking, pause, note_bot)
        self.joining = Joining(
            common, tables, presence, commands, boards, tournaments, finished, limits
        )
        self.reviews = Reviews(common, finished, presence, limits, thinking)

    async def open(self) -> None:
        """Restore everything that was open when the server was closed, and start background work.

        What the store can't do now is retried later. Raises `StoreError` if the register or the
        boards can't be read.
        """
        await self.moderation.open()
        await self.chats.open()
        await self.preferences.open()
        await self.boards.open()
        await self.tables.open()
        register = self.tables.register
        if not register.is_outdated:  # otherwise other tables may also be open
            await self.boards.forget_lost_tables(register.value.open)
        await self.automation.open()
        await self.tasks.attempt(self.clearing.clear())
        self.tournaments.start()

    async def idle(self) -> None:
        """Wait until no background work is running.

        This doesn't wait for bots or timers.
        """
        await self.tasks.idle()

    async def close(self) -> None:
        """Stop the bots, the clocks and all tasks; nothing starts afterwards.

        Remaining work is done when the server opens again.
        """
        self.tasks.stop()
        await self.bots.workers.close()
        await self.reviews.close()
        self.thinking.close()
        await self.boards.close()
        await self.tasks.end()
        await self.tasks.attempt(self.tables.games.keep_snapshots(_SNAPSHOT_SECONDS))
