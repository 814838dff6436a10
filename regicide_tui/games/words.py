"""Words for people: numbers, names, and the sentences of a log."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from regicide_tui.cards import Card, Suit
from regicide_tui.games.base import Event, Pile, Seat, Value


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`, `0 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def named(names: Iterable[str]) -> str:
    """Return a list of names as text: `ada, you and cyd`; `nobody` for an empty list."""
    begin, *others = [*names] or ["nobody"]
    *first, last = begin, *["you" if name == YOU else name for name in others]
    return f"{', '.join(first)} and {last}" if first else last


def named_with_be(names: Sequence[str]) -> str:
    """Return a list of names with `is` or `are`: `ada is`, `You are`, `nobody is`."""
    return f"{named(names)} {be(names)}"


def be(names: Sequence[str]) -> str:
    """Return the verb that follows a list of names: `is` or `are`."""
    return "is" if len(names) < 2 and YOU not in names else "are"


def tell_wishes(wishes: Mapping[int, bool], seats: Sequence[str]) -> str:
    """Return who would like to go next, and who would rather not (R-9); may be empty."""
    willing = [seats[seat] for seat, wish in wishes.items() if wish]
    others = [seats[seat] for seat, wish in wishes.items() if not wish]
    parts = [f"{named(willing)} would like to go next"] if willing else []
    if others:
        parts.append(f"{named(others)} would rather not" + ("" if willing else " go next"))
    return "; ".join(parts) + ("." if parts else "")


def taken_back(undos: int, peeks: int, hints: int = 0) -> str:
    """Return the undos and hints as text, such as `2 moves undone; 1 hint`; may be empty.

    `peeks` counts the undone moves after which new cards had been seen.
    """
    asked = [counted(hints, "hint")] if hints else []
    if not undos:
        return "".join(asked)
    past = {0: "", undos: ", after seeing new cards"}
    seen = past.get(peeks, f", {peeks} of them after seeing new cards")
    return "; ".join([f"{counted(undos, 'move')} undone{seen}", *asked])


WINS = "wins the game"
"""The reason for an action that needs no other."""
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return an ordinal number: `1st`, `12th`, `23rd`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def player_name(number: object, seats: tuple[str, ...]) -> str:
    """Return the name of the player with this number, from 1; empty if there is none."""
    return dict(enumerate(seats, 1)).get(number, "") if isinstance(number, int) else ""


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
"""The name of the only person at a table in sentences, solo or with bots."""

YOUR_BOT = "Your bot"
"""The name of a bot that acts for this person while they are away."""


def to_reader(seats: tuple[str, ...], reader: Seat | None) -> tuple[str, ...]:
    """Return the names of players as one of them reads them; all names for anyone else."""
    return tuple([YOU if seat == reader else name for seat, name in enumerate(seats)])


def read_by(name: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of players, with `YOU` in place of the reader's own name."""
    return to_reader(seats, seats.index(name) if name in seats else None)


def read_at_home(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of players as they read them at their own keyboard: `YOU` in solo."""
    return (YOU,) if len(seats) == 1 else seats


class PlayerNames:
    """The players' names in sentences: `Ada plays`, or `You play` for a player named `YOU`."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats

    def name(self, seat: Seat) -> str:
        """Return the name of a player at the beginning of a sentence."""
        return self._seats[seat]

    def object_form(self, seat: Seat) -> str:
        """Return the name of a player after a verb or a preposition: `Ada` or `you`."""
        name = self.name(seat)
        return name.lower() if name in (YOU, YOUR_BOT) else name

    def possessive(self, seat: Seat) -> str:
        """Return the possessive of a player: `Ada's` or `your`."""
        name = self.name(seat)
        return "your" if name == YOU else f"{self.object_form(seat)}'s"

    def with_verb(self, seat: Seat, verb: str, *, begins: bool = True) -> str:
        """Return name and verb in the right form; `begins` says that they start a sentence."""
        shown = self.name(seat) if begins else self.object_form(seat)
        return f"{shown} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        """Return a verb in the right form for a player."""
        return verb if self.name(seat) == YOU else f"{verb}s"

    def detail_with_verb(self, seat: Seat, verb: str, *, begins: bool = True) -> str:
        """Return name and verb for a detail of a sentence; in a solo game only the verb."""
        if len(self._seats) == 1:
            return self.verb(seat, verb)
        return self.with_verb(seat, verb, begins=begins)


EventSentences = Mapping[type[Event], Callable[..., LogSentence]]
"""For each kind of event, the function that makes its sentence from the event and `PlayerNames`.

Other kinds have no sentence.
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
