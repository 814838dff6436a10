"""What a seat of a Duel remembers is true, and what it guesses fits all that it saw."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from regicide_tui.bots.base import NoAnswer, Sight
from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.duel.known import known_to
from regicide_tui.bots.duel.layout import SHIELD_WORTH
from regicide_tui.bots.duel.memory import Memory
from regicide_tui.bots.duel.thinker import DuelThinker
from regicide_tui.bots.duel.translate import full_row, public_row
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.places import Slot
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.games import INPUTS
from regicide_tui.bots.rows.guess import FROM_CASTLE, fill
from regicide_tui.bots.rows.translate import hand_of, number_of
from regicide_tui.cards import PACK, Card
from regicide_tui.games.base import Json, Pile
from regicide_tui.games.duel.events import DiscardHealed
from regicide_tui.games.duel.state import State, holder, other
from regicide_tui.games.regicide_family.plays import is_royal
from tests.bots.rivals.games import DUEL, sights
from tests.bots.rows.reading import pile
from tests.loose import loose


def _guess(sight: Sight[State], seed: int) -> Ints:
    row = np.zeros(at.LENGTH, dtype=np.int64)
    fill(known_to(sight), row, luck_of(seed))
    return row


def _hidden(row: Ints, seat: int) -> list[int]:
    """Return the cards of all places that are hidden from a seat."""
    piles = [(at.CASTLE, at.CASTLE_SIZE), (at.TAVERN, at.TAVERN_SIZE)]
    piles.append((at.DISCARD, at.DISCARD_SIZE))
    return sorted([card for one in piles for card in pile(row, *one)] + hand_of(row, other(seat)))


def _healed(sight: Sight[State]) -> bool:
    return any(isinstance(event, DiscardHealed) for event in sight.seen)


@pytest.mark.parametrize("rules", ["dealt", "guessed"])
def test_a_guess_is_a_position_that_the_seat_cannot_tell_from_the_true_one(rules: str) -> None:
    rng = Random(3)
    for number in range(20):
        for state, sight in sights(DUEL, rng, 2):
            # A seat that joined late knows less, and its memory must do with that.
            known = sight if rules == "dealt" else Sight(sight.view, (), sight.view)
            row, true, seat = _guess(known, number), full_row(state), holder(state)
            assert row[: at.CASTLE].tolist() == true[: at.CASTLE].tolist()
            assert row[at.TABLE :].tolist() == true[at.TABLE :].tolist()
            assert hand_of(row, seat) == hand_of(true, seat)
            assert _hidden(row, seat) == _hidden(true, seat)
            if state.discard:
                top = row[at.DISCARD + row[at.DISCARD_SIZE] - 1]
                assert top == true[at.DISCARD + true[at.DISCARD_SIZE] - 1]


def _lies_there(slots: list[Slot], pile: Pile, since: Counter[Card]) -> bool:
    """Tell whether these cards can lie in these places, one in each, in order."""
    return len(slots) == len(pile) and all(
        slot is card if isinstance(slot, Card) else since[card] <= slot
        for slot, card in zip(slots, pile, strict=True)
    )


def _is_held(slots: list[Slot], hand: Pile, since: Counter[Card]) -> bool:
    """Tell whether these cards can lie in these places in some order."""
    sure = {slot for slot in slots if isinstance(slot, Card)}
    left = [card for card in hand if card not in sure]
    fresh = [card for card in left if is_royal(card) and not since[card]]
    known = sorted(since[card] for card in left if card not in fresh)
    tags = sorted(slot for slot in slots if isinstance(slot, int) and slot != FROM_CASTLE)
    drawn = slots.count(FROM_CASTLE) == len(fresh)
    return drawn and len(known) == len(tags) and all(map(int.__le__, known, tags))


def test_what_is_remembered_is_true_also_when_hearts_have_healed() -> None:
    rng, healed = Random(5), 0
    for _ in range(60):
        for state, sight in sights(DUEL, rng, 2):
            memory = Memory(sight)
            rival, tavern, discard = memory.hidden()
            assert tavern is memory.tavern, "what is remembered fits what is seen"
            assert _lies_there(tavern, state.tavern, memory.since)
            assert len(discard) == len(state.discard)
            assert {slot for slot in discard if isinstance(slot, Card)} <= {*state.discard}
            assert _is_held(rival, state.hands[other(holder(state))], memory.since)
            row, since = _guess(sight, 1), {number_of(card): memory.since[card] for card in PACK}
            for place, slot in enumerate(reversed(tavern)):
                assert isinstance(slot, Card) or since[int(row[at.TAVERN + place])] <= slot
            healed += any(slot != 0 for slot in tavern)
    assert healed > 100


def test_what_was_laid_since_the_last_shuffle_is_known_to_lie_in_the_discard() -> None:
    rng, hidden = Random(1), 0
    for _ in range(40):
        for state, sight in sights(DUEL, rng, 2):
            if not _healed(sight):
                hidden += len(state.discard) > 1
                found = [
                    sorted(pile(row, at.DISCARD, at.DISCARD_SIZE))
                    for row in (_guess(sight, 1), full_row(state))
                ]
                assert found[0] == found[1]
    assert hidden > 50


def test_royals_never_seen_are_the_castle_and_what_the_rival_drew_there() -> None:
    rng, drawn = Random(2), 0
    for _ in range(40):
        for state, sight in sights(DUEL, rng, 2):
            foe = other(holder(state))
            rows = _guess(sight, 1), full_row(state)
            castles = [pile(row, at.CASTLE, at.CASTLE_SIZE) for row in rows]
            ranks = [[(card - at.FIRST_ROYAL) // 4 for card in castle] for castle in castles]
            assert ranks[0] == ranks[1]
            if not _healed(sight):
                royals = [sum(card >= at.FIRST_ROYAL for card in hand_of(row, foe)) for row in rows]
                assert royals[0] == royals[1]
                drawn += royals[0] > 0
    assert drawn > 10


def _view(**position: Json) -> State:
    view: State = loose(DUEL.game.view(DUEL.game.load({**position}, "x", {}), 0))
    return view


def test_a_position_that_no_deal_leads_to_can_be_thought_about() -> None:
    # Kings are gone while Jacks lie in the Castle, and one in the Tavern was never drawn.
    hands: Json = [["2C", "KS"], ["JC", "3D"]]
    view = _view(hands=hands, castle=["JS", "JH", "QC"], tavern=["KD", "4C"], discard=["KC"])
    row = _guess(Sight(view, (), view), 1)
    assert row[: at.CASTLE].tolist() == public_row(view)[: at.CASTLE].tolist()
    everything = [*_hidden(row, 0), *hand_of(row, 0)]
    assert len(set(everything)) == len(everything) == 10


def test_a_position_of_two_packs_is_refused() -> None:
    view = _view(hands=[["5C", "5C"], ["2C"]])
    with pytest.raises(NoAnswer):
        known_to(Sight(view, (), view))


def test_behind_shields_that_no_game_leads_to_can_be_thought() -> None:
    shield = [rank + suit for rank in "6789TJQ" for suit in "CDH"]
    hands: Json = [["2C", "3C"], ["2S", "3S"]]
    played = "AC+AD+AH+4S+4C+4H+4D"
    net = fresh_net(INPUTS["duel"], 8, 4, 1)
    for rest in ({"turn": 1}, {"turn": 2, "phase": "pay", "played": played, "due": 2}):
        view = _view(hands=hands, shields=[shield, ["9S"]], tavern=["5C"], **rest)
        row = public_row(view)
        assert row[SHIELD_WORTH : SHIELD_WORTH + 2].tolist() == [195, 9]
        ranked = DuelThinker(net, 2_000).rank(Sight(view, (), view), 1)
        assert {one.action for one in ranked} == set(DUEL.game.legal_actions(view))


def test_a_shield_of_two_packs_is_refused() -> None:
    pack = [card.text for card in PACK if card.text not in ("5C", "*")]
    view = _view(hands=[["5C"], ["2C"]], shields=[[*pack, "3D", "4D"], []])
    with pytest.raises(NoAnswer):
        known_to(Sight(view, (), view))
