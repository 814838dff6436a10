"""People who walk through a server: real SSH clients that press whatever comes to mind."""

import asyncio
import re
from collections import deque
from contextlib import suppress
from random import Random

import asyncssh
import pyte

from regicide_tui.server.ssh.server import Server
from tests.server.clients import connect
from tests.terminal.terminal import KEYS, UNKNOWN_TO_PYTE, lines_of

PATIENCE = 60.0
"""Seconds to wait for a picture: a walk looks for crashes, on a slow machine too."""
QUIET = 0.03
"""Seconds without a byte after which somebody has seen enough."""
SIZES = ((80, 24), (60, 20), (120, 40), (200, 60), (40, 12))
PLAIN_KEYS: tuple[str, ...] = (*KEYS.keys() - {"ctrl+z", "ctrl+q"}, *"?:+-=/.\t123456789")
RARE_KEYS: tuple[str, ...] = (
    *"abcdefghijklmnoprstuvwxyzGLN0",
    "\x1b[15~",
    "\x1b[<0;20;10M\x1b[<0;20;10m",
    "q",
    "\x10",  # the command palette
)
_OFFERED = re.compile(r"(?:^|\W)([a-z0-9+=-])\s+[A-Za-z]", re.MULTILINE)
"""What a line of a list or the line of keys offers: `n   Open a table`, `t chat`."""


class Walker:
    """Somebody with a terminal, a key of their own, and no plan."""

    def __init__(
        self,
        server: Server,
        name: str,
        seed: int = 0,
        size: tuple[int, int] = (80, 24),
        *,
        key: asyncssh.SSHKey | None = None,
        without_key: bool = False,
        command: str | None = None,
        takes_name: bool = True,
        typed: bytes = b"",
        password: str = "",
        **line: int,
    ) -> None:
        """`typed` is what is typed at once; `line` has the sizes of a slow line."""
        self.name = name
        self.pressed: deque[str] = deque(maxlen=40)
        self.visits = 0
        self.raw = ""
        """All that ever came."""
        self._house = server
        self._random = Random(seed)
        self._key = key or asyncssh.generate_private_key("ssh-ed25519")
        self._without_key, self._command, self._takes_name = without_key, command, takes_name
        self._size = size
        self._typed, self._password, self._line = typed, password, line

    @property
    def page(self) -> str:
        """What stands in the window."""
        return "\n".join(lines_of(self._screen))

    async def come(self) -> None:
        """Connect, and look."""
        self.visits += 1
        more: dict[str, object] = {"client_keys": None} if self._without_key else {}
        if self._password:
            more["password"] = self._password
        line = {**self._line}
        if "rekey_bytes" in line:
            more["rekey_bytes"] = line.pop("rekey_bytes")
        self._connection = await connect(self._house, self.name, self._key, **more)
        self.process: asyncssh.SSHClientProcess[bytes] = await self._connection.create_process(
            self._command, encoding=None, term_type="xterm-256color", term_size=self._size, **line
        )
        self.process.stdin.write(self._typed)
        self._screen = pyte.Screen(*self._size)
        self._stream = pyte.ByteStream(self._screen)
        await self.sees("")
        if self._takes_name and "CHOOSE YOUR NAME" in self.page:
            await self.press("enter")
            async with asyncio.timeout(PATIENCE):
                while not self.page.strip() or "CHOOSE YOUR NAME" in self.page:
                    assert await self.look(), f"{self.name} is out"

    async def go(self) -> None:
        """Hang up."""
        self._connection.close()
        await self._connection.wait_closed()

    async def look(self) -> bool:
        """Read until nothing comes any more; tell whether the line still stands."""
        with suppress(TimeoutError):
            while True:
                data = await asyncio.wait_for(self.process.stdout.read(1 << 16), QUIET)
                if not data:
                    return False
                text = data.decode(errors="replace")
                self.raw += text
                self._stream.feed(UNKNOWN_TO_PYTE.sub("", text).encode())
        return True

    async def sees(self, *words: str) -> None:
        """Wait until something stands in the window, and all these words do."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not self.page.strip() or not all(word in self.page for word in words):
                    assert await self.look(), f"{self.name} is out, after {[*self.pressed]}"
        except TimeoutError:
            raise AssertionError(f"{self.name} waits for {words} and sees\n{self.page}") from None

    async def press(self, *keys: str) -> bool:
        """Press keys, and look after each; tell whether the line still stands."""
        for key in keys:
            self.pressed.append(key)
            with suppress(BrokenPipeError, ConnectionError):
                self.process.stdin.write(KEYS.get(key, key).encode())
            if not await self.look():
                return False
        return True

    async def wander(self, steps: int) -> None:
        """Press so many keys; who is let out comes again."""
        for _ in range(steps):
            if self._random.random() < 0.02:
                self._resize()
            if not await self.press(self._choice()):
                await self.go()
                await self.come()

    def _choice(self) -> str:
        """Return the next key: mostly one that is offered."""
        chance = self._random.random()
        offered: list[str] = [key for key in _OFFERED.findall(self.page) if key != "q"]
        if "esc" in self.page and chance < 0.1:  # else one reads the rules most of the time
            return "escape"
        if offered and chance < 0.6:
            return self._random.choice(offered)
        return self._random.choice(PLAIN_KEYS if chance < 0.93 else RARE_KEYS)

    def _resize(self) -> None:
        self._size = self._random.choice(SIZES)
        self.process.change_terminal_size(*self._size)
        self._screen.resize(self._size[1], self._size[0])
