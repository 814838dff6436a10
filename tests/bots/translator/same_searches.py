"""Compares searches in C with the same searches in Python, in whole games with random house rules.

Run it with Python's functions: `REGICIDE_TUI_PYTHON_RUNS_SEARCHES=1 python -m
tests.bots.translator.same_searches SEARCHES`.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.bots.base import BotGame
from regicide_tui.bots.encoded import bot as encoded_bot
from regicide_tui.bots.encoded import search
from regicide_tui.bots.king_of_the_dead import bot as king_bot
from regicide_tui.bots.king_of_the_dead import search as king_search
from regicide_tui.bots.library import LOADED, Library
from regicide_tui.bots.nets import library_file
from regicide_tui.bots.roster import find_factory
from regicide_tui.bots.translator.__main__ import find_program
from regicide_tui.games.base import Json
from tests.bots.translator.native import content, round_as_c, with_singles

EVALUATIONS = 80
EVERY = 7
"""Every so many actions a bot searches; the others are taken at random."""


def compared(native: Callable[..., None], python: Callable[..., None]) -> Callable[..., None]:
    """Return a search in C that fails if Python's differs in anything that it writes."""

    def both(*args: Any) -> None:
        given = [with_singles(one) for one in args]
        native(*args)
        python(*given)
        assert [content(one) for one in args] == [content(one) for one in given]

    return both


def options(game: str, players: int, random: Random) -> dict[str, Json]:
    """Return house rules at random."""
    known = games.find(game).options(players)
    return {one.name: random.choice(one.values) for one in known}


def searches(game: str, players: int, random: Random) -> Iterator[None]:
    """Play games without end; yield after each search."""
    factory = find_factory(game)
    assert factory is not None
    assert factory.make_with_net is not None
    bot = factory.make_with_net(players, EVALUATIONS)
    while True:
        found = games.find(game)
        running = BotGame(found, players, f"same-{random.random()}", options(game, players, random))
        while (seat := running.to_act) is not None:
            if len(running.actions) % EVERY == 0:
                bot.choose(running.observe(seat), running.bot_seed)
                yield
            running.take(random.choice(found.legal_actions(running.state)))


def main() -> None:
    """Compare, and say how many searches were the same."""
    count = int(sys.argv[1])
    assert not LOADED
    library, patch = Library(library_file()), pytest.MonkeyPatch()
    for name in {key.module for key in find_program().functions}:
        round_as_c(import_module(name), patch)
    for bot, module in ((encoded_bot, search), (king_bot, king_search)):
        native = library.function(f"{module.__name__}.grow_tree")
        patch.setattr(bot, "grow_tree", compared(native, module.grow_tree))
    for game in games.names():
        for players in games.find(game).player_counts:
            if find_factory(game) is not None:
                found = searches(game, players, Random(f"{game} {players}"))
                for _ in range(count):
                    next(found)
                print(game, players, count, flush=True)


if __name__ == "__main__":
    main()
