"""The command line. Heavy modules are imported late, so that small commands are quick."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from pathlib import Path
from threading import Thread, Timer
from types import SimpleNamespace
from typing import TYPE_CHECKING, BinaryIO

from regicide_tui import __version__
from regicide_tui.errors import BAD_FILE, BAD_USAGE, CRASH, NO_TERMINAL, NOT_SAVED, CliError
from regicide_tui.printable import (
    PrintableStream,
    UnwrittenOutput,
    printable_lines,
    printable_streams,
)
from regicide_tui.terminal import colours, find_obstacle, is_remote, writes_utf8
from regicide_tui.usual import usual_start

if TYPE_CHECKING:
    from regicide_tui.games.base import Json
    from regicide_tui.play.paths import Paths
    from regicide_tui.play.settings import Settings
    from regicide_tui.play.table import Table
    from regicide_tui.terminal import Colours
    from regicide_tui.thinking.external_bot import ExternalBot
    from regicide_tui.tui.app import RegicideApp
    from regicide_tui.tui.startup.opening import Opening
    from regicide_tui.tui.terminal.early import EarlyTerminal
    from regicide_tui.tui.terminal.hangup import HangupWatch

STANDARD_INPUT = "-"
_INPUT = "the standard input"
_STANDARD_ERROR = 2
LAST_WORDS = 3.0
"""Seconds after a signal to end at which the process ends in any case."""


def main() -> int:
    """Run `regicide-tui` and return its exit code."""
    _occupy_closed_descriptors()
    with printable_streams() as output:
        try:
            try:
                return _answer(sys.argv[1:], output)
            finally:
                output.flush()
        except UnwrittenOutput as error:
            if isinstance(error.cause, BrokenPipeError):  # nobody reads the rest: no error
                return 0
            return _report_error(_unwritten(error))
        except CliError as error:
            return _report_error(error)
        except Exception as error:  # noqa: BLE001
            from regicide_tui.play.paths import ENVIRONMENT, find_places

            return _report_error(_crash(error, find_places(os.environ.get(ENVIRONMENT))))


def _crash(error: BaseException | None, paths: "Paths", kept: str = "") -> CliError:
    """Write a report of an unexpected error; return the sentence that says where it is."""
    from regicide_tui.play.crash_report import describe, write_report
    from regicide_tui.play.paths import shorten_home

    if error is None:
        return CliError(f"the program crashed. {kept}".strip(), CRASH)
    path = write_report(error, paths.saves.parent)
    where = f"Report: {shorten_home(path)}" if path is not None else ""
    said = [f"the program crashed ({describe(error)}).", kept, where]
    return CliError(" ".join(one for one in said if one), CRASH)


def _unwritten(error: UnwrittenOutput) -> CliError:
    from regicide_tui.play.saves.files import describe_error

    return CliError(f"the output can't be written: {describe_error(error.cause)}", BAD_FILE)


def _occupy_closed_descriptors() -> None:
    """Occupy the descriptors of closed standard streams, so that no file of ours gets them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    while nowhere <= _STANDARD_ERROR:
        nowhere = os.dup(nowhere)
    os.close(nowhere)


def _report_error(error: CliError) -> int:
    """Print an error; return its exit code."""
    print(f"regicide-tui: {error}", file=sys.stderr)  # noqa: T201
    return error.code


def _answer(arguments: list[str], output: PrintableStream) -> int:
    """Run the command of the arguments; return the exit code."""
    usual = usual_start(arguments)
    if usual:
        return _start_app(usual)
    gc.enable()
    if arguments in (["--version"], ["-V"]):
        print(f"regicide-tui {__version__}")  # noqa: T201
        return 0
    if arguments == ["engine"]:
        return _engine(output)
    from regicide_tui.arguments import make_parser

    return _run(make_parser().parse_args(arguments, SimpleNamespace()), output)


def _engine(output: PrintableStream) -> int:
    from regicide_tui.engine import run

    try:
        run(_input(), output.write_bytes)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        reason = error.strerror or "for an unknown reason"
        raise CliError(f"{_INPUT} can't be read: {reason.lower()}.", BAD_FILE) from None
    return 0


