"""The process of the server, seen from outside."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Server:
    """The house, in a process of its own."""

    def __init__(self, folder: str, app: str, core: int) -> None:
        command = [sys.executable, "-m", "tests.bench.house.server", folder, app, str(core)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.port: int = self._read()["port"]

    def ask(self) -> dict[str, float]:
        """Return people, memory (MB), CPU seconds, and the longest pause (ms) since last asked."""
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
def serving(app: str, core: int) -> Iterator[Server]:
    """Start a house in a folder of its own, on one core."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, app, core)
        try:
            yield server
        finally:
            server.close()


def cores() -> tuple[int, int]:
    """Return the core of the server and the one of the clients."""
    cores = sorted(os.sched_getaffinity(0))
    return cores[0], cores[-1]
