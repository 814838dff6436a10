"""Every legal action of a view."""

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.king_of_the_dead.actions import Action, EndTurn, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.answer_forms import (
    AnswerForm,
    list_answers,
    lists_all_answers,
)
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS, plays
from regicide_tui.games.king_of_the_dead.purchases import lists_all_purchases, purchases
from regicide_tui.games.king_of_the_dead.runs import runs
from regicide_tui.games.king_of_the_dead.state import State, to_act


def answer_form(view: State) -> AnswerForm | None:
    """Return the form of an answer to the prompt that waits, or None if no prompt waits."""
    prompt = view.prompt
    return PROMPT_KINDS[prompt.kind].form(view, prompt) if prompt else None


def legal_actions(view: State) -> list[Action]:
    """Return every legal action once; none if the view hides the hand of the seat that must act.

    If `is_complete` is false, purchases with needless cards, or long discards, are not listed.
    """
    seat = to_act(view)
    if seat is None or UNKNOWN in view.sides[seat].hand:
        return []
    form = answer_form(view)
    if form:
        return [*list_answers(form)]
    side = view.sides[seat]
    found: list[Action] = [EndTurn()]  # a turn has any number of actions (K-15)
    found += [Recall(number) for number in range(1, len(side.familiars) + 1)]
    found += map(Score, runs(side.hand, view.well))
    found += purchases(view)
    found += map(Play, plays(side.hand, view.options))
    return found


def is_complete(view: State) -> bool:
    """Return whether `legal_actions` lists every legal action; with up to 13 cards it does."""
    form = answer_form(view)
    return lists_all_answers(form) if form else view.over or lists_all_purchases(view)
