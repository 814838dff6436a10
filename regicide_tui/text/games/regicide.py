"""The table of Regicide in text."""

from types import MappingProxyType

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import of_kind
from regicide_tui.games.regicide.state import (
    HEALTH,
    ROYAL_COUNT,
    attack,
    fallen,
    immune_suit,
    remaining,
    shield,
)
from regicide_tui.games.words import SUIT_NAMES, counted
from regicide_tui.text.presenter import Presenter
from regicide_tui.text.voice import sentence
from regicide_tui.tui.games.regicide.model import RegicideModel, tell_yield_loses


class RegicidePresenter(Presenter):
    """A table of Regicide at one moment."""

    notation = MappingProxyType(
        {
            "yield": "Play no card and pay for the attack.",
            "flip": "Flip a Jester in a solo game: discard your hand and draw a new one.",
        }
    )

    def enemy(self) -> list[str]:
        """Show the enemy."""
        view = of_kind(RegicideModel, self.model).view
        if view.enemy is None:
            return ["No enemy is left."]
        health = f"{remaining(view)} of {HEALTH[view.enemy.rank]} health"
        return [f"{self.voice.card_text(view.enemy)}: {health}, attack {attack(view)}."]

    def hand(self) -> list[str]:
        """Say the hand, and that a yield would lose the game."""
        model = of_kind(RegicideModel, self.model)
        loses = [tell_yield_loses(model)] if self.may_act and model.yield_loses else []
        return [*super().hand(), *loses]

    def table(self) -> list[str]:
        """Show the enemy, the Jesters, the hands of others and the piles."""
        model = of_kind(RegicideModel, self.model)
        view, immune = model.view, immune_suit(model.view)
        told = self.enemy()
        told.append(f"Immune to {SUIT_NAMES[immune]}." if immune else "No immunity.")
        if shield(view):
            told.append(f"Your shield lowers its attack by {shield(view)}.")
        told.append(f"{fallen(view)} of {ROYAL_COUNT} royals defeated.")
        if model.alone and view.jesters_unused:
            told.append(f"{counted(view.jesters_unused, 'Jester')} left to flip.")
        others = [
            f"{name} {counted(len(hand), 'card')}"
            for name, hand in zip(self.names, view.hands, strict=True)
            if not model.alone
        ]
        known = [card for card in view.tavern[: view.tavern_known] if card is not UNKNOWN]
        tavern = f", on top {self.voice.cards(known)}" if known else ""
        return [
            " ".join(told),
            *([sentence(f"Hands: {', '.join(others)}")] if others else []),
            f"Tavern: {counted(len(view.tavern), 'card')}{tavern}. Discard pile: "
            f"{counted(len(view.discard), 'card')}. Castle: {counted(len(view.castle), 'card')}.",
        ]
