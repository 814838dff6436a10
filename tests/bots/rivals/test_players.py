"""The bots of Duel and King of the Dead: legal, honest, repeatable, and stopped at once."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from regicide_tui.bots.base import LEVELS, Bot, HeuristicBot, Observation
from regicide_tui.bots.roster import make_bot
from regicide_tui.games import find
from regicide_tui.games.base import IllegalAction
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS
from tests.bots.king_of_the_dead.games import mixed
from tests.bots.rivals.games import GAMES, KING, NAMES, Rivals, observations

both_games = pytest.mark.parametrize("rivals", GAMES, ids=NAMES)


def _players(rivals: Rivals) -> list[Bot[Any, Any]]:
    return [HeuristicBot(rivals.candidates), rivals.make_search_bot(12)]


def _is_legal(rivals: Rivals, state: Any, action: Any) -> bool:
    try:
        rivals.game.reduce(state, action)
    except IllegalAction:
        return False
    return not rivals.game.is_complete(state) or action in rivals.game.legal_actions(state)


@pytest.mark.slow
@both_games
def test_every_answer_is_legal_under_all_house_rules(rivals: Rivals) -> None:
    rng, bots = Random(1), _players(rivals)
    for _ in range(8):
        players = rng.choice(rivals.game.player_counts)
        options = {one.name: rng.choice(one.values) for one in rivals.game.options(players)}
        for state, observation in observations(rivals, rng, players, options):
            for bot in bots:
                assert _is_legal(rivals, state, bot.choose(observation, rng.randrange(1000)))


@pytest.mark.slow
def test_every_prompt_of_king_of_the_dead_is_answered() -> None:
    rng, bots, answered, victims = Random(3), _players(KING), set[str](), 0
    while answered != {*PROMPT_KINDS}:
        players = rng.choice(KING.game.player_counts)
        # Mixed cards bring royals and Jokers early, and with them rare prompts.
        for state, observation in observations(
            KING, rng, players, prepare=lambda deal: mixed(deal, rng)
        ):
            prompt = state.prompt
            if prompt is None or prompt.kind in answered:
                continue
            answered.add(prompt.kind)
            victims += prompt.seat != state.turn
            for bot in bots:
                assert _is_legal(KING, state, bot.choose(observation, 3))
    assert victims == 2  # both questions of Void


@both_games
def test_hidden_cards_change_no_answer(rivals: Rivals) -> None:
    game, rng, exchanged, bots = rivals.game, Random(2), 0, _players(rivals)
    for number, (state, observation) in enumerate(observations(rivals, rng, 2)):
        if number % 5:
            continue
        seat = game.to_act(state)
        other = game.determinize(observation.view, rng)
        exchanged += other != state
        again = Observation(observation.first_view, observation.events, game.view(other, seat))
        assert again == observation  # the observation shows nothing of the exchange
        for bot in bots:
            assert bot.choose(observation, 5) == bot.choose(again, 5)
    assert exchanged > 1


@both_games
def test_the_same_observation_and_seed_give_the_same_answer(rivals: Rivals) -> None:
    for number, (_, observation) in enumerate(observations(rivals, Random(4), 2)):
        if number % 9 == 0:
            used = rivals.make_search_bot(40)
            answers = [used.rank(observation, 1) for _ in range(2)]
            assert answers == [rivals.make_search_bot(40).rank(observation, 1)] * 2


@both_games
def test_a_search_that_is_stopped_returns_its_best_action(rivals: Rivals) -> None:
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    _, observation = next(observations(rivals, Random(5), 2))
    ranked = rivals.make_search_bot(50_000).rank(observation, 1, stopped)
    assert len(asked) == 1
    assert ranked[0].action in rivals.game.legal_actions(observation.view)


@both_games
def test_a_review_searches_the_best_action_as_long_as_any_other(rivals: Rivals) -> None:
    rng = Random(8)
    for _, observation in islice(observations(rivals, rng, 2), 0, 40, 4):
        bot = rivals.make_search_bot(60)
        best = bot.choose(observation, 1)
        done = rng.choice(rivals.game.legal_actions(observation.view))
        found, own = bot.review(observation, done, 1)
        assert own.action == done
        assert own.search_share == found.search_share == 1
        assert 0 <= own.chance <= found.chance <= 1
        assert found.action in (best, done)
        assert bot.review(observation, best, 1) == bot.review(observation, None, 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_there_is_a_bot_of_each_level(name: str, level: str) -> None:
    game = find(name)
    state = game.new(2, "levels", {})
    view = game.view(state, game.to_act(state))
    bot = make_bot(name, level, 2)
    action = bot.choose(Observation(view, (), view), 1, lambda: True)
    assert action in game.legal_actions(view)
