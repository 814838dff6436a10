"""The app from the first frame to its end: settings, opening, signals."""

import gc
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread, Timer
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from regicide_tui.errors import BAD_FILE, BAD_USAGE, NOT_SAVED, CliError
from regicide_tui.lean import import_asyncio
from regicide_tui.play.paths import APP, Paths, find_paths
from regicide_tui.play.saves.files import remove_leftovers
from regicide_tui.play.saves.saves_folder import SUFFIX, SavesFolder
from regicide_tui.play.settings import BadSettings, Settings
from regicide_tui.play.table import Table
from regicide_tui.terminal import Colours, colours, is_remote, writes_utf8
from regicide_tui.tui.input.keymap import read_checked
from regicide_tui.tui.startup.early import EarlyTerminal, HangupWatch
from regicide_tui.tui.startup.first import show_first
from regicide_tui.tui.startup.page import Opening, open_saved

if TYPE_CHECKING:
    from regicide_tui.thinking.external_bot import ExternalBot
    from regicide_tui.tui.app import RegicideApp

LAST_WORDS = 3.0
"""Seconds after a signal to end until the process ends in any case."""


def open_app(arguments: SimpleNamespace, line: HangupWatch, terminal: EarlyTerminal | None) -> int:
    """Show the first frame, then run the app until it ends."""
    paths, settings, opening, external_bot = prepare(arguments)
    seen, plain = _colours(), not writes_utf8(sys.__stderr__, os.environ)
    name = _terminal_name(os.environ)
    light = _was_light(paths.backgrounds, name)
    first = None
    if terminal is not None:
        with suppress(Exception):  # the app also works without a first frame
            first = show_first(
                terminal,
                opening,
                settings,
                paths,
                seen,
                plain=plain,
                light=light,
                external_bot=external_bot is not None,
            )
    import_asyncio()
    from regicide_tui.tui.app import RegicideApp

    app = RegicideApp(
        paths,
        settings,
        opening,
        plain=plain,
        colours=seen,
        light=light,
        external_bot=external_bot,
        ready=partial(_settle, paths),
        hangup_watch=line,
        terminal=terminal,
        first_picture=first,
    )
    _handle_signals(app)
    app.may_gain_colours = not os.environ.get("TEXTUAL_COLOR_SYSTEM")
    app.run(mouse=settings.mouse)
    if app.traits.light is not None:
        _note_background(paths.backgrounds, name, app.traits.light)
    unsaved = app.exit_message or app.save_session.finish()
    if external_bot is not None and external_bot.report:
        sys.stderr.write(f"{external_bot.report}\n")
    if app.return_code:
        kept = unsaved or "To continue: regicide-tui resume."
        from regicide_tui.play.crash_report import crash

        raise crash(app.crashed_with, kept, arguments.data_dir)
    if unsaved:
        raise CliError(unsaved, NOT_SAVED)
    return 0


class Prepared(NamedTuple):
    """The result of reading the arguments and the settings."""

    paths: Paths
    settings: Settings
    opening: Opening
    external_bot: "ExternalBot | None"


def prepare(arguments: SimpleNamespace) -> Prepared:
    """Read everything the app opens with, without changing anything. Raises `CliError`."""
    paths = find_paths(arguments.data_dir)
    settings = _settings(arguments, paths)
    opening = _opening(arguments, paths, settings)
    return Prepared(paths, settings, opening, _find_external_bot(arguments))


def _settings(arguments: SimpleNamespace, paths: Paths) -> Settings:
    """Return the settings, with defaults that suit this terminal."""
    try:
        settings = read_checked(paths.settings)
    except BadSettings as error:
        raise CliError(f"{error}", BAD_FILE) from None
    still = arguments.no_motion or is_remote(os.environ)
    return replace(settings, motion=False) if still else settings


def _colours() -> Colours:
    """Return the colours to draw with; an empty NO_COLOR counts as unset."""
    if not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # else Textual would draw in greys
    return colours(os.environ, os.name == "nt")


def _settle(paths: Paths) -> None:
    """Do what can wait until the first frame is drawn.

    Turn garbage collection on again, except for the objects of the start, which stay alive. Remove
    half-written files left by earlier runs that were killed.
    """
    gc.freeze()
    gc.enable()
    Thread(target=_sweep, args=(paths,), name="sweep", daemon=True).start()


