"""Deal the game of a command line: its players, bots and house rules."""

import shlex
from types import SimpleNamespace

from regicide_tui import games
from regicide_tui.bots.roster import PROGRAM, list_levels, name_players
from regicide_tui.errors import BAD_USAGE, CliError
from regicide_tui.games.base import BadSetup, Json, Option
from regicide_tui.play.dealing import applicable_rules, check_names, check_people, deal
from regicide_tui.play.history import Start
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table


def deal_game(arguments: SimpleNamespace, settings: Settings) -> Table:
    """Return the dealt game. The settings supply the house rules and first name if not given."""
    game = games.find(arguments.game)
    names = arguments.names.split(",") if arguments.names else [settings.name] * bool(settings.name)
    asked = [level for level in arguments.bots.split(",") if level]
    foreign = [PROGRAM] if split_bot_command(arguments) else []
    others = len(asked) + len(foreign)
    named = max(len(names), bool(others)) + others
    players = arguments.players or max(min(game.player_counts), named)
    known = game.options(players if players in game.player_counts else max(game.player_counts))
    kept = applicable_rules(known, settings.rules_of(game.name))
    options = {**kept, **read_options(arguments.option, known)}
    bots = _seat_bots(asked, foreign, game.name, players)
    try:
        check_people(bots)
        called = name_players(bots, (names + [""] * players)[:players]) if bots else names
        check_names(called, players)
        return deal(Start(game.name, players, arguments.seed, options), called, bots)
    except BadSetup as error:
        raise CliError(error.message, BAD_USAGE) from None


def _seat_bots(asked: list[str], foreign: list[str], game: str, players: int) -> list[str]:
    """Return the bot of each seat, an empty string for a person; bots take the last seats."""
    known = [level.name for level in list_levels(game, players)]
    for level in asked:
        if level not in known:
            there = f"There are {', '.join(known)}." if known else "There are none for this game."
            raise CliError(f"there is no such bot here: {level}. {there}", BAD_USAGE)
    others = [*asked, *foreign]
    return ([""] * players + others)[-players:] if others else []


def read_options(given: list[str], known: tuple[Option, ...]) -> dict[str, "Json"]:
    """Return house rules such as `combos=false`; an unknown value stays as it is."""
    values = {(one.name, str(value).lower()): value for one in known for value in one.values}
    found: dict[str, Json] = {}
    for text in given:
        name, _, value = text.partition("=")
        found[name] = values.get((name, value.lower()), value)
    return found


def split_bot_command(arguments: SimpleNamespace) -> list[str]:
    """Return the words of the command of an external bot; none if there is none."""
    try:
        return shlex.split(getattr(arguments, "bot_command", ""))
    except ValueError as error:
        raise CliError(f"the bot's command can't be read: {error}.", BAD_USAGE) from None
