"""The start of the app, which holds the terminal before it imports any library."""

import gc
import os
import sys
from types import SimpleNamespace

from regicide_tui.errors import NO_TERMINAL, CliError
from regicide_tui.lean import import_msgspec
from regicide_tui.printable import PrintableStream
from regicide_tui.terminal import find_obstacle
from regicide_tui.tui.startup.early import HangupWatch, hold_terminal


def start_app(arguments: SimpleNamespace, _: PrintableStream) -> int:
    """Run the app; return the exit code. Raises `CliError`."""
    gc.disable()  # until the first frame is shown: collecting costs more than it frees
    _refuse_useless_terminal(arguments)
    line = HangupWatch()
    line.watch(sys.stdin.fileno())
    terminal = hold_terminal()
    try:
        import_msgspec()
        from regicide_tui.tui.startup.app import open_app

        return open_app(arguments, line, terminal)
    except KeyboardInterrupt:  # before the app takes over the keyboard
        return 130
    finally:
        if terminal is not None:
            terminal.give_back()


def _refuse_useless_terminal(arguments: SimpleNamespace) -> None:
    """Refuse wrong arguments, and then a terminal in which Textual would fail."""
    why_not = find_obstacle(sys.stdin, sys.__stderr__, os.environ, os.name == "nt")
    if why_not:
        from regicide_tui.tui.startup.app import prepare

        prepare(arguments)
        raise CliError(why_not, NO_TERMINAL)
