"""A report of an unexpected error, written to a file; the player reads one sentence."""

import os
import platform
import time
import traceback
from contextlib import suppress
from pathlib import Path

from regicide_tui import __version__
from regicide_tui.errors import CRASH, CliError
from regicide_tui.play.paths import find_paths, shorten_home
from regicide_tui.printable import printable

_KEPT = 10
_VARIABLES = ("TERM", "TERM_PROGRAM", "COLORTERM", "LANG", "LC_ALL", "TMUX", "SSH_TTY")


def write_report(error: BaseException, folder: Path) -> Path | None:
    """Write a report into a folder and return its path, or None if it can't be written.

    It holds the traceback and the terminal, but no values of variables: these may be hidden cards.
    The folder keeps the ten newest reports.
    """
    told = [
        f"regicide-tui {__version__}, Python {platform.python_version()}, {platform.platform()}"
    ]
    told += [f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ]
    lines = [*told, "", *"".join(traceback.format_exception(error)).splitlines(), ""]
    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text("\n".join(map(printable, lines)), "utf-8", newline="\n")
    except OSError:
        return None
    for old in sorted(folder.glob("crash-*.txt"))[:-_KEPT]:
        with suppress(OSError):
            old.unlink()
    return path


def describe(error: BaseException) -> str:
    """Return the kind of an error and the first line of its message."""
    return "".join(traceback.format_exception_only(error)).splitlines()[0]


def crash(error: BaseException | None, kept: str = "", folder: str | None = None) -> CliError:
    """Write a report of an unexpected error; return an error that names its file.

    `kept` says what happened to the game, `folder` is that of `--data-dir`.
    """
    if error is None:
        return CliError(f"the program crashed. {kept}".strip(), CRASH)
    path = None
    with suppress(CliError):  # the user may have no home folder
        path = write_report(error, find_paths(folder).saves.parent)
    where = f"Report: {shorten_home(path)}" if path is not None else ""
    said = [f"the program crashed ({describe(error)}).", kept, where]
    return CliError(" ".join(one for one in said if one), CRASH)
