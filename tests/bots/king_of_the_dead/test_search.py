"""The search of King of the Dead on encoded states: its budget, its end, and rare positions."""

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from regicide_tui.bots.base import NoAnswer, Observation
from regicide_tui.bots.king_of_the_dead import state as layout
from regicide_tui.bots.king_of_the_dead.appeals import ACTIONS, MOST_CANDIDATES
from regicide_tui.bots.king_of_the_dead.bot import (
    EVALUATIONS_PER_CHECK,
    KingBot,
    infer_information_set,
)
from regicide_tui.bots.king_of_the_dead.candidates import write_candidates
from regicide_tui.bots.king_of_the_dead.encoding import encode_action, encode_state
from regicide_tui.bots.king_of_the_dead.features import INPUTS
from regicide_tui.bots.king_of_the_dead.rules import apply_action
from regicide_tui.bots.king_of_the_dead.search import (
    MOST_MOVES,
    Workspace,
    determinize,
    evaluate,
    evaluations_spent,
    finish_turn,
    grow_tree,
    new_tree,
    new_workspace,
    rank_root_actions,
)
from regicide_tui.bots.library import Ints, ints, ints_of
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.training.adam import new_net
from regicide_tui.cards import cards
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Answer, Buy, Play, Score
from regicide_tui.games.king_of_the_dead.state import State, change_side
from tests.bots.king_of_the_dead.games import some_options, walk
from tests.bots.king_of_the_dead.test_rules_agree import contents

NET = new_net(INPUTS, 8, 4, 1)
MANY = cards("AC AD 2C 2C 2S 3C 3S 4C 4S 5C 5S 6C 6S 7H 7S")


def _seen(state: State) -> Observation[State]:
    view = GAME.view(state, GAME.to_act(state))
    return Observation(view, (), view)


def test_a_search_spends_its_evaluations_and_finishes_a_round() -> None:
    workspace = new_workspace()
    for state, action in islice(walk(Random(1), 3, {}), 60):
        number = encode_action(state, action)
        tree = new_tree(300, ints_of([number]))
        information = infer_information_set(_seen(state))
        grow_tree(information, NET, workspace, tree, 300, 300, new_rng(1))
        spent = evaluations_spent(tree)
        # A path is never longer than the rounds that were needed to grow it.
        assert 300 <= spent < 300 + MOST_MOVES + 300 // 2
        ((found, value, share),) = rank_root_actions(tree)
        assert (found, share) == (number, 1)
        assert 0 <= value <= 1


def _values_at_one_guess(
    guessed: Ints, actions: Ints, workspace: Workspace, rng: Ints
) -> list[float]:
    """Return what the net thinks of each action once the turn is over, for the seat to act."""
    values = []
    for action in actions.tolist():
        encoded, work, room = guessed[:], workspace.work, workspace.cards
        apply_action(encoded, action, room, rng)
        finish_turn(encoded, action, work, room, rng)
        evaluate(encoded, NET, workspace.evaluation)
        values.append(float(workspace.evaluation.values[guessed[layout.ACTOR]]))
    return values


def test_a_round_tries_every_action_with_the_same_guess() -> None:
    workspace, compared = new_workspace(), 0
    for state, _ in islice(walk(Random(2), 3, {}), 80):
        information, rng = infer_information_set(_seen(state)), new_rng(1)
        count = write_candidates(information.encoded, workspace.work, MOST_CANDIDATES)
        actions = workspace.work[ACTIONS : ACTIONS + count]
        tree = new_tree(1, actions)
        grow_tree(information, NET, workspace, tree, 1, 1, rng)
        guessed, again = ints(layout.LENGTH), new_rng(1)
        determinize(information, guessed, again)
        assert workspace.guessed == guessed
        found = {action: value for action, value, _ in rank_root_actions(tree)}
        if rng == again:  # nothing was shuffled on the way
            expected = _values_at_one_guess(guessed, actions, workspace, again)
            assert [found[action] for action in actions.tolist()] == pytest.approx(expected)
            compared += count > 1
    assert compared > 10


