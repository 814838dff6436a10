"""Paying for an attack with cards of the hand, as Regicide and Regicide Duel do it."""

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile
from regicide_tui.games.hands import without
from regicide_tui.games.regicide_family.plays import VALUE, total


def payments(hand: Pile, due: int, overpay: str) -> list[Pile]:
    """Return every payment of an ascending hand: the ways to lay cards until it is enough.

    Laid from the lowest card up, the last and largest card must have been needed (R-42, D-17);
    laid from the highest down (`minimal`), the last and smallest; with `free`, none needs to be.
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


def needless(paid: Pile, due: int, overpay: str) -> Card | None:
    """Return a card that a payment must not hold, as the others cover what is due (R-42, D-17)."""
    if not paid or overpay == "free":
        return None
    extreme = min if overpay == "minimal" else max
    spare = extreme(paid, key=VALUE.__getitem__)
    return spare if total(paid) - VALUE[spare] >= due else None


def pay_from(hand: Pile, cards: Pile, due: int, overpay: str) -> Pile:
    """Return the hand without the cards of a payment.

    Raises `IllegalAction`: `not_in_hand`, `payment_short` or `payment_over` (R-42, D-17).
    """
    rest = without(hand, cards)
    laid = total(cards)
    if laid < due:
        raise IllegalAction("payment_short", f"{laid} of {due} picked, {due - laid} missing.")
    if spare := needless(cards, due, overpay):
        raise IllegalAction("payment_over", f"{due} is covered without {spare.text}.")
    return rest
