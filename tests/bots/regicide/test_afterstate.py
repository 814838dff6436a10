"""The afterstate of an action in Regicide is what the engine makes of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from regicide_tui.bots.encoded import afterstate as common
from regicide_tui.bots.encoded.state import HAND_ROOM, card_number
from regicide_tui.bots.library import ints
from regicide_tui.bots.net import LOST_FOR_SURE, MOST_INPUTS, WON_FOR_SURE
from regicide_tui.bots.regicide import afterstate as a
from regicide_tui.bots.regicide.afterstate import INPUTS, write_features
from regicide_tui.bots.regicide.state import encode_action, encode_state
from regicide_tui.cards import Suit, ascending
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.piles import remove_cards
from regicide_tui.games.regicide.state import (
    CHOOSE,
    SUFFER,
    Action,
    CardsDrawn,
    DamageDealt,
    DiscardHealed,
    EnemyDefeated,
    Flip,
    Pay,
    Play,
    ShieldRaised,
    State,
    attack,
    immune_suit,
    remaining,
)
from regicide_tui.games.regicide_family.plays import total
from tests.bots.regicide.games import GAME, some_options, walk
from tests.loose import loose

CONTAINED = {
    *("Play", "Pay", "Yield", "combo", "Ace", "hearts", "diamonds", "clubs", "spades"),
    *("PowerBlocked", "exact", "more than exact", "known royal", "won", "cannot_pay"),
}
"""What the actions of any number of players must contain."""


def _contents(action: Action, events: tuple[Event, ...]) -> Iterator[str]:
    """Yield what an action contains: its kind, its cards and its events."""
    yield type(action).__name__
    if isinstance(action, Play) and len(action.cards) > 1:
        yield "Ace" if "A" in {card.rank for card in action.cards} else "combo"
    for event in events:
        yield type(event).__name__
        match event:
            case DiscardHealed(count) if count:
                yield "hearts"
            case CardsDrawn():
                yield "diamonds"
            case DamageDealt(doubled=True):
                yield "clubs"
            case ShieldRaised():
                yield "spades"
            case EnemyDefeated(exact=exact):
                yield "exact" if exact else "more than exact"
            case _:
                pass


def _expected(state: State, events: tuple[Event, ...], then: State) -> dict[int, int]:
    """Return the expected afterstate of an action. The next enemy is not turned up yet."""
    seat, players = state.turn, len(state.hands)
    defeated = then.enemy != state.enemy
    immune = None if defeated else immune_suit(then)
    acts_next = a.SELF_PLAYS + (then.turn - seat) % players
    if then.phase is CHOOSE:
        acts_next = a.SELF_CHOOSES
    elif then.phase is SUFFER or then.reason == "cannot_pay":
        acts_next = a.SELF_PAYS
    expected = {
        common.A_TAVERN: len(then.tavern),
        common.A_DISCARD: len(then.discard),
        common.A_CASTLE: len(state.castle) - defeated,
        common.A_HEALED: sum(event.count for event in events if isinstance(event, DiscardHealed)),
        common.A_DUE: attack(then) if acts_next == a.SELF_PAYS else 0,
        a.A_TABLE: sum(len(play.cards) for play in then.table),
        a.A_TOP: card_number(then.tavern[0]) if then.tavern_known else 0,
        a.A_JESTERS: then.jesters_unused,
        a.A_HIDDEN: len(state.castle),
        a.A_HEALTH: 0 if defeated else remaining(then),
        a.A_IMMUNE: 4 if immune is None else [*Suit].index(immune),
        a.A_ATTACK: 0 if defeated else attack(then),
        a.A_NEXT: acts_next,
        a.A_YIELDS: then.yielded[seat],
        a.A_DEFEATED: defeated,
    }
    for place in range(players):
        expected[a.A_SIZES + place] = len(then.hands[(seat + place) % players])
    return expected


def _kept(state: State, action: Action, then: State) -> Pile:
    """Return the cards that the player knows to hold after an action, ascending."""
    hand = state.hands[state.turn]
    if isinstance(action, Play | Pay):
        hand = remove_cards(hand, action.cards)
    elif isinstance(action, Flip):
        hand = ()
    royals = state.tavern[: state.tavern_known]
    return ascending((*hand, *(card for card in royals if card in then.hands[state.turn])))


def _numbers(cards: Iterable[int]) -> list[int]:
    """Return the numbers of cards. Both Jesters have the same."""
    return [max(1, card) for card in cards]


@pytest.mark.parametrize(
    ("players", "more"), [(1, {"Flip"}), (2, set()), (3, {"Choose"}), (4, {"Choose"})]
)
def test_the_afterstate_is_what_the_engine_makes_of_it(players: int, more: set[str]) -> None:
    rng, tried = Random(players), Counter[str | None]()
    after = ints(a.PLACES)
    held, on = ints(HAND_ROOM), ints(MOST_INPUTS)
    for _ in range(40):
        for state, _action in walk(rng, players, some_options(rng), rng.choice([0, 4, 8, 11, 11])):
            encoded, seat = encode_state(state), state.turn
            actions = GAME.legal_actions(state)
            for action in rng.sample(actions, min(12, len(actions))):
                number, step = encode_action(loose(action), encoded), GAME.reduce(state, action)
                then: State = loose(step.state)
                a.write_afterstate(encoded, seat, number, held, after)
                expected = _expected(state, step.events, then)
                assert {place: after[place] for place in expected} == expected
                kept = _kept(state, loose(action), then)
                known = held[: after[common.A_KEPT]]
                assert _numbers(known) == _numbers(map(card_number, kept))
                assert len(kept) + after[common.A_DRAWS] == len(then.hands[seat])
                assert after[common.A_KEPT_VALUE] == total(kept)
                count = write_features(encoded, seat, number, on)
                assert all(0 <= one < INPUTS for one in on[: max(0, count)])
                assert (count == WON_FOR_SURE) == (then.result == "won")
                unpayable = then.reason == "cannot_pay" and not after[common.A_DRAWS]
                assert (count == LOST_FOR_SURE) == unpayable
                tried.update(_contents(loose(action), step.events))
                tried.update([then.result, then.reason])
                tried["known royal"] += then.tavern_known < state.tavern_known
    assert {content for content in CONTAINED | more if tried[content] < 3} == set()
