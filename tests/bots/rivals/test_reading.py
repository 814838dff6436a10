"""Reading the rival: hands from which he would have done something else are less likely."""

from random import Random

import pytest

from regicide_tui.bots.base import Sight
from regicide_tui.bots.duel.memory import Memory
from regicide_tui.bots.duel.page import options
from regicide_tui.bots.duel.reading import Reading
from regicide_tui.cards import cards
from regicide_tui.games.base import Event
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State, other
from regicide_tui.games.laying import Pay, Play

POSITION = GAME.load({"hands": [["2H"], ["3H"]], "tavern": ["4S"]}, "7F3K", {})


def test_who_plays_low_hardly_holds_a_king() -> None:
    reading = Reading(0, 3)
    reading.note(POSITION, Play(cards("2C")))
    reading.spend(0, cards("2C")[0])
    assert reading.weight(cards("3D 4D")) > 2 * reading.weight(cards("3D KC"))


def test_who_pays_dear_has_nothing_cheap() -> None:
    owing = GAME.load(
        {"hands": [["TC", "2C"], ["3H"]], "played": "3H", "turn": 2, "phase": "pay", "due": 3},
        "7F3K",
        {},
    )
    reading = Reading(0, 2)
    reading.note(owing, Pay(cards("TC")))
    reading.spend(0, cards("TC")[0])
    assert reading.weight(cards("9D")) > 2 * reading.weight(cards("4D"))


def test_what_was_drawn_later_changes_nothing() -> None:
    reading = Reading(0, 2)
    reading.note(POSITION, Play(cards("2C")))
    reading.spend(0, cards("2C")[0])
    reading.draw(1)
    assert reading.weight(cards("3D KC")) == reading.weight(cards("3D 4D"))


def test_of_a_rival_who_goes_by_rules_of_thumb_more_cards_are_guessed_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weights = (Reading.weight, lambda *_: 1.0)
    right = [0, 0]
    for number in range(4):
        state = GAME.new(2, f"reading-{number}", {})
        firsts = [GAME.view(state, seat) for seat in (0, 1)]
        seen: tuple[list[Event], ...] = ([], [])
        while (seat := GAME.to_act(state)) is not None:
            view = GAME.view(state, seat)
            if len(seen[seat]) > 12:
                sight = Sight(firsts[seat], tuple(seen[seat]), view)
                for place, weight in enumerate(weights):
                    monkeypatch.setattr(Reading, "weight", weight)
                    right[place] += _guessed_right(sight, state)
            step = GAME.reduce(state, max(options(view), key=lambda one: one[1])[0])
            for watcher, story in enumerate(seen):
                story += [GAME.view_event(event, watcher) for event in step.events]
            state = step.state
    assert right[0] > 1.05 * right[1]


def _guessed_right(sight: Sight[State], state: State) -> int:
    """Return how many cards of the rival's hand some guesses have right."""
    guesser, luck = Memory(sight).guesser(), Random(1)
    seat = GAME.to_act(state) or 0
    held = state.hands[other(seat)]
    return sum(card in held for _ in range(60) for card in guesser(luck).hands[other(seat)])
