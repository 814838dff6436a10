"""Tries an installed program like a new user: `python trial.py PROGRAM`, without any package.

It plays in a terminal, checks a server's requirements, and visits a server with OpenSSH.
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

_PATIENCE = 120.0
"""Seconds to wait for expected output."""
_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-Za-z]|.)"
)


class Failed(Exception):
    """A step failed, as described by the message."""


class Terminal:
    """A program in a pty of 80x24."""

    def __init__(self, command: list[str]) -> None:
        self.shown = ""
        self.pid, self._line = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24")
            os.execvp(command[0], command)

    def wait_for(self, words: str) -> None:
        """Read until these words were shown. Raises `Failed`."""
        end = time.monotonic() + _PATIENCE
        while words not in self.shown:
            if time.monotonic() > end or not self._read(1.0):
                raise Failed(f"{words!r} was not shown. The output was:\n{self.shown[-2000:]}")

    def press(self, keys: str) -> None:
        """Press keys; forget earlier output."""
        self.shown = ""
        os.write(self._line, keys.encode())

    def end(self, keys: str) -> None:
        """Press the last keys, and wait until the program ends with 0. Raises `Failed`."""
        self.press(keys)
        while self._read(_PATIENCE):
            """Its last output."""
        _, status = os.waitpid(self.pid, 0)
        if code := os.waitstatus_to_exitcode(status):
            raise Failed(f"it ended with {code}:\n{self.shown[-2000:]}")

    def _read(self, seconds: float) -> bool:
        """Read available output; return False once the program has ended."""
        if not select.select([self._line], [], [], seconds)[0]:
            return True
        try:
            got = os.read(self._line, 65536)
        except OSError:
            return False
        self.shown += _ESCAPES.sub(b"", got).decode("utf-8", "replace")
        return bool(got)


def run(*command: str) -> str:
    """Return a command's output. Raises `Failed`."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    if done.returncode:
        raise Failed(
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def play(program: str) -> None:
    """Play two actions of a game, and find it among the saved games."""
    terminal = Terminal([program, "--no-motion", "new", "--players", "1", "--seed", "trial"])
    terminal.wait_for("turn 1")
    terminal.press("1")
    terminal.press("\r")
    terminal.end("\x11")  # ctrl+q
    if "Regicide" not in run(program, "saves"):
        raise Failed("the game was not saved.")


def examine(program: str) -> None:
    """Let the program examine a terminal: the bots must have their searches."""
    terminal = Terminal([program, "doctor"])
    terminal.wait_for("all levels can play")
    terminal.end("")


def visit(program: str) -> None:
    """Open a server, visit it as a guest, and stop it."""
    if "The server can start" not in run(program, "serve", "--check", "--port", "0"):
        raise Failed("the server can't start.")
    command = [program, "serve", "--port", "0"]
    with (
        TemporaryDirectory() as known,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server,
    ):
        try:
            assert server.stdout is not None
            found = re.search(r"-p (\d+) ", server.stdout.readline())
            if found is None:
                raise Failed("the server did not start.")
            options = ("StrictHostKeyChecking=no", f"UserKnownHostsFile={Path(known, 'hosts')}")
            words = [word for one in options for word in ("-o", one)]
            visitor = Terminal(["ssh", *words, "-tt", "-p", found[1], "guest@127.0.0.1"])
            visitor.wait_for("Welcome, guest")
            visitor.end("\x11")
            if "sessions" not in run(program, "serve", "--status"):
                raise Failed("the server has no status.")
            server.send_signal(signal.SIGTERM)
            if code := server.wait(_PATIENCE):
                raise Failed(f"the server ended with {code}.")
        finally:
            server.kill()


def main() -> int:
    """Try everything; return 1 if anything failed, else 0."""
    program = sys.argv[1]
    try:
        print(run(program, "--version").strip(), flush=True)
        for step in (examine, play, visit):
            step(program)
            print(f"  {step.__name__}: fine", flush=True)
    except Failed as error:
        print(f"  FAILED: {error}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
