"""Every legal action of a view."""

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.king_of_the_dead.actions import Action, End, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.asks import Ask, answers, is_listed_whole
from regicide_tui.games.king_of_the_dead.powers import QUESTIONS, plays
from regicide_tui.games.king_of_the_dead.purchases import lists_all, purchases
from regicide_tui.games.king_of_the_dead.runs import runs
from regicide_tui.games.king_of_the_dead.state import State, to_act


def ask_of(view: State) -> Ask | None:
    """Return what the waiting prompt asks, or None if there is none."""
    prompt = view.prompt
    return QUESTIONS[prompt.kind].ask(view, prompt) if prompt else None


def legal_actions(view: State) -> list[Action]:
    """Return every legal action once; none where the view hides the hand of who must act.

    Where `is_complete` says no, purchases with needless cards are left out, or long discards.
    """
    seat = to_act(view)
    if seat is None or UNKNOWN in view.sides[seat].hand:
        return []
    ask = ask_of(view)
    if ask:
        return [*answers(ask)]
    side = view.sides[seat]
    found: list[Action] = [End()]
    found += [Recall(number) for number in range(1, len(side.familiars) + 1)]
    found += map(Score, runs(side.hand, view.well))
    found += purchases(view)
    found += map(Play, plays(side.hand, view.options))
    return found


def is_complete(view: State) -> bool:
    """Tell whether `legal_actions` lists every legal action: it does for hands up to 13 cards."""
    ask = ask_of(view)
    return is_listed_whole(ask) if ask else view.over or lists_all(view)
