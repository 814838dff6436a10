"""Payments for an attack with cards of the hand, in Regicide and in Regicide Duel."""

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile
from regicide_tui.games.hands import remove_cards
from regicide_tui.games.regicide_family.plays import VALUE, total


def payments(hand: Pile, due: int, overpay: str) -> list[Pile]:
    """Return every legal payment of an ascending hand by the house rule `overpay` (R-42, D-17).

    With `one_at_a_time`, the payment must be too small without its largest card. With `minimal`,
    it must be too small without its smallest card. With `free`, every large enough payment counts.
    """
    downward = overpay == "minimal"
    short: list[tuple[int, Pile]] = [(0, ())]
    enough: list[Pile] = []
    for card in reversed(hand) if downward else hand:
        value = VALUE[card]
        missing = due - value
        if overpay == "free":
            enough += [(*cards, card) for cards in enough]
        if downward:
            enough += [(card, *cards) for laid, cards in short if laid >= missing]
            short += [(laid + value, (card, *cards)) for laid, cards in short if laid < missing]
        else:
            enough += [(*cards, card) for laid, cards in short if laid >= missing]
            short += [(laid + value, (*cards, card)) for laid, cards in short if laid < missing]
    return enough if len(set(hand)) == len(hand) else list(dict.fromkeys(enough))


def needless_card(paid: Pile, due: int, overpay: str) -> Card | None:
    """Return a card that a payment may not hold because the rest is enough (R-42, D-17)."""
    if not paid or overpay == "free":
        return None
    extreme = min if overpay == "minimal" else max
    spare = extreme(paid, key=VALUE.__getitem__)
    return spare if total(paid) - VALUE[spare] >= due else None


def pay_from(hand: Pile, cards: Pile, due: int, overpay: str) -> Pile:
    """Return the hand without the cards of a payment.

    Raises `IllegalAction`: `not_in_hand`, `payment_short` or `payment_over` (R-42, D-17).
    """
    rest = remove_cards(hand, cards)
    laid = total(cards)
    if laid < due:
        raise IllegalAction("payment_short", f"{laid} of {due} picked, {due - laid} missing.")
    if spare := needless_card(cards, due, overpay):
        raise IllegalAction("payment_over", f"{due} is covered without {spare.text}.")
    return rest
