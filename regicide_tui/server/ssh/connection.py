"""One SSH connection: its login, and its one session.

Only a session with a terminal is accepted. Commands, subsystems and forwarding in any direction are
refused. Of the environment, only the language and the colours of the terminal are accepted.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import Context
from typing import Literal, Protocol

import asyncssh
from asyncssh.kex import get_kex_algs

from regicide_tui.games.base import Value
from regicide_tui.server.operations.config import Config
from regicide_tui.server.operations.journal import Journal
from regicide_tui.server.ssh.asyncssh_internals import (
    Channel,
    ConnectionInternals,
    channel_settings,
)
from regicide_tui.server.ssh.driver import clamp_size
from regicide_tui.server.ssh.keys import (
    SIGNATURES,
    find_weakness,
    is_readable,
    key_line,
    signature_algorithm,
)
from regicide_tui.server.ssh.limits import (
    Connection,
    ConnectionLimiter,
    RateLimiter,
    TurnedAway,
    network_of,
)
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.login import Login, LoginResult, NameChanged
from regicide_tui.server.ssh.terminals import colours_of, writes_utf8
from regicide_tui.server.ssh.throttle import Throttle, Throttles
from regicide_tui.server.storage.accounts import Account, Accounts, NameRefused
from regicide_tui.server.storage.store import StoreError, sentence
from regicide_tui.terminal import Colours

_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR")
_LONGEST_VALUE = 64
_REFUSALS = 6
"""The keys, passwords and other tries that may be refused; one more ends the connection."""
_LEAST_PACKET = 1024
"""The smallest packet size, in bytes, that a client must accept. A picture in packets of one byte
each took 8 seconds to encrypt, while everybody waited."""
_SHELL_SECONDS = 20.0
"""Seconds that a connection may be logged in without a session, before it and after it."""

ALGORITHMS: Mapping[str, Sequence[str]] = {
    "kex_algs": (
        "mlkem768x25519-sha256",
        "sntrup761x25519-sha512",
        "curve25519-sha256",
        "curve25519-sha256@libssh.org",
    ),
    "encryption_algs": (
        "chacha20-poly1305@openssh.com",
        "aes256-gcm@openssh.com",
        "aes128-gcm@openssh.com",
        "aes256-ctr",
    ),
    "mac_algs": ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"),
    "compression_algs": ("none", "zlib@openssh.com"),
    "signature_algs": SIGNATURES,
}
"""Modern algorithms only; asyncssh's defaults include some that are not."""


def algorithms() -> dict[str, list[str]]:
    """Return the `ALGORITHMS` that are available here: some need another library."""
    there = {name.decode() for name in get_kex_algs()}
    usable = [name for name in ALGORITHMS["kex_algs"] if name in there]
    return {**{kind: [*names] for kind, names in ALGORITHMS.items()}, "kex_algs": usable}


class Visitor(Value, frozen=True):
    """A logged-in visitor, and what their terminal can do."""

    name: str
    guest: bool
    term: str
    environment: Mapping[str, str]
    address: str = ""

    @property
    def limit_key(self) -> str:
        """The key under which tries are counted: the name, or the address of a guest."""
        return self.address if self.guest else f"name {self.name}"

    @property
    def colours(self) -> Colours:
        """How many colours the terminal draws."""
        return colours_of(self.term, self.environment)

    @property
    def writes_utf8(self) -> bool:
        """Whether the terminal shows more than ASCII."""
        return writes_utf8(self.environment)


