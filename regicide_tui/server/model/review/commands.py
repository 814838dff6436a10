"""What people can do in a shared review; each command decides what happens. All pure."""

from typing import ClassVar

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.server.model.review import events
from regicide_tui.server.model.review.state import Pointer, ReviewState, Said, branch
from regicide_tui.server.model.table.command import Refused

MOST_STEPS = 300
"""The most actions of a what-if: the games end long before."""
LONGEST_SENTENCE = 160
"""The most characters of a sentence, and of a note."""
_MOST_PLACES = 200
"""More than the cards of any hand, and of any table."""

Events = tuple[events.Event, ...]


class ReviewCommand(Value):
    """The base of all commands."""

    is_leaders: ClassVar[bool] = False
    """Whether only the leader can give it."""

    def decide(self, state: ReviewState, by: str) -> Events:
        """Return what happens because somebody does this. Raises `Refused`."""
        raise NotImplementedError


def decide(state: ReviewState, command: ReviewCommand, by: str) -> Events:
    """Return what happens because somebody does something. Raises `Refused`."""
    if by not in state.people and not isinstance(command, Come):
        raise Refused("You have left this review.")
    if command.is_leaders and by != state.leader:
        raise Refused(f"{state.leader} leads: only the leader can do this.")
    return command.decide(state, by)


# ---------------------------------------------------------------- who is there, and where


class Come(ReviewCommand):
    """Come to the review; with a moment, at that moment."""

    moment: int | None = None

    def decide(self, state: ReviewState, by: str) -> Events:
        """The first one leads; somebody who played takes the lead from somebody who did not.

        Whoever is there already, and comes in another window, does not take it back.
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
        """The lead passes on: to a follower if there is one, else to somebody who looks around."""
        left: Events = (events.Left(by),)
        if by != state.leader:
            return left
        others = [one for one in state.people if one != by]
        if not state.followers and state.what_if is not None:
            left = (*left, events.WhatIfEnded())
        return (*left, events.LeadPassed(next(iter([*state.followers, *others]), "")))


class GoTo(ReviewCommand):
    """Go to a moment; whoever doesn't lead looks around on their own from then on."""

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
        """Follow, if somebody looks around on their own."""
        return (events.Followed(by),) if by in state.alone else ()


class HandOver(ReviewCommand):
    """Hand the lead over to somebody."""

    is_leaders = True

    to: str

    def decide(self, state: ReviewState, by: str) -> Events:
        """Hand it over; whoever leads is not on their own."""
        if self.to not in state.people:
            raise Refused(f"{self.to} is no longer here.")
        follows: Events = (events.Followed(self.to),) if self.to in state.alone else ()
        return (*follows, events.LeadPassed(self.to)) if self.to != by else ()


# ---------------------------------------------------------------- the what-if


class BeginWhatIf(ReviewCommand):
    """Play on differently from the moment."""

    is_leaders = True

    def decide(self, state: ReviewState, by: str) -> Events:
        """Begin it, where somebody can act."""
        if branch(state.game, state.moment).to_act is None:
            raise Refused("The game is over here. Go back to an action first.")
        return () if state.what_if is not None else (events.WhatIfBegan(),)


class Play(ReviewCommand):
    """Take an action in the what-if, for the seat that must act.

    `steps` is the number of actions that were taken in it before.
    """

    action: str
    steps: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Let everybody who follows play, if the rules allow the action."""
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
    """Take back the last action of the what-if."""

    is_leaders = True

    steps: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Take it back, unless another action was taken or taken back meanwhile."""
        if state.what_if is not None and not state.steps:
            raise Refused("There is no action to undo.")
        return (events.TakenBack(),) if 0 < state.steps == self.steps else ()


class EndWhatIf(ReviewCommand):
    """Return from the what-if to the game."""

    is_leaders = True

    def decide(self, state: ReviewState, by: str) -> Events:
        """Return, if there is a what-if."""
        return () if state.what_if is None else (events.WhatIfEnded(),)


# ---------------------------------------------------------------- pointing and talking


class Point(ReviewCommand):
    """Point at a card, or no more if somebody points at it already: see `Pointer`."""

    seat: Seat | None
    place: int

    def decide(self, state: ReviewState, by: str) -> Events:
        """Let everybody who follows point."""
        if by in state.alone:
            raise Refused("You are on your own: nobody would see what you point at.")
        seats = (None, *range(len(state.game.seats)))
        if self.seat not in seats or not 0 <= self.place < _MOST_PLACES:
            raise Refused("There is no such card.")
        at = state.pointer
        again = at is not None and (at.seat, at.place) == (self.seat, self.place)
        return (events.Pointed(None if again else Pointer(by, self.seat, self.place)),)


class Say(ReviewCommand):
    """Say something to all who are there."""

    text: str

    def decide(self, state: ReviewState, by: str) -> Events:
        """Say it at the leader's moment."""
        if not 0 < len(self.text) <= LONGEST_SENTENCE:
            raise Refused(f"A message must have 1 to {LONGEST_SENTENCE} characters.")
        return (events.SomethingSaid(Said(by, state.moment, self.text)),)
