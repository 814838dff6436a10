"""What a play or a payment would do, as far as the seat may know: the facts of the preview.

It computes with the functions of the rules, so the preview never differs from the rules. It never
shows what the opponent can pay, because the seat does not know it.
"""

from collections.abc import Hashable, Sequence

from regicide_tui.cards import DIAMONDS, HEARTS
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.duel.rules import (
    attack_of,
    castle_draws,
    draws,
    hand_after_payment,
    hand_after_play,
)
from regicide_tui.games.duel.state import PLAY, State, becomes_shield, holder, other, shield
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play
from regicide_tui.games.regicide_family.plays import is_play, total
from regicide_tui.games.regicide_family.previews import PayPreview, joinable_cards, why_not

__all__ = ["PayPreview", "PlayPreview", "Preview", "effect", "joinable", "preview", "refusal"]


class PlayPreview(Value):
    """What a play would do.

    `against` is the opponent's shield against the `attack`. `healed` and `drawn` count cards; they
    are None if the play has no such power. `castle` says whether the opponent draws a Castle card.
    `shield` is the player's whole shield after the turn, None without Spades.
    """

    cards: Pile
    value: int
    attack: int
    against: int
    healed: int | None
    drawn: int | None
    castle: bool
    shield: int | None

    @property
    def doubled(self) -> bool:
        """Whether Clubs double the attack."""
        return self.attack > self.value

    @property
    def breaks(self) -> bool:
        """Whether the attack destroys a shield."""
        return 0 < self.against <= self.attack

    @property
    def damage(self) -> int:
        """What the opponent must pay."""
        return max(0, self.attack - self.against)


Preview = PlayPreview | PayPreview


def preview(view: State, cards: Pile) -> Preview | None:
    """Return what these cards of the seat that must act would do; None if they are no play."""
    seat = holder(view)
    if view.phase is not PLAY:
        return PayPreview(cards, view.due, total(cards), total(view.hands[seat]))
    if not cards or not is_play(cards):
        return None
    value = total(cards)
    suits = {card.suit for card in cards}
    healed = min(value, len(view.discard)) if HEARTS in suits else None
    held, available = len(view.hands[seat]) - len(cards), len(view.tavern) + (healed or 0)
    return PlayPreview(
        cards=cards,
        value=value,
        attack=attack_of(cards),
        against=shield(view, other(seat)),
        healed=healed,
        drawn=draws(held, value, available) if DIAMONDS in suits else None,
        castle=DIAMONDS in suits and castle_draws(view) > 0,
        shield=shield(view, seat) + value if becomes_shield(cards) else None,
    )


def effect(view: State, action: Play | Pay) -> Hashable:
    """Return what an action does apart from using cards of the hand; None if it is illegal.

    Attacks that the shield stops have the same effect if their powers do the same.
    """
    if isinstance(action, Pay):
        return "paid" if total(action.cards) >= view.due else None
    facts = preview(view, action.cards)
    if not isinstance(facts, PlayPreview):
        return None
    return facts.breaks, facts.damage, facts.healed, facts.drawn, facts.castle, facts.shield


def refusal(view: State, cards: Pile) -> str:
    """Return why these cards can't be played or paid now; an empty text if they can."""
    return why_not(hand_after_play if view.phase is PLAY else hand_after_payment, view, cards)


def joinable(view: State, actions: Sequence[Value], chosen: tuple[int, ...]) -> list[bool]:
    """Return for each card of the acting hand whether it can be added to the chosen cards."""
    return joinable_cards(view.hands[holder(view)], actions, chosen)
