"""The server: one process with a store, an SSH listener, and an app for each visitor."""

import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic

from regicide_tui.server.apps.admission import Admission
from regicide_tui.server.apps.app import SshApp
from regicide_tui.server.apps.memory import GarbageCollector, keep_free_of_cycles
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.saslprep import bound_preparation
from regicide_tui.server.model.names import GUEST, NameRefused
from regicide_tui.server.model.order import Act, Kind
from regicide_tui.server.model.refusals import Refusal, not_listed
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.running.closing import Closing
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.limits import RateLimiter
from regicide_tui.server.services.moderation import LOG as ACTS
from regicide_tui.server.services.moderation import Moderation, describe
from regicide_tui.server.services.nameless import NamelessPlaces
from regicide_tui.server.ssh.connection import ConnectionHandler
from regicide_tui.server.ssh.hostkey import load_host_key
from regicide_tui.server.ssh.incoming import Balancers
from regicide_tui.server.ssh.limits import ConnectionLimiter
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.listener import SshListener
from regicide_tui.server.storage.peers import Peers
from regicide_tui.server.storage.rates import share_rate
from regicide_tui.server.storage.store import Store

_NAME_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
"""There are no vowels, so no word arises by chance. No two characters look alike."""
_NAME_LENGTH = 6
_NAME_TRIES = 20
_GUEST_NAME = "name of a guest"
"""The topic of the facts about the names of guests."""
_NEW_NAME, _GUEST = 60.0, 10.0
"""Seconds after which an address may bring another new name, and another guest."""
_PART_OF_NAMELESS = 3
"""Guests, and people who choose a name, have at most the connections divided by this."""
_PART_OF_ADDRESS = 2
"""All of them together have at most the connections of an address divided by this."""
_LOST = "The tables can't be reached now. The server tries again."
_REACHED = "The tables are reached again."
_TELL_AGAIN = 1.5
"""Seconds after which everybody is told again that the server closes."""
_FAREWELL = 1.0
"""Seconds that the apps have to end in good order when the server closes."""

_KINDS = _NAMED, _GUESTS, _CHOOSING = "named", "guest", "choosing a name"
"""The kinds of visitors."""

AppMaker = Callable[["Server", Visitor, SshLine], SshApp]


