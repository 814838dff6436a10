"""Games to try the bots on, played at random or half well."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from regicide_tui.bots.base import Bot, Candidate, Observation
from regicide_tui.bots.duel.bot import DuelBot
from regicide_tui.bots.duel.heuristic import list_candidates as duel_candidates
from regicide_tui.bots.encoded.games import INPUTS
from regicide_tui.bots.king_of_the_dead.bot import KingBot
from regicide_tui.bots.king_of_the_dead.bot import list_candidates as king_candidates
from regicide_tui.bots.king_of_the_dead.features import INPUTS as KING_INPUTS
from regicide_tui.bots.training.adam import new_net
from regicide_tui.games import find
from regicide_tui.games.base import AnyGame, Event, Json
from tests.bots.best import best_candidate


class Rivals(NamedTuple):
    """A game of rivals: the page's candidates, and how a bot that searches is made.

    The bot is made with a number of evaluations and a net with random weights: what the tests
    assert must hold for any net.
    """

    game: AnyGame
    candidates: Callable[[Any], list[Candidate[Any]]]
    make_search_bot: Callable[[int], Any]
    inputs: int


def _duel(evaluations: int) -> Bot[Any, Any]:
    return DuelBot(new_net(INPUTS["duel"], 8, 4, 1), evaluations)


def _king(evaluations: int) -> Bot[Any, Any]:
    return KingBot(new_net(KING_INPUTS, 8, 4, 1), evaluations)


DUEL = Rivals(find("duel"), duel_candidates, _duel, INPUTS["duel"])
KING = Rivals(find("king_of_the_dead"), king_candidates, _king, KING_INPUTS)
GAMES = [DUEL, KING]
NAMES = [rivals.game.name for rivals in GAMES]


def observations(
    rivals: Rivals,
    rng: Random,
    players: int,
    options: dict[str, Json] | None = None,
    prepare: Callable[[Any], Any] = lambda state: state,
) -> Iterator[tuple[Any, Observation[Any]]]:
    """Yield each state of a game, with the observation of the seat to act.

    `prepare` may change the deal.
    """
    game = rivals.game
    state = prepare(game.new(players, str(rng.random()), options or {}))
    firsts = [game.view(state, seat) for seat in range(players)]
    seen: list[list[Event]] = [[] for _ in firsts]
    for _ in range(400):
        seat = game.to_act(state)
        if seat is None:
            return
        view = game.view(state, seat)
        yield state, Observation(firsts[seat], tuple(seen[seat]), view)
        takes_best = rng.random() < 0.5
        action = (
            best_candidate(rivals.candidates(view))
            if takes_best
            else rng.choice(game.legal_actions(view))
        )
        step = game.reduce(state, action)
        for other, events_seen in enumerate(seen):
            events_seen += [game.view_event(event, other) for event in step.events]
        state = step.state
