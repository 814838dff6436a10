"""The commands of a shared review; each decides what happens. All pure."""

from typing import ClassVar

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.server.model.review import events
from regicide_tui.server.model.review.state import Pointer, ReviewState, Said, branch
from regicide_tui.server.model.table.command import Refused

MOST_STEPS = 300
"""The maximum number of actions in a what-if: games end much earlier."""
LONGEST_SENTENCE = 160
"""The maximum length of a message or a note."""
_MOST_PLACES = 200
"""More than the cards in any hand or on any table."""

Events = tuple[events.Event, ...]


class ReviewCommand(Value):
    """The base of all commands."""

    is_leaders: ClassVar[bool] = False
    """Whether only the leader can give it."""

    def decide(self, state: ReviewState, by: str) -> Events:
        """Return what this command does. Raises `Refused`."""
        raise NotImplementedError


def decide(state: ReviewState, command: ReviewCommand, by: str) -> Events:
    """Return what a command does. Raises `Refused`."""
    if by not in state.people and not isinstance(command, Come):
        raise Refused("You have left this review.")
    if command.is_leaders and by != state.leader:
        raise Refused(f"{state.leader} leads: only the leader can do this.")
    return command.decide(state, by)


# ---------------------------------------------------------------- people and moments


class Come(ReviewCommand):
    """Join the review, perhaps at a moment."""

    moment: int | None = None

    def decide(self, state: ReviewState, by: str) -> Events:
        """The first person leads; a player of the game takes the lead from a person who isn't one.

        Joining again in another window doesn't take the lead back.
        """
        came: Events = () if by in state.people else (events.Came(by),)
        plays_first = came and by in state.players and state.leader not in state.players
        if not state.leader:
            came = (*came, events.LeadPassed(by))
            return came if self.moment is None else (*came, events.Moved(state.near(self.moment)))
        if self.moment is not None and by != state.leader:
            return (*came, events.WentAlone(by, state.near(self.moment)))
        return (*came, events.LeadPassed(by)) if plays_first else came


class Leave(ReviewCommand):
    """Leave the review."""

    def decide(self, state: ReviewState, by: str) -> Events:
        """The lead passes to a follower if there is one, or else to someone on their own."""
        left: Events = (events.Left(by),)
        if by != state.leader:
            return left
        others = [one for one in state.people if one != by]
        if not state.followers and state.what_if is not None:
            left = (*left, events.WhatIfEnded())
        return (*left, events.LeadPassed(next(iter([*state.followers, *others]), "")))


class GoTo(ReviewCommand):
    """Go to a moment; people who don't lead are on their own from then on."""

    moment: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Go there, or to the nearest moment of the game."""
        moment = state.near(self.moment)
        if by != state.leader:
            return (events.WentAlone(by, moment),)
        if state.what_if is not None:
            raise Refused("Return from the what-if to the game first.")
        return (events.Moved(moment),) if moment != state.moment else ()


class Follow(ReviewCommand):
    """Follow the leader again."""

    def decide(self, state: ReviewState, by: str) -> Events:
        """Follow, if the person is on their own."""
        return (events.Followed(by),) if by in state.alone else ()


class HandOver(ReviewCommand):
    """Hand the lead over to someone."""

    is_leaders = True

    to: str

    def decide(self, state: ReviewState, by: str) -> Events:
        """Hand it over; the new leader is no longer on their own."""
        if self.to not in state.people:
            raise Refused(f"{self.to} is no longer here.")
        follows: Events = (events.Followed(self.to),) if self.to in state.alone else ()
        return (*follows, events.LeadPassed(self.to)) if self.to != by else ()


# ---------------------------------------------------------------- the what-if


class BeginWhatIf(ReviewCommand):
    """Play on differently from the moment."""

    is_leaders = True

    def decide(self, state: ReviewState, by: str) -> Events:
        """Start it, where a player can act."""
        if branch(state.game, state.moment).to_act is None:
            raise Refused("The game is over here. Go back to an action first.")
        return () if state.what_if is not None else (events.WhatIfBegan(),)


class Play(ReviewCommand):
    """Take an action in the what-if, for the seat that must act.

    `steps` is the number of earlier actions in it.
    """

    action: str
    steps: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Let followers play, if the rules allow the action."""
        if state.what_if is None:
            raise Refused("The what-if is over.")
        if by in state.alone:
            raise Refused("You are on your own. Follow the others first.")
        if self.steps != state.steps:
            raise Refused("Someone else was quicker.")
        if state.steps >= MOST_STEPS:
            raise Refused(f"A what-if can have at most {MOST_STEPS} actions.")
        try:
            state.what_if.take_text(None, self.action)
        except IllegalAction as error:
            raise Refused(error.message) from None
        return (events.Played(self.action, by),)


class TakeBack(ReviewCommand):
    """Undo the last action of the what-if."""

    is_leaders = True

    steps: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Undo it, unless another action was taken or undone since then."""
        if state.what_if is not None and not state.steps:
            raise Refused("There is no action to undo.")
        return (events.TakenBack(),) if 0 < state.steps == self.steps else ()


class EndWhatIf(ReviewCommand):
    """Return from the what-if to the game."""

    is_leaders = True

    def decide(self, state: ReviewState, by: str) -> Events:
        """Return, if there is a what-if."""
        return () if state.what_if is None else (events.WhatIfEnded(),)


# ---------------------------------------------------------------- pointing and messages


class Point(ReviewCommand):
    """Point at a card, or stop pointing if it is already pointed at: see `Pointer`."""

    seat: Seat | None
    place: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Let followers point."""
        if by in state.alone:
            raise Refused("You are on your own: nobody would see what you point at.")
        seats = (None, *range(len(state.game.seats)))
        if self.seat not in seats or not 0 <= self.place < _MOST_PLACES:
            raise Refused("There is no such card.")
        at = state.pointer
        again = at is not None and (at.seat, at.place) == (self.seat, self.place)
        return (events.Pointed(None if again else Pointer(by, self.seat, self.place)),)


class Say(ReviewCommand):
    """Send a message to everyone in the review."""

    text: str

    def decide(self, state: ReviewState, by: str) -> Events:
        """Send it at the leader's moment."""
        if not 0 < len(self.text) <= LONGEST_SENTENCE:
            raise Refused(f"A message must have 1 to {LONGEST_SENTENCE} characters.")
        return (events.SomethingSaid(Said(by, state.moment, self.text)),)
