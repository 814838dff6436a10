"""What the sentences of every game's log are made of."""

from regicide_tui.cards import Card, Suit
from regicide_tui.games.base import Pile, Seat, Value

Part = str | Card | Suit
"""A piece of a sentence; cards and suits are drawn by whoever shows it."""

RANK_NAMES = {"J": "Jack", "Q": "Queen", "K": "King"}
SUIT_NAMES = {
    Suit.CLUBS: "Clubs",
    Suit.DIAMONDS: "Diamonds",
    Suit.HEARTS: "Hearts",
    Suit.SPADES: "Spades",
}


class Line(Value, frozen=True):
    """A sentence of the log; a head begins a paragraph, the others follow their head."""

    head: bool
    parts: tuple[Part, ...]


YOU = "You"
"""What the one person at a table is called in sentences, alone or with bots."""


class Names:
    """Who is who, in sentences: `Ada plays`, or `You play` for somebody alone or called `YOU`."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats

    def name(self, seat: Seat) -> str:
        """Return what a player is called."""
        return YOU if len(self._seats) == 1 else self._seats[seat]

    def whom(self, seat: Seat) -> str:
        """Return what a player is called behind a verb or a preposition."""
        name = self.name(seat)
        return name.lower() if name == YOU else name

    def whose(self, seat: Seat) -> str:
        """Return whose something is: `Ada's` or `your`."""
        name = self.name(seat)
        return "your" if name == YOU else f"{name}'s"

    def does(self, seat: Seat, verb: str, *, begins: bool = True) -> str:
        """Return the player with a verb in the right form; `begins` a sentence or stands in it."""
        shown = self.name(seat) if begins else self.whom(seat)
        return f"{shown} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """Return a verb in the form for a player."""
        return verb if self.name(seat) == YOU else f"{verb}s"

    def also(self, seat: Seat, verb: str, *, begins: bool = True) -> str:
        """Return the same for a sentence that goes on: alone, the verb says enough."""
        return verb if len(self._seats) == 1 else self.does(seat, verb, begins=begins)


def head(*parts: Part) -> Line:
    """Return a sentence that begins a paragraph."""
    return Line(True, parts)


def detail(*parts: Part) -> Line:
    """Return a sentence that follows its head."""
    return Line(False, parts)


def spaced(cards: Pile) -> tuple[Part, ...]:
    """Return cards as parts, a space before each."""
    parts: list[Part] = []
    for card in cards:
        parts += [" ", card]
    return tuple(parts)
