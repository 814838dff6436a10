"""What happens in a game of King of the Dead: the facts from which the log is written."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.piles import unknown


class RunScored(Event, frozen=True):
    """A run of three, low to high; the last card is scored. `well` tells if it used the Well."""

    seat: Seat
    cards: Pile
    well: bool


class CardBought(Event, frozen=True):
    """A card of the Parade, or with slot 0 the Newcomer, was bought with these cards or free."""

    shows_cards = True

    seat: Seat
    slot: int
    card: Card
    paid: Pile


class PowerPlayed(Event, frozen=True):
    """Cards are played for the power of this name."""

    seat: Seat
    cards: Pile
    power: str


class FamiliarMade(Event, frozen=True):
    """An Ace retains a card."""

    seat: Seat
    ace: Card
    card: Card


class FamiliarRecalled(Event, frozen=True):
    """A retained card comes back to the hand, and its Ace is discarded."""

    seat: Seat
    ace: Card
    card: Card


class CardsDrawn(Event, frozen=True):
    """A player drew these cards; nobody else saw them."""

    shows_cards = True

    seat: Seat
    cards: Pile


class CardsLooked(Event, frozen=True):
    """A player looks at the top of his draw pile or, searching, at all of it."""

    shows_cards = True

    seat: Seat
    cards: Pile
    all: bool


class CardsTaken(Event, frozen=True):
    """Cards come to the hand from a place: `draw pile`, `discard pile`, `Well` or `Parade`.

    What comes from a draw pile, nobody else saw.
    """

    shows_cards = True

    seat: Seat
    cards: Pile
    place: str


class CardsPillaged(Event, frozen=True):
    """Cards come to the hand from a player's discard pile, or unseen from his draw pile."""

    shows_cards = True

    seat: Seat
    chosen: Seat
    cards: Pile
    top: bool


class CardsReturned(Event, frozen=True):
    """Cards that were looked at go back on top of the draw pile; `ordered` by their owner."""

    seat: Seat
    count: int
    ordered: bool


class CardsDiscarded(Event, frozen=True):
    """Cards go to a player's own discard pile, in this order."""

    seat: Seat
    cards: Pile


class CardsBanished(Event, frozen=True):
    """A player sends cards to the Well, in this order."""

    seat: Seat
    cards: Pile


class CardSwapped(Event, frozen=True):
    """A card of the hand is laid into a slot, whose card comes to the hand."""

    seat: Seat
    slot: int
    taken: Card
    laid: Card


class SlotFilled(Event, frozen=True):
    """The Gate gives a card for a Joker that has left a slot."""

    shows_cards = True

    slot: int
    card: Card


class CardGiven(Event, frozen=True):
    """A card of the Well goes to another player's discard pile."""

    seat: Seat
    chosen: Seat
    card: Card


class PlayerChosen(Event, frozen=True):
    """A player is chosen for a power."""

    seat: Seat
    chosen: Seat


class HandsSwapped(Event, frozen=True):
    """Two players exchange hands: `hand` is what `seat` has now, `other` what `chosen` has."""

    shows_cards = True

    seat: Seat
    chosen: Seat
    hand: Pile
    other: Pile


class JokerPassed(Event, frozen=True):
    """A discarded Joker goes to the left; the top of the draw pile is banished for it, if any."""

    shows_cards = True

    seat: Seat
    chosen: Seat
    banished: Pile


class JokerPlaced(Event, frozen=True):
    """A Joker power ends: its Joker goes to this player's discard pile."""

    seat: Seat
    chosen: Seat


class JokerAppeared(Event, frozen=True):
    """A Joker in the Parade: this player puts it on top of his draw pile."""

    shows_cards = True

    seat: Seat


class DiscardShuffled(Event, frozen=True):
    """A discard pile of so many cards is shuffled and put under the draw pile."""

    seat: Seat
    count: int


class GateRefilled(Event, frozen=True):
    """The Well is shuffled and becomes the Gate, for the `reshuffles`-th time."""

    count: int
    reshuffles: int


class ParadeMarched(Event, frozen=True):
    """The round ends: these cards fell into the Well, and these came into the Parade."""

    shows_cards = True

    fell: Pile
    came: Pile


class FinalRoundBegan(Event, frozen=True):
    """The Gate could not fill the Parade: this round is the last."""


class RoundBegan(Event, frozen=True):
    """A round begins with this player."""

    seat: Seat


class GameEnded(Event, frozen=True):
    """The last round is over."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or with None a spectator, saw it."""
    match event:
        case CardsDrawn() | CardsLooked() if event.seat != seat:
            return replace(event, cards=unknown(event.cards))
        case CardsTaken(place="draw pile") | CardsPillaged(top=True) if event.seat != seat:
            return replace(event, cards=unknown(event.cards))
        case HandsSwapped() if seat not in (event.seat, event.chosen):
            return replace(event, hand=unknown(event.hand), other=unknown(event.other))
    return event