def test_the_worse_half_of_the_actions_is_dropped_with_each_share_of_the_budget() -> None:
    state, workspace = GAME.new(2, "halves", {}), new_workspace()
    information = infer_information_set(_seen(state))
    actions = ints_of(encode_action(state, one) for one in GAME.legal_actions(state)[:7])
    tree, budget = new_tree(6_000, actions), 6_000
    for until, left in ((1_000, 7), (3_000, 4), (6_000, 2)):
        grow_tree(information, NET, workspace, tree, until, budget, new_rng(until))
        ranked = rank_root_actions(tree)
        tried, values = [share for _, _, share in ranked], [value for _, value, _ in ranked]
        assert tried.count(max(tried)) == left
        assert tried == sorted(tried, reverse=True)
        assert values[:left] == sorted(values[:left], reverse=True)
        assert max(values) == values[0]


@pytest.mark.parametrize("players", GAME.player_counts)
def test_a_search_answers_at_every_position_of_a_game(players: int) -> None:
    rng, bot = Random(players), KingBot(NET, 60)
    for state, _ in walk(rng, players, some_options(rng, players)):
        ranked = bot.rank(_seen(state), 1)
        assert sum(one.search_share for one in ranked) == pytest.approx(1)
        GAME.reduce(state, ranked[0].action)  # it is legal


def test_a_search_asks_whether_to_stop() -> None:
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) == 3

    state = GAME.new(2, "stop", {})
    KingBot(NET, 100 * EVALUATIONS_PER_CHECK).rank(_seen(state), 1, stopped)
    assert len(asked) == 3


def test_a_sure_win_is_found() -> None:
    """In the last turn, one run shares the win, and another wins alone."""
    state = GAME.new(2, "last", {})
    one, two = state.sides
    sides = (
        replace(one, hand=cards("2H 7S 8S 9S"), draws=()),
        replace(two, hand=(), draws=(), scores=cards("9D")),
    )
    state = replace(
        state,
        sides=sides,
        turn=0,
        first=1,
        final_round=True,
        parade=(None,) * 4,
        newcomer=None,
        well=cards("TS"),
    )
    best, *_ = KingBot(NET, 2_000).rank(_seen(state), 1)
    assert best.action == Score((*cards("8S 9S"), None))
    assert best.chance > 0.9


@pytest.mark.parametrize("many", [10, 13, 15])
def test_a_purchase_with_many_cards_can_be_judged(many: int) -> None:
    state = GAME.new(2, "wide", {})
    paid = tuple(card for card in MANY if card.text[1] in "CS" or card.rank == "A")[:many]
    state = replace(
        change_side(state, state.turn, hand=MANY), parade=(*cards("TH"), None, None, None)
    )
    _review_and_play(state, Buy(1, paid))


def test_a_discard_of_many_cards_can_be_judged() -> None:
    state = change_side(GAME.new(2, "wide", {}), 0, hand=MANY)
    state = change_side(replace(state, turn=0, first=0), 0, hand=(*MANY, *cards("7D")))
    hand = tuple(sorted(state.sides[0].hand, key=lambda card: card.order))
    state = GAME.reduce(change_side(state, 0, hand=hand), Play(cards("7H 7S"))).state
    _review_and_play(state, Answer("discard", state.sides[0].hand[:12]))


def _review_and_play(state: State, done: Buy | Answer) -> None:
    """Assert that an action is judged, and does the same on the encoded state."""
    bot = KingBot(NET, 40)
    _, own = bot.review(_seen(state), done, 1)
    assert own.action in (done, bot.choose(_seen(state), 1))
    encoded = encode_state(state)
    room = ints(layout.ROOM)
    apply_action(encoded, encode_action(state, done), room, new_rng(1))
    after = encode_state(GAME.reduce(state, done).state)
    assert [len(pile) for pile in contents(encoded)] == [len(pile) for pile in contents(after)]


def test_cards_that_no_number_can_name_are_not_judged() -> None:
    hand = tuple(sorted(cards("2C 2S 3C 3S 4C 4S 5C 5S") * 8, key=lambda card: card.order))
    state = change_side(GAME.new(2, "wider", {}), 0, hand=hand)
    with pytest.raises(NoAnswer):
        encode_action(replace(state, turn=0), Buy(1, hand))