class Server:
    """Receives visitors. Each has an app of their own, and all apps share one loop.

    `peers` knows the other servers that share the store; without it there are none.
    """

    def __init__(
        self,
        folder: Path,
        config: Config,
        store: Store,
        make_app: AppMaker,
        journal: Journal | None = None,
        moderation: Moderation | None = None,
        note_paint: Callable[[float], None] | None = None,
        peers: Peers | None = None,
    ) -> None:
        self.peers = peers or Peers()
        self.folder = folder
        self.config = config
        self.store = store
        self.journal = journal or Journal(as_json=config.log == "json")
        self.moderation = moderation or Moderation(
            store, config.moderators, self.journal, peers=self.peers
        )
        self.moderation.listen(self._enforce)
        self.accounts = Accounts(store, lambda bad: self.journal.note("store", failed=bad))
        limits = config.limits
        self.limiter = ConnectionLimiter(
            limits.connections,
            limits.connections_by_address,
            limits.logins_a_minute,
            monotonic,
            by_name=limits.connections_by_name,
            peers=self.peers,
        )
        self.new_names = RateLimiter(limits.new_names_by_address, _NEW_NAME, monotonic)
        self.guests = RateLimiter(limits.guests_by_address, _GUEST, monotonic)
        share_rate(self.peers, "new names", self.new_names)
        share_rate(self.peers, "guests", self.guests)
        self.nameless = NamelessPlaces(
            max(1, min(limits.guests_in_all, limits.connections // _PART_OF_NAMELESS)),
            max(1, limits.connections_by_address // _PART_OF_ADDRESS),
            self.peers,
        )
        self.admission = Admission()
        self.note_paint = note_paint
        self._make_app = make_app
        self.visits: dict[asyncio.Task[None], SshApp] = {}
        """The apps that run, by their tasks."""
        self.guest_names: set[str] = set()
        """The names of the guests at this server."""
        self._acts_grew = asyncio.Event()
        """Set when there are new acts of moderators."""
        self.balancers = Balancers(config.proxy_protocol, self._note_refused)
        self.listener: SshListener | None = None
        self._tidying: GarbageCollector | None = None
        self._end_watching: Callable[[], None] = lambda: None
        """Ends the watch over whether the store is reached."""
        self._end_following: Callable[[], None] = lambda: None
        """Ends the watch over the acts of moderators."""
        self._looking: asyncio.Task[None] | None = None
        """Reads the acts that other processes add."""
        self._closing = Closing(self.peers)
        self._all_left = asyncio.Event()
        """Whether nobody is there, while the server is drained."""

    @property
    def port(self) -> int:
        """The port on which the server listens; 0 while it is closed."""
        return self.listener.port if self.listener is not None else 0

    @property
    def sessions(self) -> int:
        """The number of visitors who are connected."""
        return len(self.visits)

    @property
    def visitors(self) -> Mapping[str, int]:
        """How many visitors there are of each kind: with a name, guests, choosing a name."""
        kinds = Counter(_kind_of(app.visitor) for app in self.visits.values())
        return {kind: kinds[kind] for kind in _KINDS}

    async def open(self) -> str:
        """Listen; return the fingerprint of the host key. Raises `BadHostKey`, `OSError`."""
        keep_free_of_cycles()
        bound_preparation()
        key = load_host_key(self.folder / "host_key")
        self.listener = SshListener(
            self.config, self.balancers, key, lambda: ConnectionHandler(self)
        )
        await self.listener.open()
        self._end_following = self.store.watch(ACTS, lambda _: self._acts_grew.set())
        await self.moderation.open()
        self._end_watching = self.store.watch_reach(self._tell_reach)
        self._looking = asyncio.ensure_future(self._look_for_acts())
        self._tidying = GarbageCollector(lambda: len(self.visits), lambda: self.admission.steps)
        return key.get_fingerprint()

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Stop listening and tell everybody; return once all have left, or after some seconds.

        Whoever is in the middle of an action can finish it meanwhile. Whoever connects again comes
        to another server, if one goes on. `hurry` ends the wait.
        """
        self._closing.begin()
        self._stop_listening()
        if not self.visits:
            return
        await self._closing.hear_others()
        waits = (self._tell_all(), self._all_left.wait(), hurry.wait())
        tasks = [asyncio.ensure_future(one) for one in waits]
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()

    async def _tell_all(self) -> None:
        """Tell everybody again and again: a key, or news of a table, removes the sentence."""
        rings = True
        while True:
            for app in [*self.visits.values()]:
                told = self._closing.sentence_for(guest=app.visitor.guest)
                app.call_later(app.take_notice, told, rings=rings)
            await asyncio.sleep(_TELL_AGAIN)
            rings = False

    def give_way(self) -> None:
        """Let balancers send new people elsewhere for a minute: another server is newer."""
        self.balancers.give_way()

    def _tell_reach(self, reached: bool) -> None:
        """Tell everybody that the store is lost, or that it is reached again."""
        if not self._closing.sentence:
            for app in [*self.visits.values()]:
                app.take_notice_soon(_REACHED if reached else _LOST)

    def _stop_listening(self) -> None:
        if self.listener is not None:
            self.listener.stop()

    async def close(self) -> None:
        """Stop listening, tell everybody, end all apps, and close all connections.

        The store stays open, because the tables still write to it.
        """
        self._closing.end()
        self._end_watching()
        self._end_following()
        if self._looking is not None:
            self._looking.cancel()
        self._stop_listening()
        for app in [*self.visits.values()]:
            told = self._closing.sentence_for(guest=app.visitor.guest)
            app.say_goodbye(f"{told}\nTo come again:\n{app.visitor.way_back}")
            app.exit("")
        if self.visits:
            await asyncio.wait([*self.visits], timeout=_FAREWELL)
        if self._tidying is not None:
            self._tidying.end()
        if self.listener is not None:
            await self.listener.close()

    # ------------------------------------------------------------ connections

    def _note_refused(self, address: str, why: str) -> None:
        """Note that a connection was refused before SSH began."""
        self.journal.note_often("turned away", address=address, why=why)

    def judge(self, name: str, key: str, address: str) -> Refusal | None:
        """Return why the operator's rules keep somebody out; the name or the key may be empty."""
        if self.config.allowed and not self.is_listed(name):
            return not_listed(name)
        return self.moderation.refuse(name, key, address)

    def is_listed(self, name: str) -> bool:
        """Tell whether the operator's list of allowed names has this name."""
        return name.casefold() in [one.casefold() for one in self.config.allowed]

    # ------------------------------------------------------------ order

    async def _look_for_acts(self) -> None:
        """Read the new acts of other processes."""
        while True:
            await self._acts_grew.wait()
            self._acts_grew.clear()
            await self.moderation.try_to_catch_up()

    def _enforce(self, act: Act) -> None:
        """Do what a new act means for the visitors who are here."""
        for app in [*self.visits.values()]:
            visitor = app.visitor
            if act.kind is Kind.SAY:
                app.call_later(app.take_notice, f"To all from {act.by}: {act.why}")
            elif act.kind is Kind.KICK and act.whom.casefold() == visitor.name.casefold():
                app.exit(describe(act))
            elif act.kind is Kind.RENAME_LATER and act.whom.casefold() == visitor.name.casefold():
                app.call_later(app.take_notice, describe(act))
            elif ban := self.moderation.refuse(visitor.name, visitor.key, visitor.address):
                app.exit(ban.sentence)

    # ------------------------------------------------------------ visits

    def take_guest_name(self) -> str:
        """Return a guest name that nobody else has until it is released.

        There are so many names that no guest gets the name of an earlier guest. Raises
        `NameRefused` if no free name is found.
        """
        for _ in range(_NAME_TRIES):
            number = "".join(secrets.choice(_NAME_LETTERS) for _ in range(_NAME_LENGTH))
            name = f"{GUEST}-{number}"
            others = self.peers.facts(_GUEST_NAME).values()
            if name not in self.guest_names and not any(name in names for names in others):
                self.guest_names.add(name)
                self.peers.note(_GUEST_NAME, name, True)
                return name
        raise NameRefused("There is no free guest name now. Try again in a moment.")

    def release_guest_name(self, guest: str) -> None:
        """Note that a guest name is free again."""
        self.guest_names.discard(guest)
        self.peers.note(_GUEST_NAME, guest, None)

    async def receive(self, visitor: Visitor, line: SshLine) -> str:
        """Run an app at a line until it ends; return the app's last sentence."""
        if self._closing.sentence:  # an app that starts now would not be asked to end
            return self._closing.sentence_for(guest=visitor.guest)
        name = visitor.name or "(chooses a name)"
        # A connection may have waited since before a ban.
        if refusal := self.moderation.refuse(visitor.name, visitor.key, visitor.address):
            self.journal.note("refused", name=name, why=refusal.reason.value)
            return refusal.sentence
        self.moderation.note_address(visitor.name, visitor.address)
        try:
            app = self._make_app(self, visitor, line)
            self.journal.note("came", name=name, term=visitor.term, visit=app.requests.visit)
            return await self._run(app)
        except Exception as error:  # noqa: BLE001
            return self.journal.apology(error, name=name)
        finally:
            if not any(app.visitor.name == visitor.name for app in self.visits.values()):
                self.moderation.note_address(visitor.name, "")
            self.journal.note("went", name=name)

    async def _run(self, app: SshApp) -> str:
        # Textual redirects the streams of the whole process to each app. Here they stay.
        app.keep_streams(sys.stdout, sys.stderr)
        task = asyncio.current_task()
        assert task is not None
        self.visits[task] = app
        try:
            return await app.run_async(mouse=True) or ""
        finally:
            del self.visits[task]
            app.take_apart()
            if self._closing.sentence and not self.visits:
                self._all_left.set()

    def hang_up(self, app: "asyncio.Task[None]", sentence: str = "") -> None:
        """End the app of a line that is gone, or of a visitor who must go, with a last sentence."""
        found = self.visits.get(app)
        if found is not None:
            found.exit(sentence)


def _kind_of(visitor: Visitor) -> str:
    if visitor.guest:
        return _GUESTS
    return _NAMED if visitor.name else _CHOOSING
