"""The players of Duel and King of the Dead: legal, honest, steady, and stopped at once."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.bots.base import Bot, Sight
from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.roster import player_of
from regicide_tui.bots.search.greedy import Greedy
from regicide_tui.bots.search.searcher import LONGEST
from regicide_tui.cards import cards
from regicide_tui.games import find
from regicide_tui.games.base import IllegalAction, Step
from regicide_tui.games.king_of_the_dead.actions import Play
from regicide_tui.games.king_of_the_dead.powers import QUESTIONS
from regicide_tui.games.king_of_the_dead.state import change
from tests.bots.rivals.games import GAMES, KING, NAMES, Rivals, king_judge, sights
from tests.loose import loose

both_games = pytest.mark.parametrize("rivals", GAMES, ids=NAMES)

RARE = [cards("QC QD QH 5S"), cards("* * 5S")]
"""Hands whose first cards have a power that hardly ever comes up."""


def _players(rivals: Rivals) -> list[Bot[Any, Any]]:
    return [Greedy(rivals.options), rivals.thinker(12)]


def _is_legal(rivals: Rivals, state: Any, action: Any) -> bool:
    try:
        rivals.game.reduce(state, action)
    except IllegalAction:
        return False
    return not rivals.game.is_complete(state) or action in rivals.game.legal_actions(state)


@both_games
def test_every_answer_is_legal_under_all_house_rules(rivals: Rivals) -> None:
    rng = Random(1)
    for _ in range(8):
        players = rng.choice(rivals.game.player_counts)
        options = {one.name: rng.choice(one.values) for one in rivals.game.options(players)}
        for state, sight in sights(rivals, rng, players, options):
            for bot in _players(rivals):
                assert _is_legal(rivals, state, bot.choose(sight, rng.randrange(1000)))


def test_every_prompt_of_king_of_the_dead_is_answered() -> None:
    rivals, rng = KING, Random(7)
    answered: set[str] = set()
    victims = 0
    for number in range(150):
        for state, sight in sights(rivals, rng, 2 + number % 3):
            prompt = state.prompt
            if prompt is None or prompt.kind in answered:
                continue
            answered.add(prompt.kind)
            victims += prompt.seat != state.turn
            for bot in _players(rivals):
                assert _is_legal(rivals, state, bot.choose(sight, 3))
    for rare in RARE:
        state = change(replace(state, prompt=None, over=False), state.turn, hand=rare, plays=())
        state = rivals.game.reduce(state, Play(rare[:-1])).state
        answered.add(loose(state).prompt.kind)
        view = rivals.game.view(state, loose(state).turn)
        for bot in _players(rivals):
            assert _is_legal(rivals, state, bot.choose(Sight(view, (), view), 3))
    assert answered == set(QUESTIONS)
    assert victims == 2  # both questions of Void


@both_games
def test_what_a_seat_may_not_know_changes_no_answer(rivals: Rivals) -> None:
    game, rng, exchanged = rivals.game, Random(2), 0
    for number, (state, sight) in enumerate(sights(rivals, rng, 2)):
        if number % 5:
            continue
        seat = game.to_act(state)
        other = game.determinize(sight.view, rng)
        exchanged += other != state
        again = Sight(sight.first, sight.seen, game.view(other, seat))
        assert again == sight  # what a bot is given shows nothing of the exchange
        for bot in _players(rivals):
            assert bot.choose(sight, 5) == bot.choose(again, 5)
    assert exchanged > 1


@pytest.mark.parametrize("rules", ["dealt", "guessed"])
def test_a_guess_is_a_position_that_the_seat_cannot_tell_from_the_true_one(rules: str) -> None:
    game, rng, judge = KING.game, Random(3), king_judge()
    for players in game.player_counts:
        for state, sight in sights(KING, rng, players):
            # A seat that joined late knows less, and its memory must do with that.
            known = sight if rules == "dealt" else Sight(sight.view, (), sight.view)
            guess = judge.guesser(known)(rng)
            assert game.view(guess, game.to_act(state)) == sight.view


@both_games
def test_the_same_sight_and_luck_give_the_same_answer(rivals: Rivals) -> None:
    for number, (_, sight) in enumerate(sights(rivals, Random(4), 2)):
        if number % 9 == 0:
            used = rivals.thinker(40)
            answers = [used.rank(sight, 1) for _ in range(2)]
            assert answers == [rivals.thinker(40).rank(sight, 1)] * 2


@both_games
def test_a_search_that_is_stopped_answers_with_what_it_has(rivals: Rivals) -> None:
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    _, sight = next(sights(rivals, Random(5), 2))
    ranked = rivals.thinker(50_000).rank(sight, 1, stopped)
    assert len(asked) == 1
    assert ranked[0].action in rivals.game.legal_actions(sight.view)


def test_a_search_on_the_engine_keeps_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    _, sight = next(sights(KING, Random(6), 2))
    played: list[Any] = []
    reduce = KING.game.reduce

    def counted(state: Any, action: Any) -> Step[Any]:
        played.append(action)
        return reduce(state, action)

    monkeypatch.setattr(KING.game, "reduce", counted)
    ranked = KING.thinker(400).rank(sight, 1)
    assert 400 <= len(played) <= 400 + 2 * LONGEST  # a round that was begun is ended
    assert sum(one.share for one in ranked) == pytest.approx(1)


@both_games
def test_a_judge_tells_the_best_action_and_thinks_as_long_about_any_other(rivals: Rivals) -> None:
    rng = Random(8)
    for _, sight in islice(sights(rivals, rng, 2), 0, 40, 4):
        bot = rivals.thinker(60)
        best = bot.choose(sight, 1)
        done = rng.choice(rivals.game.legal_actions(sight.view))
        found, own = bot.appraise(sight, done, 1)
        assert own.action == done
        assert own.share == found.share == 1
        assert 0 <= own.chance <= found.chance <= 1
        assert found.action in (best, done)
        assert bot.appraise(sight, best, 1) == bot.appraise(sight, None, 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_there_is_a_player_of_each_level(name: str, level: str) -> None:
    game = find(name)
    state = game.new(2, "levels", {})
    view = game.view(state, game.to_act(state))
    bot = player_of(name, level, 2)
    action = bot.choose(Sight(view, (), view), 1, lambda: True)
    assert action in game.legal_actions(view)
