"""What people can do in a shared review."""

from regicide_tui.games.base import Seat, Value


class Command(Value, tag_field="command", tag=True):
    """The base of all commands."""


class Come(Command):
    """Come to the review; with a moment, at that moment."""

    moment: int | None = None


class Leave(Command):
    """Leave the review."""


class GoTo(Command):
    """Go to a moment; whoever doesn't lead looks around on their own from then on."""

    moment: int


class Follow(Command):
    """Follow the leader again."""


class HandOver(Command):
    """Hand the lead over to somebody."""

    to: str


class BeginWhatIf(Command):
    """Play on differently from the moment."""


class Play(Command):
    """Take an action in the what-if, for the seat that must act.

    `steps` is the number of actions that were taken in it before.
    """

    action: str
    steps: int


class TakeBack(Command):
    """Take back the last action of the what-if."""

    steps: int


class EndWhatIf(Command):
    """Return from the what-if to the game."""


class Point(Command):
    """Point at a card, or no more if somebody points at it already: see `Pointer`."""

    seat: Seat | None
    place: int


class Say(Command):
    """Say something to all who are there."""

    text: str


class WriteNote(Command):
    """Write a note on a moment."""

    moment: int
    text: str


ReviewCommand = (
    Come
    | Leave
    | GoTo
    | Follow
    | HandOver
    | BeginWhatIf
    | Play
    | TakeBack
    | EndWhatIf
    | Point
    | Say
    | WriteNote
)
