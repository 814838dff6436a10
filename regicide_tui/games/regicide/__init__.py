"""Regicide: one to four players together against twelve royals."""

from regicide_tui.games.base import Game, Outcome, Seat, Standing
from regicide_tui.games.regicide.position import read_position, why_impossible, write_position
from regicide_tui.games.regicide.rules import deal, effect, legal_actions, options_for, reduce
from regicide_tui.games.regicide.state import (
    HEALTH,
    ROYAL_COUNT,
    Action,
    Phase,
    State,
    determinize,
    fallen,
    format_action,
    hide,
    in_order,
    medal,
    parse,
    remaining,
    say_action,
    spell_out,
    view,
)
from regicide_tui.games.regicide.words import figures, royal_name, tell_position
from regicide_tui.games.regicide_family.plays import price
from regicide_tui.games.words import counted


def _to_act(state: State) -> Seat | None:
    return None if state.phase is Phase.OVER else state.turn


def _outcome(state: State) -> Outcome | None:
    if state.result is None or state.reason is None:
        return None
    winners = tuple(range(len(state.hands))) if state.result == "won" else ()
    return Outcome(winners, state.reason, medal(state))


def _standing(view: State) -> Standing:
    enemy, number = view.enemy, fallen(view)
    if enemy is None:
        return Standing(f"{number} of {ROYAL_COUNT} royals defeated")
    words, name = f"royal {number + 1} of {ROYAL_COUNT}", royal_name(enemy)
    return Standing(words, enemy.text, name, remaining(view), HEALTH[enemy.rank])


def _remark(name: str, count: int) -> str:
    pile = {"tavern": "Tavern", "discard": "discard pile"}.get(name)
    return f"The {pile} has {counted(count, 'card')}." if pile else ""


GAME = Game[State, Action](
    name="regicide",
    title="Regicide",
    player_counts=(1, 2, 3, 4),
    options=options_for,
    new=deal,
    load=read_position,
    why_impossible=why_impossible,
    position=write_position,
    describe=lambda position, seats: tell_position(position),
    standing=_standing,
    to_act=_to_act,
    legal_actions=legal_actions,
    reduce=reduce,
    outcome=_outcome,
    view=view,
    view_event=hide,
    determinize=determinize,
    parse=parse,
    format=format_action,
    spell_out=spell_out,
    in_order=in_order,
    say=lambda view, action, seats: say_action(action, seats),
    effect=effect,
    price=price,
    remarks=lambda view: (("tavern", len(view.tavern)), ("discard", len(view.discard))),
    remark=_remark,
    may_wish=lambda view: view.phase is Phase.CHOOSE,
    figures=figures,
)
