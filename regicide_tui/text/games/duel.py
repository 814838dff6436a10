"""The table of Regicide Duel in text."""

from regicide_tui.games.base import of_kind
from regicide_tui.games.duel.state import shield
from regicide_tui.games.words import counted
from regicide_tui.text.game_text import GameText, Moment
from regicide_tui.tui.games.duel.model import DuelModel


def _players(moment: Moment) -> list[str]:
    """Say what all know of the players; the viewer is `You`."""
    model = of_kind(DuelModel, moment.model)
    return [
        f"{'You' if seat == model.viewer else name}: {counted(len(hand), 'card')}, "
        f"{_shield(shield(model.view, seat))}."
        for seat, (name, hand) in enumerate(zip(model.seats, model.view.hands, strict=True))
    ]


def _shield(value: int) -> str:
    return f"shield {value}" if value else "no shield"


def _table(moment: Moment) -> list[str]:
    model = of_kind(DuelModel, moment.model)
    view = model.view
    told = _players(moment)
    if view.played:
        told.append(f"The attack: {moment.voice.cards(view.played)}; {view.due} to pay.")
    piles = f"Tavern: {counted(len(view.tavern), 'card')}. Discard pile: "
    piles += f"{counted(len(view.discard), 'card')}. Castle: {counted(len(view.castle), 'card')}."
    return [*told, piles]


TEXT = GameText(status=_players, table=_table)
