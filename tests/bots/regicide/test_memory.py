"""What a seat remembers is true, and what it guesses fits all that it saw."""

from collections import Counter
from random import Random

import pytest

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.bot import CardOrShuffle
from regicide_tui.bots.encoded.search import determinize
from regicide_tui.bots.encoded.state import card_number, read_hand
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.regicide.rules import ENEMY
from regicide_tui.bots.regicide.state import Memory, encode_state, infer_information_set
from regicide_tui.bots.rng import new_rng
from regicide_tui.cards import JESTER, Card, cards
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide.state import State
from tests.bots.regicide.games import GAME, walk
from tests.loose import loose


class WatchingSeat:
    """A seat at a game. It can be shown events, and returns its memory."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat = seat
        self._first = GAME.view(state, seat)
        self._seen: list[Event] = []

    def see(self, events: tuple[Event, ...]) -> None:
        """Note events as the seat sees them."""
        self._seen += [GAME.view_event(event, self.seat) for event in events]

    def memory(self, state: State) -> Memory:
        """Return what the seat remembers in this state."""
        memory = Memory(self.seat, loose(self._first), self._seen)
        memory.see_top(loose(GAME.view(state, self.seat)).discard)
        return memory


def _holds(slots: list[CardOrShuffle], pile: Pile, hidden_since: Counter[Card]) -> bool:
    """Return whether these cards can lie in these places, one in each, in order."""
    return len(slots) == len(pile) and all(
        slot is card if isinstance(slot, Card) else hidden_since[card] <= slot or card is JESTER
        for slot, card in zip(slots, pile, strict=True)
    )


def _can_hold(slots: list[CardOrShuffle], pile: Pile, hidden_since: Counter[Card]) -> bool:
    """Return whether these cards can lie in these places in some order."""
    sure = Counter(slot for slot in slots if isinstance(slot, Card))
    left = sorted(
        hidden_since[card] for card in (Counter(pile) - sure).elements() if card is not JESTER
    )
    tags = sorted(slot for slot in slots if isinstance(slot, int))[-len(left) or len(slots) :]
    return sure <= Counter(pile) and all(map(int.__le__, left, tags))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_memory_of_a_seat_never_contradicts_the_piles_and_hands(players: int) -> None:
    rng = Random(players)
    healed = 0
    for _ in range(25):
        watched: list[WatchingSeat] = []
        for state, action in walk(rng, players, {}):
            watched = watched or [WatchingSeat(state, seat) for seat in range(players)]
            for one in watched:
                memory = one.memory(state)
                assert _holds(memory.tavern, state.tavern, memory.hidden_since)
                assert _can_hold(memory.discard, state.discard, memory.hidden_since)
                for slots, hand in zip(memory.hands, state.hands, strict=True):
                    assert _can_hold(slots, hand, memory.hidden_since)
                assert Counter(memory.hands[one.seat]) == Counter(state.hands[one.seat])
                healed += any(slot != 0 for slot in memory.tavern)
            step = GAME.reduce(state, action)
            for one in watched:
                one.see(step.events)
    assert healed > 100


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_guess_shows_the_seat_what_it_sees(players: int) -> None:
    rng, generator = Random(10 + players), new_rng(players)
    encoded = ints(layout.LENGTH)
    for _ in range(10):
        watched: list[WatchingSeat] = []
        for state, action in walk(rng, players, {}):
            watched = watched or [WatchingSeat(state, seat) for seat in range(players)]
            one = watched[state.turn]
            true = encode_state(state)
            determinize(
                infer_information_set(one.memory(state), loose(GAME.view(state, one.seat))),
                encoded,
                generator,
            )
            assert encoded[: layout.CASTLE].tolist() == true[: layout.CASTLE].tolist()
            assert (
                read_hand(encoded, one.seat) == read_hand(true, one.seat)
                or JESTER in state.hands[one.seat]
            )
            assert sorted(_castle(encoded)) == sorted(_castle(true))
            everything = [*_all_cards(encoded), int(encoded[ENEMY])]
            assert len(set(everything)) == len(everything)
            step = GAME.reduce(state, action)
            for one in watched:
                one.see(step.events)


def _castle(encoded: Ints) -> list[int]:
    return [
        int(card) for card in encoded[layout.CASTLE : layout.CASTLE + encoded[layout.CASTLE_SIZE]]
    ]


def _all_cards(encoded: Ints) -> list[int]:
    found = _castle(encoded)
    for first, size in (
        (layout.TAVERN, layout.TAVERN_SIZE),
        (layout.DISCARD, layout.DISCARD_SIZE),
        (layout.TABLE, layout.TABLE_SIZE),
    ):
        found += [int(card) for card in encoded[first : first + encoded[size]]]
    return found + [
        card for seat in range(encoded[layout.PLAYERS]) for card in read_hand(encoded, seat)
    ]


def test_a_guess_leaves_paid_cards_in_the_discard_until_hearts_heal() -> None:
    position = {
        "players": 1,
        "hands": [["5C", "9D"]],
        "enemy": "JS",
        "tavern": ["2C", "2D", "2H"],
        "castle": ["QC"],
        "discard": [],
        "phase": "suffer",
    }
    state = GAME.load(loose(position), "x", {})
    one = WatchingSeat(loose(state), 0)
    step = GAME.reduce(state, GAME.parse("pay 5C 9D"))
    one.see(step.events)
    memory = one.memory(loose(step.state))
    assert {*memory.discard} == {*cards("5C 9D")}
    known = infer_information_set(memory, loose(GAME.view(step.state, 0)))
    assert not {card_number(card) for card in cards("5C 9D")} & {*known.pool.tolist()}


def test_a_position_with_two_packs_is_refused() -> None:
    state = GAME.load({"players": 1, "hands": [["5C", "5C"]], "enemy": "JS"}, "x", {})
    view = GAME.view(state, 0)
    with pytest.raises(NoAnswer):
        infer_information_set(Memory(0, loose(view), ()), loose(view))
