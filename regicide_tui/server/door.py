"""The door: who connects, with which key, and the one session of a connection.

A session with a terminal is all there is. Commands, subsystems, forwarding in any direction and
any environment but the language and the colours of the terminal are refused.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Context
from hmac import compare_digest
from typing import Any, Protocol

import asyncssh
from asyncssh.kex import get_kex_algs
from asyncssh.packet import SSHPacket

from regicide_tui.games.base import Value
from regicide_tui.server.accounts import GUEST, Accounts, NameRefused, check_name
from regicide_tui.server.config import Config
from regicide_tui.server.driver import clamped
from regicide_tui.server.journal import Journal
from regicide_tui.server.limits import Doorkeeper
from regicide_tui.server.line import SshLine
from regicide_tui.server.sluice import Sluice
from regicide_tui.server.store import StoreError
from regicide_tui.server.terminals import colours_of, writes_utf8
from regicide_tui.terminal import Colours

_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR")
_LONGEST_VALUE = 64
_FAILURES = 6
"""Wrong keys or passwords after which a connection is over."""
_SHELL_SECONDS = 20.0
"""How long one may be logged in without a session."""

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
    "signature_algs": (
        "ssh-ed25519",
        "sk-ssh-ed25519@openssh.com",
        "rsa-sha2-512",
        "rsa-sha2-256",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
    ),
}
"""What is modern; asyncssh's own choice has some that are not."""


def algorithms() -> dict[str, list[str]]:
    """Return those of `ALGORITHMS` that can be had here: some need a library more."""
    there = {name.decode() for name in get_kex_algs()}
    usable = [name for name in ALGORITHMS["kex_algs"] if name in there]
    return {**{kind: [*names] for kind, names in ALGORITHMS.items()}, "kex_algs": usable}


class Visitor(Value, frozen=True):
    """Who has come in, and what their terminal can do."""

    name: str
    guest: bool
    term: str
    environment: Mapping[str, str]

    @property
    def colours(self) -> Colours:
        """How many colours they see."""
        return colours_of(self.term, self.environment)

    @property
    def writes_utf8(self) -> bool:
        """Whether their terminal shows more than ASCII."""
        return writes_utf8(self.environment)


class Host(Protocol):
    """Who receives the visitors: runs an app at a line until it ends."""

    config: Config
    accounts: Accounts
    doorkeeper: Doorkeeper
    journal: Journal

    def connected(self, connection: asyncssh.SSHServerConnection) -> None:
        """Note a connection."""
        ...

    def disconnected(self, connection: asyncssh.SSHServerConnection) -> None:
        """Note that a connection is over."""
        ...

    def guest_name(self) -> str:
        """Return a name for a guest that nobody here has, until it is given back."""
        ...

    def give_back(self, guest: str) -> None:
        """Note that nobody has this name any more."""
        ...

    async def receive(self, visitor: Visitor, line: SshLine) -> str:
        """Run an app; return what to say at the end."""
        ...

    def hang_up(self, app: "asyncio.Task[None]") -> None:
        """End an app whose line is gone."""
        ...


