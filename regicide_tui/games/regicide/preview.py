"""What a play or a payment would do, as far as the seat may know: the facts of the preview.

It computes with the functions of the rules, so the preview never differs from the rules.
"""

from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, JESTER, SPADES, Suit
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.regicide.actions import Action, Pay, Play
from regicide_tui.games.regicide.rules import (
    active_suits,
    draws,
    hand_after_payment,
    hand_after_play,
)
from regicide_tui.games.regicide.state import PLAY, State, attack, lay, remaining
from regicide_tui.games.regicide_family.plays import is_play, total
from regicide_tui.games.regicide_family.previews import PayPreview, joinable_cards, why_not

__all__ = ["PayPreview", "PlayPreview", "Preview", "effect", "joinable", "preview", "refusal"]


class PlayPreview(Value):
    """What a play would do.

    `healed` and `drawn` count cards; they are None if the play has no such power. `own` counts the
    drawn cards that the player gets. `shield` is the whole shield afterwards, None without Spades.
    `due` is what the player must then pay. `hand` is the value of the hand without unknown cards.
    """

    cards: Pile
    value: int
    jester: bool
    blocked: Suit | None
    healed: int | None
    drawn: int | None
    own: int
    shield: int | None
    damage: int
    before: int
    after: int
    due: int
    hand: int

    @property
    def kills(self) -> bool:
        """Whether the play defeats the enemy."""
        return not self.jester and self.after == 0

    @property
    def exact(self) -> bool:
        """Whether the play defeats the enemy with exactly his health."""
        return not self.jester and self.damage == self.before

    @property
    def payable(self) -> bool | None:
        """Whether the hand can pay what is due; None if that depends on the drawn cards."""
        if self.kills or self.jester or self.hand >= self.due:
            return True
        return None if self.own else False


Preview = PlayPreview | PayPreview


def preview(view: State, cards: Pile) -> Preview | None:
    """Return what these cards of the active player would do; None if they are no play."""
    if view.phase is not PLAY:
        return PayPreview(cards, attack(view), total(cards), total(view.hands[view.turn]))
    if not cards or not is_play(cards, view.options.combos):
        return None
    seat = view.turn
    value = total(cards)
    suits, blocked = active_suits(view, cards)
    held = [len(hand) for hand in view.hands]
    held[seat] -= len(cards)
    healed = min(value, len(view.discard)) if HEARTS in suits else None
    available = len(view.tavern) + (healed or 0)
    drawn = draws(held, seat, value, available) if DIAMONDS in suits else None
    damage = 2 * value if CLUBS in suits else value
    jester = cards[0] is JESTER
    after = replace(
        view,
        table=(*view.table, lay(seat, cards)),
        immunity_cancelled=view.immunity_cancelled or jester,
    )
    due = attack(after)
    return PlayPreview(
        cards=cards,
        value=value,
        jester=jester,
        blocked=blocked,
        healed=healed,
        drawn=None if drawn is None else len(drawn),
        own=drawn.count(seat) if drawn else 0,
        shield=sum([play.shield for play in after.table]) if SPADES in suits else None,
        damage=damage,
        before=remaining(view),
        after=max(0, remaining(view) - damage),
        due=due,
        hand=total(view.hands[seat]) - value,
    )


def effect(view: State, action: Action) -> Hashable:
    """Return what an action does apart from using cards of the hand; None if it is illegal.

    Plays have the same effect if they defeat the enemy alike and heal and draw the same number.
    """
    if not isinstance(action, Play | Pay):
        return action
    if isinstance(action, Pay):
        return "paid" if total(action.cards) >= attack(view) else None
    facts = preview(view, action.cards)
    if not isinstance(facts, PlayPreview):
        return None
    if facts.kills and not view.castle:
        return "won"
    if facts.kills:
        return facts.exact, facts.healed, facts.drawn, facts.own
    return replace(facts, cards=(), hand=0)


def refusal(view: State, cards: Pile) -> str:
    """Return why these cards can't be played or paid now; an empty text if they can."""
    return why_not(hand_after_play if view.phase is PLAY else hand_after_payment, view, cards)


def joinable(view: State, actions: Sequence[Value], chosen: tuple[int, ...]) -> list[bool]:
    """Return for each card of the active hand whether it can be added to the chosen cards."""
    return joinable_cards(view.hands[view.turn], actions, chosen)
