"""King of the Dead: two to four players build decks and score runs."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from regicide_tui.games.base import Event, Game, Outcome
from regicide_tui.games.king_of_the_dead import actions, legal, preview, rules, setup, state, values
from regicide_tui.games.king_of_the_dead.action_words import say_action
from regicide_tui.games.king_of_the_dead.actions import Action, Score
from regicide_tui.games.king_of_the_dead.events import hide
from regicide_tui.games.king_of_the_dead.log_sentences import tell_position
from regicide_tui.games.king_of_the_dead.position import (
    read_position,
    why_impossible,
    write_position,
)
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.view import determinize, view


def _outcome(view: State) -> Outcome | None:
    if not view.over:
        return None
    return Outcome(state.winners(view), state.reason(view), points=state.points_of(view))


def _canonical(view: State, action: Action) -> Action:
    return Score(rules.check_run(view, action.cards)[1]) if isinstance(action, Score) else action


def _figures(events: Iterable[Event]) -> Mapping[str, int]:
    from regicide_tui.games.king_of_the_dead import figures  # only at the end of a game

    return figures.figures(events)


GAME = Game[State, Action](
    name="king_of_the_dead",
    title=setup.TITLE,
    player_counts=setup.PLAYER_COUNTS,
    rivals=True,
    options=setup.options_for,
    new=setup.deal,
    load=read_position,
    why_impossible=why_impossible,
    position=write_position,
    describe=tell_position,
    to_act=state.to_act,
    legal_actions=legal.legal_actions,
    is_complete=legal.is_complete,
    reduce=rules.reduce,
    outcome=_outcome,
    view=view,
    view_event=hide,
    determinize=determinize,
    parse=actions.parse,
    format=actions.format_action,
    canonical=_canonical,
    in_order=actions.in_order_of_notation,
    say=say_action,
    effect=preview.effect,
    price=values.price,
    bests=MappingProxyType({"points": "Most points", "powers": "Most powers"}),
    figures=_figures,
)
