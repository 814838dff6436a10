"""The page's heuristic for King of the Dead: draw, score, buy cards that make runs.

It looks at the rest of the deck, too, because a scored card leaves it. A search takes from it its
candidates, its policy and how a turn ends.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    Buy,
    EndTurn,
    FromDiscard,
    FromHand,
    Pick,
    Play,
    PromptOption,
    Recall,
    RunCards,
    Score,
    Slot,
    Top,
    chosen_cards,
    chosen_seats,
    chosen_slot,
    fill_in_well_card,
    list_answers,
    runs,
)
from regicide_tui.games.king_of_the_dead.powers import plays, power_key
from regicide_tui.games.king_of_the_dead.rules import (
    accepts_colour,
    answer_form,
    payment_value,
    slots_on_offer,
)
from regicide_tui.games.king_of_the_dead.state import (
    COST,
    JOKER,
    NUMBER,
    Side,
    State,
    in_order,
    is_ace,
    is_red,
    owned_by,
    points,
)
from regicide_tui.games.regicide_family.plays import is_royal

_ROYALS = {"J": 6.0, "Q": 7.0, "K": 6.0}

Form = tuple[str, bool]
"""What matters to the rules about a card: its rank, and whether it is red (K-55)."""


def form(card: Card) -> Form:
    """Return what matters to the rules about a card."""
    return card.rank, is_red(card)


def value_in_deck(card: Card) -> float:
    """Return the value of a card in its owner's deck. A Joker is a burden."""
    if card is JOKER:
        return -6.0
    if card.rank == "A":
        return 4.0
    return _ROYALS.get(card.rank) or NUMBER[card] - 1.0


def value_in_hand(card: Card) -> float:
    """Return the value of a card in the hand now."""
    if card is JOKER:
        return 0.5
    if card.rank == "A":
        return 4.0
    return _ROYALS.get(card.rank) or 0.8 * NUMBER[card]


def best_run(hand: Pile, well: Pile) -> int:
    """Return the points of the best run of a hand and the top of the Well, or 0."""
    return max([points(fill_in_well_card(run, well)[2:]) for run in runs(hand, well)], default=0)


MOST_CARDS = 4
"""At most this many numbers are laid; one less from a hand with many of one colour."""
PAYMENTS_PER_CARD = 2
"""At most this many payments are considered for each card."""

MANY = 6
MOST_ACES = 2
ACE_LOSS = 1.5
CARD_LOSS = 0.4
NUMBER_LOSS = 0.1
"""What a payment loses by each Ace and by each number, and for each point of a number."""


def rate_payments(hand: Pile, red: bool) -> list[tuple[int, float, Pile]]:
    """Return payments in one colour: the value, the loss and the cards of each, least loss first.

    Of payments that are the same to the rules there is one.
    """
    numbers = [card for card in hand if card in NUMBER and not is_ace(card) and is_red(card) == red]
    aces = [card for card in hand if is_ace(card)][:MOST_ACES]
    most = MOST_CARDS if len(numbers) <= MANY else MOST_CARDS - 1
    seen: set[tuple[Form, ...]] = set()
    found: list[tuple[int, float, Pile]] = []
    for some in _sets(numbers, most):
        for count in range(len(aces) + 1):
            paid = (*aces[:count], *some)
            key = tuple([form(card) for card in paid])
            if key not in seen:
                seen.add(key)
                found.append((payment_value(paid), _payment_loss(paid), paid))
    found.sort(key=lambda one: one[1])
    return found


def _sets(numbers: list[Card], most: int) -> Iterator[Pile]:
    for size in range(1, most + 1):
        yield from combinations(numbers, size)


def _payment_loss(paid: Pile) -> float:
    """Return what a payment loses: its cards could have served this turn."""
    return sum(
        [ACE_LOSS if is_ace(card) else CARD_LOSS + NUMBER_LOSS * NUMBER[card] for card in paid]
    )


