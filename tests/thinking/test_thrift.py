"""Hints pay and play no card that is not needed: by single cases, and by many positions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from regicide_tui.bots.base import Choice, Sight
from regicide_tui.bots.contest import luck_for
from regicide_tui.bots.players import maker_of
from regicide_tui.games import find
from regicide_tui.games.base import AnyGame
from regicide_tui.games.built_in import BUILT_IN
from regicide_tui.games.needless_cards import needless_cards
from regicide_tui.thinking.thrift import NOISE, thrifty
from tests.games.test_needless_cards import STRIKING, SUFFERING

FEW, MANY = 40, 2_000
"""Positions of each game: in every run, and among the slow tests."""
_EVALUATIONS = {"regicide": 300, "duel": 300, "king_of_the_dead": 12}
"""What is thought of each: bad thoughts find needless cards sooner than good ones."""


def _ranked(game: AnyGame, *found: tuple[str, float]) -> list[Choice[Any]]:
    return [Choice(game.parse(text), chance, 0.5) for text, chance in found]


def _thrifty(position: dict[str, Any], *found: tuple[str, float], **rules: Any) -> list[str]:
    game = find("regicide")
    state = game.load(position, "x", rules)
    return [game.format(one.action) for one in thrifty(game, state, _ranked(game, *found))]


def test_what_is_advised_needs_all_its_cards() -> None:
    advised = _thrifty(SUFFERING, ("pay * 2D 7C 9S", 0.5), ("pay 7C 9S", 0.4), overpay="free")
    assert advised == ["pay 7C 9S"]


def test_among_equal_payments_the_one_that_leaves_the_better_hand_is_advised() -> None:
    payments = ("pay 7C 9S", 0.5), ("pay 2D 4H 9S", 0.5 - NOISE / 2)
    assert _thrifty(SUFFERING, *payments) == ["pay 2D 4H 9S", "pay 7C 9S"]
    clearly = ("pay 7C 9S", 0.5), ("pay 2D 4H 9S", 0.5 - 2 * NOISE)
    assert _thrifty(SUFFERING, *clearly) == ["pay 7C 9S", "pay 2D 4H 9S"]


def test_equal_chances_of_different_effects_stay_as_the_bot_ranks_them() -> None:
    assert _thrifty(STRIKING, ("9S", 0.5), ("5S", 0.5)) == ["9S", "5S"]


def _positions(game: AnyGame, count: int) -> Iterator[tuple[str, Sight[Any], int]]:
    """Give positions of games that are played half at random, under any house rules."""
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
                yield game.name, Sight(firsts[seat], tuple(seen[seat]), view), players
            step = game.reduce(state, rng.choice(legal))
            for other, story in enumerate(seen):
                story += [game.view_event(event, other) for event in step.events]
            state = step.state


def _hints_with_needless_cards(name: str, count: int) -> list[str]:
    game = find(name)
    maker = maker_of(name)
    assert maker is not None
    assert maker.learned is not None
    bots = {players: maker.learned(players, _EVALUATIONS[name]) for players in game.player_counts}
    found: list[str] = []
    for number, (_, sight, players) in enumerate(_positions(game, count)):
        bot: Any = bots[players]
        best = thrifty(game, sight.view, bot.rank(sight, luck_for(name, number)))[0].action
        if needless_cards(game, sight.view, best) or game.effect(sight.view, best) is None:
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