def _sweep(paths: Paths) -> None:
    remove_leftovers(paths.saves, f"*{SUFFIX}")
    remove_leftovers(paths.solved.parent, paths.solved.name)
    settings = Path(os.path.realpath(paths.settings))
    remove_leftovers(settings.parent, settings.name)
    _remove_machine_code()


def _remove_machine_code() -> None:
    """Remove the machine code of the bots that versions before 1.0 compiled and kept."""
    from shutil import rmtree

    from platformdirs import user_cache_path

    with suppress(RuntimeError):  # the user has no home folder
        for folder in user_cache_path(APP, appauthor=False).glob("compiled-*"):
            rmtree(folder, ignore_errors=True)


def _opening(arguments: SimpleNamespace, paths: Paths, settings: Settings) -> Opening:
    match arguments.command:
        case "new" | "play":
            from regicide_tui.deals import deal_game

            return Opening(deal_game(arguments, settings), fresh=True)
        case "replay":
            return Opening(_read_game(arguments.file, paths)[0], replay=True)
        case "review":
            return Opening(_read_game(arguments.file, paths)[0], review=True)
        case "open":
            return open_saved(*_read_game(arguments.file, paths), paths.saves)
        case "resume":
            found = SavesFolder(paths.saves).newest_unfinished()
            if found is None:
                return Opening(sentence="There is no game to resume.")
            return Opening(found[1], found[0])
    return Opening()


def _read_game(named: Path, paths: Paths) -> tuple[Table, Path]:
    """Return the named game, and its file.

    Raises `CliError`, even for standard input, from which the app reads keys.
    """
    from regicide_tui.commands import STANDARD_INPUT, find_game, read_game

    if str(named) == STANDARD_INPUT:
        raise CliError("keys are read from standard input, so a file is needed.", BAD_USAGE)
    path = find_game(named, SavesFolder(paths.saves))
    return read_game(path), path.resolve()


def _find_external_bot(arguments: SimpleNamespace) -> "ExternalBot | None":
    """Return the external program that has a seat, if any."""
    if arguments.command != "play":
        return None

    from regicide_tui.deals import split_bot_command

    command = split_bot_command(arguments)
    if not command:
        return None
    from regicide_tui.thinking.external_bot import ExternalBot
    from regicide_tui.thinking.processes import find_obstacle

    if obstacle := find_obstacle(command[0]):
        raise CliError(obstacle, BAD_USAGE)

    return ExternalBot(command)


def _ignore(*_: object) -> None:
    """Ignore a signal. With SIG_IGN, Python would complain about one that has just arrived."""


def _handle_signals(app: "RegicideApp") -> None:
    """End in an orderly way after a hang-up, a shutdown or an interrupt.

    Everything is already saved, so only the terminal must be restored. If that hangs, as it may on
    a dead line, the process ends anyway.
    """

    def end(number: int, _: object) -> None:
        for one in signals:  # one request is enough
            signal.signal(one, _ignore)
        watchdog = Timer(LAST_WORDS, os._exit, [128 + number])
        watchdog.daemon = True
        watchdog.start()
        app.leave_soon()

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    for one in signals:
        signal.signal(one, end)


def _terminal_name(environment: Mapping[str, str]) -> str:
    """Return the name of a terminal from its environment variables."""
    return environment.get("TERM_PROGRAM") or environment.get("TERM", "")


def _was_light(path: Path, terminal: str) -> bool:
    """Return whether a terminal's background was light when it was last used; false if unknown.

    A terminal reports it only after the first frame, which usually gets the right colours so.
    """
    return _read_backgrounds(path).get(terminal, False)


def _note_background(path: Path, terminal: str, light: bool) -> None:
    """Save whether a terminal's background is light; ignore a file that can't be written."""
    known = _read_backgrounds(path)
    if known.get(terminal, False) != light:
        with suppress(OSError):
            path.write_bytes(msgspec.json.encode({**known, terminal: light}))


def _read_backgrounds(path: Path) -> dict[str, bool]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, bool])
    except (OSError, msgspec.DecodeError):
        return {}
