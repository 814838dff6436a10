"""What holds in every duel and every position, whoever plays and whatever is played."""

import json
from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Event, Seat, to_json
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.rules import PlayPreview, preview, refusal
from regicide_tui.games.duel.state import (
    HAND_MAXIMUM,
    PAY,
    PLAY,
    CardsDrawn,
    CastleCardDrawn,
    State,
    actor,
    holder,
    shield,
)
from regicide_tui.games.regicide_family.plays import Pay, Play
from tests.games.duel.playing import PLAYING
from tests.games.playing import chances, named, thorough
from tests.loose import loose

SEATS: list[Seat | None] = [None, 0, 1]


# ---------------------------------------------------------------- actions


@given(PLAYING.games())
@thorough
def test_a_duel_is_played_with_one_pack_and_hands_of_seven(state: State) -> None:
    assert PLAYING.cards(state) == Counter(PACK)
    assert max(map(len, state.hands)) <= HAND_MAXIMUM


@given(PLAYING.games())
@thorough
def test_a_shield_is_made_of_plays_with_a_spade(state: State) -> None:
    for seat in (0, 1):
        assert all("S" in [card.suit for card in cards] for cards in state.shields[seat])
        assert loose(GAME.position(state)["shield_values"])[seat] == shield(state, seat)


@given(PLAYING.positions())
@thorough
def test_the_legal_actions_are_those_that_are_accepted(state: State) -> None:
    legal = GAME.legal_actions(state)
    some = [
        cards
        for hand in state.hands
        for size in range(len(hand) + 1)
        for cards in combinations(hand, size)
    ]
    plays = {GAME.parse(GAME.format(Play(cards))) for cards in some if 0 < len(cards) <= 4}
    imaginable = {*plays, *map(Pay, some)}
    accepted = {action for action in imaginable if PLAYING.accepts(state, action)}
    assert set(legal) == accepted
    assert len(legal) == len(accepted)


@given(PLAYING.positions(), st.integers(0, 2**32))
@thorough
def test_a_view_tells_why_cards_are_refused_just_as_the_game_would(state: State, some: int) -> None:
    seat = actor(state)
    assume(seat is not None)
    hand = state.hands[seat or 0]
    cards = tuple([card for place, card in enumerate(hand) if some >> place & 1])
    assume(cards)
    action = Play(cards) if state.phase is PLAY else Pay(cards)
    assert bool(refusal(GAME.view(state, seat), cards)) == (not PLAYING.accepts(state, action))


@given(PLAYING.positions(), st.lists(st.sampled_from([*PACK, JESTER]), min_size=1, max_size=8))
@thorough
def test_nobody_plays_or_pays_cards_of_others(state: State, cards: list[Card]) -> None:
    assume(Counter(cards) - Counter(state.hands[holder(state)]))
    assert not PLAYING.accepts(state, Play(tuple(cards)))
    assert not PLAYING.accepts(state, Pay(ascending(cards)))


@given(PLAYING.positions())
@thorough
def test_a_preview_promises_what_comes(state: State) -> None:
    for action in GAME.legal_actions(state):
        if not isinstance(action, Play):
            continue
        seat, foe = state.turn, 1 - state.turn
        ahead = preview(GAME.view(state, seat), action.cards)
        assert isinstance(ahead, PlayPreview)
        after = GAME.reduce(state, action).state
        assert after.due == ahead.damage
        assert ahead.breaks == bool(state.shields[foe] and not after.shields[foe])
        assert len(after.tavern) - len(state.tavern) == (ahead.healed or 0) - (ahead.drawn or 0)
        assert len(state.castle) - len(after.castle) == ahead.castle
        kept = len(state.hands[seat]) - len(action.cards) + (ahead.drawn or 0)
        assert len(after.hands[seat]) == kept
        if after.phase is PAY:
            after = GAME.reduce(after, GAME.legal_actions(after)[0]).state
        if not after.due:  # the turn was cleaned up
            old = shield(state, seat)
            assert shield(after, seat) == (old if ahead.shield is None else ahead.shield)


# ---------------------------------------------------------------- views


@given(PLAYING.positions())
@thorough
def test_a_view_shows_all_that_its_seat_may_know(state: State) -> None:
    whole = GAME.position(state)
    for seat in SEATS:
        shown = GAME.position(GAME.view(state, seat))
        for key in set(whole) - {"seed", "shuffles", "hands", "tavern", "castle", "discard"}:
            assert shown[key] == whole[key], key
        for key in ("tavern", "castle", "discard"):
            assert len(loose(shown[key])) == len(loose(whole[key]))
        assert loose(shown["discard"])[:1] == loose(whole["discard"])[:1]
        hidden = len(loose(whole["discard"])[1:])
        assert loose(shown["discard"])[1:] == ["?"] * hidden  # D-20
        if seat is not None:
            assert loose(shown["hands"])[seat] == loose(whole["hands"])[seat]


@given(PLAYING.positions(), chances())
@thorough
def test_events_name_only_cards_that_a_seat_saw(state: State, rng: Random) -> None:
    for before, action in PLAYING.on(rng, state, 30):
        step = GAME.reduce(before, action)
        for seat in SEATS:
            views = [GAME.view(before, seat), GAME.view(step.state, seat)]
            shown = named(GAME.format(action)) | named([GAME.position(view) for view in views])
            seen = [to_json(GAME.view_event(event, seat)) for event in step.events]
            assert named(seen) <= shown


def _check_seen(event: Event, seat: Seat | None) -> None:
    seen = GAME.view_event(event, seat)
    if isinstance(event, CardsDrawn) and event.seat != seat:
        assert seen == replace(event, cards=(UNKNOWN,) * len(event.cards))
    elif isinstance(event, CastleCardDrawn) and event.seat != seat:
        assert seen == replace(event, card=UNKNOWN)
    else:
        assert seen == event
    assert json.loads(json.dumps(to_json(seen)))["type"] == type(event).__name__


@given(PLAYING.positions(), chances())
@thorough
def test_all_see_how_many_cards_are_drawn_and_only_the_drawer_which(
    state: State, rng: Random
) -> None:
    for before, action in PLAYING.on(rng, state, 30):
        for event in GAME.reduce(before, action).events:
            for seat in SEATS:
                _check_seen(event, seat)


# ---------------------------------------------------------------- positions and guesses


def test_every_hidden_card_is_guessed_in_every_place_it_may_have() -> None:
    state = GAME.new(2, "7F3K", {})
    guesses = [GAME.determinize(GAME.view(state, 0), Random(luck)) for luck in range(500)]
    hidden = {*state.hands[1], *state.tavern}
    assert {card for guess in guesses for card in guess.hands[1]} == hidden
    for place in (0, -1):
        assert {guess.tavern[place] for guess in guesses} == hidden
        assert len({guess.castle[place] for guess in guesses}) == 4


@given(PLAYING.games(), chances())
@thorough
def test_a_guess_keeps_the_ranks_of_the_castle(state: State, rng: Random) -> None:
    for seat in SEATS:
        guess = GAME.determinize(GAME.view(state, seat), rng)
        assert [card.rank for card in guess.castle] == [card.rank for card in state.castle]
