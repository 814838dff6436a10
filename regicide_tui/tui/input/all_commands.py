"""All commands: those of every screen, and those of each installed game."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from regicide_tui import games
from regicide_tui.games.manifest import load
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.commands import Command, GameCommands, Meaning


def game_commands(name: str) -> GameCommands | None:
    """Return the commands of a game, or None if it has none. Raises `KeyError` if it is unknown."""
    dotted = games.manifest(name).commands
    return cast("GameCommands", load(dotted)) if dotted else None


def all_game_commands() -> tuple[GameCommands, ...]:
    """Return the commands of each game that has some, in the order in which games are offered."""
    found = [game_commands(name) for name in games.names()]
    return tuple([one for one in found if one is not None])


@cache
def commands_by_place() -> Mapping[str, tuple[Command, ...]]:
    """Return all commands by the place where they apply; within a place no two share a key.

    The command `AGAIN` applies at the table of every game, since lessons and puzzles have it.
    """
    tables = {one.place: (*one.commands, c.AGAIN) for one in all_game_commands()}
    return {**tables, **c.PLACES}


@cache
def by_id() -> Mapping[str, Command]:
    """Return all commands by their ids."""
    return {
        command.id: command for commands in commands_by_place().values() for command in commands
    }


@cache
def verbs() -> frozenset[str]:
    """Return the actions of the verbs: the line of keys names them whenever they do something."""
    own = [command for one in all_game_commands() for command in one.verbs]
    return frozenset([command.action for command in (*c.VERBS, *own)])


def meanings() -> tuple[Meaning, ...]:
    """Return the meanings of the keys that only games use."""
    return tuple([meaning for one in all_game_commands() for meaning in one.meanings])


def left_out(game: GameCommands | None = None) -> tuple[str, ...]:
    """Return the actions that a line of keys leaves out if it is too short, in this order.

    At a table, `game` holds the commands of its game.
    """
    early, late = (game.left_out_early, game.left_out_late) if game else ((), ())
    order = (*c.LEFT_OUT_FIRST, *early, *c.LEFT_OUT_NEXT, *late, *c.LEFT_OUT_LAST)
    return tuple([command.action for command in order])
