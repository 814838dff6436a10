"""The values of Little Whist: options, states, actions, events. All are immutable."""

from regicide_tui.cards import Card, Suit
from regicide_tui.games.base import Event, Pile, Seat, Value

HAND = 10
"""Cards of a hand at the deal."""
RANKS = "23456789TJQKA"


class Options(Value):
    """The house rules."""

    trumps: bool = True
    first_player: str | int = "random"


class State(Value):
    """A game: `played` holds the cards of each trick in the order of play, `leaders` who led it."""

    options: Options
    seed: str | None
    hands: tuple[Pile, ...]
    turned: Card
    stock: Pile
    played: tuple[Pile, ...]
    leaders: tuple[Seat, ...]

    @property
    def trump(self) -> Suit | None:
        """The suit that is trumps, if any is."""
        return self.turned.suit if self.options.trumps else None

    @property
    def over(self) -> bool:
        """Whether all tricks are taken."""
        return not any(self.hands) and len(self.played[-1]) == len(self.hands)

    @property
    def actor(self) -> Seat:
        """Who must play, or who took the last trick."""
        if self.over:
            return taker(self, -1)
        return (self.leaders[-1] + len(self.played[-1])) % len(self.hands)

    @property
    def tricks(self) -> tuple[Seat, ...]:
        """Who took each trick that is whole."""
        whole = [one for one, cards in enumerate(self.played) if len(cards) == len(self.hands)]
        return tuple([taker(self, one) for one in whole])


class Play(Value):
    """Play a card."""

    card: Card

    @property
    def cards(self) -> Pile:
        """The cards that it takes from the hand."""
        return (self.card,)


class CardPlayed(Event):
    """A player plays a card."""

    seat: Seat
    card: Card


class TrickTaken(Event):
    """A player takes a trick."""

    seat: Seat
    cards: Pile


class TrickBegan(Event):
    """The next trick begins; this player leads."""

    begins_turn = True

    seat: Seat


def taker(state: State, trick: int) -> Seat:
    """Return who takes a trick."""
    cards, trump = state.played[trick], state.trump
    best = max(cards, key=lambda card: (card.suit is trump, card.suit is cards[0].suit, rank(card)))
    return (state.leaders[trick] + cards.index(best)) % len(state.hands)


def rank(card: Card) -> int:
    """Return the rank of a card: Aces are high."""
    return RANKS.index(card.rank)
