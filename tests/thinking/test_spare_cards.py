"""Hints take no needless card: single cases, and many positions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from regicide_tui.bots.base import Observation, RatedAction, derive_seed
from regicide_tui.bots.roster import find_factory
from regicide_tui.games import find
from regicide_tui.games.base import AnyGame
from regicide_tui.games.manifest import BUILT_IN
from regicide_tui.games.piles import needless_cards
from regicide_tui.thinking.questions import NOISE, spare_cards
from tests.games.test_needless_cards import STRIKING, SUFFERING

FEW, MANY = 40, 2_000
"""The number of positions of each game: in every run, and in `make attack`."""
_EVALUATIONS = {"regicide": 300, "duel": 300, "king_of_the_dead": 12}
"""The evaluations for each position: a short search takes needless cards more often."""


def _ranked(game: AnyGame, *found: tuple[str, float]) -> list[RatedAction[Any]]:
    return [RatedAction(game.parse(text), chance, 0.5) for text, chance in found]


def _spare_cards(position: dict[str, Any], *found: tuple[str, float], **rules: Any) -> list[str]:
    game = find("regicide")
    state = game.load(position, "x", rules)
    return [game.format(one.action) for one in spare_cards(game, state, _ranked(game, *found))]


def test_an_advised_action_needs_all_its_cards() -> None:
    advised = _spare_cards(SUFFERING, ("pay * 2D 7C 9S", 0.5), ("pay 7C 9S", 0.4), overpay="free")
    assert advised == ["pay 7C 9S"]


def test_among_equal_payments_the_one_that_leaves_the_better_hand_is_advised() -> None:
    payments = ("pay 7C 9S", 0.5), ("pay 2D 4H 9S", 0.5 - NOISE / 2)
    assert _spare_cards(SUFFERING, *payments) == ["pay 2D 4H 9S", "pay 7C 9S"]
    clearly = ("pay 7C 9S", 0.5), ("pay 2D 4H 9S", 0.5 - 2 * NOISE)
    assert _spare_cards(SUFFERING, *clearly) == ["pay 7C 9S", "pay 2D 4H 9S"]


def test_equal_chances_of_different_effects_stay_as_the_bot_ranks_them() -> None:
    assert _spare_cards(STRIKING, ("9S", 0.5), ("5S", 0.5)) == ["9S", "5S"]


def _positions(game: AnyGame, count: int) -> Iterator[tuple[str, Observation[Any], int]]:
    """Yield positions of games that are played half at random, under any house rules."""
    rng = Random(game.name)
    found = 0
    while found < count:
        players = rng.choice(game.player_counts)
        options = {one.name: rng.choice(one.values) for one in game.options(players)}
        state = game.new(players, f"test-2026-11-22-{found}", options)
        firsts = [game.view(state, seat) for seat in range(players)]
        seen: list[list[Any]] = [[] for _ in firsts]
        while (seat := game.to_act(state)) is not None and found < count:
            view = game.view(state, seat)
            legal = game.legal_actions(view)
            if len(legal) > 1:
                found += 1
                yield game.name, Observation(firsts[seat], tuple(seen[seat]), view), players
            step = game.reduce(state, rng.choice(legal))
            for other, events_seen in enumerate(seen):
                events_seen += [game.view_event(event, other) for event in step.events]
            state = step.state


def _hints_with_needless_cards(name: str, count: int) -> list[str]:
    game = find(name)
    factory = find_factory(name)
    assert factory is not None
    assert factory.make_with_net is not None
    bots = {
        players: factory.make_with_net(players, _EVALUATIONS[name])
        for players in game.player_counts
    }
    found: list[str] = []
    for number, (_, observation, players) in enumerate(_positions(game, count)):
        bot: Any = bots[players]
        best = spare_cards(
            game, observation.view, bot.rank(observation, derive_seed(name, number))
        )[0].action
        if (
            needless_cards(game, observation.view, best)
            or game.effect(observation.view, best) is None
        ):
            found.append(game.format(best))
    return found


@pytest.mark.parametrize("name", [one.name for one in BUILT_IN])
def test_a_hint_takes_no_needless_card(name: str) -> None:
    assert _hints_with_needless_cards(name, FEW) == []


@pytest.mark.attack
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [one.name for one in BUILT_IN])
def test_two_thousand_hints_take_no_needless_card(name: str) -> None:
    assert _hints_with_needless_cards(name, MANY) == []
