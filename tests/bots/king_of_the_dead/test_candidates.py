"""The candidates of King of the Dead on encoded states are those of the page."""

from collections import Counter
from random import Random

import pytest

from regicide_tui.bots.base import HeuristicBot, Observation
from regicide_tui.bots.king_of_the_dead import bot
from regicide_tui.bots.king_of_the_dead.appeals import (
    ACTIONS,
    APPEALS,
    MOST_CANDIDATES,
    new_working_memory,
)
from regicide_tui.bots.king_of_the_dead.candidates import write_candidates
from regicide_tui.bots.king_of_the_dead.encoding import (
    decode_action,
    encode_action,
    encode_state,
)
from regicide_tui.bots.king_of_the_dead.state import POINT
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS
from regicide_tui.games.king_of_the_dead.state import State
from tests.bots.king_of_the_dead.games import some_options, walk
from tests.bots.king_of_the_dead.page_on_values import list_candidates

POSITIONS = 3_000
"""Of these all are compared, then one of each further prompt."""
_WORK = new_working_memory()


def candidates(state: State, limit: int = MOST_CANDIDATES) -> list[tuple[Action, float]]:
    """Return the candidates on the encoded state."""
    count = write_candidates(encode_state(state), _WORK, limit)
    return [
        (decode_action(state, int(_WORK[ACTIONS + place])), float(_WORK[APPEALS + place]) / POINT)
        for place in range(count)
    ]


@pytest.mark.slow
def test_the_candidates_have_the_pages_appeals() -> None:
    rng, seen, exchanged, listed = Random(2), Counter[str](), 0, 0
    while seen.total() < POSITIONS or len(seen) <= len(PROMPT_KINDS):
        players = rng.choice(GAME.player_counts)
        for state, _ in walk(rng, players, some_options(rng, players)):
            prompt = state.prompt.kind if state.prompt else ""
            seen[prompt] += 1
            if seen.total() > POSITIONS and seen[prompt] > 1:
                continue
            found, expected = candidates(state), list_candidates(state)
            assert [round(one, 6) for _, one in found] == [round(one, 6) for _, one in expected]
            appeals = {action: round(appeal, 6) for action, appeal in expected}
            known = [(action, round(appeal, 6)) for action, appeal in found if action in appeals]
            assert all(appeals[action] == appeal for action, appeal in known)
            # Sums of fractions decide between equal payments there.
            exchanged += len(found) - len(known)
            listed += len(found)
    assert exchanged < listed / 200


def test_the_page_takes_what_its_appeals_on_the_engines_states_say() -> None:
    rng, differ, count = Random(8), 0, 0
    shipped, expected = HeuristicBot(bot.list_candidates), HeuristicBot(list_candidates)
    for players in GAME.player_counts:
        for state, _ in walk(rng, players, some_options(rng, players)):
            view = GAME.view(state, GAME.to_act(state))
            seen = Observation(view, (), view)
            differ += shipped.choose(seen, count) != expected.choose(seen, count)
            count += 1
    assert count > 300
    assert differ <= count / 1000  # sums of fractions decide between equal payments there


def test_the_best_candidate_alone_is_the_first_of_all() -> None:
    rng = Random(5)
    for players in GAME.player_counts:
        for state, _ in walk(rng, players, {}):
            assert candidates(state, 1) == candidates(state)[:1]


def test_every_candidate_is_legal_and_different() -> None:
    rng = Random(6)
    for players in GAME.player_counts:
        for state, _ in walk(rng, players, some_options(rng, players)):
            found = [action for action, _ in candidates(state)]
            assert len({*found}) == len(found)
            if GAME.is_complete(state):
                assert {*found} <= {*GAME.legal_actions(state)}


def test_every_legal_action_has_a_number_of_its_own() -> None:
    rng = Random(7)
    for players in GAME.player_counts:
        for state, _ in walk(rng, players, some_options(rng, players)):
            actions = GAME.legal_actions(state)
            numbers = [encode_action(state, action) for action in actions]
            assert len({*numbers}) == len(actions)
            few = [one for one in actions if len(getattr(one, "cards", ())) < 10]
            assert {decode_action(state, encode_action(state, one)) for one in few} >= {*few}
