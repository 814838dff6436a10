"""Games among bots, and the intervals of their results."""

import pytest

from regicide_tui.bots.base import BotGame, HeuristicBot, derive_seed, play_bot_game, wilson
from regicide_tui.bots.regicide.bot import list_candidates
from regicide_tui.bots.roster import make_bot
from regicide_tui.games import find
from regicide_tui.games.base import IllegalAction, Value
from tests.loose import loose

GAME = find("regicide")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_seed_gives_the_same_game(players: int) -> None:
    bots = [HeuristicBot(list_candidates)] * players
    one = play_bot_game(loose(GAME), bots, "again")
    assert one == play_bot_game(loose(GAME), bots, "again")
    assert one.actions != play_bot_game(loose(GAME), bots, "another").actions


def test_a_game_of_bots_follows_the_engines_rules() -> None:
    played = play_bot_game(
        loose(GAME), [HeuristicBot(list_candidates)] * 3, "replayed", {"combos": False}
    )
    state = GAME.new(3, "replayed", {"combos": False})
    for action in played.actions:
        state = GAME.reduce(state, GAME.parse(action)).state
    assert GAME.outcome(state) == played.outcome


def test_an_action_that_is_checked_is_not_taken() -> None:
    running = BotGame(loose(GAME), 2, "checked", {})
    before = running.observe(0)
    legal = GAME.legal_actions(loose(before.view))
    running.check(legal[0])
    assert running.observe(0) == before
    with pytest.raises(IllegalAction):
        running.check(GAME.parse("pay 2C"))


@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
@pytest.mark.parametrize("level", ["page", "squire", "knight"])
def test_a_decision_is_the_choice_of_the_bot_with_its_chance(game: str, level: str) -> None:
    evaluations = {"page": None, "squire": None, "knight": 30}[level]
    bot = make_bot(game, level, 2, evaluations)
    running: BotGame[Value, Value] = BotGame(find(game), 2, "decided", {})
    chances: dict[bool, set[bool]] = {True: set(), False: set()}
    while (seat := running.to_act) is not None:
        seen = running.observe(seat)
        decision = bot.decide(seen, running.bot_seed)
        assert decision.action == bot.choose(seen, running.bot_seed)
        assert decision.chance is None or 0 <= decision.chance <= 1
        has_others = len(find(game).legal_actions(seen.view)) > 1
        chances[has_others].add(decision.chance is not None)
        running.take(decision.action)
    assert chances[False] <= {False}
    assert (True in chances[True]) == (level != "page")


def test_each_action_has_its_own_seed() -> None:
    assert len({derive_seed("x", number) for number in range(100)}) == 100


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(42, 100)
    assert (round(low, 3), round(high, 3)) == (0.328, 0.518)
    assert wilson(100, 100)[1] == pytest.approx(1)


def test_the_interval_ends_at_none_and_all() -> None:
    for games in range(1, 200):
        assert wilson(0, games)[0] >= 0
        assert wilson(games, games)[1] <= 1
