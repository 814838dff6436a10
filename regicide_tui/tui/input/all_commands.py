"""All commands there are: those of every screen, and those of each installed game."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from regicide_tui import games
from regicide_tui.games.manifest import load
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.commands import Command, GameCommands, Meaning


def game_commands(name: str) -> GameCommands | None:
    """Return what a game has of its own, or None. Raises `KeyError` if there is no such game."""
    dotted = games.manifest(name).commands
    return cast("GameCommands", load(dotted)) if dotted else None


def all_game_commands() -> tuple[GameCommands, ...]:
    """Return the commands of each game that has some of its own, in the order of offer."""
    found = [game_commands(name) for name in games.names()]
    return tuple([one for one in found if one is not None])


@cache
def commands_by_place() -> Mapping[str, tuple[Command, ...]]:
    """Return all commands, by where they are: no two of one place have the same key.

    At the table of a game one can also begin a lesson or a puzzle again.
    """
    tables = {one.place: (*one.commands, c.AGAIN) for one in all_game_commands()}
    return {**tables, **c.PLACES}


@cache
def by_id() -> Mapping[str, Command]:
    """Return all commands, by their names."""
    return {
        command.id: command for commands in commands_by_place().values() for command in commands
    }


@cache
def verbs() -> frozenset[str]:
    """Return the actions of the commands that the line of keys names when they do something."""
    own = [command for one in all_game_commands() for command in one.verbs]
    return frozenset([command.action for command in (*c.VERBS, *own)])


def meanings() -> tuple[Meaning, ...]:
    """Return what the keys mean that only games have."""
    return tuple([meaning for one in all_game_commands() for meaning in one.meanings])


def left_out(game: GameCommands | None = None) -> tuple[str, ...]:
    """Return the actions that a line of keys without room leaves out, in this order.

    At a table, `game` is what the game has of its own.
    """
    early, late = (game.left_out_early, game.left_out_late) if game else ((), ())
    order = (*c.LEFT_OUT_FIRST, *early, *c.LEFT_OUT_NEXT, *late, *c.LEFT_OUT_LAST)
    return tuple([command.action for command in order])
