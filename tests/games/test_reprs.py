"""The repr of a value is Python that makes an equal value, where the game's names are in scope."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regicide_tui import cards
from regicide_tui.cards import JESTER, PACK, UNKNOWN, Suit
from regicide_tui.games import base, find, piles
from tests.games.playing import Playing, chances, examples, thorough
from tests.games.test_conformance import every_game
from tests.loose import loose

pytestmark = pytest.mark.slow

# A game has hundreds of steps; the first of them already have every kind of value in them.
few = settings(derandomize=True, deadline=None, max_examples=examples(25))

MODULES = {
    "regicide": ("regicide.state",),
    "duel": ("duel.state", "regicide_family.plays"),
    "king_of_the_dead": (
        "king_of_the_dead.state",
        "king_of_the_dead.actions",
        "king_of_the_dead.events",
    ),
}
"""Where the names in the reprs of a game's values are found, besides what the games share."""


def scope(game: str) -> dict[str, Any]:
    """Return the names that the reprs of a game's values use."""
    names: dict[str, Any] = {**vars(cards), **vars(base), **vars(piles)}
    for module in MODULES[game]:
        names |= vars(import_module(f"regicide_tui.games.{module}"))
    return names


def rebuilt(value: object, names: dict[str, Any]) -> object:
    """Return what the repr of a value evaluates to."""
    return eval(repr(value), names)


def test_the_repr_of_a_card_rebuilds_that_card() -> None:
    assert repr(cards.card("KH")) == "card('KH')"
    for one in (*PACK, JESTER, UNKNOWN):
        assert rebuilt(one, vars(cards)) is one


def test_the_repr_of_a_suit_rebuilds_that_suit() -> None:
    assert [rebuilt(one, vars(cards)) for one in Suit] == list(Suit)


@pytest.mark.parametrize("game", MODULES)
def test_the_repr_of_a_deal_rebuilds_it(game: str) -> None:
    found = find(game)
    for players in found.player_counts:
        state = found.new(players, 'it\'s "7F3K" \\', {})
        assert rebuilt(state, scope(game)) == state


@every_game
@given(data=st.data())
@thorough
def test_the_repr_of_a_state_of_its_views_and_of_its_legal_actions_rebuilds_each(
    playing: Playing, data: st.DataObject
) -> None:
    game, state = playing.game, data.draw(playing.positions())
    names = scope(game.name)
    seats = [None, *range(loose(game.position(state)["players"]))]
    for one in (state, *(game.view(state, seat) for seat in seats)):
        assert rebuilt(one, names) == one
    assert rebuilt(game.outcome(state), names) == game.outcome(state)
    actions = tuple(game.legal_actions(state))
    assert rebuilt(actions, names) == actions


@every_game
@given(rng=chances())
@few
def test_the_repr_of_each_step_of_a_whole_game_rebuilds_it(playing: Playing, rng: Any) -> None:
    names = scope(playing.game.name)
    for before, action in playing.on(rng, playing.deal(rng), playing.far):
        assert rebuilt(action, names) == action
        step = playing.game.reduce(before, action)
        assert rebuilt(step, names) == step
        for event in step.events:
            hidden = playing.game.view_event(event, None)
            assert rebuilt(hidden, names) == hidden
