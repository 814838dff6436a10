"""The parser of the command line: its commands and options, with their help."""

from argparse import (
    SUPPRESS,
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    BooleanOptionalAction,
    Namespace,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from regicide_tui import __version__
from regicide_tui.errors import did_you_mean
from regicide_tui.games import find, first, is_known, names
from regicide_tui.games.base import Option
from regicide_tui.printable import PrintableStream

SHELLS = ("bash", "zsh", "fish")

_COMMANDS = "regicide_tui.commands"
_SERVER = "regicide_tui.cli:serve"
_MOST_DAYS = 36_500
_HIGHEST_PORT = 65535

_EXAMPLES = """\
examples:
  regicide-tui                                  the menu
  regicide-tui resume                           the newest unfinished game
  regicide-tui new --seed 7F3K --names Ada,Bea  a known deal for two
  regicide-tui new --players 3 --bots page,page one person with two bots
  regicide-tui new --option combos=false        with a house rule
  regicide-tui new --game duel --names Ada,Bea  another game
  regicide-tui export GAME.save > game.txt      a saved game as text
  regicide-tui replay game.txt                  step through it
  regicide-tui review game.txt                  see which decisions cost most
"""


_OTHER_WORDS = {
    "start": "new",
    "solo": "new",
    "continue": "resume",
    "load": "open",
    "list": "saves",
    "help": "--help",
    "version": "--version",
}
"""Words that people type, and the commands or options that they mean."""


class _Command(ArgumentParser):
    """A command that suggests the word that a mistyped one may mean.

    `ending` makes the end of its help, only when someone asks for it. `remedy` ends each of its
    errors.
    """

    ending: Callable[[], str] | None = None
    remedy = ""

    def format_help(self) -> str:
        """Return the help."""
        if self.ending:
            self.epilog = self.ending()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """End the program with an error of the command line."""
        super().error(f"{message}. {self.remedy}" if self.remedy else message)

    def parse_known_args(  # type: ignore[override]  # it also takes other namespaces
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Return the arguments; words that are left over are an error of this command."""
        self._refuse_unknown(args[:1] if args and args[0].startswith("--") else ())
        found, left = super().parse_known_args(args, namespace)
        self._refuse_unknown(left)
        return found, left

    def _check_value(self, action: Action, value: Any) -> None:  # noqa: ANN401
        if action.choices is None or value in action.choices:
            return
        if isinstance(action, _SubParsersAction):
            self.error(self._unknown("command", value, action.choices))
        question = did_you_mean(value, action.choices)
        there = f"{value!r} is not one of {', '.join(action.choices)}. {question}"
        raise ArgumentError(action, there.rstrip(" ."))

    def _refuse_unknown(self, words: Sequence[str]) -> None:
        """Refuse the first of these words, unless an option begins with it."""
        word = words[0].partition("=")[0] if words else ""
        if not any(option.startswith(word) for option in self._option_string_actions):
            self.error(self._unknown("option" if word.startswith("-") else "argument", word))

    def _unknown(self, kind: str, word: str, commands: Iterable[str] = ()) -> str:
        """Return an error that there is no such word, with the one that may be meant."""
        known = [*commands, *self._option_string_actions]
        meant = _OTHER_WORDS.get(word, "")
        if is_known(word):
            meant = f"--game {word}" if "--game" in known else f"new --game {word}"
        is_here = meant.split(" ")[0] in known
        question = f"Do you mean {meant}?" if is_here else did_you_mean(word, known)
        return f"there is no {kind} {word!r}. {question or f'{self.prog} --help lists them'}"


def _examples() -> str:
    """Return the end of the help: examples, and where the documentation is."""
    from importlib.metadata import PackageNotFoundError, metadata

    with suppress(PackageNotFoundError):
        for address in metadata("regicide-tui").get_all("Project-URL", []):
            label, _, url = address.partition(", ")
            if label == "Documentation":
                return f"{_EXAMPLES}\ndocumentation: {url}\n"
    return _EXAMPLES


def _days(text: str) -> float:
    """Return a number of days. Raises `ArgumentTypeError`."""
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not 0 < days <= _MOST_DAYS:
        raise ArgumentTypeError(f"days must be a number above 0 and at most {_MOST_DAYS}")
    return days


def _port(text: str) -> int:
    """Return the number of a port. Raises `ArgumentTypeError`."""
    try:
        port = int(text)
    except ValueError:
        port = -1
    if not 0 <= port <= _HIGHEST_PORT:
        raise ArgumentTypeError(f"a port must be a number from 0 to {_HIGHEST_PORT}")
    return port


class _Games(Container[str]):
    """The names of the games. Installed packages are searched for games as late as possible."""

    def __contains__(self, name: object) -> bool:
        return is_known(str(name))

    def __iter__(self) -> Iterator[str]:
        return iter(names())


_GAMES = _Games()


def make_parser() -> _Command:
    """Return the parser of the command line."""
    parser = _Command(
        "regicide-tui",
        description="The card games Regicide, Regicide Duel and King of the Dead in the terminal.\n"
        "Without a command, it opens the menu.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.ending = _examples
    parser.add_argument("-V", "--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "--data-dir",
        metavar="DIR",
        help="keep saves and settings here (or set REGICIDE_TUI_DATA_DIR)",
    )
    parser.add_argument("--no-motion", action="store_true", help="turn off animations in this run")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Command)
    _add_games(commands)
    _add_tools(commands)
    return parser


def manual_parser() -> ArgumentParser:
    """Return the parser for the man page: its help ends with the house rules."""
    parser = make_parser()
    parser.ending = None
    parser.epilog = f"{_EXAMPLES}\n{_house_rules()}\n"
    return parser


def _command(
    commands: "_SubParsersAction[_Command]",
    name: str,
    words: str,
    more: str = "",
    run: str = "",
) -> _Command:
    """Add a command with a short help sentence, and more for its own help.

    `run` is the dotted name of the function that runs it. Without it, the function of the command
    above runs; the program itself starts the app.
    """
    # Help with house rules is not wrapped.
    told = f"{words[0].upper()}{words[1:]}.\n{more}".strip()
    command = commands.add_parser(name, help=words, description=told)
    command.add_argument("--data-dir", default=SUPPRESS, help=SUPPRESS)  # that of the program
    if run:
        command.set_defaults(run=run)
    return command


def _add_games(commands: "_SubParsersAction[_Command]") -> None:
    _command(commands, "resume", "resume the newest unfinished game")
    _add_deal(_command(commands, "new", "start a new game"))
    play = _command(
        commands,
        "play",
        "start a new game with your own program in the last seat",
        "protocol.md in the documentation describes what the program reads and writes.",
    )
    play.remedy = "To play yourself, run: regicide-tui new"
    _add_deal(play)
    play.add_argument(
        "--bot-command",
        required=True,
        metavar="COMMAND",
        help="the program and its arguments, such as 'python my_bot.py'",
    )
    text = _command(
        commands,
        "text",
        "play in lines of text: for screen readers, dumb terminals and pipes",
        "Words after it are the first line, such as `new duel squire`.",
        run="regicide_tui.text.shell:command",
    )
    text.add_argument("words", nargs="*", metavar="WORD", help="the first line, such as resume")
    opened = _command(
        commands,
        "open",
        "open a saved game",
        "An unnamed game from your saves folder continues in its own file.",
    )
    replay = _command(commands, "replay", "step through a transcript or a saved game")
    review = _command(commands, "review", "see where a game was won or lost")
    export = _command(
        commands,
        "export",
        "write a saved game's transcript",
        "It is written to standard output. The file - means standard input.",
        run=f"{_COMMANDS}:export",
    )
    meant = "a transcript or a saved game: its file, or its name or number in `saves`"
    for command in (opened, replay, review, export):
        command.add_argument("file", type=Path, help=meant)
    _command(
        commands,
        "saves",
        "list the saved games",
        "The most recently played game comes first.",
        run=f"{_COMMANDS}:saves",
    )


def _add_deal(command: _Command) -> None:
    """Add the options of a deal."""
    command.add_argument(
        "--game",
        choices=_GAMES,
        default=first(),
        metavar="GAME",
        help="which game to deal: %(choices)s",
    )
    command.add_argument(
        "--players",
        type=int,
        default=0,
        metavar="N",
        help="number of players (default: one for each name and each bot, or the fewest possible)",
    )
    command.add_argument("--seed", default="", help="the seed of a deal (default: a new one)")
    command.add_argument("--names", default="", metavar="A,B,..", help="the players' names")
    command.add_argument(
        "--bots",
        default="",
        metavar="LEVEL,..",
        help="bots of these levels take the last seats, such as page,knight",
    )
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, such as combos=false; may be repeated. All other rules "
        "are as in the settings",
    )
    command.formatter_class = RawDescriptionHelpFormatter
    command.ending = _house_rules


def _house_rules() -> str:
    """Return the house rules of every game, each with its default first."""
    lines = ["house rules, each with its default first:"]
    for game in map(find, names()):
        lines += [f"  {game.title} (--game {game.name})"]
        lines += [line for one in game.options(max(game.player_counts)) for line in _rule(one)]
    return "\n".join(lines)


def _rule(option: Option) -> Iterator[str]:
    others = [value for value in option.values if value != option.default]
    yield f"    {option.name}={'|'.join([str(one).lower() for one in (option.default, *others)])}"
    yield f"        {option.meaning}"


def _add_tools(commands: "_SubParsersAction[_Command]") -> None:
    _command(commands, "paths", "print the folders of saves and settings", run=f"{_COMMANDS}:paths")
    _command(
        commands,
        "doctor",
        "report what this terminal can do, and how the app uses it",
        "It exits with 0 if you can play the app here, otherwise with 4.",
        run="regicide_tui.cli:doctor",
    )
    _add_server(commands)
    _add_simulate(commands)
    _command(
        commands,
        "engine",
        "run the games in JSON lines, for programs",
        "protocol.md in the documentation describes them.",
        run="regicide_tui.engine:command",
    )
    completion = _command(
        commands,
        "completion",
        "print a completion script for a shell",
        "For bash: regicide-tui completion bash > ~/.local/share/bash-completion/completions"
        "/regicide-tui",
        run="regicide_tui.arguments:completion",
    )
    completion.add_argument("shell", choices=SHELLS, help="the shell")


def _add_server(commands: "_SubParsersAction[_Command]") -> None:
    serve = _command(
        commands,
        "serve",
        "start a server where people play together over SSH",
        "It accepts connections only from this machine, unless you set --host. See "
        "host-your-own.md in the documentation.",
        run=_SERVER,
    )
    serve.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=_port, help="the port to listen on (default: 2222)")
    serve.add_argument(
        "--guests",
        action=BooleanOptionalAction,
        help="let people look around without a key or a name (default: only if the server "
        "accepts connections only from this machine)",
    )
    _add_settings(serve)
    serve.add_argument(
        "--metrics",
        metavar="[ADDRESS:]PORT",
        help="where Prometheus reads the metrics (default address: 127.0.0.1)",
    )
    serve.add_argument("--workers", help=SUPPRESS)  # it was removed, and is refused
    serve.add_argument("--status", action="store_true", help="print the server's status and exit")
    serve.add_argument(
        "--check",
        action="store_true",
        help="check whether the server could start, without starting it; exit with 1 if it could "
        "not",
    )
    users = _command(
        commands,
        "users",
        "list the names on the server, or change who owns them",
        run=_SERVER,
    )
    _add_settings(users)
    # The generated usage lists every action and is wider than a terminal.
    users.usage = (
        "%(prog)s [-h] [--config FILE] [--store URL]\n"
        f"{' ' * 26}[ACTION] [--days DAYS] [--why TEXT]"
    )
    change = users.add_argument_group(
        "actions", "one at a time, in place of ACTION"
    ).add_mutually_exclusive_group()
    change.add_argument(
        "--add-key", nargs=2, metavar=("NAME", "FILE"), help="let a public key log in with a name"
    )
    change.add_argument(
        "--drop-key",
        nargs=2,
        metavar=("NAME", "FILE"),
        help="stop a public key from logging in with a name",
    )
    for option, what in (
        ("ban", "ban a name, a key, an address or an address range"),
        ("unban", "lift a ban"),
        ("mute", "stop a name from chatting"),
        ("unmute", "let a name chat again"),
        ("kick", "disconnect a name that is online"),
    ):
        change.add_argument(f"--{option}", metavar="WHOM", help=what)
    change.add_argument(
        "--forget", metavar="NAME", help="remove a person from all logs; stop the server first"
    )
    change.add_argument(
        "--rename",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="give a person another name in all logs; stop the server first",
    )
    change.add_argument("--acts", action="store_true", help="print the log of all these actions")
    users.add_argument(
        "--days", type=_days, default=0.0, help="length of a ban or a mute (default: permanent)"
    )
    users.add_argument("--why", default="", metavar="TEXT", help="the reason, shown to the person")
    tables = _command(
        commands,
        "tables",
        "list the tables on the server, print the log of one, or close one",
        run=_SERVER,
    )
    _add_settings(tables)
    one = tables.add_mutually_exclusive_group()
    one.add_argument("--log", metavar="TABLE", help="print its log as JSON, one entry per line")
    one.add_argument(
        "--close", metavar="TABLE", help="close it without a result; stop the server first"
    )
    tournament = _command(
        commands,
        "tournament",
        "list the tournaments on the server, open one, print its results, or cancel it",
        "A tournament is an evening of duplicate deals of Regicide.",
        run=_SERVER,
    )
    _add_settings(tournament)
    act = tournament.add_mutually_exclusive_group()
    act.add_argument("--open", metavar="TITLE", help="open a tournament with this title")
    act.add_argument("--results", metavar="ID", help="print its results")
    act.add_argument("--cancel", metavar="ID", help="cancel it before its first round")
    tournament.add_argument(
        "--at", default="", metavar="TIME", help="start time in UTC, such as '2026-11-27 20:00'"
    )
    tournament.add_argument(
        "--players", type=int, default=2, metavar="N", help="players at a table (default: 2)"
    )
    tournament.add_argument(
        "--deals", type=int, default=4, metavar="N", help="deals, one for each round (default: 4)"
    )
    tournament.add_argument(
        "--minutes", type=int, default=20, metavar="N", help="minutes for each round (default: 20)"
    )
    _add_stores(commands)


def _add_settings(command: _Command) -> None:
    command.add_argument(
        "--config", type=Path, metavar="FILE", help="a TOML file with the other settings"
    )
    command.add_argument(
        "--store",
        metavar="URL",
        help="the server's PostgreSQL database: postgresql://USER@HOST/NAME (default: a file)",
    )


def _add_stores(commands: "_SubParsersAction[_Command]") -> None:
    store = _command(
        commands,
        "store",
        "copy, check, back up or upgrade the store of a server",
        "A store is a file, or postgresql://USER@HOST/NAME.",
        run=_SERVER,
    )
    tasks = store.add_subparsers(dest="task", metavar="TASK", required=True, parser_class=_Command)
    copy = _command(tasks, "copy", "copy a store into an empty one and compare the two")
    copy.add_argument("source", metavar="FROM", help="stop its server first")
    copy.add_argument("target", metavar="TO", help="a new file, or a database without logs")
    check = _command(
        tasks, "check", "read the whole store and report its faults, without changing it"
    )
    check.add_argument("source", metavar="STORE", help="its server may be running")
    back_up = _command(
        tasks, "backup", "copy the store file of this machine's server while it runs"
    )
    back_up.add_argument("target", type=Path, metavar="TO", help="a new file")
    upgrade = _command(
        tasks,
        "upgrade",
        "convert the store of this machine's server from before version 1.0",
        "First stop all servers that use it. A converted copy is checked and replaces the store. "
        "The original is kept beside it.",
    )
    _add_settings(upgrade)
    upgrade.add_argument(
        "--with-faults",
        action="store_true",
        help="convert it even if it has faults; damaged entries are left out, as before",
    )


def _add_simulate(commands: "_SubParsersAction[_Command]") -> None:
    simulate = _command(
        commands,
        "simulate",
        "let bots play many games and count the results",
        "Game number 7 is dealt from SEED-7, so the same command plays the same games. With "
        "--out, an interrupted run resumes where it stopped. It exits with 6 if a program in a "
        "seat ended a game by a fault.",
        run="regicide_tui.simulate.arguments:command",
    )
    simulate.add_argument(
        "--game", choices=_GAMES, default=first(), metavar="GAME", help="which game: %(choices)s"
    )
    simulate.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: the fewest)"
    )
    simulate.add_argument(
        "--bots",
        metavar="A,B,..",
        help="the players: one bot for all seats (default: page), or one for each seat in order, "
        "such as knight,page. A bot is a level (page, squire, knight, captain, marshal); "
        "knight:500 thinks for 500 evaluations, program:'COMMAND' is your own program, random "
        "plays at random, and all-cards knows where every card is",
    )
    simulate.add_argument(
        "--program-seconds",
        type=float,
        metavar="SECONDS",
        help="seconds that a program may think about an action (default: 30)",
    )
    simulate.add_argument(
        "--compare",
        metavar="A,B",
        help="compare two bots on the same deals, until it is clear which is stronger",
    )
    simulate.add_argument(
        "--bounds",
        metavar="LOW,HIGH",
        help="with --compare: stop once it is clear whether the first bot wins HIGH or only LOW "
        "percentage points more games than the second (default: 0,2; for a negative bound write "
        "--bounds=-1,1)",
    )
    simulate.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="number of games (default: 100); with --compare, the most deals (default: 2000)",
    )
    simulate.add_argument("--seed", default="tune", help="prefix of all seeds (default: tune)")
    simulate.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule"
    )
    simulate.add_argument(
        "--around", action="store_true", help="play each deal once for each seat, rotating the bots"
    )
    simulate.add_argument("--jobs", type=int, default=1, metavar="J", help="number of processes")
    simulate.add_argument(
        "--out", type=Path, metavar="FILE", help="a row for each game, as .csv or .parquet"
    )
    simulate.add_argument(
        "--records", type=Path, metavar="FILE", help="a row for each decision, as .parquet"
    )
    simulate.add_argument(
        "--dask", metavar="ADDRESS", help="run the games on the workers of a Dask cluster"
    )


def completion_script(shell: str) -> str:
    """Return the completion script for a shell."""
    import shtab

    parser = make_parser()
    (commands,) = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    for name in ("open", "replay", "review", "export"):
        for action in commands.choices[name]._actions:
            if action.dest == "file":
                action.complete = shtab.FILE
    script: str = shtab.complete(parser, shell=shell)
    return script


def completion(arguments: SimpleNamespace, output: PrintableStream) -> int:
    """Print the completion script for a shell."""
    print(completion_script(arguments.shell), file=output)
    return 0
