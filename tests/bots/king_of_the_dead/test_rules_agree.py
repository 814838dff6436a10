"""The rules of King of the Dead on encoded states are those of the engine."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import pytest

from regicide_tui.bots.king_of_the_dead import state as layout
from regicide_tui.bots.king_of_the_dead.encoding import encode_action, encode_state
from regicide_tui.bots.king_of_the_dead.rules import apply_action, win_share
from regicide_tui.bots.library import Ints, ints, ints_of
from regicide_tui.bots.rng import new_rng, shuffle
from regicide_tui.games.king_of_the_dead import GAME, piles
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS
from tests.bots.king_of_the_dead.games import some_options, walk
from tests.loose import loose

T = TypeVar("T")

ACTIONS = 10_000
"""At least: more, until each prompt was answered."""


def contents(encoded: Ints) -> list[list[int]]:
    """Return all single figures, then all piles."""
    found: list[list[int]] = [encoded[: layout.CARDS].tolist()]
    for pile in range(layout.PILES):
        first = layout.CARDS + pile * layout.ROOM
        found.append(encoded[first : first + encoded[layout.SIZES + pile]].tolist())
    return found


@pytest.fixture
def engine_rng(monkeypatch: pytest.MonkeyPatch) -> Ints:
    """The random numbers by which the engine shuffles here, as the encoded rules do."""
    rng = new_rng(6)

    def shuffled(items: Sequence[T], seed: str, number: int) -> tuple[T, ...]:
        order = ints_of(range(len(items)))
        shuffle(rng, order, 0, len(items))
        upwards = items[::-1]
        return tuple([upwards[place] for place in order.tolist()])[::-1]

    monkeypatch.setattr(piles, "shuffled", shuffled)
    return rng


@pytest.mark.slow
def test_engine_and_encoded_rules_do_the_same(engine_rng: Ints) -> None:
    rng, cards = Random(6), ints(layout.ROOM)
    tried, asked, ended = 0, set[str](), 0
    while tried < ACTIONS or len(asked) <= len(PROMPT_KINDS):
        players = rng.choice(GAME.player_counts)
        for state, action in walk(rng, players, some_options(rng, players)):
            tried += 1
            encoded = encode_state(state)
            own_rng = engine_rng[:]
            apply_action(encoded, encode_action(state, action), cards, own_rng)
            after = GAME.reduce(state, action).state
            assert contents(encoded) == contents(encode_state(after)), (state.prompt, action)
            assert own_rng == engine_rng
            asked.add(state.prompt.kind if state.prompt else "")
        ended += 1
        shares = [win_share(encode_state(after), seat) for seat in range(players)]
        winners = loose(GAME.outcome(after)).winners
        assert shares == [(seat in winners) / len(winners) for seat in range(players)]
    assert ended > 20
    assert asked == {*PROMPT_KINDS, ""}