def _input() -> BinaryIO:
    """Return the standard input. Raises `CliError` if it is closed."""
    if sys.stdin is None:
        raise CliError(f"{_INPUT} is closed.", BAD_USAGE)
    return sys.stdin.buffer


def _run(arguments: SimpleNamespace, output: PrintableStream) -> int:
    match arguments.command:
        case "engine":
            return _engine(output)
        case "paths":
            paths = _find_paths(arguments)
            print(f"saves     {paths.saves}\nsettings  {paths.settings}")  # noqa: T201
            print(f"records   {paths.records}\nserver    {paths.server}")  # noqa: T201
        case "saves":
            _list_saves(_find_paths(arguments))
        case "doctor":
            return _doctor(_find_paths(arguments))
        case "completion":
            from regicide_tui.arguments import completion_script

            print(completion_script(arguments.shell))  # noqa: T201
        case "export":
            _export(arguments.file, output)
        case "simulate":
            return _simulate(arguments)
        case "serve" | "users" | "tables" | "tournament" | "store":
            return _run_server_command(arguments, _find_paths(arguments))
        case _:
            return _start_app(arguments)
    return 0


def _find_paths(arguments: SimpleNamespace) -> "Paths":
    from regicide_tui.play.paths import ENVIRONMENT, find_places

    return find_places(arguments.data_dir or os.environ.get(ENVIRONMENT))


def _list_saves(paths: "Paths") -> None:
    from datetime import datetime

    from regicide_tui.play.saves.saves_folder import SavesFolder, sort_by_last_played
    from regicide_tui.play.saves.summary import format_table

    lines = format_table(
        sort_by_last_played(SavesFolder(paths.saves).labels()), datetime.now(), _find_width()
    )
    print("\n".join(lines) or "No game has been saved yet.")  # noqa: T201


def _find_width() -> int | None:
    """Return the columns of the terminal that shows the output; None if none does."""
    shown = sys.__stdout__ is not None and sys.__stdout__.isatty()  # `sys.stdout` may be a copy
    return shutil.get_terminal_size().columns if shown else None


def _doctor(paths: "Paths") -> int:
    from regicide_tui.doctor import can_play, examine, report

    findings = examine(os.environ, paths, os.name == "nt", _read_settings)
    sys.stdout.write(report(findings, _find_width()))
    return 0 if can_play(findings) else NO_TERMINAL


def _simulate(arguments: SimpleNamespace) -> int:
    from regicide_tui import games
    from regicide_tui.deals import read_options
    from regicide_tui.games.words import counted
    from regicide_tui.simulate.errors import SimulationError

    game = games.find(arguments.game)
    if arguments.players is None:
        arguments.players = min(game.player_counts)
    if arguments.players not in game.player_counts:
        players = counted(arguments.players, "player")
        raise CliError(f"{game.title} is not for {players}.", BAD_USAGE)
    if arguments.jobs < 1 or (arguments.games is not None and arguments.games < 1):
        raise CliError("At least one game, and at least one job.", BAD_USAGE)
    if arguments.program_seconds is not None and not 0 < arguments.program_seconds < inf:
        raise CliError("A program needs some seconds to think.", BAD_USAGE)
    if arguments.compare and (arguments.bots is not None or arguments.around):
        raise CliError("--compare names and seats the bots: no --bots, no --around.", BAD_USAGE)
    if arguments.bounds is not None and not arguments.compare:
        raise CliError("--bounds are those of --compare.", BAD_USAGE)
    options = read_options(arguments.option, game.options(arguments.players))
    ended = _take_end_as_interrupt()
    try:
        run = _compare_bots if arguments.compare else _play_games
        lines = run(arguments, options)
    except SimulationError as error:
        raise CliError(f"{error}", BAD_USAGE) from None
    except KeyboardInterrupt:
        if arguments.out or arguments.records:
            print("Stopped. The same command goes on with the other games.", file=sys.stderr)  # noqa: T201
        return 128 + (signal.SIGTERM if ended else signal.SIGINT)
    print("\n".join(lines))  # noqa: T201
    return 0


