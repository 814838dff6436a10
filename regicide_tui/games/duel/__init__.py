"""Regicide Duel: two players against each other."""

from types import MappingProxyType

from regicide_tui.games.base import Game, Outcome, Standing
from regicide_tui.games.duel.position import read_position, why_impossible, write_position
from regicide_tui.games.duel.rules import OPTIONS, TITLE, deal, effect, legal_actions, reduce
from regicide_tui.games.duel.state import (
    PLAYERS,
    State,
    actor,
    determinize,
    hide,
    shield,
    view,
)
from regicide_tui.games.duel.words import figures, tell_position
from regicide_tui.games.notation import normalize
from regicide_tui.games.regicide_family.plays import (
    Pay,
    Play,
    format_play_or_pay,
    parse_play_or_pay,
    play_or_pay_in_order,
    price,
    say_play_or_pay,
)


def _outcome(state: State) -> Outcome | None:
    if state.winner is None or state.reason is None:
        return None
    return Outcome((state.winner,), state.reason)


def _standing(view: State) -> Standing:
    shields = [shield(view, seat) for seat in range(PLAYERS)]
    return Standing("shields {} and {}".format(*shields))


def _parse(text: str) -> Play | Pay:
    return parse_play_or_pay(normalize(text).split(" "), TITLE)


GAME = Game[State, Play | Pay](
    name="duel",
    title=TITLE,
    player_counts=(PLAYERS,),
    rivals=True,
    matches=True,
    options=lambda players: OPTIONS,
    new=deal,
    load=read_position,
    why_impossible=why_impossible,
    position=write_position,
    describe=tell_position,
    standing=_standing,
    to_act=actor,
    legal_actions=legal_actions,
    reduce=reduce,
    outcome=_outcome,
    view=view,
    view_event=hide,
    determinize=determinize,
    parse=_parse,
    format=format_play_or_pay,
    in_order=play_or_pay_in_order,
    say=lambda view, action, seats: say_play_or_pay(action),
    effect=effect,
    price=price,
    bests=MappingProxyType({"attack": "Largest attack", "shields": "Most shields lost"}),
    figures=figures,
)
