"""The values of cards in Regicide and Regicide Duel, and which can be played together."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from regicide_tui.cards import JESTER, PACK, ROYALS, UNKNOWN, Card, ascending, cards, play_order
from regicide_tui.games.base import IllegalAction, Pile, Value
from regicide_tui.games.piles import remove_cards, spare_cards
from regicide_tui.games.words import named

_RANK_VALUE = {"A": 1, "T": 10, "J": 10, "Q": 15, "K": 20} | {str(n): n for n in range(2, 10)}
VALUE = {card: _RANK_VALUE[card.rank] for card in PACK} | {JESTER: 0, UNKNOWN: 0}
"""The value of a card that is played or paid (R-6, R-43, D-5); 0 for one that a view hides."""

_JESTER_PRICE = 25

_COMBO_RANKS = "2345"
_COMBO_TOTAL = 10


def total(cards: Pile) -> int:
    """Return the value of these cards together, without unknown ones."""
    return sum([VALUE[card] for card in cards])


def price(cards: Pile) -> float:
    """Return how much the loss of these cards costs a player; a Jester costs most."""
    return float(total(cards) + _JESTER_PRICE * cards.count(JESTER))


def is_royal(card: Card) -> bool:
    """Return whether a card is a Jack, Queen or King."""
    return card.rank != "" and card.rank in ROYALS


def are_royals(cards: Iterable[Card]) -> bool:
    """Return whether all these cards are Jacks, Queens and Kings."""
    return all(map(is_royal, cards))


def is_play(played: Pile, combos: bool = True) -> bool:
    """Return whether these cards may be played together.

    Rulings R-10, R-11, R-12, R-13, R-26, D-4, D-5.
    """
    if len(played) == 1:
        return True
    if not 2 <= len(played) <= 4 or JESTER in played:
        return False
    if len(played) == 2 and (played[0].rank == "A" or played[1].rank == "A"):
        return True
    return (
        combos
        and played[0].rank in _COMBO_RANKS
        and len({card.rank for card in played}) == 1
        and total(played) <= _COMBO_TOTAL
    )


def why_no_play(cards: Pile, combos: bool = True) -> str:
    """Return a sentence that says why these cards may not be played together."""
    if JESTER in cards:
        return "A Jester is always played alone."
    if any(card.rank == "A" for card in cards):
        return "An Ace goes with exactly one other card."
    if not combos:
        return "Combos are off here: only an Ace joins another card."
    if len({card.rank for card in cards}) > 1:
        return "Only equal numbers combine; only an Ace joins another."
    return "A combo is of 2s, 3s, 4s or 5s with a total of at most 10."


def play_from(hand: Pile, cards: Pile, combos: bool = True) -> Pile:
    """Return the hand without the cards of a play.

    Raises `IllegalAction`: `not_in_hand` or `bad_combo`.
    """
    rest = remove_cards(hand, cards)
    if not is_play(cards, combos):
        raise IllegalAction("bad_combo", why_no_play(cards, combos))
    return rest


def plays(hand: Pile, combos: bool = True) -> list[Pile]:
    """Return every play of an ascending hand once, each in canonical order."""
    found: list[Pile] = [(card,) for card in hand]
    aces = [card for card in hand if card.rank == "A"]
    if aces:
        others = [card for card in hand if card.rank != "A" and card is not JESTER]
        found += [(card, ace) for ace in aces for card in others]
        found += combinations(aces, 2)
    if combos:
        found += _combos(hand)
    return found if len(set(hand)) == len(hand) else list(dict.fromkeys(found))


def _combos(hand: Pile) -> Iterator[Pile]:
    """Yield the combos of equal numbers with a total of at most 10 (R-11)."""
    ranks = [card.rank for card in hand]
    if len(set(ranks)) == len(ranks):
        return
    for rank in _COMBO_RANKS:
        same = [card for card in hand if card.rank == rank]
        for size in range(2, min(len(same), _COMBO_TOTAL // int(rank), 4) + 1):
            yield from combinations(same, size)


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


class Play(Value):
    """Play cards of the hand to attack with them. A Jester is played alone."""

    cards: Pile


class Pay(Value):
    """Discard cards of the hand to pay what is due."""

    cards: Pile


def parse_play_or_pay(words: list[str], title: str) -> Play | Pay:
    """Return the play or payment in these words, which are in upper case and well-formed.

    Raises `IllegalAction` with `wrong_phase` if the game `title` has no such action.
    """
    if words[0] == "PAY":
        return play_or_pay_in_order(Pay(cards(words[1:])))
    if len(words) == 1 and len(words[0].split("+")[0]) <= 2:
        return play_or_pay_in_order(Play(cards(words[0].split("+"))))
    raise IllegalAction("wrong_phase", f"There is no '{words[0].lower()}' in {title}.")


def play_or_pay_in_order(action: Play | Pay) -> Play | Pay:
    """Return a play or a payment with its cards in the order of the notation."""
    if isinstance(action, Pay):
        return Pay(ascending(action.cards))
    return Play(tuple(sorted(action.cards, key=play_order)))


def format_play_or_pay(action: Play | Pay) -> str:
    """Return a play or a payment in canonical notation."""
    texts = [card.text for card in action.cards]
    return "+".join(texts) if isinstance(action, Play) else " ".join(["pay", *texts])


def say_play_or_pay(action: Play | Pay) -> str:
    """Return a play or a payment in words, its cards in notation."""
    cards = named([card.text for card in action.cards])
    if isinstance(action, Pay):
        return f"pay with {cards}"
    return "play the Jester" if JESTER in action.cards else f"play {cards}"


V = TypeVar("V")


class PayPreview(Value):
    """The progress of a payment: `laid` of `due`, from a hand with the value `hand`."""

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


def why_not(reduce: Callable[[V, Play | Pay], object], view: V, action: Play | Pay) -> str:
    """Return why the rules refuse a play or a payment; an empty string if they accept it."""
    try:
        reduce(view, action)
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
