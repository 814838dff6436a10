"""What a seat of a Duel remembers is true, and what it guesses fits all that it saw."""

from collections import Counter
from random import Random

import pytest

from regicide_tui.bots.base import NoAnswer, Observation
from regicide_tui.bots.duel.bot import (
    DuelBot,
    Memory,
    encode_state,
    encode_view,
    infer_information_set,
)
from regicide_tui.bots.duel.rules import SHIELD_VALUE
from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.bot import FROM_CASTLE, CardOrShuffle
from regicide_tui.bots.encoded.games import INPUTS
from regicide_tui.bots.encoded.search import determinize
from regicide_tui.bots.encoded.state import card_number, read_hand
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.training.adam import new_net
from regicide_tui.cards import PACK, Card
from regicide_tui.games.base import Json, Pile
from regicide_tui.games.duel.state import DiscardHealed, State, holder, other
from regicide_tui.games.regicide_family.plays import is_royal
from tests.bots.encoded.reading import pile
from tests.bots.rivals.games import DUEL, observations
from tests.loose import loose


def _guess(observation: Observation[State], seed: int) -> Ints:
    encoded = ints(layout.LENGTH)
    determinize(infer_information_set(observation), encoded, new_rng(seed))
    return encoded


def _hidden(encoded: Ints, seat: int) -> list[int]:
    """Return the cards of all places that are hidden from a seat."""
    piles = [(layout.CASTLE, layout.CASTLE_SIZE), (layout.TAVERN, layout.TAVERN_SIZE)]
    piles.append((layout.DISCARD, layout.DISCARD_SIZE))
    return sorted(
        [card for one in piles for card in pile(encoded, *one)] + read_hand(encoded, other(seat))
    )


def _healed(observation: Observation[State]) -> bool:
    return any(isinstance(event, DiscardHealed) for event in observation.events)


@pytest.mark.parametrize("rules", ["dealt", "guessed"])
def test_a_guess_is_a_position_that_the_seat_cannot_tell_from_the_true_one(rules: str) -> None:
    rng = Random(3)
    for number in range(20):
        for state, observation in observations(DUEL, rng, 2):
            # A seat that joined late knows less. Its memory must cope with that.
            known = (
                observation
                if rules == "dealt"
                else Observation(observation.view, (), observation.view)
            )
            encoded, true, seat = _guess(known, number), encode_state(state), holder(state)
            assert encoded[: layout.CASTLE].tolist() == true[: layout.CASTLE].tolist()
            assert encoded[layout.TABLE :].tolist() == true[layout.TABLE :].tolist()
            assert read_hand(encoded, seat) == read_hand(true, seat)
            assert _hidden(encoded, seat) == _hidden(true, seat)
            if state.discard:
                top = encoded[layout.DISCARD + encoded[layout.DISCARD_SIZE] - 1]
                assert top == true[layout.DISCARD + true[layout.DISCARD_SIZE] - 1]


def _lies_there(slots: list[CardOrShuffle], pile: Pile, hidden_since: Counter[Card]) -> bool:
    """Return whether these cards can lie in these places, one in each, in order."""
    return len(slots) == len(pile) and all(
        slot is card if isinstance(slot, Card) else hidden_since[card] <= slot
        for slot, card in zip(slots, pile, strict=True)
    )


def _is_held(slots: list[CardOrShuffle], hand: Pile, hidden_since: Counter[Card]) -> bool:
    """Return whether these cards can lie in these places in some order."""
    sure = {slot for slot in slots if isinstance(slot, Card)}
    left = [card for card in hand if card not in sure]
    fresh = [card for card in left if is_royal(card) and not hidden_since[card]]
    known = sorted(hidden_since[card] for card in left if card not in fresh)
    tags = sorted(slot for slot in slots if isinstance(slot, int) and slot != FROM_CASTLE)
    drawn = slots.count(FROM_CASTLE) == len(fresh)
    return drawn and len(known) == len(tags) and all(map(int.__le__, known, tags))


