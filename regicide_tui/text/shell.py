"""The text session as a program: it only reads and prints lines."""

import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from types import SimpleNamespace

from regicide_tui.errors import BAD_FILE, NOT_SAVED, CliError
from regicide_tui.play.paths import find_paths
from regicide_tui.play.settings import BadSettings
from regicide_tui.printable import PrintableStream
from regicide_tui.text.hall import Reply
from regicide_tui.text.home import Home
from regicide_tui.text.presenter import QUESTIONS
from regicide_tui.text.tables import GameTalk, commands_of
from regicide_tui.tui.input.keymap import read_checked

_CLEAR = b"\x1b[H\x1b[2J\x1b[3J"
_PROMPT = "> "


def command(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """Run the text session. Raises `CliError`."""
    gc.enable()  # all is imported now
    paths = find_paths(arguments.data_dir)
    try:
        settings = read_checked(paths.settings)
    except BadSettings as error:
        raise CliError(f"{error}", BAD_FILE) from None
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # accept any bytes as a line
    keyboard = sys.stdin is not None and sys.stdin.isatty()
    screen = sys.__stdout__ is not None and sys.__stdout__.isatty()
    clears = screen and os.environ.get("TERM", "dumb") != "dumb"
    home = Home(paths, settings, clears=clears)
    if keyboard and clears:
        _complete()
    try:
        terminal = _Terminal(output, _PROMPT if keyboard and screen else "", clears=clears)
        _talk(home, terminal, " ".join(arguments.words))
    finally:
        fault = home.close()
    if fault:
        raise CliError(fault, NOT_SAVED)
    return 0


def _talk(home: Home, terminal: "_Terminal", first: str) -> None:
    """Answer lines until the player leaves or input ends."""
    with suppress(EOFError, KeyboardInterrupt):
        reply = home.begin(first)
        terminal.show(reply)
        while not reply.quits:
            line = terminal.read()
            try:
                reply = home.answer(line)
            except KeyboardInterrupt:  # a bot took too long
                reply = Reply(["Stopped. Press enter to continue."])
            terminal.show(reply)


class _Terminal:
    """The standard streams: lines come in, and lines go out."""

    def __init__(self, output: PrintableStream, prompt: str, *, clears: bool) -> None:
        self._output, self._prompt, self._clears = output, prompt, clears

    def read(self) -> str:
        """Return a line of standard input. Raises `EOFError` at its end."""
        if self._prompt and "readline" in sys.modules:
            self._output.flush()
            sys.stdout, before = sys.__stdout__, sys.stdout
            try:
                return input(self._prompt)
            finally:
                sys.stdout = before
        self._output.write(self._prompt)
        self._output.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        return line

    def show(self, reply: Reply) -> None:
        """Print the lines of an answer; before the next hand, clear the terminal if possible."""
        if reply.clears and self._clears:
            self._output.write_bytes(_CLEAR)
        self._output.write("".join([f"{line}\n" for line in reply.lines]))
        self._output.flush()
        if reply.rings and self._clears:
            self._output.write_bytes(b"\a")


def _complete() -> None:
    """Enable history and completion of commands in the line editor, without its colours."""
    with suppress(ImportError):  # not on Windows
        import readline

        words = [*commands_of(Home), *commands_of(GameTalk), *QUESTIONS]
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.parse_and_bind("tab: complete")
        readline.set_completer(
            lambda text, state: dict(
                enumerate([f"{word} " for word in words if word.startswith(text)])
            ).get(state)
        )
