"""Games to try the players on: dealt by the engine, played at random or half well."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from regicide_tui.bots.base import Bot, Sight
from regicide_tui.bots.duel.page import options as duel_options
from regicide_tui.bots.duel.thinker import DuelThinker
from regicide_tui.bots.king_of_the_dead.judge import KingJudge
from regicide_tui.bots.king_of_the_dead.page import options as king_options
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.rows.games import INPUTS
from regicide_tui.bots.search.judge import Option, best_of
from regicide_tui.bots.search.searcher import Searcher
from regicide_tui.games import find
from regicide_tui.games.base import AnyGame, Event, Json


class Rivals(NamedTuple):
    """A game of rivals: what its page likes, and how a player who looks ahead is made.

    The player is made with a number of evaluations and a net that knows nothing: what must hold,
    holds for any.
    """

    game: AnyGame
    options: Callable[[Any], list[Option[Any]]]
    thinker: Callable[[int], Any]
    inputs: int


def _duel(evaluations: int) -> Bot[Any, Any]:
    return DuelThinker(fresh_net(INPUTS["duel"], 8, 4, 1), evaluations)


def king_judge() -> KingJudge:
    """Return an eye for King of the Dead that knows nothing."""
    return KingJudge(fresh_net(KingJudge.inputs, 8, 4, 1))


def _king(evaluations: int) -> Bot[Any, Any]:
    return Searcher(king_judge(), evaluations)


DUEL = Rivals(find("duel"), duel_options, _duel, INPUTS["duel"])
KING = Rivals(find("king_of_the_dead"), king_options, _king, KingJudge.inputs)
GAMES = [DUEL, KING]
NAMES = [rivals.game.name for rivals in GAMES]


def sights(
    rivals: Rivals, rng: Random, players: int, options: dict[str, Json] | None = None
) -> Iterator[tuple[Any, Sight[Any]]]:
    """Give each state of a game, with what the seat to act has seen of it."""
    game = rivals.game
    state = game.new(players, str(rng.random()), options or {})
    firsts = [game.view(state, seat) for seat in range(players)]
    seen: list[list[Event]] = [[] for _ in firsts]
    for _ in range(400):
        seat = game.to_act(state)
        if seat is None:
            return
        view = game.view(state, seat)
        yield state, Sight(firsts[seat], tuple(seen[seat]), view)
        daring = rng.random() < 0.5
        action = best_of(rivals.options(view)) if daring else rng.choice(game.legal_actions(view))
        step = game.reduce(state, action)
        for other, story in enumerate(seen):
            story += [game.view_event(event, other) for event in step.events]
        state = step.state
