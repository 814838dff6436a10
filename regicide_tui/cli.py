"""The command line. Everything heavy is imported late, so that small answers are quick."""

import gc
import os
import signal
import sys
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from regicide_tui import __version__

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from regicide_tui.play.places import Places
    from regicide_tui.play.saves.codec import Saved
    from regicide_tui.play.settings import Settings
    from regicide_tui.tui.app import RegicideApp
    from regicide_tui.tui.opening import Opening

CRASH = 1
BAD_USAGE = 2
BAD_FILE = 3
NO_TERMINAL = 4
NOT_SAVED = 5
LAST_WORDS = 3.0
"""Seconds between a signal to end and ending in any case."""


class Complaint(Exception):
    """What the program can't do, in a sentence, and its exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


def main() -> int:
    """Run `regicide-tui` and return its exit code."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        print(f"regicide-tui {__version__}")  # noqa: T201
        return 0
    try:
        try:
            return _engine() if arguments == ["engine"] else _run(_parser().parse_args(arguments))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more to flush
        return 0
    except Complaint as error:
        print(f"regicide-tui: {error}", file=sys.stderr)  # noqa: T201
        return error.code


def _engine() -> int:
    from regicide_tui.engine import run

    try:
        run(sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> "ArgumentParser":
    from argparse import ArgumentParser

    parser = ArgumentParser("regicide-tui", description="Regicide, a card game, in the terminal.")
    parser.add_argument("-V", "--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "--data-dir",
        metavar="DIR",
        help="keep saves and settings here (or set REGICIDE_TUI_DATA_DIR)",
    )
    parser.add_argument(
        "--no-motion", action="store_true", help="nothing moves on the screen, in this run"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("resume", help="go on with the newest unfinished game")
    new = commands.add_parser("new", help="deal a game at once")
    new.add_argument(
        "--players", type=int, default=0, metavar="N", help="1 to 4; default 1, or as many as names"
    )
    new.add_argument("--seed", default="", help="a known deal; by default a new one")
    new.add_argument("--names", default="", metavar="A,B,..", help="the players' names")
    opened = commands.add_parser("open", help="open a saved game")
    opened.add_argument("file", type=Path)
    replay = commands.add_parser("replay", help="step through a transcript or a saved game")
    replay.add_argument("file", type=Path)
    export = commands.add_parser("export", help="write a saved game's transcript")
    export.add_argument("file", type=Path)
    commands.add_parser("saves", help="list the saved games")
    commands.add_parser("paths", help="say where saves and settings are kept")
    commands.add_parser("engine", help="JSON lines for programs (docs/protocol.md)")
    return parser


def _run(arguments: "Namespace") -> int:
    from regicide_tui.play.places import ENVIRONMENT, find_places

    places = find_places(arguments.data_dir or os.environ.get(ENVIRONMENT))
    match arguments.command:
        case "engine":
            return _engine()
        case "paths":
            print(f"saves     {places.saves}\nsettings  {places.settings}")  # noqa: T201
        case "saves":
            _list_saves(places)
        case "export":
            _export(arguments.file)
        case _:
            return _start_app(arguments, places)
    return 0


def _list_saves(places: "Places") -> None:
    from datetime import datetime
    from io import TextIOWrapper

    from regicide_tui.play.saves.shelf import Shelf
    from regicide_tui.play.saves.summary import how_far, when, who

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names may not fit the locale
    for label in Shelf(places.saves).labels():
        about = label.fault or f"{label.name or who(label)}, {how_far(label)}"
        age = "" if label.fault else f", {when(label, datetime.now())}"
        print(f"{about}{age}\n    {label.path}")  # noqa: T201


def _export(path: Path) -> None:
    from regicide_tui.play.transcript import write_transcript

    sys.stdout.buffer.write(write_transcript(_read_game(path)).encode())  # in any locale


# ---------------------------------------------------------------- the app


def _start_app(arguments: "Namespace", places: "Places") -> int:
    gc.disable()  # until the first picture stands: a collection costs more than it frees
    _check_terminal()
    opening = _opening(arguments, places)
    settings = _settings(arguments, places)
    colourless = _no_colour()
    from regicide_tui.tui.app import RegicideApp

    app = RegicideApp(
        places,
        settings,
        opening,
        plain=not _utf8(),
        colourless=colourless,
        ready=_collect_again,
    )
    _handle_signals(app)
    app.run()
    unsaved = app.last_words or app.keeper.finish()
    if app.return_code:
        kept = unsaved or "The game is saved: regicide-tui resume"
        raise Complaint(f"that should not have happened. {kept}", CRASH)
    if unsaved:
        raise Complaint(unsaved, NOT_SAVED)
    return 0


def _settings(arguments: "Namespace", places: "Places") -> "Settings":
    """Read the settings; what they leave open is as this terminal needs it."""
    from msgspec.structs import replace

    from regicide_tui.play.settings import BadSettings, Settings, blame, read_settings
    from regicide_tui.tui.keymap import BadKeymap, read_keymap
    from regicide_tui.tui.palette import default_theme

    theme = default_theme(os.environ, windows=os.name == "nt")
    try:
        settings = read_settings(places.settings, Settings(theme=theme))
        read_keymap(settings.keys)
    except BadSettings as error:
        raise Complaint(f"{error}", BAD_FILE) from None
    except BadKeymap as error:
        blamed = blame(places.settings, ("keys", error.command), str(error))
        raise Complaint(f"{blamed}", BAD_FILE) from None
    far_away = os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY")
    still = arguments.no_motion or bool(far_away)
    return replace(settings, motion=False) if still else settings


def _no_colour() -> bool:
    """Tell whether there are to be no colours; an empty NO_COLOR doesn't mean that."""
    if os.environ.get("NO_COLOR"):
        return True
    os.environ.pop("NO_COLOR", None)  # Textual would take it for greys
    return False


def _collect_again() -> None:
    """Collect garbage again, and leave what start-up made alone: it will live on."""
    gc.freeze()
    gc.enable()


def _check_terminal() -> None:
    """Refuse what Textual, which draws on the standard error, would hang in or garble."""
    if not (sys.stdin.isatty() and sys.__stderr__ and sys.__stderr__.isatty()):
        raise Complaint("this is a full-screen game and needs a terminal.", NO_TERMINAL)
    term = os.environ.get("TERM", "")
    if term == "dumb" or (not term and os.name != "nt"):  # Windows has no TERM
        raise Complaint("this terminal can't move its cursor (TERM is dumb).", NO_TERMINAL)


def _utf8() -> bool:
    """Tell whether the terminal is written to in UTF-8."""
    encoding = sys.__stderr__.encoding if sys.__stderr__ else ""
    return encoding.lower().replace("-", "") == "utf8"


def _opening(arguments: "Namespace", places: "Places") -> "Opening":
    from regicide_tui.play.saves.shelf import Shelf
    from regicide_tui.tui.opening import Opening

    match arguments.command:
        case "new":
            return Opening(_deal(arguments), fresh=True)
        case "replay":
            return Opening(_read_game(arguments.file), replay=True)
        case "open":
            return _open(arguments.file, places)
        case "resume":
            found = Shelf(places.saves).newest_unfinished()
            if found is None:
                return Opening(sentence="There is no game to resume.")
            return Opening(found[1], found[0])
    return Opening()


def _open(path: Path, places: "Places") -> "Opening":
    """Open a game: one's own goes on in its file; examples and named positions stay as they are."""
    from msgspec.structs import replace

    from regicide_tui.play.saves.shelf import SUFFIX
    from regicide_tui.tui.opening import Opening

    path = path.resolve()
    saved = _read_game(path)
    shelved = path.parent == places.saves.resolve() and path.suffix == SUFFIX
    own = shelved and not saved.name
    return Opening(replace(saved, name=""), path if own else None, sentence=saved.name)


def _deal(arguments: "Namespace") -> "Saved":
    from regicide_tui.games.base import BadSetup
    from regicide_tui.play.dealing import deal
    from regicide_tui.play.history import Start

    names = arguments.names.split(",") if arguments.names else []
    players = arguments.players or max(1, len(names))
    try:
        return deal(Start("regicide", players, arguments.seed, {}), names)
    except BadSetup as error:
        raise Complaint(error.message, BAD_USAGE) from None


def _read_game(path: Path) -> "Saved":
    """Read a saved game or a transcript."""
    from regicide_tui.play.saves import files
    from regicide_tui.play.saves.codec import BadSave
    from regicide_tui.play.transcript import LIMIT, BadTranscript, read_transcript

    try:
        if files.is_save(path):
            return files.read(path)
        with path.open(encoding="utf-8-sig") as file:
            return read_transcript(file.read(LIMIT + 1))
    except UnicodeError:
        raise Complaint(f"{path} is neither a saved game nor a transcript.", BAD_FILE) from None
    except (BadSave, BadTranscript) as error:
        raise Complaint(f"{path}: {error}", BAD_FILE) from None
    except (OSError, ValueError) as error:
        raise Complaint(f"{path} can't be opened: {files.why(error)}", BAD_FILE) from None


def _handle_signals(app: "RegicideApp") -> None:
    """Leave in good order when the line drops or the machine goes down.

    Everything is saved already; what is left is to restore the terminal. If even that hangs,
    as it may on a line that is gone, end all the same.
    """

    def end(number: int, _: object) -> None:
        watchdog = Timer(LAST_WORDS, os._exit, [128 + number])
        watchdog.daemon = True
        watchdog.start()
        app.leave_soon()

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
