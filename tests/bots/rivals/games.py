"""Games to try the players on: dealt by the engine, played at random or half well."""

from collections.abc import Iterator
from random import Random
from typing import Any

from regicide_tui.bots.base import Sight
from regicide_tui.bots.duel.judge import DuelJudge
from regicide_tui.bots.king_of_the_dead.judge import KingJudge
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.search.judge import best_of
from regicide_tui.bots.search.netjudge import NetJudge
from regicide_tui.games.base import Event, Json

JUDGES: list[NetJudge[Any, Any]] = [
    kind(fresh_net(kind.inputs, 8, 4, 1)) for kind in (DuelJudge, KingJudge)
]
"""Nets that know nothing: what must hold, holds for any."""

NAMES = [judge.game.name for judge in JUDGES]


def sights(
    judge: NetJudge[Any, Any], rng: Random, players: int, options: dict[str, Json] | None = None
) -> Iterator[tuple[Any, Sight[Any]]]:
    """Give each state of a game, with what the seat to act has seen of it."""
    game = judge.game
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
        action = best_of(judge.options(view)) if daring else rng.choice(game.legal_actions(view))
        step = game.reduce(state, action)
        for other, story in enumerate(seen):
            story += [game.view_event(event, other) for event in step.events]
        state = step.state
