"""A client that sends the messages of an SSH login in any order."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncssh
from asyncssh.auth import MSG_USERAUTH_PK_OK
from asyncssh.constants import MSG_USERAUTH_FAILURE, MSG_USERAUTH_SUCCESS
from asyncssh.packet import Boolean, SSHPacket, String

from regicide_tui.games.base import Value
from tests.server.waiting import PATIENCE


class Step(Value):
    """One message: `query` and `sign` offer a key, `password` says a word, `none` nothing.

    `give up` says that there are no more keys.
    """

    method: str
    name: str
    key: str = ""
    word: str = ""
    algorithm: str = "ssh-ed25519"
    """Of the signature."""

    def __repr__(self) -> str:
        more = self.key or self.word
        return f"{self.method}({self.name}{', ' if more else ''}{more})"


GONE = 0
"""What is answered when the server has ended the connection."""


class Login:
    """A connection that has not logged in yet."""

    def __init__(self, keys: dict[str, asyncssh.SSHKey]) -> None:
        self.signed: set[tuple[str, str]] = set()
        """Every name and key for which a signature was sent."""
        self.inside = False
        self._keys = keys
        self._answers: asyncio.Queue[int] = asyncio.Queue()
        self._ready = asyncio.Event()
        self.connection: Any = None

    # ------------------------------------------------------------ what asyncssh calls

    def connection_made(self, connection: Any) -> None:
        """Put this in the place of asyncssh's own order of methods."""
        self.connection = connection
        self._handle = connection.process_packet
        connection.try_next_auth = lambda **_: self._ready.set()
        connection.process_packet = self._of_connection

    def _of_connection(self, kind: int, number: int, packet: SSHPacket) -> Any:
        if kind == MSG_USERAUTH_FAILURE:
            self._answers.put_nowait(kind)
            return True
        if kind == MSG_USERAUTH_SUCCESS:
            self.inside = True
            self._answers.put_nowait(kind)
        return self._handle(kind, number, packet)

    def process_packet(self, kind: int, _: int, __: SSHPacket) -> bool:
        """Take an answer that belongs to a method, as asyncssh's handlers do."""
        self._answers.put_nowait(kind)
        return True

    def log_received_packet(self, *_: Any) -> None:
        """Log nothing."""

    def auth_succeeded(self) -> None:
        """Do nothing more."""

    def cancel(self) -> None:
        """Do nothing more."""

    # ------------------------------------------------------------ what a test calls

    async def ready(self) -> None:
        """Wait until the server takes logins."""
        await self._ready.wait()
        self.connection._auth = self

    async def take(self, step: Step) -> int:
        """Send one message; return the kind of the answer, or `GONE`."""
        self.send(step)
        return await self.answer()

    async def answer(self) -> int:
        """Return the kind of the next answer, or `GONE`."""
        answer = asyncio.ensure_future(self._answers.get())
        gone = asyncio.ensure_future(self.connection.wait_closed())
        async with asyncio.timeout(PATIENCE):
            done, waiting = await asyncio.wait([answer, gone], return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()
        return answer.result() if answer in done else GONE

    def send(self, step: Step) -> None:
        """Send one message, and wait for nothing."""
        connection = self.connection
        connection._username = step.name
        match step.method:
            case "give up":
                self._send(b"keyboard-interactive", String(""), String(""))
            case "none":
                self._send(b"none")
            case "password":
                self._send(b"password", Boolean(False), String(step.word))
            case "query":
                self._send(b"publickey", Boolean(False), *self._offer(step))
            case "sign":
                self.signed.add((step.name.casefold(), step.key))
                arguments = (Boolean(True), *self._offer(step))
                data = connection.get_userauth_request_data(b"publickey", *arguments)
                signature = self._keys[step.key].sign(data, step.algorithm.encode())
                self._send(b"publickey", *arguments, String(signature))

    def _offer(self, step: Step) -> tuple[bytes, bytes]:
        return String(step.algorithm), String(self._keys[step.key].public_data)

    def _send(self, method: bytes, *arguments: bytes) -> None:
        packet = self.connection._get_userauth_request_packet(method, arguments)
        self.connection.send_userauth_packet(packet[0], packet[1:], trivial=False)


@asynccontextmanager
async def login(port: int, keys: dict[str, asyncssh.SSHKey]) -> AsyncIterator[Login]:
    """Connect, and log in by hand."""
    client = Login(keys)

    class Owner(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            client.connection_made(conn)

    connecting = asyncio.ensure_future(
        asyncssh.connect(
            *("127.0.0.1", port),
            client_factory=Owner,
            username="nobody",
            known_hosts=None,
            config=None,
            client_keys=None,
            agent_path=None,
        )
    )
    try:
        async with asyncio.timeout(PATIENCE):
            await client.ready()
        yield client
    finally:
        if client.connection is not None:
            client.connection.abort()
        with suppress(Exception, asyncio.CancelledError):
            await connecting


async def run(
    port: int, keys: dict[str, asyncssh.SSHKey], steps: Sequence[Step]
) -> tuple[Login, int]:
    """Take steps until one gets in or the connection ends; return the login and the steps taken."""
    async with login(port, keys) as client:
        for taken, step in enumerate(steps, 1):
            answer = await client.take(step)
            if answer in (MSG_USERAUTH_SUCCESS, GONE):
                return client, taken
            assert answer in (MSG_USERAUTH_FAILURE, MSG_USERAUTH_PK_OK)
    return client, len(steps)
