"""What happens in a game of King of the Dead: the facts from which the log is written."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, PlayerEvent, Seat
from regicide_tui.games.piles import hide_all


class RunScored(PlayerEvent):
    """A player scores the last card of this run, low to high; `well` says if it used the Well."""

    cards: Pile
    well: bool


class CardBought(PlayerEvent):
    """A player gets the card of a slot, or of the Newcomer (slot 0), for `paid` or for nothing."""

    shows_cards = True

    slot: int
    card: Card
    paid: Pile


class PowerPlayed(PlayerEvent):
    """A player plays cards for the power with this name."""

    cards: Pile
    power: str


class FamiliarMade(PlayerEvent):
    """An Ace retains a card."""

    ace: Card
    card: Card


class FamiliarRecalled(PlayerEvent):
    """A retained card comes back to the hand, and its Ace is discarded."""

    ace: Card
    card: Card


class CardsDrawn(PlayerEvent):
    """A player draws these cards; nobody else sees them."""

    shows_cards = True

    cards: Pile


class CardsLooked(PlayerEvent):
    """A player looks at the top cards of their draw pile, or in a search at all of them."""

    shows_cards = True

    cards: Pile
    all: bool


class CardsTaken(PlayerEvent):
    """A player takes cards from a place: `draw pile`, `discard pile`, `Well` or `Parade`.

    Nobody else sees cards that come from a draw pile.
    """

    shows_cards = True

    cards: Pile
    place: str


class CardsPillaged(PlayerEvent):
    """A player takes cards from another's discard pile, or unseen from the draw pile (`top`)."""

    shows_cards = True

    chosen: Seat
    cards: Pile
    top: bool


class CardsReturned(PlayerEvent):
    """Cards go back on top of the draw pile; `ordered` says that their owner chose the order."""

    count: int
    ordered: bool


class CardsDiscarded(PlayerEvent):
    """Cards go to a player's own discard pile, in this order."""

    cards: Pile


class CardsBanished(PlayerEvent):
    """A player sends cards to the Well, in this order."""

    cards: Pile


class CardSwapped(PlayerEvent):
    """A player swaps a card of the hand for the card of a slot."""

    slot: int
    taken: Card
    laid: Card


class SlotFilled(Event):
    """A card of the Gate replaces a Joker that left a slot."""

    shows_cards = True

    slot: int
    card: Card


class CardGiven(PlayerEvent):
    """A card of the Well goes to another player's discard pile."""

    chosen: Seat
    card: Card


class PlayerChosen(PlayerEvent):
    """A player is chosen for a power."""

    chosen: Seat


class HandsSwapped(PlayerEvent):
    """Two players swap hands: now `seat` has `hand`, and `chosen` has `other`."""

    shows_cards = True

    chosen: Seat
    hand: Pile
    other: Pile


class JokerPassed(PlayerEvent):
    """A discarded Joker goes to the left; the top card of the draw pile goes to the Well."""

    shows_cards = True

    chosen: Seat
    banished: Pile


class JokerPlaced(PlayerEvent):
    """A Joker power ends: the Joker goes to the discard pile of `chosen`."""

    chosen: Seat


class JokerAppeared(PlayerEvent):
    """A Joker appears in the Parade: this player puts it on top of their draw pile."""

    shows_cards = True


class DiscardShuffled(PlayerEvent):
    """A discard pile of `count` cards is shuffled and put under the draw pile."""

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


class RoundBegan(PlayerEvent):
    """A round begins with this player."""


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