def _take_end_as_interrupt() -> list[int]:
    """Let a signal to end interrupt this process like Ctrl+C; return where its number will stand.

    So the processes and files of a simulation are left in order. In the background, where Ctrl+C
    does nothing, the signal ends this process as usual.
    """
    ended: list[int] = []

    def interrupt(number: int, _: object) -> None:
        ended.append(number)
        signal.raise_signal(signal.SIGINT)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, interrupt)
    return ended


def _play_games(arguments: SimpleNamespace, options: Mapping[str, "Json"]) -> Iterable[str]:
    from regicide_tui.simulate.bot_names import parse_bots

    named = "page" if arguments.bots is None else arguments.bots
    bots = parse_bots(arguments.game, arguments.players, named)
    from regicide_tui.simulate.command import GAMES, Run, simulate
    from regicide_tui.simulate.plan import Plan
    from regicide_tui.thinking.external_bot import SECONDS

    limits = arguments.program_seconds or SECONDS, arguments.records is not None
    plan = Plan(arguments.game, bots, arguments.seed, options, arguments.around, *limits)
    run = Run(arguments.jobs, arguments.out, arguments.records, arguments.dask)
    return simulate(plan, arguments.games or GAMES, run)


def _compare_bots(arguments: SimpleNamespace, options: Mapping[str, "Json"]) -> Iterable[str]:
    from regicide_tui.simulate.bot_names import parse_two_bots
    from regicide_tui.simulate.comparison import Comparison, parse_bounds

    game, players = arguments.game, arguments.players
    bots = parse_two_bots(game, players, arguments.compare)
    bounds = parse_bounds("0,2" if arguments.bounds is None else arguments.bounds)
    from regicide_tui.simulate.command import MOST_DEALS, Run, compare_bots
    from regicide_tui.thinking.external_bot import SECONDS

    limits = arguments.program_seconds or SECONDS, arguments.records is not None
    comparison = Comparison(game, players, *bots, arguments.seed, options, *bounds, *limits)
    run = Run(arguments.jobs, arguments.out, arguments.records, arguments.dask)
    return compare_bots(comparison, arguments.games or MOST_DEALS, run)


def _run_server_command(arguments: SimpleNamespace, paths: "Paths") -> int:
    try:
        from regicide_tui.server.operator import CommandError, commands
    except ImportError as error:
        missing = f"the server needs more ({error.name}): pip install 'regicide-tui[server]'"
        raise CliError(missing, BAD_USAGE) from None
    try:
        return commands.run(arguments, paths.server)
    except CommandError as error:
        raise CliError(f"{error}", BAD_FILE) from None


def _export(path: Path, output: PrintableStream) -> None:
    from regicide_tui.play.transcript import write_transcript

    saved = _read_input() if str(path) == STANDARD_INPUT else _read_game(path)
    output.write_bytes(printable_lines(write_transcript(saved)).encode())  # in any locale


# ---------------------------------------------------------------- the app


def _start_app(arguments: SimpleNamespace) -> int:
    gc.disable()  # until the first picture stands: a collection costs more than it frees
    line = _watch_terminal()
    from regicide_tui.tui.terminal.early import hold_terminal

    terminal = hold_terminal()
    try:
        _import_msgspec()
        return _open_app(arguments, _find_paths(arguments), line, terminal)
    except KeyboardInterrupt:  # before the app has the keyboard
        return 130
    finally:
        if terminal is not None:
            terminal.give_back()


def _import_msgspec() -> None:
    """Import msgspec without `typing_extensions`: it then uses `typing` instead.

    The imports of `typing_extensions` take a tenth of the time until the first picture.
    """
    unwanted = "typing_extensions"
    if unwanted in sys.modules:
        return
    sys.modules[unwanted] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules[unwanted]


