"""What speaks for an action, in a few words each: what a hint says besides the chances."""

from regicide_tui.games.king_of_the_dead.actions import Action, Buy, Play, Score
from regicide_tui.games.king_of_the_dead.powers import power_of
from regicide_tui.games.king_of_the_dead.preview import Picked, possibilities
from regicide_tui.games.king_of_the_dead.runs import known
from regicide_tui.games.king_of_the_dead.state import State


def reasons(view: State, action: Action) -> tuple[str, ...]:
    """Return what a legal action brings, such as `7 points`, or the name of its power."""
    match action:
        case Score(run):
            picked = Picked(known(run), None in run)
        case Buy(slot, cards):
            picked = Picked(cards, slot=slot)
        case Play(cards):
            power = power_of(cards, view.options)
            return (power.name,) if power else ()
        case _:
            return ()
    return tuple([one.text for one in possibilities(view, picked) if one.action == action])