def rate_purchases(state: State) -> list[tuple[Buy, float]]:
    """Return purchases of the active player, each with the loss of its payment."""
    hand = state.sides[state.turn].hand
    purses = {red: rate_payments(hand, red) for red in (False, True)}
    found: list[tuple[Buy, float]] = []
    offered: set[Form] = set()
    for slot, cost in slots_on_offer(state):
        card = state.parade[slot - 1] if slot else None
        if card is not None:
            if form(card) in offered:
                continue
            offered.add(form(card))
        choices = [
            (loss, paid)
            for red, purse in purses.items()
            if accepts_colour(state, slot, red)
            for value, loss, paid in purse
            if value >= cost
        ]
        choices.sort(key=lambda way: way[0])
        found += [(Buy(slot, in_order(paid)), loss) for loss, paid in choices[:PAYMENTS_PER_CARD]]
    return found


MOST_OPTIONS = 6
"""Of more options to choose from, the best ones are considered, this many."""

_GIVEN = frozenset({"discard", "send"})
"""The verbs by which a player loses the chosen cards."""


def rate_answers(state: State) -> list[tuple[Answer, float]]:
    """Return answers to the open prompt, with their appeals; at least one."""
    form, prompt = answer_form(state), state.prompt
    assert form is not None
    assert prompt is not None
    given = form.verb in _GIVEN or prompt.kind == "encumber"
    narrow = replace(form, picks=tuple([_narrow(state, pick, given) for pick in form.picks]))
    rate = _RATES.get(prompt.kind, _rate_cards)
    return [(answer, rate(state, answer)) for answer in list_answers(narrow)]


def _narrow(state: State, pick: Pick, given: bool) -> Pick:
    """Drop equal options and, of many, the worst ones; never leave fewer than needed."""
    sign = -1 if given else 1
    different: list[PromptOption] = []
    spare: list[PromptOption] = []
    seen: set[object] = set()
    for one in pick.options:
        key = _key(state, one)
        if key in seen and pick.most == 1:
            continue
        (spare if key in seen else different).append(one)
        seen.add(key)
    ranked = sorted(different, key=lambda one: -sign * _value(state, one)) + spare
    kept = ranked[: max(MOST_OPTIONS, pick.least)]
    if pick.ordered and pick.least == len(pick.options):
        kept = list(pick.options)
    return replace(pick, options=tuple(kept), most=min(pick.most, len(kept)))


def _key(state: State, one: PromptOption) -> object:
    """Return the part of an option that matters to the rules."""
    match one:
        case Slot(number):
            card = state.parade[number - 1]
            return ("slot", form(card)) if card else one
        case FromHand(card) | FromDiscard(card):
            return type(one), form(card)
        case Card():
            return form(one)
    return one


def _value(state: State, one: PromptOption) -> float:
    match one:
        case Slot(number):
            card = state.parade[number - 1]
            return value_in_deck(card) if card else 0.0
        case FromHand(card) | FromDiscard(card):
            return value_in_deck(card)
        case Card():
            return value_in_hand(one) if one is not UNKNOWN else 0.0
    return 0.0


# ---------------------------------------------------------------- appeals


def _rate_cards(state: State, answer: Answer) -> float:
    """Rate taken cards by their value in the hand, and given cards by the loss."""
    cards = chosen_cards(answer.chosen)
    if answer.verb == "pass":
        return 0.0
    if answer.verb in _GIVEN:
        return -0.5 * sum([value_in_deck(card) for card in cards])
    hand = state.sides[state.turn].hand
    return 0.5 * sum([value_in_hand(card) for card in cards]) + best_run(hand + cards, state.well)


def _rate_keeping(_: State, answer: Answer) -> float:
    """Rate the cards that stay: they come to the hand now or soon."""
    return sum([2.5 - value_in_hand(card) for card in chosen_cards(answer.chosen)])


