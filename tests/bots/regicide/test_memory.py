"""What a seat remembers is true, and what it guesses fits all that it saw."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.places import Slot
from regicide_tui.bots.regicide.known import known_to
from regicide_tui.bots.regicide.layout import ENEMY
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.regicide.translate import full_row
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.guess import fill
from regicide_tui.bots.rows.translate import hand_of, number_of
from regicide_tui.cards import JESTER, Card, cards
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide.state import State
from tests.bots.regicide.games import GAME, walk
from tests.loose import loose


class Watched:
    """A seat at a game; it can be told events, and asked for its memory."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat = seat
        self._first = GAME.view(state, seat)
        self._seen: list[Event] = []

    def see(self, events: tuple[Event, ...]) -> None:
        """Note events as the seat sees them."""
        self._seen += [GAME.view_event(event, self.seat) for event in events]

    def memory(self, state: State) -> Memory:
        """Return what the seat remembers when the game stands so."""
        memory = Memory(self.seat, loose(self._first), self._seen)
        memory.look_at(loose(GAME.view(state, self.seat)).discard)
        return memory


def _holds(slots: list[Slot], pile: Pile, since: Counter[Card]) -> bool:
    """Tell whether these cards can lie in these places, one in each, in order."""
    return len(slots) == len(pile) and all(
        slot is card if isinstance(slot, Card) else since[card] <= slot or card is JESTER
        for slot, card in zip(slots, pile, strict=True)
    )


def _can_hold(slots: list[Slot], pile: Pile, since: Counter[Card]) -> bool:
    """Tell whether these cards can lie in these places in some order."""
    sure = Counter(slot for slot in slots if isinstance(slot, Card))
    left = sorted(since[card] for card in (Counter(pile) - sure).elements() if card is not JESTER)
    tags = sorted(slot for slot in slots if isinstance(slot, int))[-len(left) or len(slots) :]
    return sure <= Counter(pile) and all(map(int.__le__, left, tags))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_remembered_is_true(players: int) -> None:
    rng = Random(players)
    healed = 0
    for _ in range(25):
        watched: list[Watched] = []
        for state, action in walk(rng, players, {}):
            watched = watched or [Watched(state, seat) for seat in range(players)]
            for one in watched:
                memory = one.memory(state)
                assert _holds(memory.tavern, state.tavern, memory.since)
                assert _can_hold(memory.discard, state.discard, memory.since)
                for slots, hand in zip(memory.hands, state.hands, strict=True):
                    assert _can_hold(slots, hand, memory.since)
                assert Counter(memory.hands[one.seat]) == Counter(state.hands[one.seat])
                healed += any(slot != 0 for slot in memory.tavern)
            step = GAME.reduce(state, action)
            for one in watched:
                one.see(step.events)
    assert healed > 100


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_guess_shows_the_seat_what_it_sees(players: int) -> None:
    rng, luck = Random(10 + players), luck_of(players)
    row = np.zeros(at.LENGTH, dtype=np.int64)
    for _ in range(10):
        watched: list[Watched] = []
        for state, action in walk(rng, players, {}):
            watched = watched or [Watched(state, seat) for seat in range(players)]
            one = watched[state.turn]
            true = full_row(state)
            fill(known_to(one.memory(state), loose(GAME.view(state, one.seat))), row, luck)
            assert row[: at.CASTLE].tolist() == true[: at.CASTLE].tolist()
            assert (
                hand_of(row, one.seat) == hand_of(true, one.seat) or JESTER in state.hands[one.seat]
            )
            assert sorted(_castle(row)) == sorted(_castle(true))
            everything = [*_all_cards(row), int(row[ENEMY])]
            assert len(set(everything)) == len(everything)
            step = GAME.reduce(state, action)
            for one in watched:
                one.see(step.events)


def _castle(row: Ints) -> list[int]:
    return [int(card) for card in row[at.CASTLE : at.CASTLE + row[at.CASTLE_SIZE]]]


def _all_cards(row: Ints) -> list[int]:
    found = _castle(row)
    for first, size in (
        (at.TAVERN, at.TAVERN_SIZE),
        (at.DISCARD, at.DISCARD_SIZE),
        (at.TABLE, at.TABLE_SIZE),
    ):
        found += [int(card) for card in row[first : first + row[size]]]
    return found + [card for seat in range(row[at.PLAYERS]) for card in hand_of(row, seat)]


def test_what_was_paid_is_not_guessed_into_the_tavern_until_it_is_healed() -> None:
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
    one = Watched(loose(state), 0)
    step = GAME.reduce(state, GAME.parse("pay 5C 9D"))
    one.see(step.events)
    memory = one.memory(loose(step.state))
    assert {*memory.discard} == {*cards("5C 9D")}
    known = known_to(memory, loose(GAME.view(step.state, 0)))
    assert not {number_of(card) for card in cards("5C 9D")} & {*known.pool.tolist()}


def test_a_position_of_two_packs_is_refused() -> None:
    state = GAME.load({"players": 1, "hands": [["5C", "5C"]], "enemy": "JS"}, "x", {})
    view = GAME.view(state, 0)
    with pytest.raises(NoAnswer):
        known_to(Memory(0, loose(view), ()), loose(view))
