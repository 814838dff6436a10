"""What follows from a command in a shared review. All pure."""

from regicide_tui.games.base import IllegalAction
from regicide_tui.server.model.review import commands, events
from regicide_tui.server.model.review.events import ReviewEvent
from regicide_tui.server.model.review.state import Note, Pointer, ReviewState, Said, branch
from regicide_tui.server.model.table.command import Refused

MOST_STEPS = 300
"""The most actions of a what-if: the games end long before."""
MOST_NOTES, MOST_NOTES_BY_NAME = 100, 30
"""The most notes on a game, and the most of them that one person may write."""
LONGEST_NOTE = 160
"""The most characters of a note, and of a sentence."""
_MOST_PLACES = 200
"""More than the cards of any hand, and of any table."""

Events = tuple[ReviewEvent, ...]


def decide(state: ReviewState, command: commands.ReviewCommand, by: str) -> Events:
    """Return what happens because somebody does something. Raises `Refused`."""
    if isinstance(command, commands.Come):
        return _come(state, by, command.moment)
    if by not in state.people:
        raise Refused("You have left this review.")
    match command:
        case commands.Leave():
            return _leave(state, by)
        case commands.GoTo(moment):
            return _go_to(state, by, moment)
        case commands.Follow():
            return (events.Followed(by),) if by in state.alone else ()
        case commands.HandOver(to):
            return _hand_over(state, by, to)
        case commands.Point(seat, place):
            return _point(state, Pointer(by, seat, place))
        case commands.Say(text):
            return _say(Said(by, state.moment, text))
        case commands.WriteNote(moment, text):
            return _write_note(state, Note(by, moment, text))
        case _:
            return _decide_what_if(state, command, by)


def _come(state: ReviewState, by: str, moment: int | None) -> Events:
    """The first one leads; somebody who played takes the lead from somebody who did not.

    Whoever is there already, and comes in another window, does not take it back.
    """
    came: Events = () if by in state.people else (events.Came(by),)
    plays_first = came and by in state.players and state.leader not in state.players
    if not state.leader:
        came = (*came, events.LeadPassed(by))
        return came if moment is None else (*came, events.Moved(_bounded(state, moment)))
    if moment is not None and by != state.leader:
        return (*came, events.WentAlone(by, _bounded(state, moment)))
    return (*came, events.LeadPassed(by)) if plays_first else came


def _leave(state: ReviewState, by: str) -> Events:
    """The lead passes on: to a follower if there is one, else to somebody who looks around."""
    left: Events = (events.Left(by),)
    if by != state.leader:
        return left
    others = [one for one in state.people if one != by]
    following = [one for one in others if one not in state.alone]
    if not following and state.what_if is not None:
        left = (*left, events.WhatIfEnded())
    return (*left, events.LeadPassed(next(iter([*following, *others]), "")))


def _go_to(state: ReviewState, by: str, moment: int) -> Events:
    moment = _bounded(state, moment)
    if by != state.leader:
        return (events.WentAlone(by, moment),)
    if state.what_if is not None:
        raise Refused("First return from the what-if to the game.")
    return (events.Moved(moment),) if moment != state.moment else ()


def _hand_over(state: ReviewState, by: str, to: str) -> Events:
    _check_lead(state, by)
    if to not in state.people:
        raise Refused(f"{to} is not here any more.")
    follows: Events = (events.Followed(to),) if to in state.alone else ()
    return (*follows, events.LeadPassed(to)) if to != by else ()


def _point(state: ReviewState, pointer: Pointer) -> Events:
    if pointer.by in state.alone:
        raise Refused("You look around on your own: nobody sees what you point at.")
    seats = (None, *range(len(state.game.seats)))
    if pointer.seat not in seats or not 0 <= pointer.place < _MOST_PLACES:
        raise Refused("There is no such card.")
    at = state.pointer
    again = at is not None and (at.seat, at.place) == (pointer.seat, pointer.place)
    return (events.Pointed(None if again else pointer),)


def _say(said: Said) -> Events:
    if not said.text or len(said.text) > LONGEST_NOTE:
        raise Refused(f"A sentence has 1 to {LONGEST_NOTE} characters.")
    return (events.SomethingSaid(said),)


def _write_note(state: ReviewState, note: Note) -> Events:
    if not note.text or len(note.text) > LONGEST_NOTE:
        raise Refused(f"A note has 1 to {LONGEST_NOTE} characters.")
    if not 0 <= note.moment <= state.length:
        raise Refused("The game has no such moment.")
    if len(state.notes) >= MOST_NOTES:
        raise Refused(f"There are {MOST_NOTES} notes on this game already.")
    if sum(one.by == note.by for one in state.notes) >= MOST_NOTES_BY_NAME:
        raise Refused(f"You have written {MOST_NOTES_BY_NAME} notes on this game already.")
    return (events.NoteWritten(note),)


def _decide_what_if(
    state: ReviewState,
    command: commands.BeginWhatIf | commands.Play | commands.TakeBack | commands.EndWhatIf,
    by: str,
) -> Events:
    """Everybody who follows may play; only the leader begins, takes back and ends a what-if."""
    if isinstance(command, commands.Play):
        return _play(state, command, by)
    _check_lead(state, by)
    if isinstance(command, commands.BeginWhatIf):
        if branch(state.game, state.moment).to_act is None:
            raise Refused("The game is over here: first go back to an action.")
        return () if state.what_if is not None else (events.WhatIfBegan(),)
    if state.what_if is None:
        return ()
    if isinstance(command, commands.EndWhatIf):
        return (events.WhatIfEnded(),)
    if not state.steps:
        raise Refused("No action was taken yet.")
    return (events.TakenBack(),) if command.steps == state.steps else ()


def _play(state: ReviewState, command: commands.Play, by: str) -> Events:
    """Raises `Refused` also if the rules refuse the action."""
    if state.what_if is None:
        raise Refused("The what-if is over.")
    if by in state.alone:
        raise Refused("You look around on your own: first follow the others.")
    if command.steps != state.steps:
        raise Refused("Somebody else was quicker.")
    if state.steps >= MOST_STEPS:
        raise Refused(f"A what-if has {MOST_STEPS} actions at most.")
    try:
        state.what_if.take_text(None, command.action)
    except IllegalAction as error:
        raise Refused(error.message) from None
    return (events.Played(command.action, by),)


def _check_lead(state: ReviewState, by: str) -> None:
    """Raise `Refused` for somebody who doesn't lead."""
    if by != state.leader:
        raise Refused(f"{state.leader} leads: only the leader can do this.")


def _bounded(state: ReviewState, moment: int) -> int:
    return min(max(moment, 0), state.length)
