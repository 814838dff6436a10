"""Games to test with: dealt or set up, played at random, and saved."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.games import find
from regicide_tui.games.base import Json
from regicide_tui.play.history import DRAW, History, Match, Result, Start, begin
from regicide_tui.play.table import Table

ROOT = Path(__file__).parents[2]
REGICIDE = find("regicide")
DUEL = find("duel")
NAMES = ("Ada", "Bea", "Cy", "Dot")

JESTER_IN_HAND: dict[str, Json] = {
    "players": 2,
    "hands": [["*", "8D"], ["9H", "TC"]],
    "enemy": "JS",
    "castle": ["QH", "KD"],
    "tavern": ["2C", "3C", "4C", "5C", "6C", "7C"],
}
"""A position in which player 1 can play a Jester."""


def begun(
    players: int = 2, seed: str = "7F3K", options: Mapping[str, Json] | None = None
) -> History:
    """Deal a game."""
    return begin(REGICIDE, Start("regicide", players, seed, options or {}))


def set_up(position: Any, options: Any = None) -> History:
    """Set up a position."""
    return begin(REGICIDE, Start("regicide", position["players"], "7F3K", options or {}, position))


def some_action(history: History, rng: Random, careful: bool = True) -> str:
    """Return a random legal action; with care, one that ends it only if most others do, too."""
    game = history.game
    legal = game.legal_actions(history.state)
    action = rng.choice(legal)
    for _ in range(4 if careful else 0):
        outcome = game.outcome(game.reduce(history.state, action).state)
        if outcome is None or (outcome.won and not game.rivals):
            break
        action = rng.choice(legal)
    return game.format(action)


def played(history: History, moves: int, rng: Random) -> History:
    """Play so many moves at random, or until the game is over."""
    for _ in range(moves):
        if history.over:
            break
        history = history.take_text(some_action(history, rng))
    return history


def game(players: int = 2, moves: int = 6, seed: str = "7F3K") -> Table:
    """Return a game after some moves, as it would be saved."""
    return Table(played(begun(players, seed), moves, Random(seed)), NAMES[:players])


def duel(moves: int = 6, seed: str = "7F3K") -> Table:
    """Return a duel after some moves, as it would be saved."""
    history = begin(DUEL, Start("duel", 2, seed, {}))
    return Table(played(history, moves, Random(seed)), NAMES[:2])


def whole_game(players: int = 2, seed: str = "7F3K") -> Table:
    """Return a game that is over."""
    return game(players, 10_000, seed)


def after_one_more_move(saved: Table, seed: int = 1) -> Table:
    """Return the game one random move later."""
    return Table(played(saved.history, 1, Random(seed)), saved.seats, saved.name)


# A printable text is what a name or a seed may be: no other space than the common one.
_PRINTABLE = st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" ;='\"\\#~`$&|<>é漢🂡")


def texts(longest: int, shortest: int = 0) -> st.SearchStrategy[str]:
    """Draw lines of printable text, odd characters among them."""
    return st.text(_PRINTABLE, min_size=shortest, max_size=longest)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Draw games of every kind and number of players, with house rules, partly undone."""
    game = draw(st.sampled_from([REGICIDE, REGICIDE, DUEL]))
    players = draw(st.sampled_from(game.player_counts))
    allowed = {option.name: st.sampled_from(option.values) for option in game.options(players)}
    options = draw(st.fixed_dictionaries({}, optional=allowed))
    seed = draw(texts(200))
    rng = Random(draw(st.integers(0, 2**32)))
    history = begin(game, Start(game.name, players, seed, options))
    if draw(st.booleans()):
        history = played(history, draw(st.integers(0, 40)), rng)
        position = game.position(history.state)
        if draw(st.booleans()):  # then the seed of the start counts, from its first shuffle
            position.pop("seed", None)
            position.pop("shuffles", None)
        history = begin(game, Start(game.name, players, seed, options, position))
    history = played(history, draw(st.integers(0, 60)), rng)
    return history.at(draw(st.integers(0, len(history.moves)) | st.just(len(history.moves))))


def matches() -> st.SearchStrategy[Match]:
    """Draw what a game is one of, called off or not."""
    won = st.builds(Result, st.sampled_from([0, 1]), st.booleans())
    results = won | st.just(DRAW)
    earlier = st.lists(results, max_size=5).map(tuple)
    return st.builds(Match, earlier, st.none() | results)


@st.composite
def saves(draw: st.DrawFn) -> Table:
    """Draw saved games with names of all kinds."""
    history = draw(histories())
    seats = tuple([draw(texts(40, 1)) for _ in range(history.start.players)])
    times = st.integers(0, 2**40)
    counts = draw(times), draw(times)
    match = draw(matches()) if history.game.rivals else Match()
    goal, title = draw(texts(40)), draw(texts(40))
    peeks = draw(times)
    numbers = draw(st.sets(st.integers(0, max(0, len(history.moves) - 1))))
    hinted = tuple(sorted(numbers)) if history.moves else ()
    saved = Table(history, seats, draw(texts(40)), *counts, goal, peeks, match, title)
    return replace(saved, hinted=hinted)
