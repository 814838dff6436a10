"""The command `simulate`: its options, and checks of their values."""

import signal
import sys
from collections.abc import Mapping
from math import inf
from types import SimpleNamespace

from regicide_tui import games
from regicide_tui.deals import read_options
from regicide_tui.errors import BAD_USAGE, PROGRAM_FAULT, CliError
from regicide_tui.games.base import Json
from regicide_tui.games.words import counted
from regicide_tui.printable import PrintableStream
from regicide_tui.simulate.bot_names import parse_bots, parse_two_bots
from regicide_tui.simulate.command import GAMES, MOST_DEALS, Run, Summary, compare_bots, simulate
from regicide_tui.simulate.comparison import Comparison, parse_bounds
from regicide_tui.simulate.errors import SimulationError
from regicide_tui.simulate.plan import Plan
from regicide_tui.thinking.external_bot import SECONDS


def command(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """Run the command `simulate`. Raises `CliError`."""
    game = games.find(arguments.game)
    if arguments.players is None:
        arguments.players = min(game.player_counts)
    if arguments.players not in game.player_counts:
        players = counted(arguments.players, "player")
        raise CliError(f"{game.title} is not for {players}.", BAD_USAGE)
    if arguments.jobs < 1 or (arguments.games is not None and arguments.games < 1):
        raise CliError("--games and --jobs must be at least 1.", BAD_USAGE)
    if arguments.program_seconds is not None and not 0 < arguments.program_seconds < inf:
        raise CliError("--program-seconds must be a number above 0.", BAD_USAGE)
    if arguments.compare and (arguments.bots is not None or arguments.around):
        raise CliError("--compare can't be combined with --bots or --around.", BAD_USAGE)
    if arguments.bounds is not None and not arguments.compare:
        raise CliError("--bounds can only be used with --compare.", BAD_USAGE)
    options = read_options(arguments.option, game.options(arguments.players))
    ended = _take_end_as_interrupt()
    try:
        run = _compare_bots if arguments.compare else _play_games
        lines, faulty = run(arguments, options)
    except SimulationError as error:
        raise CliError(f"{error}", BAD_USAGE) from None
    except KeyboardInterrupt:
        if arguments.out or arguments.records:
            print("Stopped. Run the same command again to continue.", file=sys.stderr)  # noqa: T201
        return 128 + (signal.SIGTERM if ended else signal.SIGINT)
    print("\n".join(lines), file=output)
    return PROGRAM_FAULT if faulty else 0


def _take_end_as_interrupt() -> list[int]:
    """Make SIGTERM interrupt this process like Ctrl+C; return a list that then contains its number.

    This leaves the processes and files of a simulation in order. In the background, where Ctrl+C
    has no effect, SIGTERM ends this process as usual.
    """
    ended: list[int] = []

    def interrupt(number: int, _: object) -> None:
        ended.append(number)
        signal.raise_signal(signal.SIGINT)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, interrupt)
    return ended


def _play_games(arguments: SimpleNamespace, options: Mapping[str, Json]) -> Summary:
    named = "page" if arguments.bots is None else arguments.bots
    bots = parse_bots(arguments.game, arguments.players, named)
    limits = arguments.program_seconds or SECONDS, arguments.records is not None
    plan = Plan(arguments.game, bots, arguments.seed, options, arguments.around, *limits)
    run = Run(arguments.jobs, arguments.out, arguments.records, arguments.dask)
    return simulate(plan, arguments.games or GAMES, run)


def _compare_bots(arguments: SimpleNamespace, options: Mapping[str, Json]) -> Summary:
    game, players = arguments.game, arguments.players
    bots = parse_two_bots(game, players, arguments.compare)
    bounds = parse_bounds("0,2" if arguments.bounds is None else arguments.bounds)
    limits = arguments.program_seconds or SECONDS, arguments.records is not None
    comparison = Comparison(game, players, *bots, arguments.seed, options, *bounds, *limits)
    run = Run(arguments.jobs, arguments.out, arguments.records, arguments.dask)
    return compare_bots(comparison, arguments.games or MOST_DEALS, run)
