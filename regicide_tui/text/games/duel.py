"""The table of Regicide Duel in text."""

from regicide_tui.games.base import of_kind
from regicide_tui.games.duel.state import shield
from regicide_tui.games.words import counted
from regicide_tui.text.presenter import Presenter
from regicide_tui.tui.games.duel.model import DuelModel


class DuelPresenter(Presenter):
    """A table of Regicide Duel at one moment."""

    def enemy(self) -> list[str]:
        """Show the hand sizes and shields of the players."""
        model = of_kind(DuelModel, self.model)
        return [
            f"{name}: {counted(len(hand), 'card')}, {_shield(shield(model.view, seat))}."
            for seat, (name, hand) in enumerate(zip(self.names, model.view.hands, strict=True))
        ]

    def table(self) -> list[str]:
        """Show the players, the attack and the sizes of the piles."""
        view = of_kind(DuelModel, self.model).view
        told = self.enemy()
        if view.played:
            told.append(f"The attack: {self.voice.cards(view.played)}; {view.due} to pay.")
        piles = f"Tavern: {counted(len(view.tavern), 'card')}. Discard pile: "
        piles += f"{counted(len(view.discard), 'card')}. "
        piles += f"Castle: {counted(len(view.castle), 'card')}."
        return [*told, piles]


def _shield(value: int) -> str:
    return f"shield {value}" if value else "no shield"
