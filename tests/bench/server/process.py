"""The server's process, seen from outside."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Server:
    """The server, in a separate process."""

    def __init__(self, folder: str, app: str, core: int, people: int) -> None:
        program = [sys.executable, "-m", "tests.bench.server.server"]
        command = [*program, folder, app, str(core), str(people)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.port: int = self._read()["port"]

    def ask(self) -> dict[str, float]:
        """Return people, memory (MB), CPU seconds, and the longest pause (ms) since last time."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def serving(app: str, core: int, people: int = 0) -> Iterator[Server]:
    """Start a server in a new folder, on one core, with seats for this many people."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, app, core, people)
        try:
            yield server
        finally:
            server.close()


def cores() -> tuple[int, int]:
    """Return the server's core and the clients' core."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[0], usable[-1]
