"""Encodes and decodes states and actions of Regicide."""

from collections.abc import Iterable

from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.bot import KnownPiles, build_information_set, list_places, read_pile
from regicide_tui.bots.encoded.search import InformationSet
from regicide_tui.bots.encoded.state import (
    OVERPAY_NUMBERS,
    card_number,
    decode_play_or_pay,
    encode_cards,
    encode_play_or_pay,
    encode_sizes,
    number_cards,
    write_cards,
)
from regicide_tui.bots.library import Ints, ints_of
from regicide_tui.bots.regicide import rules as regicide_layout
from regicide_tui.bots.regicide.rules import PUBLIC
from regicide_tui.cards import JESTER, Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide import state as e
from regicide_tui.games.regicide.rules import draws
from regicide_tui.games.regicide.state import (
    TAVERN_JESTERS,
    Action,
    Choose,
    Flip,
    Phase,
    State,
    Yield,
)

_PHASES = {Phase.PLAY: layout.PLAY, Phase.CHOOSE: layout.CHOOSE, Phase.SUFFER: layout.SUFFER}
_RESULTS = {None: layout.NONE, "won": layout.WON, "lost": layout.LOST}


def decode_action(number: int) -> Action:
    """Return the game's action for a number."""
    match number & layout.KIND:
        case layout.CHOOSING:
            return Choose(number & ~layout.KIND)
        case layout.YIELDING:
            return Yield()
        case layout.FLIPPING:
            return Flip()
    return decode_play_or_pay(number)


def encode_action(action: Action, encoded: Ints) -> int:
    """Return the number of an action of the seat to act in an encoded state."""
    match action:
        case Choose(seat):
            return layout.CHOOSING | seat
        case Yield():
            return layout.YIELDING
        case Flip():
            return layout.FLIPPING
    return encode_play_or_pay(action, encoded)


def encode_view(view: State) -> Ints:
    """Return an encoded state with all open cards of a view, and the sizes of its piles.

    It contains no hidden cards. The table and the sizes are filled in. Castle, hands, Tavern and
    discard have the right number of empty places.
    """
    encoded = encode_sizes(layout.REGICIDE, view.hands, view.castle, view.tavern, view.discard)
    encoded[layout.PHASE] = _PHASES.get(view.phase, layout.OVER)
    encoded[layout.TURN] = view.turn
    encoded[layout.RESULT] = _RESULTS[view.result]
    encoded[layout.COMBOS] = view.options.combos
    encoded[layout.OVERPAY] = OVERPAY_NUMBERS[view.options.overpay]
    encoded[regicide_layout.ENEMY] = (
        card_number(view.enemy) if view.enemy else regicide_layout.NO_ENEMY
    )
    encoded[regicide_layout.DAMAGE] = view.damage
    encoded[regicide_layout.CANCELLED] = view.immunity_cancelled
    encoded[regicide_layout.SHIELD] = sum(play.shield for play in view.table)
    encoded[regicide_layout.JESTERS] = view.jesters_unused
    encoded[regicide_layout.KNOWN] = view.tavern_known
    encoded[regicide_layout.SOLO_YIELD] = view.options.solo_yield
    for seat, yielded in enumerate(view.yielded):
        encoded[regicide_layout.YIELDED + seat] = yielded
    table = [card for play in view.table for card in play.cards]
    encoded[layout.TABLE_SIZE] = len(table)
    encoded[layout.TABLE : layout.TABLE + len(table)] = ints_of(number_cards(table))
    return encoded


def encode_state(state: State) -> Ints:
    """Return the encoded form of a whole state, in which only Jesters may occur twice."""
    encoded = encode_view(state)
    laid = [card for play in state.table for card in play.cards].count(JESTER)
    write_cards(encoded, state.hands, state.castle, state.tavern, state.discard, laid)
    return encoded


class Memory(KnownPiles):
    """What a seat knows about the places of all cards. `first` is its view before any event."""

    def __init__(self, seat: Seat, first: State, seen: Iterable[Event]) -> None:
        super().__init__(first.tavern, first.discard)
        self._seat = seat
        self._active = first.turn
        self._table: list[Card] = [card for play in first.table for card in play.cards]
        self._drawn: list[e.CardsDrawn] = []
        self.hands = [read_pile(hand) for hand in first.hands]
        self.public: set[Card] = set()
        """The royals that everyone knows to be in a hand."""
        for event in seen:
            self._apply(event)
        self._finish_draws()

    def _apply(self, event: Event) -> None:
        if isinstance(event, e.CardsDrawn):
            self._drawn.append(event)
            return
        self._finish_draws()
        match event:
            case e.CardsPlayed(seat, cards):
                self._active = seat
                self._remove_from_hand(seat, cards)
                self._table += cards
            case e.DamagePaid(seat, cards):
                self._remove_from_hand(seat, cards)
                self.discard += cards
            case e.DiscardHealed(healed):
                self.heal(healed)
            case e.EnemyDefeated(_, enemy, exact):
                self.tavern[:0] = [enemy] * exact
                self.discard += [*self._table] if exact else [enemy, *self._table]
                self._table = []
            case e.JesterFlipped(seat, discarded, cards):
                self._remove_from_hand(seat, discarded)
                self.discard += discarded
                del self.tavern[: len(cards)]
                self.hands[seat] = [*cards]
            case _:
                pass

    def _remove_from_hand(self, seat: Seat, cards: Pile) -> None:
        self.public.difference_update(cards)
        for card in cards:
            self.remove_card(self.hands[seat], card)

    def _finish_draws(self) -> None:
        """Take the cards of one Diamond power from the Tavern, in the order of the draws."""
        if not self._drawn:
            return
        sizes = [len(hand) for hand in self.hands]
        number = sum(len(event.cards) for event in self._drawn)
        for seat, slot in zip(
            draws(sizes, self._active, number, number), self.tavern, strict=False
        ):
            self.hands[seat].append(slot)
            if isinstance(slot, Card):
                self.public.add(slot)
        del self.tavern[:number]
        for event in self._drawn:
            if event.seat == self._seat:
                held = self.hands[event.seat]
                self.hands[event.seat] = [*held[: sizes[event.seat]], *event.cards]
        self._drawn = []


def infer_information_set(memory: Memory, view: State) -> InformationSet:
    """Return what is known from a view and from memory.

    Raises `NoAnswer` if the cards are not those of one pack.
    """
    encoded = encode_view(view)
    places = list_places(memory.hands, memory.tavern, memory.discard)
    laid = [card for play in view.table for card in play.cards]
    laid += [view.enemy] if view.enemy else []
    jesters = TAVERN_JESTERS[len(view.hands)]
    known = build_information_set(encoded, places, laid, memory.hidden_since, jesters)
    encoded[PUBLIC] = encode_cards(tuple(memory.public))
    own = layout.HANDS + view.turn * layout.HAND_ROOM
    end = own + len(view.hands[view.turn])
    encoded[own:end] = ints_of(sorted(encoded[own:end]))
    return known
