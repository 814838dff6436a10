"""What happens in a game of King of the Dead: the facts from which the log is written."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.piles import hide_all


class RunScored(Event):
    """A player scores the last card of this run, low to high; `well` says if it used the Well."""

    seat: Seat
    cards: Pile
    well: bool


class CardBought(Event):
    """A player gets the card of a slot, or of the Newcomer (slot 0), for `paid` or for nothing."""

    shows_cards = True

    seat: Seat
    slot: int
    card: Card
    paid: Pile


class PowerPlayed(Event):
    """A player plays cards for the power with this name."""

    seat: Seat
    cards: Pile
    power: str


class FamiliarMade(Event):
    """An Ace retains a card."""

    seat: Seat
    ace: Card
    card: Card


class FamiliarRecalled(Event):
    """A retained card comes back to the hand, and its Ace is discarded."""

    seat: Seat
    ace: Card
    card: Card


class CardsDrawn(Event):
    """A player draws these cards; nobody else sees them."""

    shows_cards = True

    seat: Seat
    cards: Pile


class CardsLooked(Event):
    """A player looks at the top cards of his draw pile, or in a search at all cards."""

    shows_cards = True

    seat: Seat
    cards: Pile
    all: bool


class CardsTaken(Event):
    """A player takes cards from a place: `draw pile`, `discard pile`, `Well` or `Parade`.

    Nobody else sees cards that come from a draw pile.
    """

    shows_cards = True

    seat: Seat
    cards: Pile
    place: str


class CardsPillaged(Event):
    """A player takes cards from another's discard pile, or unseen from the draw pile (`top`)."""

    shows_cards = True

    seat: Seat
    chosen: Seat
    cards: Pile
    top: bool


class CardsReturned(Event):
    """Cards go back on top of the draw pile; `ordered` says that their owner chose the order."""

    seat: Seat
    count: int
    ordered: bool


class CardsDiscarded(Event):
    """Cards go to a player's own discard pile, in this order."""

    seat: Seat
    cards: Pile


class CardsBanished(Event):
    """A player sends cards to the Well, in this order."""

    seat: Seat
    cards: Pile


class CardSwapped(Event):
    """A player swaps a card of the hand for the card of a slot."""

    seat: Seat
    slot: int
    taken: Card
    laid: Card


class SlotFilled(Event):
    """A card of the Gate replaces a Joker that left a slot."""

    shows_cards = True

    slot: int
    card: Card


class CardGiven(Event):
    """A card of the Well goes to another player's discard pile."""

    seat: Seat
    chosen: Seat
    card: Card


class PlayerChosen(Event):
    """A player is chosen for a power."""

    seat: Seat
    chosen: Seat


class HandsSwapped(Event):
    """Two players swap hands: now `seat` has `hand`, and `chosen` has `other`."""

    shows_cards = True

    seat: Seat
    chosen: Seat
    hand: Pile
    other: Pile


class JokerPassed(Event):
    """A discarded Joker goes to the left; the top card of the draw pile goes to the Well."""

    shows_cards = True

    seat: Seat
    chosen: Seat
    banished: Pile


class JokerPlaced(Event):
    """A Joker power ends: the Joker goes to the discard pile of `chosen`."""

    seat: Seat
    chosen: Seat


class JokerAppeared(Event):
    """A Joker appears in the Parade: this player puts it on top of his draw pile."""

    shows_cards = True

    seat: Seat


class DiscardShuffled(Event):
    """A discard pile of `count` cards is shuffled and put under the draw pile."""

    seat: Seat
    count: int


class GateRefilled(Event):
    """The Well is shuffled and becomes the Gate, for the `reshuffles`-th time."""

    count: int
    reshuffles: int


class ParadeMarched(Event):
    """The round ends: the cards `fell` go to the Well, and the cards `came` join the Parade."""

    shows_cards = True

    fell: Pile
    came: Pile


class FinalRoundBegan(Event):
    """The Gate could not fill the Parade: this round is the last."""


class RoundBegan(Event):
    """A round begins with this player."""

    seat: Seat


class GameEnded(Event):
    """The last round is over."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]


def hide(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or with None a spectator, saw it."""
    match event:
        case CardsDrawn() | CardsLooked() if event.seat != seat:
            return replace(event, cards=hide_all(event.cards))
        case CardsTaken(place="draw pile") | CardsPillaged(top=True) if event.seat != seat:
            return replace(event, cards=hide_all(event.cards))
        case HandsSwapped() if seat not in (event.seat, event.chosen):
            return replace(event, hand=hide_all(event.hand), other=hide_all(event.other))
    return event
