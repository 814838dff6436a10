"""Compares searches in C with the same searches in Python, in whole games with random house rules.

Run it with NUMBA_DISABLE_JIT=1: `python -m tests.bots.translator.same_searches FOLDER SEARCHES`.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from regicide_tui import games
from regicide_tui.bots.bot_game import BotGame
from regicide_tui.bots.compiled import JIT
from regicide_tui.bots.encoded import evaluation, search, search_bot
from regicide_tui.bots.factories import find_factory
from regicide_tui.bots.king_of_the_dead import bot as king_bot
from regicide_tui.bots.king_of_the_dead.encoded import evaluation as king_evaluation
from regicide_tui.bots.king_of_the_dead.encoded import search as king_search
from regicide_tui.bots.net import evaluate_with_loops
from regicide_tui.games.base import Json
from tests.bots.translator.native import Native
from tests.bots.translator.programs import bots_program

EVALUATIONS = 80
EVERY = 7
"""Every so many actions a bot searches; the others are taken at random."""


def copied(one: Any) -> Any:
    """Return a copy of an argument, with all arrays in it."""
    if isinstance(one, np.ndarray):
        return one.copy()
    if isinstance(one, tuple) and hasattr(one, "_fields"):
        return type(one)(*[copied(part) for part in one])
    return one


def content(one: Any) -> Any:
    """Return the bytes of all arrays in an argument."""
    if isinstance(one, np.ndarray):
        return one.tobytes()
    return [content(part) for part in one] if isinstance(one, tuple) else one


def compared(native: Native, module: str, python: Callable[..., None]) -> Callable[..., None]:
    """Return a search in C that fails if Python's differs in anything that it writes."""

    def both(*args: Any) -> None:
        given = [copied(one) for one in args]
        native.call(module, "grow_tree", *args)
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
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    assert not JIT
    native = Native(bots_program(), folder)
    patch = pytest.MonkeyPatch()
    with_loops = vars(king_evaluation)["_chance_with_loops"]
    patch.setattr(evaluation, "evaluate_batch", evaluate_with_loops)
    patch.setattr(king_evaluation, "_chance", with_loops)
    patch.setattr(search_bot, "grow_tree", compared(native, search.__name__, search.grow_tree))
    of_king = compared(native, king_search.__name__, king_search.grow_tree)
    patch.setattr(king_bot, "grow_tree", of_king)
    for game in games.names():
        for players in games.find(game).player_counts:
            if find_factory(game) is not None:
                found = searches(game, players, Random(f"{game} {players}"))
                for _ in range(count):
                    next(found)
                print(game, players, count, flush=True)


if __name__ == "__main__":
    main()
