"""The common parts of the tables of Regicide and Regicide Duel: picking cards to play or pay."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from regicide_tui.cards import PACK, ROYALS, Suit
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.regicide_family.plays import Pay, PayPreview, Play
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.pages.lines import Offer, offer
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, joined, part_run
from regicide_tui.tui.table.hand import GAP
from regicide_tui.tui.table.table_model import Pointing, TableModel, cards_in


class PlayOrPayModel(TableModel):
    """The model of a game in which hand cards are picked to play or to pay."""

    @property
    def playing(self) -> bool:
        """Whether cards are picked to play, and not to pay."""
        raise NotImplementedError

    @property
    def picks_instead(self) -> bool:
        """Whether cards are played: the cards of a payment need not combine."""
        return self.playing

    @property
    def laid(self) -> Pile:
        """The picked cards; if none is picked for a play, the card at the cursor."""
        if self.chosen:
            return tuple([self.hand[place] for place in self.chosen])
        if self.playing and self.cursor < len(self.hand) and not self.waiting:
            return (self.hand[self.cursor],)
        return ()

    @property
    def intent(self) -> Value | None:
        """The action that is ready, legal or not; None if there is none."""
        return self.play_or_pay

    @property
    def play_or_pay(self) -> Play | Pay | None:
        """The play or payment that is ready, legal or not; None if there is none."""
        if not self.laid:
            return None
        return Play(self.laid) if self.playing else Pay(self.laid)


V = TypeVar("V", bound=Value)
S = TypeVar("S", bound=PlayOrPayModel)


class Picking(Struct, Generic[V], frozen=True):
    """How cards are picked: functions of the rules that take a view."""

    legal_actions: Callable[[V], Sequence[Value]]
    joinable: Callable[[V, Sequence[Value], tuple[int, ...]], list[bool]]
    preview: Callable[[V, Pile], object]
    refusal: Callable[[V, Pile], str]

    def composed(self, model: S, pointing: Pointing) -> S:
        """Return a new model with the legal actions, if the viewer can act, and the cursor."""
        if model.viewer is not None and not model.replay_step and not model.waiting:
            model = replace(model, legal=self.legal_actions(self._view(model)))
        return self.pointed(model, pointing)

    def pointed(self, model: S, pointing: Pointing) -> S:
        """Return the model with another cursor and choice, and with their preview.

        A cursor or choice that no longer fits is corrected.
        """
        hand = model.hand
        picks = model.picking and not model.replay_step
        chosen = tuple([place for place in pointing.chosen if place < len(hand)]) if picks else ()
        model = replace(
            model,
            cursor=max(0, min(pointing.cursor, model.place_count - 1)),
            chosen=chosen,
            pickable=(True,) * len(hand),
            notice=pointing.notice,
            play_preview=None,
        )
        view = self._view(model)
        if not model.others_act:  # the viewer's hand can't join cards while others act
            model = replace(model, pickable=tuple(self.joinable(view, model.legal, chosen)))
        if model.waiting or not picks:
            return model
        return replace(model, play_preview=self.preview(view, model.laid))

    def why_not_pickable(self, model: PlayOrPayModel, place: int) -> str:
        """Say why a card can't be picked now, in the words of the rules."""
        together = tuple([model.hand[one] for one in (*model.chosen, place)])
        return self.refusal(self._view(model), together) or "You can't play these cards together."

    def _view(self, model: PlayOrPayModel) -> V:
        return cast("V", model.view)


def out_of_sight(view: Value) -> Counter[Suit]:
    """Return the number of cards of each suit, without royals, that the viewer can't see now."""
    seen = {*cards_in(view)}
    hidden = [card for card in PACK if card.rank not in ROYALS and card not in seen]
    return Counter([card.suit for card in hidden if card.suit is not None])


def offers_to_lay(model: PlayOrPayModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done with the cards of the hand."""
    found: list[Offer] = []
    if model.hand:
        found.append(offer(c.PICK[0], "pick", c.PICK[len(model.hand) - 1]))
        # With nothing picked, enter plays the card at the cursor.
        if model.playing:
            cards = "+".join([symbols.card_text(card) for card in model.laid])
            found.append(offer(c.CONFIRM, f"play {cards}"))
        elif (
            isinstance(model.play_preview, PayPreview)
            and model.laid
            and not model.play_preview.missing
        ):
            found.append(offer(c.CONFIRM, "pay"))
    if model.chosen:
        found.append(offer(c.CLEAR))
    return found


# Text of the help, with commands in braces for their keys (`tui/pages/lines.py`).

PAYING = (
    "<Pick cards worth that much, and `{confirm}` discards|Type the numbers of cards worth that "
    "much; this discards> them."
)
NOTHING_TO_DISCARD = "Pick the cards to discard<, then press {confirm}|>."
OVERPAID = {
    "one_at_a_time": "Pick no more than you need: once the attack is covered, you stop.",
    "minimal": "House rule: you can't discard a card you don't need.",
    "free": "House rule: you may discard more than you owe.",
}
"""How much a player may pay, by the house rule `overpay`."""


def what_to_play(*, combos: bool = True) -> str:
    """Say which cards can be played, and what confirming does."""
    more = ", or 2 to 4 cards of the same number with a total of at most 10" if combos else ""
    return (
        f"Play a card, or an Ace with one other card{more}. <`{{confirm}}` plays the cards you've "
        "picked, or the card at the cursor|Type its number, or several in one line>."
    )


def sum_of(cards: Pile, value: int, symbols: Symbols, plus: str = " + ") -> Row:
    """Return cards and their total value."""
    summands = joined([(part_run(card, symbols),) for card in cards], Run(plus, "muted"))
    return (*summands, Run(f" = {value}", "text+bold"))


def heal(count: int) -> Run:
    """Return how many cards Hearts would heal."""
    return Run(f"heal {count}") if count else Run("nothing to heal", "muted")


def payment(play_preview: PayPreview, symbols: Symbols, otherwise: str) -> Row:
    """Return the state of a payment; `otherwise` says what to do if the hand can't pay."""
    if play_preview.hand < play_preview.due:
        return (Run(f"Your hand of {play_preview.hand} can't pay. {otherwise}", "error"),)
    if not play_preview.cards:
        return (Run("Pick cards to discard.", "text"),)
    row = (*sum_of(play_preview.cards, play_preview.laid, symbols), GAP)
    if play_preview.missing:
        return (*row, Run(f"{play_preview.missing} short", "warning"))
    if play_preview.surplus:
        row += (Run(f"enough, {play_preview.surplus} more than needed", "success"),)
        if play_preview.spare is None:
            return row
        return (*row, GAP, Run("even without ", "warning"), part_run(play_preview.spare, symbols))
    return (*row, Run("exactly enough", "success+bold"))