def _rate_order(_: State, answer: Answer) -> float:
    cards = chosen_cards(answer.chosen)
    return sum([value_in_hand(card) / (1 + place) for place, card in enumerate(cards)])


def _rate_slot(state: State, answer: Answer) -> float:
    """Rate a card of the Parade, less the cards that are laid for it."""
    if answer.verb == "pass":
        return 0.0
    card = state.parade[chosen_slot(answer.chosen) - 1]
    assert card is not None
    hand = state.sides[state.turn].hand
    laid = chosen_cards(answer.chosen)
    gain = value_in_deck(card) + best_run((*hand, card), state.well)
    return gain - sum([value_in_deck(one) for one in laid])


def _rate_loot(_: State, answer: Answer) -> float:
    if isinstance(answer.chosen[0], Top):
        return 6.0
    return value_in_deck(chosen_cards(answer.chosen)[0])


def _rate_gift(_: State, answer: Answer) -> float:
    return -value_in_deck(chosen_cards(answer.chosen)[0])


def _rate_target(state: State, answer: Answer) -> float:
    """Rate the victim of a power: never oneself if there is another, best the leader."""
    seats: list[Seat] = chosen_seats(answer.chosen)
    points = [sum([value_in_deck(card) for card in state.sides[seat].scores]) for seat in seats]
    return sum(points) / 20 - 8.0 * (state.turn in seats)


_RATES: dict[str, Callable[[State, Answer], float]] = {
    "corrupt": _rate_keeping,
    "accede": _rate_keeping,
    "scry": _rate_keeping,
    "foretell": _rate_keeping,
    "order": _rate_order,
    "supplant": _rate_slot,
    "abscond": _rate_slot,
    "decant_take": _rate_slot,
    "pillage": _rate_loot,
    "encumber": _rate_gift,
    "pillage_target": _rate_target,
    "void_target": _rate_target,
    "encumber_target": _rate_target,
    "devilry": _rate_target,
}


MOST_CANDIDATES = 14
"""At most this many actions are considered."""

POWER_APPEALS = {
    "J": 10.0,
    "Q": 9.5,
    "K": 6.0,
    "AA": -3.0,
    "22": 7.0,
    "33": 5.0,
    "44": 8.0,
    "55": 3.0,
    "66": 2.0,
    "77": -1.0,
    "88": 6.0,
    "99": 7.5,
    "TT": 7.0,
    "JJ red": 2.0,
    "JJ black": 2.0,
    "JJ mixed": 9.0,
    "QQ red": 9.0,
    "QQ black": 4.0,
    "QQ mixed": 10.0,
    "KK red": 6.0,
    "KK black": 1.0,
    "KK mixed": 6.5,
    "QA red": 3.0,
    "A*": -3.0,
    "J*": 11.0,
    "Q*": 1.0,
    "K*": 10.0,
    "**": 3.0,
}
"""The appeals of powers, by the keys of `powers.power_key`, found by trial.

With more cards in the hand there is more to score and to buy, so the powers that draw come early.
"""
OF_MANY = 6.0
"""The appeal of three or four royals."""
BLOCKED = -2.0
"""The appeal of an action that would have no effect, or that the page avoids for now."""


class Heuristic(NamedTuple):
    """What the page values, in about points. The numbers were found by trial."""

    run: float = 6.0
    well: float = 2.0
    """The value of a run besides its points, if the Well's top card is in it."""
    purchase: float = 1.5
    price: float = 0.5
    royal: float = -3.7
    neighbour: float = 0.5
    """What a card gains for each card of the deck that may lie beside it in a run."""
    double: float = 0.5
    """What a card loses if the deck has one of its number and colour."""
    crowd: float = 0.2
    """What a purchase loses for each card that the deck has beyond `LARGE_DECK`."""
    loss: float = 0.3
    newcomer: float = 6.0
    """The cost that is expected of the Newcomer."""


