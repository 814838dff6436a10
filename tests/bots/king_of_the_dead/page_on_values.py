"""The candidates of King of the Dead, found on the engine's states: what is expected.

It is a second implementation with the same numbers (`appeals.py`). Only sums of fractions differ.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec.structs import replace

from regicide_tui.bots.king_of_the_dead.appeals import (
    ACE_LOSS,
    BLOCKED,
    CARD_LOSS,
    CROWD,
    DOUBLE,
    IN_DECK,
    IN_HAND,
    LARGE_DECK,
    MANY,
    MOST_ACES,
    MOST_CANDIDATES,
    MOST_CARDS,
    MOST_OPTIONS,
    NEIGHBOUR,
    NEWCOMER_PRICE,
    NUMBER_LOSS,
    POWER_APPEALS,
    PRICE,
    PURCHASE,
    ROYAL,
    RUN,
    SMALLEST_DECK,
    WELL_CARD,
)
from regicide_tui.bots.king_of_the_dead.state import POINT, card_number
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


def value_in_deck(card: Card) -> float:
    """Return the value of a card in its owner's deck."""
    return IN_DECK[card_number(card)] / POINT


def value_in_hand(card: Card) -> float:
    """Return the value of a card in the hand now."""
    return IN_HAND[card_number(card)] / POINT


Form = tuple[str, bool]
"""What matters to the rules about a card: its rank, and whether it is red (K-55)."""


def form(card: Card) -> Form:
    """Return what matters to the rules about a card."""
    return card.rank, is_red(card)


def best_run(hand: Pile, well: Pile) -> int:
    """Return the points of the best run of a hand and the top of the Well, or 0."""
    return max([points(fill_in_well_card(run, well)[2:]) for run in runs(hand, well)], default=0)


PAYMENTS_PER_CARD = 2
"""At most this many payments are considered for each card."""


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
    return (
        sum([ACE_LOSS if is_ace(card) else CARD_LOSS + NUMBER_LOSS * NUMBER[card] for card in paid])
        / POINT
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
        return BLOCKED / POINT
    high = fill_in_well_card(run, state.well)[2]
    return NUMBER[high] + (RUN + WELL_CARD * (None in run)) / POINT


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
        return BLOCKED / POINT
    card = state.parade[buy.slot - 1] if buy.slot else None
    brought = _rate_card(deck, card) if card else NEWCOMER_PRICE / POINT
    crowd = max(0, len(deck) - LARGE_DECK)
    return (PURCHASE - CROWD * crowd) / POINT + brought - loss


def _rate_card(deck: Pile, card: Card) -> float:
    """Return what a card brings: its cost, and the runs that it may be in."""
    value = PRICE / POINT * COST[card]
    if is_royal(card):
        return value + ROYAL / POINT
    number = NUMBER[card]
    steps = {NUMBER[one] - number for one in deck if one in NUMBER and is_red(one) == is_red(card)}
    beside = len(steps & {-1, 1}) + 0.5 * len(steps & {-2, 2})
    return value + (NEIGHBOUR * beside - DOUBLE * (0 in steps)) / POINT


def _rate_power(state: State, side: Side, cards: Pile) -> float:
    """Return the appeal of a power; low if there is nothing for it to work on."""
    key = power_key(cards)
    appeal = POWER_APPEALS[key[:3] if key[0] == key[-1] else key]
    if key in ("K", "KK red", "KK mixed", "KKK", "KKKK") and not state.well:
        return BLOCKED / POINT
    if key == "K":
        return 2.0 + 0.5 * value_in_deck(state.well[0])
    if key in ("33", "55") and not any(state.parade):
        return BLOCKED / POINT
    if key == "66" and not state.newcomer:
        return BLOCKED / POINT
    if key in ("88", "QQ black", "KK black") and not side.discard:
        return BLOCKED / POINT
    return appeal
