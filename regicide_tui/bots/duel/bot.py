"""The bot of Regicide Duel with a net, its memory, and encoded states for its search."""

from regicide_tui.bots.base import NoAnswer, Observation
from regicide_tui.bots.duel import rules as duel_layout
from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.bot import (
    FROM_CASTLE,
    CardOrShuffle,
    EncodedSearchBot,
    KnownPiles,
    build_information_set,
    list_places,
    read_pile,
)
from regicide_tui.bots.encoded.search import InformationSet
from regicide_tui.bots.encoded.state import (
    OVERPAY_NUMBERS,
    decode_play_or_pay,
    encode_play_or_pay,
    encode_sizes,
    number_cards,
    write_cards,
)
from regicide_tui.bots.library import Ints, ints_of
from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.duel.rules import legal_actions
from regicide_tui.games.duel.state import (
    OVER,
    PAY,
    PLAY,
    CardsDrawn,
    CardsPlayed,
    CastleCardDrawn,
    DamagePaid,
    DiscardHealed,
    ShieldDestroyed,
    State,
    TurnBegan,
    becomes_shield,
    holder,
    other,
    shield,
)
from regicide_tui.games.regicide_family.plays import Pay, Play, is_royal

_PHASES = {PLAY: layout.PLAY, PAY: layout.SUFFER, OVER: layout.OVER}


def encode_view(view: State) -> Ints:
    """Return an encoded state with all open cards of a view, and the sizes of its piles.

    It contains no hidden cards. The table, the shields and the sizes are filled in. Castle, hands,
    Tavern and discard have the right number of empty places. Raises `NoAnswer` if a shield has more
    cards than one pack.
    """
    encoded = encode_sizes(layout.DUEL, view.hands, view.castle, view.tavern, view.discard)
    encoded[layout.PHASE] = _PHASES[view.phase]
    encoded[layout.TURN] = holder(view)
    encoded[layout.RESULT] = layout.NONE if view.winner is None else layout.LOST
    encoded[layout.COMBOS] = 1
    encoded[layout.OVERPAY] = OVERPAY_NUMBERS[view.options.overpay]
    encoded[duel_layout.DUE] = view.due
    encoded[layout.TABLE_SIZE] = len(view.played)
    encoded[layout.TABLE : layout.TABLE + len(view.played)] = ints_of(number_cards(view.played))
    for seat, plays in enumerate(view.shields):
        cards = [card for play in plays for card in play]
        if len(cards) > duel_layout.SHIELD_ROOM:
            raise NoAnswer
        first = duel_layout.SHIELDS + duel_layout.SHIELD_ROOM * seat
        encoded[first : first + len(cards)] = ints_of(number_cards(cards))
        encoded[duel_layout.SHIELD_SIZE + seat] = len(cards)
        encoded[duel_layout.SHIELD_VALUE + seat] = shield(view, seat)
    return encoded


def encode_state(state: State) -> Ints:
    """Return the encoded form of a whole state, in which no card may occur twice."""
    encoded = encode_view(state)
    write_cards(encoded, state.hands, state.castle, state.tavern, state.discard)
    return encoded


class Memory(KnownPiles):
    """What a seat knows about hidden places."""

    def __init__(self, observation: Observation[State]) -> None:
        first, self._view = observation.first_view, observation.view
        super().__init__(first.tavern, first.discard[::-1])
        self._seat = holder(observation.view)
        self._rival = read_pile(first.hands[other(self._seat)])
        self._played = first.played
        for event in observation.events:
            self._apply(event)
        self.see_top(observation.view.discard)

    def _apply(self, event: Event) -> None:
        match event:
            case CardsPlayed(seat, cards):
                self._remove_from_hand(seat, cards)
                self._played = cards
            case DamagePaid(seat, cards):
                self._remove_from_hand(seat, cards)
                self.discard += cards
            case ShieldDestroyed(_, cards):
                self.discard += cards
            case DiscardHealed(count):
                self.heal(count)
            case CardsDrawn(seat, cards):
                if seat != self._seat:
                    self._rival += self.tavern[: len(cards)]
                del self.tavern[: len(cards)]
            case CastleCardDrawn(seat):
                self._rival += [FROM_CASTLE] * (seat != self._seat)
            case TurnBegan():
                self.discard += () if becomes_shield(self._played) else self._played
                self._played = ()

    def _remove_from_hand(self, seat: int, cards: Pile) -> None:
        if seat != self._seat:
            for card in cards:
                self.remove_card(self._rival, card)

    def remove_card(self, slots: list[CardOrShuffle], card: Card) -> None:
        """Remove the place that held this card. A royal not seen before came from the Castle."""
        unseen = card not in slots and not self.hidden_since[card]
        if unseen and is_royal(card) and FROM_CASTLE in slots:
            slots.remove(FROM_CASTLE)
        else:
            super().remove_card(slots, card)

    def hidden(self) -> tuple[list[CardOrShuffle], list[CardOrShuffle], list[CardOrShuffle]]:
        """Return the opponent's hand, Tavern and discard as the seat knows them.

        If the game was not dealt by the rules, memory may not match the view. Then the seat knows
        nothing about them.
        """
        view = self._view
        held = (self._rival, self.tavern, self.discard)
        seen = (view.hands[other(self._seat)], view.tavern, view.discard[::-1])
        fits = [len(one) for one in held] == [len(one) for one in seen]
        return held if fits else (read_pile(seen[0]), read_pile(seen[1]), read_pile(seen[2]))


def infer_information_set(observation: Observation[State]) -> InformationSet:
    """Return what a seat knows from what it has seen.

    Raises `NoAnswer` if the cards are not those of one pack.
    """
    view, memory = observation.view, Memory(observation)
    seat, encoded = holder(view), encode_view(view)
    rival, tavern, discard = memory.hidden()
    own: list[CardOrShuffle] = [*view.hands[seat]]
    places = list_places((rival, own) if seat else (own, rival), tavern, discard)
    laid = [card for plays in (*view.shields, (view.played,)) for cards in plays for card in cards]
    return build_information_set(encoded, places, laid, memory.hidden_since)


class DuelBot(EncodedSearchBot[State, Play | Pay]):
    """A bot of Regicide Duel."""

    list_legal = staticmethod(legal_actions)
    infer = staticmethod(infer_information_set)
    decode_action = staticmethod(decode_play_or_pay)
    encode_action = staticmethod(encode_play_or_pay)