def test_the_memory_is_true_also_after_hearts_have_healed() -> None:
    rng, healed = Random(5), 0
    for _ in range(60):
        for state, observation in observations(DUEL, rng, 2):
            memory = Memory(observation)
            rival, tavern, discard = memory.hidden()
            assert tavern is memory.tavern, "what is remembered fits what is seen"
            assert _lies_there(tavern, state.tavern, memory.hidden_since)
            assert len(discard) == len(state.discard)
            assert {slot for slot in discard if isinstance(slot, Card)} <= {*state.discard}
            assert _is_held(rival, state.hands[other(holder(state))], memory.hidden_since)
            encoded, hidden_since = (
                _guess(observation, 1),
                {card_number(card): memory.hidden_since[card] for card in PACK},
            )
            for place, slot in enumerate(reversed(tavern)):
                assert (
                    isinstance(slot, Card)
                    or hidden_since[int(encoded[layout.TAVERN + place])] <= slot
                )
            healed += any(slot != 0 for slot in tavern)
    assert healed > 100


def test_cards_played_since_the_last_shuffle_are_known_to_lie_in_the_discard() -> None:
    rng, hidden = Random(1), 0
    for _ in range(40):
        for state, observation in observations(DUEL, rng, 2):
            if not _healed(observation):
                hidden += len(state.discard) > 1
                found = [
                    sorted(pile(encoded, layout.DISCARD, layout.DISCARD_SIZE))
                    for encoded in (_guess(observation, 1), encode_state(state))
                ]
                assert found[0] == found[1]
    assert hidden > 50


def test_royals_never_seen_are_in_the_castle_or_drawn_by_the_rival() -> None:
    rng, drawn = Random(2), 0
    for _ in range(40):
        for state, observation in observations(DUEL, rng, 2):
            foe = other(holder(state))
            states = _guess(observation, 1), encode_state(state)
            castles = [pile(encoded, layout.CASTLE, layout.CASTLE_SIZE) for encoded in states]
            ranks = [[(card - layout.FIRST_ROYAL) // 4 for card in castle] for castle in castles]
            assert ranks[0] == ranks[1]
            if not _healed(observation):
                royals = [
                    sum(card >= layout.FIRST_ROYAL for card in read_hand(encoded, foe))
                    for encoded in states
                ]
                assert royals[0] == royals[1]
                drawn += royals[0] > 0
    assert drawn > 10


def _view(**position: Json) -> State:
    view: State = loose(DUEL.game.view(DUEL.game.load({**position}, "x", {}), 0))
    return view


def test_a_position_that_no_deal_leads_to_can_be_guessed() -> None:
    # Kings are gone while Jacks lie in the Castle, and a King in the Tavern was never drawn.
    hands: Json = [["2C", "KS"], ["JC", "3D"]]
    view = _view(hands=hands, castle=["JS", "JH", "QC"], tavern=["KD", "4C"], discard=["KC"])
    encoded = _guess(Observation(view, (), view), 1)
    assert encoded[: layout.CASTLE].tolist() == encode_view(view)[: layout.CASTLE].tolist()
    everything = [*_hidden(encoded, 0), *read_hand(encoded, 0)]
    assert len(set(everything)) == len(everything) == 10


def test_a_position_with_two_packs_is_refused() -> None:
    view = _view(hands=[["5C", "5C"], ["2C"]])
    with pytest.raises(NoAnswer):
        infer_information_set(Observation(view, (), view))


def test_a_position_with_shields_that_no_game_leads_to_can_be_searched() -> None:
    shield = [rank + suit for rank in "6789TJQ" for suit in "CDH"]
    hands: Json = [["2C", "3C"], ["2S", "3S"]]
    played = "AC+AD+AH+4S+4C+4H+4D"
    net = new_net(INPUTS["duel"], 8, 4, 1)
    for rest in ({"turn": 1}, {"turn": 2, "phase": "pay", "played": played, "due": 2}):
        view = _view(hands=hands, shields=[shield, ["9S"]], tavern=["5C"], **rest)
        encoded = encode_view(view)
        assert encoded[SHIELD_VALUE : SHIELD_VALUE + 2].tolist() == [195, 9]
        ranked = DuelBot(net, 2_000).rank(Observation(view, (), view), 1)
        assert {one.action for one in ranked} == set(DUEL.game.legal_actions(view))


def test_a_shield_with_two_packs_is_refused() -> None:
    pack = [card.text for card in PACK if card.text not in ("5C", "*")]
    view = _view(hands=[["5C"], ["2C"]], shields=[[*pack, "3D", "4D"], []])
    with pytest.raises(NoAnswer):
        infer_information_set(Observation(view, (), view))
