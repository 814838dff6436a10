"""Plays one game for the par of a deal."""

from functools import cache

from regicide_tui import games
from regicide_tui.bots.base import BotGame, derive_seed
from regicide_tui.bots.roster import AnyBot, default_evaluations, make_bot
from regicide_tui.simulate.pars.messages import ALL_CARDS, LEVEL, ParAnswer, ParQuestion
from regicide_tui.simulate.reference.all_cards import AllCardsPlayer

MOST_EVALUATIONS = 60_000
"""The maximum number of evaluations per action, since a par takes many games."""


def play(asked: ParQuestion, evaluations: int | None = None) -> ParAnswer:
    """Play a game of a deal and return how it ends; `evaluations` overrides the usual number.

    The game's number seeds the bots' random numbers, so a par is the same wherever it is computed.
    Raises `BadSetup`, `BadWeights`, `KeyError`.
    """
    if evaluations is None:
        evaluations = min(MOST_EVALUATIONS, default_evaluations(asked.game, LEVEL))
    running = BotGame(games.find(asked.game), asked.players, asked.seed, asked.options)
    while (seat := running.to_act) is not None:
        seed = derive_seed(f"{asked.seed}/par {asked.number}", len(running.actions))
        if asked.number == ALL_CARDS:
            player = _all_cards(asked.game, asked.players, evaluations)
            running.take(player.decide(running.state, running.observe(seat), seed).action)
        else:
            bot = par_bot(asked.game, asked.players, evaluations)
            running.hear_wishes([bot] * asked.players)
            running.take(bot.choose(running.observe(seat), seed))
    outcome = running.outcome
    assert outcome is not None  # no seat must act
    return ParAnswer(True, outcome.won, outcome.medal or "")


@cache
def par_bot(game: str, players: int, evaluations: int) -> AnyBot:
    """Return the bot that plays for a par; all games of a kind share it."""
    return make_bot(game, LEVEL, players, evaluations)


@cache
def _all_cards(game: str, players: int, evaluations: int) -> AllCardsPlayer:
    return AllCardsPlayer(game, players, evaluations)
