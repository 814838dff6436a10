"""The bots of Regicide: honest, legal, repeatable, and able to look ahead."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from regicide_tui.bots.base import Bot, HeuristicBot, Observation
from regicide_tui.bots.encoded import bot as encoded_bot
from regicide_tui.bots.regicide import bot as regicide_bot
from regicide_tui.bots.regicide.afterstate import INPUTS
from regicide_tui.bots.regicide.bot import RegicideBot, list_candidates
from regicide_tui.bots.training.adam import new_net
from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event
from regicide_tui.games.regicide.state import Action, State
from tests.bots.regicide.games import GAME, some_options, walk
from tests.loose import loose

NET = new_net(INPUTS, 16, 8, 1)
PLAYERS: list[Callable[[], Bot[Any, Any]]] = [
    lambda: HeuristicBot(list_candidates),
    lambda: RegicideBot(NET, 0),
    lambda: RegicideBot(NET, 400),
]
NAMES = ["page", "one look", "search"]


def _observe(state: State) -> Observation[State]:
    """Return the observation of the seat to act in a game that begins here."""
    view = GAME.view(state, state.turn)
    return Observation(loose(view), (), loose(view))


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hidden_cards_change_no_answer(make: Callable[[], Bot[Any, Any]], players: int) -> None:
    rng, bot = Random(players), make()
    exchanged = 0
    for _ in range(4):
        for number, (state, action) in enumerate(walk(rng, players, {})):
            if number % 7:
                continue
            seat = state.turn
            other = GAME.determinize(GAME.view(state, seat), rng)
            exchanged += loose(other).tavern != state.tavern
            # One action later in both games: if the seat saw the same, it acts the same.
            observations = []
            for game in (state, other):
                step = GAME.reduce(game, action)
                seen = tuple([GAME.view_event(event, seat) for event in step.events])
                later = step.state
                if loose(later).turn == seat and GAME.outcome(later) is None:
                    observations.append(
                        Observation(GAME.view(game, seat), seen, GAME.view(later, seat))
                    )
            assert bot.choose(_observe(state), 5) == bot.choose(_observe(loose(other)), 5)
            if isinstance(bot, RegicideBot):
                one, two = [bot.review(_observe(loose(each)), action, 5) for each in (state, other)]
                assert one == two
            if len(observations) == 2 and observations[0] == observations[1]:
                assert bot.choose(observations[0], 6) == bot.choose(observations[1], 6)
    assert exchanged > 5


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
def test_every_answer_is_legal_under_all_house_rules(make: Callable[[], Bot[Any, Any]]) -> None:
    rng, bot = Random(3), make()
    for _ in range(12):
        players = rng.choice([1, 2, 3, 4])
        first: list[State] = []
        seen: list[list[Event]] = [[] for _ in range(players)]
        for state, action in walk(rng, players, some_options(rng)):
            first = first or [loose(GAME.view(state, seat)) for seat in range(players)]
            seat = state.turn
            observation = Observation(first[seat], tuple(seen[seat]), GAME.view(state, seat))
            assert bot.choose(observation, rng.randrange(1000)) in GAME.legal_actions(state)
            for other, events_seen in enumerate(seen):
                events = GAME.reduce(state, action).events
                events_seen += [GAME.view_event(event, other) for event in events]


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
def test_the_same_observation_and_seed_give_the_same_answer(
    make: Callable[[], Bot[Any, Any]],
) -> None:
    observation = _observe(loose(GAME.new(3, "steady", {})))
    used = make()
    assert [used.choose(observation, 1) for _ in range(3)] == [make().choose(observation, 1)] * 3


LAST_BLOW = {
    "players": 1,
    "hands": [["2C", "5H", "9S", "TH"]],
    "enemy": "KS",
    "damage": 31,
    "tavern": ["3D"],
    "castle": [],
}


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
def test_a_winning_play_is_played(make: Callable[[], Bot[Any, Any]]) -> None:
    state = GAME.load(loose(LAST_BLOW), "x", {})
    won = GAME.reduce(state, make().choose(_observe(loose(state)), 1)).state
    assert loose(won).result == "won"


def test_a_search_finds_a_win_two_actions_away() -> None:
    # No play defeats the King, and his attack is 20. With the 9 of Spades as shield, the
    # Queen is enough to pay, and the 5 of Clubs is left for the last play.
    position = LAST_BLOW | {"hands": [["5C", "9S", "QD"]], "enemy": "KH", "damage": 21}
    state = GAME.load(loose(position | {"jesters_unused": 0}), "x", {})
    best = RegicideBot(NET, 2_000).rank(_observe(loose(state)), 1)
    assert GAME.format(best[0].action) == "9S"
    assert best[0].chance > 0.5 > best[-1].chance


def test_a_search_that_is_stopped_returns_its_best_action() -> None:
    observation = _observe(loose(GAME.new(2, "stop", {})))
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    ranked = RegicideBot(NET, 50_000).rank(observation, 1, stopped)
    assert len(asked) == 1
    assert ranked[0].action in GAME.legal_actions(observation.view)


def test_a_long_search_ends_when_its_action_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoded_bot, "SHORT", 500)
    monkeypatch.setattr(encoded_bot, "DECIDES_EVERY", 500)
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return False

    state = GAME.load(loose(LAST_BLOW | {"jesters_unused": 0}), "x", {})
    RegicideBot(NET, 50_000).rank(_observe(loose(state)), 1, stopped)
    rounds = len(asked) * encoded_bot.ROUNDS_PER_CHECK
    assert 1 <= rounds < 2_500, "the last blow wins, and nothing more needs to be known"


def test_the_hint_of_a_player_alone_is_the_bots_own_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoded_bot, "SHORT", 300)
    monkeypatch.setattr(regicide_bot, "SHORT", 300)
    monkeypatch.setattr(encoded_bot, "DECIDES_EVERY", 100)
    rng, bot, compared = Random(8), RegicideBot(NET, 1_000), 0
    for _ in range(4):
        for state, _action in [*walk(rng, 1, {})][::3]:
            observation = _observe(state)
            assert bot.rank(observation, 4)[0].action == bot.choose(observation, 4)
            compared += 1
    assert compared > 10


def test_a_solo_player_flips_no_jester_while_there_is_hope() -> None:
    state = GAME.load(loose(LAST_BLOW | {"jesters_unused": 2}), "x", {})
    *others, last = RegicideBot(NET, 400).rank(_observe(loose(state)), 1)
    assert GAME.format(last.action) == "flip"
    assert last.gold == 0.0
    assert all(one.aims_at_gold for one in others)


def test_without_a_search_every_action_including_a_flip_has_a_chance() -> None:
    state = GAME.load(loose(LAST_BLOW | {"jesters_unused": 2}), "x", {})
    ranked = RegicideBot(NET, 0).rank_quickly(_observe(loose(state)), 1)
    golds = [one.gold or 0.0 for one in ranked]
    assert {one.action for one in ranked} == set(GAME.legal_actions(state))
    assert golds == sorted(golds, reverse=True)
    assert golds[0] > 0.99 > golds[-1], "the last blow wins gold"
    assert all(one.chance >= (one.gold or 0.0) for one in ranked)


def test_a_solo_player_flips_a_jester_if_nothing_else_is_left() -> None:
    position = {"players": 1, "hands": [["2C"]], "enemy": "KS", "phase": "suffer"}
    position |= {"tavern": ["3D", "9S"], "jesters_unused": 1, "castle": []}
    state = GAME.load(loose(position), "x", {})
    assert GAME.format(RegicideBot(NET, 400).choose(_observe(loose(state)), 1)) == "flip"


@pytest.mark.parametrize("evaluations", [0, 400])
def test_a_review_tells_the_best_action_from_the_one_that_was_done(evaluations: int) -> None:
    state = GAME.load(loose(LAST_BLOW), "x", {})
    reviewer = RegicideBot(NET, evaluations)
    best = reviewer.rank(_observe(loose(state)), 1)[0].action
    worse = next(one for one in GAME.legal_actions(state) if not _wins(loose(state), loose(one)))
    found, done = reviewer.review(_observe(loose(state)), loose(worse), 1)
    assert (found.action, done.action) == (best, worse)
    assert found.chance > 0.99 > done.chance
    assert reviewer.review(_observe(loose(state)), best, 1) == (found, found)
    assert reviewer.review(_observe(loose(state)), None, 1) == (found, found)


def _wins(state: State, action: Action) -> bool:
    outcome = GAME.outcome(GAME.reduce(state, action).state)
    return outcome is not None and outcome.won


def test_where_there_is_no_choice_the_only_action_is_judged() -> None:
    position = {"players": 1, "hands": [["2C"]], "enemy": "KS", "phase": "suffer"}
    position |= {"tavern": ["3D", "9S"], "jesters_unused": 1, "castle": []}
    state = GAME.load(loose(position), "x", {})
    (only,) = GAME.legal_actions(state)
    found, done = RegicideBot(NET, 400).review(_observe(loose(state)), loose(only), 1)
    assert found == done
    assert found.action == only


def test_the_review_of_a_solo_game_includes_the_jesters() -> None:
    position = LAST_BLOW | {"hands": [["2C"]], "tavern": ["9S", "TS"], "jesters_unused": 2}
    state = GAME.load(loose(position), "x", {})
    found, _ = RegicideBot(NET, 400).review(_observe(loose(state)), None, 1)
    assert GAME.format(found.action) == "flip"


def test_a_view_shows_no_hidden_card() -> None:
    observation = _observe(loose(GAME.new(3, "hidden", {})))
    hidden = [
        hand for seat, hand in enumerate(observation.view.hands) if seat != observation.view.turn
    ]
    assert {card for hand in hidden for card in hand} == {UNKNOWN}
    assert observation.view.seed is None
