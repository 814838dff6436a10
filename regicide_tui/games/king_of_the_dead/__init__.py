"""King of the Dead: two to four players build decks and score runs."""

from types import MappingProxyType

from regicide_tui.games.base import Game, Outcome, Standing
from regicide_tui.games.king_of_the_dead import actions, rules, state
from regicide_tui.games.king_of_the_dead.actions import Action, Score
from regicide_tui.games.king_of_the_dead.events import hide
from regicide_tui.games.king_of_the_dead.piles import (
    PLAYER_COUNTS,
    TITLE,
    deal,
    determinize,
    options_for,
    view,
)
from regicide_tui.games.king_of_the_dead.position import (
    read_position,
    why_impossible,
    write_position,
)
from regicide_tui.games.king_of_the_dead.preview import effect
from regicide_tui.games.king_of_the_dead.rules import is_complete, legal_actions
from regicide_tui.games.king_of_the_dead.state import State, price
from regicide_tui.games.king_of_the_dead.words import figures, say_action, tell_position


def _outcome(view: State) -> Outcome | None:
    if not view.over:
        return None
    return Outcome(state.winners(view), state.reason(view), points=state.points_of(view))


def _standing(view: State) -> Standing:
    return Standing(f"points {' : '.join([str(one) for one in state.points_of(view)])}")


def _canonical(view: State, action: Action) -> Action:
    return Score(rules.check_run(view, action.cards)[1]) if isinstance(action, Score) else action


GAME = Game[State, Action](
    name="king_of_the_dead",
    title=TITLE,
    player_counts=PLAYER_COUNTS,
    rivals=True,
    options=options_for,
    new=deal,
    load=read_position,
    why_impossible=why_impossible,
    position=write_position,
    describe=tell_position,
    standing=_standing,
    to_act=state.to_act,
    legal_actions=legal_actions,
    is_complete=is_complete,
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
    effect=effect,
    price=price,
    bests=MappingProxyType({"points": "Most points", "powers": "Most powers"}),
    figures=figures,
)
