"""Messages at a table: phrases of the list, players' own words, and wishes."""

from regicide_tui.server.model.table.command import Caller, Command, Refused
from regicide_tui.server.model.table.facts import DRAW, Said, Unmet
from regicide_tui.server.model.table.phrases import NO_THANKS, sentence_of
from regicide_tui.server.model.table.state import Event, Events, Record, Seat, TableState

NOTHING_SAID = "The message is empty."
SAID_LIMIT = 50
"""The maximum number of messages that a table remembers."""


class PhraseSaid(Event):
    """A person said a phrase of the list. `number` is the count that a phrase may name."""

    name: str
    phrase: str
    number: int = 0

    def apply(self, table: TableState, record: Record) -> TableState:
        """Remember it in its current wording; note who declines a draw."""
        if self.phrase == NO_THANKS and table.facts.question is None:
            for seat in table.facts.draws:
                table = table.with_unmet(seat, Unmet(DRAW, self.name))
        text = sentence_of(table.facts.rules, self.phrase, self.number)
        return _with_said(table, Said(self.name, text, record.at))


class SentenceSaid(Event):
    """A person said something in their own words."""

    name: str
    text: str

    def apply(self, table: TableState, record: Record) -> TableState:
        """Remember it."""
        return _with_said(table, Said(self.name, self.text, record.at, in_own_words=True))


class WishStated(Event):
    """A seat would like to go next, or wouldn't (R-9)."""

    seat: Seat
    wish: bool

    def apply(self, table: TableState, record: Record) -> TableState:
        """Note the wish."""
        return table.with_facts(wishes={**table.facts.wishes, self.seat: self.wish})


class Say(Command):
    """Say a phrase of the list (R-9). `number` is the count that the phrase names."""

    phrase: str
    number: int = 0

    def decide(self, who: Caller) -> Events:
        """Say it if it is on the list now, or declines an offered draw."""
        facts, said = who.facts, (self.phrase, self.number)
        declines = said == (NO_THANKS, 0) and any(one != who.seat for one in facts.draws)
        if not declines and said not in [(one.id, one.number) for one in facts.phrases]:
            raise Refused("At a table you can only say what is on the list.")
        return (PhraseSaid(who.name, self.phrase, self.number),)


class Tell(Command):
    """Say something in the player's own words, where that is allowed (D-22)."""

    text: str

    def decide(self, who: Caller) -> Events:
        """Say it."""
        if not who.facts.speaks_freely:
            raise Refused("During this game you can only say what is on the list (R-9).")
        if not self.text:
            raise Refused(NOTHING_SAID)
        return (SentenceSaid(who.name, self.text),)


class Wish(Command):
    """Say whether the player would like to go next (R-9)."""

    wish: bool

    def decide(self, who: Caller) -> Events:
        """Note it while the next player is chosen."""
        if not who.facts.may_wish:
            raise Refused("You can say this only while the next player is chosen (R-9).")
        return (WishStated(who.seat, self.wish),)


def _with_said(table: TableState, said: Said) -> TableState:
    """Remember a message, if it has text.

    A phrase that no longer exists, and a forgotten person's message, have none.
    """
    if not said.text:
        return table
    return table.with_facts(said=(*table.facts.said, said)[-SAID_LIMIT:])