class ConnectionServer(Protocol):
    """What a connection needs of the server."""

    config: Config
    accounts: Accounts
    limiter: ConnectionLimiter
    new_names: RateLimiter
    guests: RateLimiter
    journal: Journal
    throttles: Throttles

    def connected(self, connection: asyncssh.SSHServerConnection) -> None:
        """Note a connection."""
        ...

    def disconnected(self, connection: asyncssh.SSHServerConnection) -> None:
        """Note that a connection is over."""
        ...

    def take_guest_name(self) -> str:
        """Return a guest name that nobody else has until it is released.

        Raises `NameRefused` if there is none.
        """
        ...

    def release_guest_name(self, guest: str) -> None:
        """Note that a guest name is free again."""
        ...

    async def receive(self, visitor: Visitor, line: SshLine) -> str:
        """Run an app until it ends; return the last sentence for the visitor."""
        ...

    def hang_up(self, app: "asyncio.Task[None]") -> None:
        """End an app whose line is gone."""
        ...


class ConnectionHandler(asyncssh.SSHServer):
    """One connection: logs in a client that proves the key of a name."""

    def __init__(self, host: ConnectionServer) -> None:
        self._host = host
        self._login = Login(host.config)
        self._connection: asyncssh.SSHServerConnection | None = None
        self._counted: Connection | None = None
        self._offered: tuple[str, Account | None] | None = None
        """The key of the current request, and the account of its name."""
        self._network = ""
        self._refusals = 0
        self._failed = False
        self._succeeded = False
        self._partial_success = False
        self._name = ""
        self._not_admitted = ""
        self._session_given = False
        self._admitted = asyncio.Event()
        self._session_timer: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------ the connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count a new connection, or refuse it."""
        self._connection = conn
        address = conn.get_extra_info("peername", ("?",))[0]
        self._network = network_of(address)
        try:
            self._counted = self._host.limiter.add(address, self._make_room)
        except TurnedAway as error:
            self._host.journal.note_often("turned away", address=self._network, why=str(error))
            conn.abort()
            return
        self._host.connected(conn)
        self._throttle = Throttle(conn, self._host.throttles)
        self._internals = ConnectionInternals(conn)
        self._internals.replace_login(self._validate_request, self._refuse)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end of a connection. If it only tried to log in, that counts as a failure."""
        if self._session_timer is not None:
            self._session_timer.cancel()
        if self._counted is not None:
            if self._refusals and not (self._failed or self._succeeded):
                self._count_failure()
            self._host.limiter.remove(self._counted)
            self._throttle.end()
            if self._connection is not None:
                self._host.disconnected(self._connection)
        self._connection = None

    def _make_room(self) -> None:
        """Abort this connection, because another one needs its slot."""
        self._host.journal.note_often("made room", address=self._network)
        self._abort()

    # ------------------------------------------------------------ the login

    def begin_auth(self, username: str) -> bool:
        """Take the name, and send what is wrong with it. Raises `asyncssh.IllegalUserName`."""
        try:
            needs_more = self._login.begin(username)
        except NameChanged as error:
            self._host.journal.note_often("refused", address=self._network, why=str(error))
            raise asyncssh.IllegalUserName(str(error)) from None
        if self._login.refused:
            self._say(self._login.refused)
        return needs_more

    def public_key_auth_supported(self) -> bool:
        """Return whether the login expects a key now."""
        return self._login.takes_key

    def password_auth_supported(self) -> bool:
        """Return whether the login expects the password of the server now."""
        return self._login.takes_password

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key may open the name; the client proves afterwards that it has it."""
        if why := find_weakness(key):
            self._say(why)
            return False
        line = key_line(key)
        try:
            account = await self._host.accounts.find(username)
        except StoreError as error:
            self._host.journal.note_often("store", failed=str(error))
            self._say("The server can't look up names now. Try again in a minute.")
            return False
        self._offered = line, account
        return self._login.may_prove(username, line, account) and not (
            account is None and (self._is_barred() or self._must_wait_for_name())
        )

    async def _validate_request(
        self, username: str, key_data: bytes, message: bytes, signature: bytes
    ) -> bool:
        """Let asyncssh check a signature, and accept the key if it is valid."""
        self._offered = None
        if not is_readable(key_data):
            return False
        right = await self._internals.validate_key(username, key_data, message, signature)
        if not (right and message) or self._offered is None:
            return right and not message
        if signature_algorithm(signature) not in SIGNATURES:
            self._say("Your ssh signs in a way that is too weak. A newer one signs better.")
            return False
        verdict = self._login.prove(username, *self._offered)
        self._partial_success = verdict is LoginResult.PASSWORD
        return verdict is LoginResult.IN

    def validate_password(self, username: str, password: str) -> bool:
        """Compare with the password of the server."""
        if self._is_barred():
            return False
        if self._login.is_password(username, password):
            return True
        self._count_failure()
        return False

    def _refuse(self, partial_success: bool) -> None:
        """Refuse a try, or end the connection if too many were refused."""
        partly, self._partial_success = partial_success or self._partial_success, False
        self._refusals += not partly
        if self._refusals > _REFUSALS and self._connection is not None:
            self._connection.disconnect(
                asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many failed logins."
            )
        else:
            self._internals.send_failure(partly)

    def _is_barred(self) -> bool:
        """Tell whether too many logins failed before. If so, tell the client."""
        assert self._counted is not None
        seconds = self._host.limiter.seconds_barred(self._counted, self._login.name)
        if seconds:
            self._say(f"Too many failed logins. Try again in {int(seconds) + 1} s.")
        return bool(seconds)

    def _must_wait_for_name(self) -> bool:
        """Tell whether too many new names came from this address. If so, tell the client."""
        assert self._counted is not None
        seconds = self._host.new_names.seconds_to_wait(self._counted.address)
        if seconds:
            self._say(_refuse_too_many("new names", seconds))
        return bool(seconds)

    def _count_newcomer(self) -> str:
        """Count a new name or a guest; return why it is refused, or an empty text."""
        assert self._counted is not None
        if not self._login.new:
            return ""
        guest = self._login.guest
        newcomers = self._host.guests if guest else self._host.new_names
        seconds = newcomers.take(self._counted.address)
        return _refuse_too_many("guests" if guest else "new names", seconds) if seconds else ""

    def _count_failure(self) -> None:
        assert self._counted is not None
        self._failed = True
        self._host.limiter.note_failure(self._counted, self._login.name)

    async def auth_completed(self) -> None:
        """Admit the visitor. A new name is bound to the proved key now.

        A visitor who is told to come again later has not logged in: such logins count by the
        minute.
        """
        self._succeeded = True
        self._start_session_timer()
        try:
            await self._admit()
        except (NameRefused, StoreError) as error:  # another was quicker, or the disk is full
            self._not_admitted = sentence(error)
        except Exception as error:  # noqa: BLE001 # the session tells the visitor
            self._not_admitted = self._host.journal.apology(error, name=self._login.name)
        finally:
            self._admitted.set()

    async def _admit(self) -> None:
        """Count the login, and find the account. Raises `NameRefused`, `StoreError`."""
        assert self._counted is not None
        self._not_admitted = self._count_newcomer()
        if self._not_admitted:
            return
        self._host.limiter.note_success(self._counted, self._login.name)
        if not self._login.guest:
            login = self._login
            account = await self._host.accounts.enter(login.name, login.key, listed=login.listed)
            self._name = account.name
            self._host.limiter.note_name(self._counted, account.name)

    def _say(self, sentence: str) -> None:
        if self._connection is not None:
            self._connection.send_auth_banner(f"{sentence}\r\n")

    def _abort(self) -> None:
        if self._connection is not None:
            self._connection.abort()

    # ------------------------------------------------------------ the session

    def session_requested(self) -> "Literal[False] | tuple[_Channel, SshSession]":
        """Give a connection its one session."""
        if self._session_given or self._connection is None:
            return False
        self._session_given = True
        session = SshSession(self._host, self._begin_visit, self._throttle)
        return _Channel(self._connection, **channel_settings(self._connection)), session

    @asynccontextmanager
    async def _begin_visit(
        self, term: str, environment: Mapping[str, str]
    ) -> AsyncIterator[Visitor]:
        """Give the visitor once the name is settled. A guest has a name only within this context.

        Raises `NameRefused`.
        """
        if self._session_timer is not None:
            self._session_timer.cancel()
        try:
            await self._admitted.wait()
            if self._not_admitted:
                raise NameRefused(self._not_admitted)
            assert self._counted is not None
            self._host.limiter.note_session_start(self._counted)
            with self._visit_name() as name:
                yield Visitor(name, self._login.guest, term, environment, self._counted.address)
        finally:
            if self._counted is not None:
                self._host.limiter.note_session_end(self._counted)
            self._start_session_timer()

    @contextmanager
    def _visit_name(self) -> Iterator[str]:
        """Give the name of the visitor. Raises `NameRefused`."""
        if not self._login.guest:
            yield self._name
            return
        name = self._host.take_guest_name()
        try:
            yield name
        finally:
            self._host.release_guest_name(name)

    def _start_session_timer(self) -> None:
        """End the connection after some seconds, unless a session begins before."""
        if self._connection is not None:
            loop = asyncio.get_running_loop()
            self._session_timer = loop.call_later(_SHELL_SECONDS, self._abort)


def _refuse_too_many(newcomers: str, seconds: float) -> str:
    again = int(seconds) + 1
    return f"Too many {newcomers} came from your address. Try again in {again} s."


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The session of a connection: a terminal with an app in it."""

    def __init__(
        self,
        host: ConnectionServer,
        visit: Callable[[str, Mapping[str, str]], AbstractAsyncContextManager[Visitor]],
        throttle: Throttle,
    ) -> None:
        self._host = host
        self._begin_visit = visit
        self._throttle = throttle
        self._line: SshLine | None = None
        self._term: str | None = None
        self._size = (80, 24)
        self._app: asyncio.Task[None] | None = None
        self._gone = False

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Remember the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Take a terminal that can move its cursor."""
        self._size = clamp_size(*term_size[:2]) if all(term_size[:2]) else (80, 24)
        self._term = term_type[:_LONGEST_VALUE]
        return self._term not in ("", "dumb")

    def shell_requested(self) -> bool:
        """Accept a shell only with a terminal."""
        return self._term not in (None, "", "dumb")

    def session_started(self) -> None:
        """Start the app, in a context of its own."""
        self._line = SshLine(self._channel, self._size, self._throttle.unread)
        opened: Awaitable[None] = self._open(self._line)
        self._app = Context().run(asyncio.ensure_future, opened)

    async def _open(self, line: SshLine) -> None:
        environment = self._channel.get_environment()
        try:
            async with self._begin_visit(self._term or "", environment) as visitor:
                line.encoding = "utf-8" if visitor.writes_utf8 else "ascii"
                # A client that left before the name was settled has no app to end.
                sentence = "" if self._gone else await self._host.receive(visitor, line)
        except NameRefused as error:
            sentence = str(error)
        line.close()
        if not self._channel.is_closing():
            self._channel.write(f"{sentence}\r\n".encode() if sentence else b"")
            self._channel.exit(0)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what was typed."""
        if self._line is not None:
            self._line.receive(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass on the size of the window."""
        self._size = clamp_size(width, height)
        if self._line is not None:
            self._line.resize(*self._size)

    def eof_received(self) -> bool:
        """End the app at the end of the input; the session ends once the app has finished."""
        self._hang_up()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the app: the line is gone."""
        if self._line is not None:
            self._line.close()
        self._hang_up()

    def _hang_up(self) -> None:
        self._gone = True
        if self._app is not None:
            self._host.hang_up(self._app)


class _Channel(Channel):
    """A channel that keeps only the few variables that matter, and only short values.

    It is not opened for a client that accepts only small packets.
    """

    least_packet = _LEAST_PACKET

    def takes_variable(self, name: str, value: bytes) -> bool:
        """Tell whether a variable is kept."""
        return name in _ENVIRONMENT and len(value) <= _LONGEST_VALUE
