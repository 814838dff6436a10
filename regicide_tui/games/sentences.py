"""The parts of the sentences in every game's log."""

from collections.abc import Callable, Mapping

from regicide_tui.cards import Card, Suit
from regicide_tui.games.base import Event, Pile, Seat, Value

SentencePart = str | Card | Suit
"""A part of a sentence. The screen decides how to draw cards and suits."""

RANK_NAMES = {"J": "Jack", "Q": "Queen", "K": "King"}
SUIT_NAMES = {
    Suit.CLUBS: "Clubs",
    Suit.DIAMONDS: "Diamonds",
    Suit.HEARTS: "Hearts",
    Suit.SPADES: "Spades",
}


class LogSentence(Value):
    """A sentence of the log. A head begins a paragraph; the other sentences follow it."""

    head: bool
    parts: tuple[SentencePart, ...]


YOU = "You"
"""The name of the only person at a table in sentences, alone or with bots."""


class PlayerNames:
    """The players' names in sentences: `Ada plays`, or `You play` for a player who is alone.

    A player whose name is `YOU` also gets the forms of `You`.
    """

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats

    def name(self, seat: Seat) -> str:
        """Return the name of a player at the beginning of a sentence."""
        return YOU if len(self._seats) == 1 else self._seats[seat]

    def object_form(self, seat: Seat) -> str:
        """Return the name of a player after a verb or a preposition: `Ada` or `you`."""
        name = self.name(seat)
        return name.lower() if name == YOU else name

    def possessive(self, seat: Seat) -> str:
        """Return the possessive of a player: `Ada's` or `your`."""
        name = self.name(seat)
        return "your" if name == YOU else f"{name}'s"

    def with_verb(self, seat: Seat, verb: str, *, begins: bool = True) -> str:
        """Return name and verb in the right form; `begins` says that they begin a sentence."""
        shown = self.name(seat) if begins else self.object_form(seat)
        return f"{shown} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """Return a verb in the right form for a player."""
        return verb if self.name(seat) == YOU else f"{verb}s"

    def detail_with_verb(self, seat: Seat, verb: str, *, begins: bool = True) -> str:
        """Return name and verb for a detail of a sentence; for a single player only the verb."""
        return verb if len(self._seats) == 1 else self.with_verb(seat, verb, begins=begins)


EventSentences = Mapping[type[Event], Callable[..., LogSentence]]
"""The function that makes the sentence of each kind of event, from the event and `PlayerNames`.

Other kinds get no sentence.
"""


def tell_event(tellers: EventSentences, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    """Return the sentence of an event; None if `tellers` has none for its kind."""
    teller = tellers.get(type(event))
    return teller(event, PlayerNames(seats)) if teller else None


def head(*parts: SentencePart) -> LogSentence:
    """Return a sentence that begins a paragraph."""
    return LogSentence(True, parts)


def detail(*parts: SentencePart) -> LogSentence:
    """Return a sentence that follows its head."""
    return LogSentence(False, parts)


def spaced(cards: Pile) -> tuple[SentencePart, ...]:
    """Return cards as parts, a space before each."""
    parts: list[SentencePart] = []
    for card in cards:
        parts += [" ", card]
    return tuple(parts)
