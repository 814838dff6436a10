"""The command line: finds the function of a command and reports each error in a sentence."""

import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

from regicide_tui import __version__
from regicide_tui.errors import BAD_FILE, BAD_USAGE, NO_TERMINAL, CliError
from regicide_tui.lean import import_msgspec
from regicide_tui.printable import PrintableStream, UnwrittenOutput, printable_streams

_STANDARD_ERROR = 2
_START = "regicide_tui.tui.startup.early:start_app"
_TEXT = "regicide_tui.text.shell:command"
_ENGINE = "regicide_tui.engine:command"


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
            from regicide_tui.play.crash_report import crash

            return _report_error(crash(error))


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


def _answer(words: list[str], output: PrintableStream) -> int:
    """Run the command of the words; return the exit code."""
    if words in ([], ["resume"]):  # making the parser takes a tenth of the start-up
        usual = SimpleNamespace(command=" ".join(words), data_dir=None, no_motion=False)
        return _function(_START)(usual, output)
    if words[:1] == ["text"] and not any(word.startswith("-") for word in words):
        import_msgspec()
        return _function(_TEXT)(SimpleNamespace(data_dir=None, words=words[1:]), output)
    gc.enable()
    if words in (["--version"], ["-V"]):
        print(f"regicide-tui {__version__}")  # noqa: T201
        return 0
    if words == ["engine"]:
        return _function(_ENGINE)(SimpleNamespace(), output)
    from regicide_tui.arguments import make_parser

    arguments = make_parser().parse_args(words, SimpleNamespace())
    return _function(getattr(arguments, "run", _START))(arguments, output)


def _function(dotted: str) -> Callable[[SimpleNamespace, PrintableStream], int]:
    """Return the function of a command; its module is loaded only now."""
    module, _, name = dotted.partition(":")
    found: Callable[[SimpleNamespace, PrintableStream], int] = getattr(import_module(module), name)
    return found


def serve(arguments: SimpleNamespace, output: PrintableStream) -> int:  # noqa: ARG001
    """Run a command of the server's operator."""
    from regicide_tui.play.paths import find_paths

    try:
        from regicide_tui.server.operator import CommandError, commands
    except ImportError as error:
        missing = f"the server needs packages ({error.name}): pip install 'regicide-tui[server]'"
        raise CliError(missing, BAD_USAGE) from None
    try:
        return commands.run(arguments, find_paths(arguments.data_dir).server)
    except CommandError as error:
        raise CliError(f"{error}", BAD_FILE) from None


def doctor(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """Report what this terminal can do, and how the app uses it."""
    from regicide_tui.commands import find_width
    from regicide_tui.doctor import can_play, examine, report
    from regicide_tui.play.paths import find_paths
    from regicide_tui.tui.input.keymap import read_checked

    paths = find_paths(arguments.data_dir)
    findings = examine(os.environ, paths, os.name == "nt", read_checked)
    output.write(report(findings, find_width()))
    return 0 if can_play(findings) else NO_TERMINAL