def _open_app(
    arguments: SimpleNamespace,
    paths: "Paths",
    line: "HangupWatch",
    terminal: "EarlyTerminal | None",
) -> int:
    """Show the first picture, then run the app until it ends."""
    from regicide_tui.play.backgrounds import note_background, terminal_name, was_light

    settings = _settings(arguments, paths)
    opening, external_bot = _opening(arguments, paths, settings), _find_external_bot(arguments)
    seen, plain = _colours(), not writes_utf8(sys.__stderr__, os.environ)
    name = terminal_name(os.environ)
    light = was_light(paths.backgrounds, name)
    first = None
    if terminal is not None:
        with suppress(Exception):  # the app works without a first picture, too
            from regicide_tui.tui.startup.first import show_first

            first = show_first(
                *(terminal, opening, settings, paths, seen),
                plain=plain,
                light=light,
                external_bot=external_bot is not None,
            )
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
        note_background(paths.backgrounds, name, app.traits.light)
    unsaved = app.exit_message or app.save_session.finish()
    if app.return_code:
        raise _crash(app.crashed_with, paths, unsaved or "To go on: regicide-tui resume.")
    if unsaved:
        raise CliError(unsaved, NOT_SAVED)
    return 0


def _settings(arguments: SimpleNamespace, paths: "Paths") -> "Settings":
    """Return the settings, with defaults that suit this terminal."""
    from msgspec.structs import replace

    from regicide_tui.play.settings import BadSettings

    try:
        settings = _read_settings(paths.settings)
    except BadSettings as error:
        raise CliError(f"{error}", BAD_FILE) from None
    still = arguments.no_motion or is_remote(os.environ)
    return replace(settings, motion=False) if still else settings


def _read_settings(path: Path) -> "Settings":
    """Return the settings, with their keymap checked. Raises `BadSettings`."""
    from regicide_tui.play.settings import read_settings, settings_error

    settings = read_settings(path)
    if settings.keys:
        from regicide_tui.tui.input.keymap import BadKeymap, read_keymap

        try:
            read_keymap(settings.keys)
        except BadKeymap as error:
            raise settings_error(path, ("keys", error.command), str(error)) from None
    return settings


def _colours() -> "Colours":
    """Return how many colours to draw; an empty NO_COLOR counts as unset."""
    if not os.environ.get("NO_COLOR"):
        os.environ.pop("NO_COLOR", None)  # else Textual would draw in greys
    return colours(os.environ, os.name == "nt")


def _settle(paths: "Paths") -> None:
    """Do what can wait until the first picture is drawn.

    Turn on garbage collection again, but skip the objects of the start: they live on. Remove
    half-written files that earlier, killed runs left.
    """
    gc.freeze()
    gc.enable()
    Thread(target=_sweep, args=(paths,), name="sweep", daemon=True).start()


def _sweep(paths: "Paths") -> None:
    from regicide_tui.play.puzzles import SOLVED
    from regicide_tui.play.saves.files import remove_leftovers
    from regicide_tui.play.saves.saves_folder import SUFFIX

    remove_leftovers(paths.saves, f"*{SUFFIX}")
    remove_leftovers(paths.saves.parent, SOLVED)
    settings = Path(os.path.realpath(paths.settings))
    remove_leftovers(settings.parent, settings.name)


def _watch_terminal() -> "HangupWatch":
    """Refuse a terminal in which Textual would fail; end the process when the terminal is gone."""
    why_not = find_obstacle(sys.stdin, sys.__stderr__, os.environ, os.name == "nt")
    if why_not:
        raise CliError(why_not, NO_TERMINAL)
    from regicide_tui.tui.terminal.hangup import HangupWatch

    line = HangupWatch()
    line.watch(sys.stdin.fileno())
    return line


def _opening(arguments: SimpleNamespace, paths: "Paths", settings: "Settings") -> "Opening":
    from regicide_tui.play.saves.saves_folder import SavesFolder
    from regicide_tui.tui.startup.opening import Opening

    match arguments.command:
        case "new" | "play":
            from regicide_tui.deals import deal_game

            return Opening(deal_game(arguments, settings), fresh=True)
        case "replay":
            return Opening(_read_game(_a_file(arguments.file)), replay=True)
        case "review":
            return Opening(_read_game(_a_file(arguments.file)), review=True)
        case "open":
            return _open(_find_save(_a_file(arguments.file), paths), paths)
        case "resume":
            found = SavesFolder(paths.saves).newest_unfinished()
            if found is None:
                return Opening(sentence="There is no game to resume.")
            return Opening(found[1], found[0])
    return Opening()


