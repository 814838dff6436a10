"""Plays one game for the par of a deal."""

from functools import cache

from regicide_tui import games
from regicide_tui.bots.base import BotGame, derive_seed
from regicide_tui.bots.roster import AnyBot, default_evaluations, make_bot
from regicide_tui.simulate.pars.messages import ALL_CARDS, LEVEL, ParAnswer, ParQuestion
from regicide_tui.simulate.reference.all_cards import AllCardsPlayer

MOST_EVALUATIONS = 60_000
"""The most evaluations of an action in these games, since a par takes many of them."""


def play(asked: ParQuestion, evaluations: int | None = None) -> ParAnswer:
    """Return how a game of a deal ends; `evaluations` is in place of the usual ones if given.

    The random numbers of the bots follow from the number of the game, so a par is the same wherever
    it is computed. Raises `BadSetup`, `BadWeights`, `KeyError`.
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
    assert outcome is not None  # nobody is to act
    return ParAnswer(True, outcome.won, outcome.medal or "")


@cache
def par_bot(game: str, players: int, evaluations: int) -> AnyBot:
    """Return the bot that plays for a par, the same one for all games of a kind."""
    return make_bot(game, LEVEL, players, evaluations)


@cache
def _all_cards(game: str, players: int, evaluations: int) -> AllCardsPlayer:
    return AllCardsPlayer(game, players, evaluations)
