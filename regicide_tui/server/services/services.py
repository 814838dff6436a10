"""Makes the services of one process, in the order in which they know each other."""

from collections.abc import Callable
from typing import NamedTuple

from regicide_tui.server.base.clock import steady_clock
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.visit import VisitFacts
from regicide_tui.server.services.automation import Automation
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.bots import PAUSE, ServerBots
from regicide_tui.server.services.chats import Chats
from regicide_tui.server.services.commands import Commands
from regicide_tui.server.services.finished import FinishedGames
from regicide_tui.server.services.games_in_memory import GamesInMemory
from regicide_tui.server.services.joining import Joining
from regicide_tui.server.services.lobby import Lobby
from regicide_tui.server.services.moderation import LOG as ORDER
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.notify import Notification, notify_absent
from regicide_tui.server.services.pars import ParPlayer
from regicide_tui.server.services.preferences import Preferences
from regicide_tui.server.services.presence import RETURN_SECONDS, Presence
from regicide_tui.server.services.register import OpenRegister
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.seat_notes import SeatNotes
from regicide_tui.server.services.set_aside import TablesSetAside
from regicide_tui.server.services.snapshots import Snapshots
from regicide_tui.server.services.tables import Tables
from regicide_tui.server.services.thinking import Thinking
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.following import follow
from regicide_tui.server.storage.processes import OneProcess, Processes
from regicide_tui.server.storage.store import Store, StoreError

_SNAPSHOT_SECONDS = 0.5
"""The most seconds spent on snapshots when the server closes."""


class Services(NamedTuple):
    """What one process of a server knows and does."""

    store: Store
    now: Callable[[], int]
    """Returns Unix time in milliseconds."""
    tasks: BackgroundTasks
    presence: Presence
    moderation: Moderation
    limits: VisitorLimits
    preferences: Preferences
    register: OpenRegister
    tables: Tables
    seat_notes: SeatNotes
    chats: Chats
    boards: Boards
    tournaments: Tournaments
    finished: FinishedGames
    commands: Commands
    automation: Automation
    thinking: Thinking
    bots: ServerBots
    lobby: Lobby
    joining: Joining
    reviews: Reviews

    async def open(self) -> None:
        """Restore all that was open when the server was closed, and begin to care for it.

        What the store can't do now is tried again later. Raises `StoreError` if the register or the
        boards can't be read.
        """
        follow(self.store, ORDER, self.tasks, lambda _: self.moderation.catch_up())
        await self.moderation.open()
        await self.chats.open()
        await self.preferences.open()
        await self.boards.open()
        await self.tables.open()
        if not self.register.is_outdated:  # else other tables may be open as well
            await self.boards.forget_lost_tables(self.register.open_tables)
        await self.automation.open()
        self.tournaments.start()

    async def idle(self) -> None:
        """Wait until nothing is under way in the background.

        Bots play on meanwhile, and what a timer starts later is not waited for.
        """
        await self.tasks.idle()

    async def close(self) -> None:
        """Stop the bots, the clocks and all tasks; nothing starts afterwards.

        What a table still needs is done when the server opens again.
        """
        self.tasks.stop()
        self.tables.close()
        self.preferences.close()
        await self.bots.close()
        await self.reviews.close()
        self.thinking.close()
        await self.boards.close()
        await self.tasks.end()
        await self.chats.close()
        try:
            await self.tables.games.keep_snapshots(_SNAPSHOT_SECONDS)
        except StoreError as error:
            self.tasks.report(error)


def make_services(
    store: Store,
    *,
    clock: Callable[[], float] | None = None,
    journal: Journal | None = None,
    moderators: tuple[str, ...] = (),
    settings: Limits | None = None,
    pause: float = PAUSE,
    return_seconds: float = RETURN_SECONDS,
    par_player: ParPlayer | None = None,
    notify: Callable[[Notification], None] = lambda _: None,
    note_bot: Callable[[float], None] = lambda _: None,
    processes: Processes[VisitFacts] | None = None,
) -> Services:
    """Return the services of a process on a store.

    `pause` is the least seconds between an action and a bot's action. `return_seconds` is for how
    long absent players may come back before the others may go on without them. Errors of background
    work go to the journal. `note_bot` gets the seconds from each question to a bot to its answer.
    `processes` are those that share the store; they are opened after this, and before the services.
    Without them this is the only one.
    """
    clock, journal = clock or steady_clock(), journal or Journal()
    settings, listing = settings or Limits(), TableListing()

    def now() -> int:
        return int(clock() * 1000)

    def report(error: BaseException, **facts: object) -> None:
        if isinstance(error, StoreError):
            journal.note("store", failed=error, **facts)
        else:
            journal.incident(error, **facts)

    processes = processes or OneProcess(now, report)
    tasks = BackgroundTasks(report)
    presence = Presence(now, listing, report, processes, return_seconds)
    moderation = Moderation(store, moderators, journal, clock, processes.owns)
    limits = VisitorLimits(clock, moderation, settings)
    preferences = Preferences(store, limits, tasks)
    games = GamesInMemory(Snapshots(store), presence, report)
    set_aside = TablesSetAside(store, journal, report)
    register = OpenRegister(store, tasks)
    tables = Tables(store, register, games, set_aside, presence, listing, tasks, processes)
    boards = Boards(store, now, tasks, par_player, processes.owns)
    tournaments = Tournaments(boards, tasks, now)
    finished, thinking = FinishedGames(tables, boards), Thinking()
    commands = Commands(tables, presence, boards, limits, journal, tasks, now)
    tables.closed.subscribe(lambda table, state: boards.want_par_of(state))
    processes.living_changed.subscribe(boards.work.wake)
    commands.done.subscribe(
        lambda table, before, after: notify_absent(presence, notify, table, before, after)
    )
    return Services(
        store=store,
        now=now,
        tasks=tasks,
        presence=presence,
        moderation=moderation,
        limits=limits,
        preferences=preferences,
        register=register,
        tables=tables,
        seat_notes=SeatNotes(tables, presence),
        chats=Chats(store, limits, tasks),
        boards=boards,
        tournaments=tournaments,
        finished=finished,
        commands=commands,
        automation=Automation(
            tables, presence, commands, boards, tasks, journal, processes, settings, now
        ),
        thinking=thinking,
        bots=ServerBots(tables, presence, commands, tasks, thinking, pause, note_answer=note_bot),
        lobby=Lobby(tables, presence, tasks),
        joining=Joining(
            store=store,
            tables=tables,
            presence=presence,
            commands=commands,
            boards=boards,
            tournaments=tournaments,
            finished=finished,
            limits=limits,
            tasks=tasks,
            now=now,
        ),
        reviews=Reviews(store, finished, presence, limits, thinking, tasks),
    )