def _a_file(path: Path) -> Path:
    """Return the path of a file. Raises `CliError` for the standard input: it gives the keys."""
    if str(path) == STANDARD_INPUT:
        raise CliError("keys come from the standard input, so a file is needed here.", BAD_USAGE)
    return path


def _find_save(path: Path, paths: "Paths") -> Path:
    """Return the path of a file, or else of the saved game with this name."""
    from regicide_tui.play.saves.saves_folder import SavesFolder

    return path if path.exists() else SavesFolder(paths.saves).find(str(path)) or path


def _open(path: Path, paths: "Paths") -> "Opening":
    """Open a game. An own save goes on in its file; examples and named positions stay unchanged."""
    from msgspec.structs import replace

    from regicide_tui.play.saves.saves_folder import SUFFIX
    from regicide_tui.tui.startup.opening import Opening, opened_position

    path = path.resolve()
    saved = _read_game(path)
    is_own_save = path.parent == paths.saves.resolve() and path.suffix == SUFFIX
    own = is_own_save and not saved.name
    return Opening(replace(saved, name=""), path if own else None, sentence=opened_position(saved))


def _find_external_bot(arguments: SimpleNamespace) -> "ExternalBot | None":
    """Return the external program that has a seat, if there is one."""
    if arguments.command != "play":
        return None
    from shutil import which

    from regicide_tui.deals import split_bot_command

    command = split_bot_command(arguments)
    if not command:
        return None
    if which(command[0]) is None:
        raise CliError(f"there is no program {command[0]!r} that can be run.", BAD_USAGE)
    from regicide_tui.thinking.external_bot import ExternalBot

    return ExternalBot(command)


def _read_game(path: Path) -> "Table":
    """Return the game of a save file or a transcript."""
    from regicide_tui.play.saves import files
    from regicide_tui.play.transcript import LIMIT, read_transcript

    with _report_read_errors(f"{path}"):
        if files.is_save(path):
            return files.read(path)
        with path.open(encoding="utf-8-sig") as file:
            return read_transcript(file.read(LIMIT + 1))


def _read_input() -> "Table":
    """Return the game of a save or a transcript on the standard input."""
    from regicide_tui.play.saves import codec
    from regicide_tui.play.transcript import LIMIT, read_transcript

    with _report_read_errors(_INPUT):
        given = _input().read(4 * LIMIT + 1)  # a character has up to four bytes
        if codec.has_magic(given):
            return codec.decode(given)
        return read_transcript(given.decode("utf-8-sig").replace("\r\n", "\n"))


@contextmanager
def _report_read_errors(what: str) -> Iterator[None]:
    """Turn errors of reading `what` into a `CliError`."""
    from regicide_tui.play.saves import files
    from regicide_tui.play.saves.codec import BadSave
    from regicide_tui.play.transcript import BadTranscript

    try:
        yield
    except UnicodeError:
        raise CliError(f"{what} is neither a saved game nor a transcript.", BAD_FILE) from None
    except (BadSave, BadTranscript) as error:
        raise CliError(f"{what}: {error}", BAD_FILE) from None
    except (OSError, ValueError) as error:
        raise CliError(f"{what} can't be opened: {files.describe_error(error)}", BAD_FILE) from None


def _ignore(*_: object) -> None:
    """Ignore a signal. With SIG_IGN Python would complain of one that has just come."""


def _handle_signals(app: "RegicideApp") -> None:
    """End in good order after a hang-up, a shutdown or an interrupt.

    Everything is saved already, so only the terminal must be restored. If that hangs, as it may on
    a dead line, the process ends all the same.
    """

    def end(number: int, _: object) -> None:
        for one in signals:  # asked once is enough
            signal.signal(one, _ignore)
        watchdog = Timer(LAST_WORDS, os._exit, [128 + number])
        watchdog.daemon = True
        watchdog.start()
        app.leave_soon()

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    for one in signals:
        signal.signal(one, end)