HEURISTIC = Heuristic()
SMALLEST_DECK = 7
"""Until the last round, the page scores none of its own cards from a deck of this size or less."""
LARGE_DECK = 10


def list_candidates(state: State) -> list[tuple[Action, float]]:
    """Return candidate actions with their appeals, the best first. To end the turn has 0."""
    if state.prompt:
        found: list[tuple[Action, float]] = [*rate_answers(state)]
    else:
        found = _list_turn_candidates(state)
    found.sort(key=lambda option: -option[1])
    return found[:MOST_CANDIDATES]


def _list_turn_candidates(state: State) -> list[tuple[Action, float]]:
    side = state.sides[state.turn]
    deck = owned_by(side)
    found: list[tuple[Action, float]] = [(EndTurn(), 0.0)]
    found += [(Recall(number + 1), 0.5) for number in range(len(side.familiars))]
    seen: set[tuple[object, ...]] = set()
    for run in runs(side.hand, state.well):
        key: tuple[object, ...] = tuple([form(card) if card else None for card in run])
        if key not in seen:
            seen.add(key)
            found.append((Score(run), _rate_run(state, run)))
    found += [(buy, _rate_purchase(state, deck, buy, loss)) for buy, loss in rate_purchases(state)]
    for cards in plays(side.hand, state.options):
        key = ("play", *[form(card) for card in cards])
        if key not in seen:
            seen.add(key)
            found.append((Play(cards), _rate_power(state, side, cards)))
    return found


def _rate_run(state: State, run: RunCards) -> float:
    """Return the appeal of a run; low if its card would be missed in the deck."""
    if run[2] is not None and not may_score(state):
        return BLOCKED
    high = fill_in_well_card(run, state.well)[2]
    return HEURISTIC.run + NUMBER[high] + HEURISTIC.well * (None in run)


def may_score(state: State) -> bool:
    """Return whether the page scores a card of its own: in a large deck, or in the last round.

    Points are worth taking early. But with too few cards there are no runs any more, and nothing
    can be bought.
    """
    return state.final_round or len(owned_by(state.sides[state.turn])) > SMALLEST_DECK


def _rate_purchase(state: State, deck: Pile, buy: Buy, loss: float) -> float:
    """Return the appeal of a purchase: what it brings to the deck, less the loss of the payment.

    In the last round it is low.
    """
    if state.final_round:
        return BLOCKED
    card = state.parade[buy.slot - 1] if buy.slot else None
    brought = _rate_card(deck, card) if card else HEURISTIC.price * HEURISTIC.newcomer
    crowd = max(0, len(deck) - LARGE_DECK)
    return HEURISTIC.purchase + brought - HEURISTIC.crowd * crowd - HEURISTIC.loss * loss


def _rate_card(deck: Pile, card: Card) -> float:
    """Return what a card brings: its cost, and the runs that it may be in."""
    value = HEURISTIC.price * COST[card]
    if is_royal(card):
        return value + HEURISTIC.royal
    number = NUMBER[card]
    steps = {NUMBER[one] - number for one in deck if one in NUMBER and is_red(one) == is_red(card)}
    beside = len(steps & {-1, 1}) + 0.5 * len(steps & {-2, 2})
    return value + HEURISTIC.neighbour * beside - HEURISTIC.double * (0 in steps)


def _rate_power(state: State, side: Side, cards: Pile) -> float:
    """Return the appeal of a power; low if there is nothing for it to work on."""
    key = power_key(cards)
    appeal = POWER_APPEALS.get(key, OF_MANY)
    if key in ("K", "KK red", "KK mixed", "KKK", "KKKK") and not state.well:
        return BLOCKED
    if key == "K":
        return 2.0 + 0.5 * value_in_deck(state.well[0])
    if key in ("33", "55") and not any(state.parade):
        return BLOCKED
    if key == "66" and not state.newcomer:
        return BLOCKED
    if key in ("88", "QQ black", "KK black") and not side.discard:
        return BLOCKED
    return appeal
