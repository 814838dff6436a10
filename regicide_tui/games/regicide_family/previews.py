"""The parts of a preview that Regicide and Regicide Duel share."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.needless_cards import spare_cards
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play
from regicide_tui.games.regicide_family.plays import VALUE, total

V = TypeVar("V")


class PayPreview(Value):
    """How far a payment is: `laid` of `due`, from a hand with the value `hand`."""

    cards: Pile
    due: int
    laid: int
    hand: int

    @property
    def missing(self) -> int:
        """The value that is still missing."""
        return max(0, self.due - self.laid)

    @property
    def surplus(self) -> int:
        """The value above what is due."""
        return max(0, self.laid - self.due)

    @property
    def spare(self) -> Card | None:
        """The cheapest card that the payment does not need, or None."""
        spare = spare_cards(self.cards, lambda left: total(left) >= self.due)
        return min(spare, key=VALUE.__getitem__, default=None)


def why_not(check: Callable[[V, Pile], object], view: V, cards: Pile) -> str:
    """Return why `check` refuses these cards; an empty text if it accepts them."""
    try:
        check(view, cards)
    except IllegalAction as error:
        return error.message
    return ""


def joinable_cards(hand: Pile, actions: Sequence[Value], chosen: tuple[int, ...]) -> list[bool]:
    """Return for each card of a hand whether it can be added to the chosen cards.

    `actions` are the legal actions; `chosen` are indices in the hand. A card can be added if some
    legal action uses it and all the chosen cards.
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
