"""What holds in every game and every position, whoever plays and whatever is played."""

import json
from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, ROYALS, UNKNOWN, Card, ascending
from regicide_tui.games.base import Event, Seat, to_json
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.rules import refusal
from regicide_tui.games.regicide.state import (
    PLAY,
    SUFFER,
    TAVERN_JESTERS,
    Action,
    CardsDrawn,
    Choose,
    Flip,
    JesterFlipped,
    Pay,
    Play,
    State,
    Yield,
)
from tests.games.playing import chances, named, thorough
from tests.games.regicide.playing import PLAYING
from tests.loose import loose


def _seats(state: State) -> list[Seat | None]:
    return [None, *range(len(state.hands))]


# ---------------------------------------------------------------- actions


@given(PLAYING.games())
@thorough
def test_a_game_is_played_with_one_pack_and_its_jesters(state: State) -> None:
    jesters = {JESTER: TAVERN_JESTERS[len(state.hands)]}
    assert PLAYING.cards(state) == Counter(PACK) + Counter(jesters)


def _imaginable(state: State) -> set[Action]:
    """Everything that could be tried with the cards of the hand."""
    hand = state.hands[state.turn]
    some = [cards for size in range(len(hand) + 1) for cards in combinations(hand, size)]
    plays = {GAME.parse(GAME.format(Play(cards))) for cards in some if 0 < len(cards) <= 4}
    seats = range(-1, len(state.hands) + 2)
    return {*plays, *map(Pay, some), *map(Choose, seats), Yield(), Flip()}


@given(PLAYING.positions())
@thorough
def test_the_legal_actions_are_those_that_are_accepted(state: State) -> None:
    legal = GAME.legal_actions(state)
    accepted = {action for action in _imaginable(state) if PLAYING.accepts(state, action)}
    assert set(legal) == accepted
    assert len(legal) == len(accepted)


@given(PLAYING.positions(), st.integers(0, 2**32))
@thorough
def test_a_view_tells_why_cards_are_refused_just_as_the_game_would(state: State, some: int) -> None:
    view, hand = GAME.view(state, state.turn), state.hands[state.turn]
    cards = tuple([card for place, card in enumerate(hand) if some >> place & 1])
    assume(cards and state.phase in (PLAY, SUFFER))
    action = Play(cards) if state.phase is PLAY else Pay(cards)
    assert bool(refusal(view, cards)) == (not PLAYING.accepts(state, action))


@given(PLAYING.positions(), st.lists(st.sampled_from([*PACK, JESTER]), min_size=1, max_size=8))
@thorough
def test_nobody_plays_or_pays_cards_of_others(state: State, cards: list[Card]) -> None:
    assume(Counter(cards) - Counter(state.hands[state.turn]))
    assert not PLAYING.accepts(state, Play(tuple(cards)))
    assert not PLAYING.accepts(state, Pay(ascending(cards)))


# ---------------------------------------------------------------- views


@given(PLAYING.positions())
@thorough
def test_a_view_shows_all_that_its_seat_may_know(state: State) -> None:
    whole = GAME.position(state)
    for seat in _seats(state):
        shown = GAME.position(GAME.view(state, seat))
        for key in set(whole) - {"seed", "shuffles", "hands", "tavern", "castle", "discard"}:
            assert shown[key] == whole[key], key
        for key in ("tavern", "castle", "discard"):
            assert len(loose(shown[key])) == len(loose(whole[key]))
        assert loose(shown["discard"])[:1] == loose(whole["discard"])[:1]
        hidden = len(loose(whole["discard"])[1:])
        assert loose(shown["discard"])[1:] == ["?"] * hidden
        assert (
            loose(shown["tavern"])[: state.tavern_known]
            == loose(whole["tavern"])[: state.tavern_known]
        )
        if seat is not None:
            assert loose(shown["hands"])[seat] == loose(whole["hands"])[seat]


@given(PLAYING.positions(), chances())
@thorough
def test_events_name_only_cards_that_a_seat_saw(state: State, rng: Random) -> None:
    for before, action in PLAYING.on(rng, state, 30):
        step = GAME.reduce(before, action)
        laid = named(GAME.format(action))
        laid |= {card.text for card in before.hands[0]} if isinstance(action, Flip) else set()
        for seat in _seats(state):
            views = [GAME.view(before, seat), GAME.view(step.state, seat)]
            open_cards = laid | named([GAME.position(view) for view in views])
            seen = [to_json(GAME.view_event(event, seat)) for event in step.events]
            assert named(seen) <= open_cards


def _check_seen(event: Event, seat: Seat | None, state: State) -> None:
    seen = GAME.view_event(event, seat)
    if isinstance(event, CardsDrawn | JesterFlipped) and event.seat != seat:
        assert seen == replace(event, cards=(UNKNOWN,) * len(event.cards))
    else:
        assert seen == event
    assert json.loads(json.dumps(to_json(seen)))["type"] == type(event).__name__


@given(PLAYING.positions(), chances())
@thorough
def test_all_see_how_many_cards_are_drawn_and_only_the_drawer_which(
    state: State, rng: Random
) -> None:
    for before, action in PLAYING.on(rng, state, 30):
        step = GAME.reduce(before, action)
        for event in step.events:
            for seat in _seats(state):
                _check_seen(event, seat, step.state)


# ---------------------------------------------------------------- guesses


def _check_playable(view: State, rng: Random) -> None:
    guess = GAME.determinize(view, rng)
    assert GAME.view(guess, view.turn) == view
    assert UNKNOWN not in PLAYING.cards(guess)
    assert all(card.rank in ROYALS and card is not JESTER for card in guess.castle)
    assert GAME.legal_actions(guess) == GAME.legal_actions(view)
    for before, action in PLAYING.on(rng, guess, PLAYING.far):
        guess = GAME.reduce(before, action).state
    assert GAME.outcome(guess) is not None


def test_a_guess_puts_royals_into_the_castle_where_all_kings_are_elsewhere() -> None:
    drill = {"players": 2, "hands": [["KC", "KD", "KH", "KS"], ["2C"]], "enemy": "JH"}
    state = GAME.load({**loose(drill), "castle": ["QC", "QD"], "tavern": ["2D", "3D"]}, "1", {})
    for luck in range(20):
        _check_playable(GAME.view(state, 0), Random(luck))


def test_every_hidden_card_is_guessed_in_every_place_it_may_have() -> None:
    state = GAME.new(3, "7F3K", {})
    guesses = [GAME.determinize(GAME.view(state, 0), Random(luck)) for luck in range(500)]
    hidden = {*state.hands[1], *state.hands[2], *state.tavern}
    assert {card for guess in guesses for card in guess.hands[1]} == hidden
    for place in (0, -1):
        assert {guess.tavern[place] for guess in guesses} == hidden
        ranks = {"J": 3, "K": 4}[state.castle[place].rank]
        assert len({guess.castle[place] for guess in guesses}) == ranks


@given(PLAYING.games(), chances())
@thorough
def test_a_guess_keeps_the_ranks_of_the_castle(state: State, rng: Random) -> None:
    for seat in _seats(state):
        guess = GAME.determinize(GAME.view(state, seat), rng)
        assert [card.rank for card in guess.castle] == [card.rank for card in state.castle]