class Door(asyncssh.SSHServer):
    """One connection: lets in who has the key of a name."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._inside = False
        self._name = ""
        self._key = ""
        self._refused = ""
        self._failures = 0
        self._guest = False
        self._stranger = False
        self._taken = False
        self._admitted = asyncio.Event()
        self._shell_timer: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------ the connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Let somebody in as far as the mat, or not."""
        self._connection = conn
        self._address = conn.get_extra_info("peername", ("?",))[0]
        why = self._host.doorkeeper.come(self._address)
        if why:
            self._host.journal.note("turned away", address=self._address, why=why)
            conn.abort()
            return
        self._inside = True
        self._host.connected(conn)
        self._sluice = Sluice(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that a connection is over."""
        if self._shell_timer is not None:
            self._shell_timer.cancel()
        if self._guest:
            self._host.give_back(self._name)
        if self._inside and self._connection is not None:
            self._inside = False
            self._host.disconnected(self._connection)
            self._host.doorkeeper.go(self._address)

    # ------------------------------------------------------------ the key

    def begin_auth(self, username: str) -> bool:
        """Say what is wrong with a name before anything else; guests need no key."""
        config = self._host.config
        self._name = username
        self._guest = config.guests and username.casefold() == GUEST
        if self._guest:
            self._name = self._host.guest_name()
            return bool(config.password)
        try:
            check_name(username)
        except NameRefused as error:
            self._refused = str(error)
            self._say(self._refused)
        allowed = [name.casefold() for name in config.allowed]
        if allowed and username.casefold() not in allowed:
            self._refused = "not on the list"
        return True

    def public_key_auth_supported(self) -> bool:
        """Names are opened by keys."""
        return not self._guest

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key opens a name; it is proved afterwards that the client has it."""
        if self._refused:
            return self._failed()
        line = " ".join(key.export_public_key().decode().split()[:2])
        account = await self._host.accounts.find(username)
        if account is None and self._host.config.password:
            self._stranger, self._key = True, self._key or line
            return False  # the word of the house comes first, then the name is this key's
        self._key = line
        return account is None or self._key in account.keys or self._failed()

    def password_auth_supported(self) -> bool:
        """Guests and new names may have to know the word of the house."""
        return bool(self._host.config.password) and (self._guest or self._stranger)

    def validate_password(self, username: str, password: str) -> bool:
        """Compare with the word of the house."""
        given, wanted = password.encode(), self._host.config.password.encode()
        return compare_digest(given, wanted) or self._failed()

    def _failed(self) -> bool:
        self._host.doorkeeper.failed(self._address)
        self._failures += 1
        if self._failures >= _FAILURES:
            self._abort()
        return False

    async def auth_completed(self) -> None:
        """A name nobody had yet is now theirs; a session must follow soon."""
        loop = asyncio.get_running_loop()
        self._shell_timer = loop.call_later(_SHELL_SECONDS, self._abort)
        if not self._guest:
            try:
                account = await self._host.accounts.enter(self._name, self._key)
            except (NameRefused, StoreError):  # somebody else was quicker, or nothing can be kept
                self._abort()
                return
            self._name = account.name
        self._host.doorkeeper.succeeded(self._address)
        self._admitted.set()

    def _say(self, sentence: str) -> None:
        if self._connection is not None:
            self._connection.send_auth_banner(f"{sentence}\r\n")

    def _abort(self) -> None:
        if self._connection is not None:
            self._connection.abort()

    # ------------------------------------------------------------ the session

    def session_requested(self) -> Any:
        """Give a connection its one session."""
        if self._taken or self._connection is None:
            return False
        self._taken = True
        session = Session(self._host, self._visit, self._sluice)
        return _channel(self._connection), session

    async def _visit(self, term: str, environment: Mapping[str, str]) -> Visitor:
        """Return who has come, once their name is theirs."""
        if self._shell_timer is not None:
            self._shell_timer.cancel()
        await self._admitted.wait()
        return Visitor(self._name, self._guest, term, environment)


class Session(asyncssh.SSHServerSession[bytes]):
    """The session of a connection: a terminal with an app in it."""

    def __init__(
        self,
        host: Host,
        visit: Callable[[str, Mapping[str, str]], Awaitable[Visitor]],
        sluice: Sluice,
    ) -> None:
        self._host = host
        self._visit = visit
        self._sluice = sluice
        self._line: SshLine | None = None
        self._term: str | None = None
        self._size = (80, 24)
        self._app: asyncio.Task[None] | None = None

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Remember the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Take a terminal that can move its cursor."""
        self._size = clamped(*term_size[:2]) if all(term_size[:2]) else (80, 24)
        self._term = term_type[:_LONGEST_VALUE]
        return self._term not in ("", "dumb")

    def shell_requested(self) -> bool:
        """Only with a terminal is there anything to see."""
        return self._term not in (None, "", "dumb")

    def session_started(self) -> None:
        """Open the app, in a context of its own."""
        self._line = SshLine(self._channel, self._size, self._sluice.unread)
        opened: Awaitable[None] = self._open(self._line)
        self._app = Context().run(asyncio.ensure_future, opened)

    async def _open(self, line: SshLine) -> None:
        visitor = await self._visit(self._term or "", self._channel.get_environment())
        line.encoding = "utf-8" if visitor.writes_utf8 else "ascii"
        sentence = await self._host.receive(visitor, line)
        line.close()
        if not self._channel.is_closing():
            self._channel.write(f"{sentence}\r\n".encode() if sentence else b"")
            self._channel.exit(0)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Hand on what was typed."""
        if self._line is not None:
            self._line.receive(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Hand on the size of the window."""
        self._size = clamped(width, height)
        if self._line is not None:
            self._line.resize(*self._size)

    def eof_received(self) -> bool:
        """The end of the input is the end of the session, once the app has put things in order."""
        self._hang_up()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        if self._line is not None:
            self._line.close()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._app is not None:
            self._host.hang_up(self._app)


class _Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that remembers only the few variables that matter, and those only short."""

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        known = name.decode("ascii", "replace") in _ENVIRONMENT and len(value) <= _LONGEST_VALUE
        if known:
            self._env[name] = value
        return known


def _channel(connection: asyncssh.SSHServerConnection) -> _Channel:
    """Return a new channel of bytes, as asyncssh would make it."""
    return _Channel(
        connection,
        connection._loop,
        allow_pty=True,
        line_editor=False,
        line_echo=False,
        line_history=0,
        max_line_length=1,
        encoding=None,
        errors="strict",
        window=connection._window,
        max_pktsize=connection._max_pktsize,
    )
