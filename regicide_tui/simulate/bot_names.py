"""Parses `--bots` and `--compare`: bots, their numbers of evaluations, and programs."""

import re
import shlex
from collections.abc import Sequence

from regicide_tui.bots.roster import PROGRAM
from regicide_tui.simulate.errors import BadBots
from regicide_tui.simulate.reference import list_names
from regicide_tui.thinking.processes import find_obstacle

_BOT = r"""(?:[^,"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+"""
"""One bot as text: a comma in quotes, or after a backslash, does not end it."""


def parse_bots(game: str, players: int, bots: str) -> tuple[str, ...]:
    """Return the bot in each seat, from one bot for all or one for each.

    A bot is a level or a reference player, `NAME:EVALUATIONS` for an unusual number of
    evaluations, or `program:COMMAND` for a foreign program and its arguments. Raises `BadBots`.
    """
    named = split_bots(bots)
    seats = named * players if len(named) == 1 else named
    if len(seats) != players:
        raise BadBots(f"Name one bot for all seats, or one for each of {players} seats: {bots}.")
    _check(game, players, seats)
    return seats


def parse_two_bots(game: str, players: int, bots: str) -> tuple[str, str]:
    """Return the two bots of a comparison, from `A,B`. Raises `BadBots`."""
    named = split_bots(bots)
    if len(named) != 2:
        raise BadBots(f"A comparison needs two bots, as in knight,captain: {bots}.")
    _check(game, players, named)
    return named[0], named[1]


def split_bots(bots: str) -> tuple[str, ...]:
    """Split text at the commas between bots. Raises `BadBots`."""
    if re.fullmatch(f"{_BOT}(,{_BOT})*", bots) is None:
        raise BadBots(f"Separate bots by commas, and close all quotes: {bots}.")
    return tuple([one.strip() for one in re.findall(_BOT, bots)])


def name_and_evaluations(bot: str) -> tuple[str, int | None]:
    """Parse `NAME` or `NAME:EVALUATIONS`. Raises `ValueError` if no number follows the colon."""
    name, colon, evaluations = bot.partition(":")
    if colon and not (evaluations.isascii() and evaluations.isdecimal()):
        raise ValueError
    return name, int(evaluations) if colon else None


def program_command(bot: str) -> list[str] | None:
    """Return the command of `program:COMMAND` as a list of words, or None for one of our bots.

    Raises `ValueError` for an unclosed quote.
    """
    kind, _, command = bot.partition(":")
    return shlex.split(command) if kind == PROGRAM else None


def _check(game: str, players: int, bots: Sequence[str]) -> None:
    for bot in bots:
        try:
            command = program_command(bot)
        except ValueError as error:
            raise BadBots(f"The program's command can't be read ({error}): {bot}.") from None
        if command is None:
            _check_name(game, players, bot)
        elif not command:
            raise BadBots("Add a command after program:, as in program:'python my_bot.py'.")
        elif obstacle := find_obstacle(command[0]):
            raise BadBots(obstacle)


def _check_name(game: str, players: int, bot: str) -> None:
    known = list_names(game, players)
    try:
        name, evaluations = name_and_evaluations(bot)
    except ValueError:
        raise BadBots(f"The colon must be followed by a number of evaluations: {bot}.") from None
    if name not in known:
        raise BadBots(f"No bot {name!r} plays this game. Choose from {', '.join(known)}.")
    if evaluations is not None and not known[name]:
        raise BadBots(f"The bot {name} makes no evaluations: {bot}.")
