"""What a seat of King of the Dead remembers, and the guesses that follow from it."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from regicide_tui.bots.base import Observation
from regicide_tui.bots.king_of_the_dead import state as layout
from regicide_tui.bots.king_of_the_dead.bot import Memory, infer_information_set
from regicide_tui.bots.king_of_the_dead.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.search import determinize
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.rng import new_rng
from regicide_tui.cards import PACK, UNKNOWN
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.events import CardsPillaged
from regicide_tui.games.king_of_the_dead.piles import SET_ASIDE
from regicide_tui.games.king_of_the_dead.state import State, owned_by
from tests.bots.king_of_the_dead.games import some_options
from tests.bots.rivals.games import KING, observations
from tests.loose import loose


def _guess(observation: Observation[State], rng: Ints) -> Ints:
    encoded = ints(layout.LENGTH)
    determinize(infer_information_set(observation), encoded, rng)
    return encoded


def _pile(encoded: Ints, pile: int) -> list[int]:
    first = layout.CARDS + pile * layout.ROOM
    found: list[int] = encoded[first : first + encoded[layout.SIZES + pile]].tolist()
    return found


def _piles(encoded: Ints) -> list[list[int]]:
    return [_pile(encoded, pile) for pile in range(layout.PILES)]


def _all_cards(encoded: Ints) -> Counter[int]:
    others = [*encoded[layout.PARADE : layout.SIZES].tolist(), int(encoded[layout.NEWCOMER])]
    return Counter(card for pile in [*_piles(encoded), others] for card in pile if card)


def test_a_guess_has_room_for_cards_that_the_game_had_set_aside() -> None:
    position = GAME.position(GAME.new(3, "7F3K", {}))
    gate = [*loose(position["gate"]), *[card.text for card in SET_ASIDE]]
    state = GAME.load({**position, "gate": gate}, "7F3K", {})
    view = GAME.view(state, state.turn)
    observation = Observation(view, (), view)
    information = infer_information_set(observation)
    gate_size = len(view.gate) + (view.newcomer is UNKNOWN)
    assert len(information.hidden) == len(information.gaps) + gate_size <= layout.ROOM
    assert _all_cards(_guess(observation, new_rng(3))).total() == 2 * len(PACK) + 4


@pytest.mark.parametrize("known", ["everything", "this moment"])
@pytest.mark.parametrize("players", GAME.player_counts)
def test_a_guess_is_a_position_that_the_seat_cannot_tell_from_the_true_one(
    players: int, known: str
) -> None:
    rng, numbers = Random(players), new_rng(3)
    for state, observation in observations(KING, rng, players, some_options(rng, players)):
        # A seat that joined late knows less. Its memory must cope with that.
        seen = (
            observation
            if known == "everything"
            else Observation(observation.view, (), observation.view)
        )
        guess, view, true = _guess(seen, numbers), encode_state(seen.view), encode_state(state)
        figures = [place for place in range(layout.CARDS) if place != layout.NEWCOMER]
        assert [guess[place] for place in figures] == [true[place] for place in figures]
        assert (guess[layout.NEWCOMER] > 0) == (true[layout.NEWCOMER] > 0)
        for guessed, shown in zip(_piles(guess), _piles(view), strict=True):
            assert 0 not in guessed
            if 0 not in shown:
                assert guessed == shown
        for seat in range(players):
            hand = _pile(guess, layout.HANDS + seat)
            assert hand == sorted(hand)
        # With three players, four starting cards are out of the game (K-2).
        assert _all_cards(guess) == _all_cards(true)


def test_the_gate_holds_no_starting_cards_before_it_was_filled_again() -> None:
    rng, numbers, checked = Random(5), new_rng(3), 0
    for state, observation in observations(KING, rng, 2):
        guess = _guess(observation, numbers)
        if not state.reshuffles:
            checked += 1
            unknown = [*_pile(guess, layout.GATE), int(guess[layout.NEWCOMER])]
            assert all(card == layout.JOKER or card > 16 for card in unknown if card)
    assert checked > 20


def test_guesses_differ() -> None:
    _, observation = next(observations(KING, Random(5), 3))
    information, rng = infer_information_set(observation), new_rng(1)
    guesses = set()
    for _ in range(20):
        encoded = ints(layout.LENGTH)
        determinize(information, encoded, rng)
        guesses.add(encoded.tobytes())
    assert len(guesses) == 20


def test_what_is_known_does_not_depend_on_hidden_cards() -> None:
    rng, exchanged = Random(2), 0
    for state, observation in observations(KING, rng, 3):
        seat = GAME.to_act(state)
        other = GAME.determinize(observation.view, rng)
        exchanged += other != state
        again = replace(observation, view=GAME.view(other, seat))
        one, two = infer_information_set(observation), infer_information_set(again)
        for part, same in zip(one, two, strict=True):
            assert np.array_equal(loose(part), loose(same))
    assert exchanged > 20


def test_two_players_know_each_others_decks() -> None:
    rng, numbers, dealt = Random(3), new_rng(3), 0
    for _ in range(6):
        for state, observation in observations(KING, rng, 2):
            if any(isinstance(event, CardsPillaged) for event in observation.events):
                break
            guess, true = _guess(observation, numbers), encode_state(state)
            dealt += not np.array_equal(guess, true)
            for seat in range(2):
                owned = [
                    sorted(_pile(one, layout.HANDS + seat) + _pile(one, layout.DRAWS + seat))
                    for one in (guess, true)
                ]
                assert owned[0] == owned[1]
    assert dealt > 20


@pytest.mark.slow
def test_after_a_theft_from_a_draw_pile_the_cards_still_make_the_packs() -> None:
    rng, numbers, pillaged = Random(8), new_rng(3), 0
    for _ in range(60):
        for state, observation in observations(KING, rng, 2):
            pillaged += any(
                isinstance(event, CardsPillaged) and event.top for event in observation.events[-3:]
            )
            view = observation.view
            places = [card for side in view.sides for card in owned_by(side) if card is UNKNOWN]
            assert sum(map(len, Memory(observation).hidden)) == len(places)
            assert _all_cards(_guess(observation, numbers)) == _all_cards(encode_state(state))
        if pillaged:
            break
    assert pillaged
