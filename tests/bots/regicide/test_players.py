"""The players of Regicide: honest, legal, steady, and able to see what lies before them."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from regicide_tui.bots.base import Bot, Sight
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.regicide.features import INPUTS
from regicide_tui.bots.regicide.page import options
from regicide_tui.bots.regicide.thinker import RegicideThinker
from regicide_tui.bots.search.greedy import Greedy
from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.state import State
from tests.bots.regicide.games import GAME, some_options, walk
from tests.loose import loose

NET = fresh_net(INPUTS, 16, 8, 1)
PLAYERS: list[Callable[[], Bot[Any, Any]]] = [
    lambda: Greedy(options),
    lambda: RegicideThinker(NET, 0),
    lambda: RegicideThinker(NET, 400),
]
NAMES = ["page", "one look", "search"]


def _sight(state: State) -> Sight[State]:
    """Return what the seat to act sees of a game that begins here."""
    view = GAME.view(state, state.turn)
    return Sight(loose(view), (), loose(view))


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_a_seat_may_not_know_changes_no_answer(
    make: Callable[[], Bot[Any, Any]], players: int
) -> None:
    rng, bot = Random(players), make()
    exchanged = 0
    for _ in range(4):
        for number, (state, action) in enumerate(walk(rng, players, {})):
            if number % 7:
                continue
            seat = state.turn
            other = GAME.determinize(GAME.view(state, seat), rng)
            exchanged += loose(other).tavern != state.tavern
            # One action on in both games: where the seat saw the same, it answers the same.
            sights = []
            for game in (state, other):
                step = GAME.reduce(game, action)
                seen = tuple([GAME.view_event(event, seat) for event in step.events])
                later = step.state
                if loose(later).turn == seat and GAME.outcome(later) is None:
                    sights.append(Sight(GAME.view(game, seat), seen, GAME.view(later, seat)))
            assert bot.choose(_sight(state), 5) == bot.choose(_sight(loose(other)), 5)
            if isinstance(bot, RegicideThinker):
                one, two = [bot.appraise(_sight(loose(each)), action, 5) for each in (state, other)]
                assert one == two
            if len(sights) == 2 and sights[0] == sights[1]:
                assert bot.choose(sights[0], 6) == bot.choose(sights[1], 6)
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
            sight = Sight(first[seat], tuple(seen[seat]), GAME.view(state, seat))
            assert bot.choose(sight, rng.randrange(1000)) in GAME.legal_actions(state)
            for other, story in enumerate(seen):
                events = GAME.reduce(state, action).events
                story += [GAME.view_event(event, other) for event in events]


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
def test_the_same_sight_and_luck_give_the_same_answer(make: Callable[[], Bot[Any, Any]]) -> None:
    sight = _sight(loose(GAME.new(3, "steady", {})))
    used = make()
    assert [used.choose(sight, 1) for _ in range(3)] == [make().choose(sight, 1)] * 3


LAST_BLOW = {
    "players": 1,
    "hands": [["2C", "5H", "9S", "TH"]],
    "enemy": "KS",
    "damage": 31,
    "tavern": ["3D"],
    "castle": [],
}


@pytest.mark.parametrize("make", PLAYERS, ids=NAMES)
def test_the_blow_that_wins_is_dealt(make: Callable[[], Bot[Any, Any]]) -> None:
    state = GAME.load(loose(LAST_BLOW), "x", {})
    won = GAME.reduce(state, make().choose(_sight(loose(state)), 1)).state
    assert loose(won).result == "won"


def test_a_search_finds_a_win_two_actions_away() -> None:
    # Whatever is played leaves the King standing, and he strikes for 20. Behind the 9 of Spades the
    # Queen pays, and the 5 of Clubs is left for the last blow.
    position = LAST_BLOW | {"hands": [["5C", "9S", "QD"]], "enemy": "KH", "damage": 21}
    state = GAME.load(loose(position | {"jesters_unused": 0}), "x", {})
    best = RegicideThinker(NET, 2_000).rank(_sight(loose(state)), 1)
    assert GAME.format(best[0].action) == "9S"
    assert best[0].chance > 0.5 > best[-1].chance


def test_a_search_that_is_stopped_answers_with_what_it_has() -> None:
    sight = _sight(loose(GAME.new(2, "stop", {})))
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    ranked = RegicideThinker(NET, 50_000).rank(sight, 1, stopped)
    assert len(asked) == 1
    assert ranked[0].action in GAME.legal_actions(sight.view)


def test_alone_no_jester_is_flipped_while_there_is_hope() -> None:
    state = GAME.load(loose(LAST_BLOW | {"jesters_unused": 2}), "x", {})
    *others, last = RegicideThinker(NET, 400).rank(_sight(loose(state)), 1)
    assert GAME.format(last.action) == "flip"
    assert last.gold == 0.0
    assert all(one.for_gold for one in others)


def test_at_a_glance_every_action_has_a_chance_a_flip_as_well() -> None:
    state = GAME.load(loose(LAST_BLOW | {"jesters_unused": 2}), "x", {})
    weighed = RegicideThinker(NET, 0).weigh(_sight(loose(state)), 1)
    golds = [one.gold or 0.0 for one in weighed]
    assert {one.action for one in weighed} == set(GAME.legal_actions(state))
    assert golds == sorted(golds, reverse=True)
    assert golds[0] > 0.99 > golds[-1], "the last blow wins gold"
    assert all(one.chance >= (one.gold or 0.0) for one in weighed)


def test_alone_a_jester_is_flipped_where_nothing_else_is_left() -> None:
    position = {"players": 1, "hands": [["2C"]], "enemy": "KS", "phase": "suffer"}
    position |= {"tavern": ["3D", "9S"], "jesters_unused": 1, "castle": []}
    state = GAME.load(loose(position), "x", {})
    assert GAME.format(RegicideThinker(NET, 400).choose(_sight(loose(state)), 1)) == "flip"


@pytest.mark.parametrize("evaluations", [0, 400])
def test_a_judge_tells_the_best_action_from_the_one_that_was_taken(evaluations: int) -> None:
    state = GAME.load(loose(LAST_BLOW), "x", {})
    judge = RegicideThinker(NET, evaluations)
    best = judge.rank(_sight(loose(state)), 1)[0].action
    worse = next(one for one in GAME.legal_actions(state) if not _wins(loose(state), loose(one)))
    found, done = judge.appraise(_sight(loose(state)), loose(worse), 1)
    assert (found.action, done.action) == (best, worse)
    assert found.chance > 0.99 > done.chance
    assert judge.appraise(_sight(loose(state)), best, 1) == (found, found)
    assert judge.appraise(_sight(loose(state)), None, 1) == (found, found)


def _wins(state: State, action: Action) -> bool:
    outcome = GAME.outcome(GAME.reduce(state, action).state)
    return outcome is not None and outcome.won


def test_where_there_is_no_choice_the_one_way_is_judged() -> None:
    position = {"players": 1, "hands": [["2C"]], "enemy": "KS", "phase": "suffer"}
    position |= {"tavern": ["3D", "9S"], "jesters_unused": 1, "castle": []}
    state = GAME.load(loose(position), "x", {})
    (only,) = GAME.legal_actions(state)
    found, done = RegicideThinker(NET, 400).appraise(_sight(loose(state)), loose(only), 1)
    assert found == done
    assert found.action == only


def test_alone_a_judge_counts_the_jesters_in() -> None:
    position = LAST_BLOW | {"hands": [["2C"]], "tavern": ["9S", "TS"], "jesters_unused": 2}
    state = GAME.load(loose(position), "x", {})
    found, _ = RegicideThinker(NET, 400).appraise(_sight(loose(state)), None, 1)
    assert GAME.format(found.action) == "flip"


def test_a_view_hides_what_it_must() -> None:
    sight = _sight(loose(GAME.new(3, "hidden", {})))
    hidden = [hand for seat, hand in enumerate(sight.view.hands) if seat != sight.view.turn]
    assert {card for hand in hidden for card in hand} == {UNKNOWN}
    assert sight.view.seed is None
