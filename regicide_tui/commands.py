"""The commands that only read and print: folders, saved games, transcripts, completion."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import BinaryIO

from regicide_tui.errors import BAD_FILE, BAD_USAGE, CliError
from regicide_tui.play.paths import find_paths
from regicide_tui.play.saves import codec, files
from regicide_tui.play.saves.codec import BadSave
from regicide_tui.play.saves.saves_folder import SavesFolder, sort_by_last_played
from regicide_tui.play.saves.summary import format_table
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import LIMIT, BadTranscript, read_transcript, write_transcript
from regicide_tui.printable import PrintableStream, printable_lines

STANDARD_INPUT = "-"
_INPUT = "standard input"


def paths(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """Print the folders and files of this machine."""
    found = find_paths(arguments.data_dir)
    print(f"saves     {found.saves}\nsettings  {found.settings}", file=output)
    print(f"records   {found.records}\nserver    {found.server}", file=output)
    return 0


def saves(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """List the saved games."""
    labels = sort_by_last_played(SavesFolder(find_paths(arguments.data_dir).saves).labels())
    width = find_width()
    lines = format_table(labels, datetime.now(), width)
    print("\n".join(lines) or "No game has been saved yet.", file=output)
    if lines and width:
        print("\nOpen one by its number: regicide-tui open 1", file=output)
    return 0


def find_width() -> int | None:
    """Return the columns of the terminal that shows the output; None if none does."""
    shown = sys.__stdout__ is not None and sys.__stdout__.isatty()  # `sys.stdout` may be a copy
    return shutil.get_terminal_size().columns if shown else None


def export(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """Write a saved game's transcript."""
    is_input = str(arguments.file) == STANDARD_INPUT
    folder = SavesFolder(find_paths(arguments.data_dir).saves)
    saved = _read_input() if is_input else read_game(find_game(arguments.file, folder))
    output.write_bytes(printable_lines(write_transcript(saved)).encode())  # in any locale
    return 0


def find_game(named: Path, folder: SavesFolder) -> Path:
    """Return the path of a file, or of a saved game by its name or number. Raises `CliError`."""
    path = named if named.exists() else folder.find(f"{named}")
    if path is None:
        told = f"There is no saved game or file '{named}'. `saves` lists the saved games."
        raise CliError(told, BAD_FILE)
    return path


def read_game(path: Path) -> Table:
    """Return the game of a save file or a transcript. Raises `CliError`."""
    with _report_read_errors(f"{path}"):
        if files.is_save(path):
            return files.read(path)
        with path.open(encoding="utf-8-sig") as file:
            return read_transcript(file.read(LIMIT + 1))


def _read_input() -> Table:
    """Return the game of a save or a transcript on standard input."""
    with _report_read_errors(_INPUT):
        given = standard_input().read(4 * LIMIT + 1)  # a character has up to four bytes
        if codec.has_magic(given):
            return codec.decode(given)
        return read_transcript(given.decode("utf-8-sig").replace("\r\n", "\n"))


def standard_input() -> BinaryIO:
    """Return standard input. Raises `CliError` if it is closed."""
    if sys.stdin is None:
        raise CliError(f"{_INPUT} is closed.", BAD_USAGE)
    return sys.stdin.buffer


@contextmanager
def _report_read_errors(what: str) -> Iterator[None]:
    """Turn errors of reading `what` into a `CliError`."""
    try:
        yield
    except UnicodeError:
        raise CliError(f"{what} is neither a saved game nor a transcript.", BAD_FILE) from None
    except (BadSave, BadTranscript) as error:
        raise CliError(f"{what}: {error}", BAD_FILE) from None
    except (OSError, ValueError) as error:
        raise CliError(f"{what} can't be opened: {files.describe_error(error)}", BAD_FILE) from None
