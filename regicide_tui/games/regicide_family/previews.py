"""What the previews of Regicide and of Regicide Duel have in common."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.regicide_family.laying import Pay, Play
from regicide_tui.games.regicide_family.plays import VALUE, total
from regicide_tui.games.sparing import spare_cards

V = TypeVar("V")


class PayPreview(Value, frozen=True):
    """How far a payment is: `laid` of `due`, from a hand that is worth `hand`."""

    cards: Pile
    due: int
    laid: int
    hand: int

    @property
    def missing(self) -> int:
        """How much is still to be laid."""
        return max(0, self.due - self.laid)

    @property
    def surplus(self) -> int:
        """How much more than needed is laid."""
        return max(0, self.laid - self.due)

    @property
    def spare(self) -> Card | None:
        """The cheapest card without which it is still enough, if there is one."""
        spare = spare_cards(self.cards, lambda left: total(left) >= self.due)
        return min(spare, key=VALUE.__getitem__, default=None)


def why_not(check: Callable[[V, Pile], object], view: V, cards: Pile) -> str:
    """Return why a check refuses these cards; an empty text if it does not."""
    try:
        check(view, cards)
    except IllegalAction as error:
        return error.message
    return ""


def joining(hand: Pile, actions: Sequence[Value], chosen: tuple[int, ...]) -> list[bool]:
    """Tell for each card of a hand whether it can join the chosen ones.

    `actions` are the legal actions; `chosen` are places in the hand. A card can join if some
    legal action holds it and all the chosen ones.
    """
    held = Counter([hand[place] for place in chosen])
    wholes = [
        Counter(action.cards)
        for action in actions
        if isinstance(action, Play | Pay) and held <= Counter(action.cards)
    ]
    return [
        place in chosen or any(whole[card] > held[card] for whole in wholes)
        for place, card in enumerate(hand)
    ]
