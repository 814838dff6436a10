"""The rules of King of the Dead: `reduce(state, action)` returns the next state.

    MAIN -score, buy, recall, play without a question-> MAIN
      | -play with a question-> PROMPT -answer-> PROMPT or MAIN
      ' -end-> MAIN of the next player, or OVER

Every action is checked first, and a failed check raises `IllegalAction`. The steps after the checks
can't fail.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

from msgspec.structs import replace

from regicide_tui.cards import UNKNOWN, Card, play_order
from regicide_tui.games.base import Events, IllegalAction, Pile, Step, Value
from regicide_tui.games.king_of_the_dead.actions import (
    NEWCOMER,
    Action,
    Answer,
    AnswerForm,
    Buy,
    EndTurn,
    Play,
    Recall,
    RunCards,
    Score,
    allows,
    fill_in_well_card,
    known_cards,
    list_answers,
    lists_all_answers,
    order_run,
    runs,
)
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    FamiliarRecalled,
    PowerPlayed,
    RunScored,
)
from regicide_tui.games.king_of_the_dead.piles import (
    active_side,
    add_to_hand,
    end_turn,
    lay_on_discard,
)
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS, find_power, plays
from regicide_tui.games.king_of_the_dead.powers.pairs import take_newcomer
from regicide_tui.games.king_of_the_dead.powers.power import Power
from regicide_tui.games.king_of_the_dead.state import (
    COST,
    NEWCOMER_COST,
    NUMBER,
    Familiar,
    State,
    change_side,
    in_order,
    is_ace,
    is_red,
    to_act,
)
from regicide_tui.games.piles import remove_cards, replace_at

COMPLETE_HAND = 13
"""For larger hands, payments with a needless card are not listed: they are too many (K-21)."""

Payments = list[tuple[int, Pile]]
"""Payments, each with its value."""


def slots_on_offer(state: State) -> list[tuple[int, int]]:
    """Return the slots that hold a card and their costs; slot 0 is the Newcomer (K-23, K-24)."""
    offer = [(slot, COST[card]) for slot, card in enumerate(state.parade, 1) if card]
    return [(NEWCOMER, NEWCOMER_COST), *offer] if state.newcomer else offer


def accepts_colour(state: State, slot: int, red: bool) -> bool:
    """Return whether a payment of this colour can buy the card of a slot (K-21, K-23)."""
    card = state.parade[slot - 1] if slot else None
    return card is None or is_red(card) != red


def payment_value(paid: Pile) -> int:
    """Return the value of a payment: each Ace adds the highest card's value less 1 (K-22)."""
    numbers = [NUMBER[card] for card in paid if not is_ace(card)]
    return sum(numbers) + (len(paid) - len(numbers)) * (max(numbers) - 1)


def is_payment(cards: Pile) -> bool:
    """Return whether cards are 2 to 10, one or more, of one colour, with any Aces (K-21, K-22)."""
    if any(card not in NUMBER for card in cards):
        return False
    return len({is_red(card) for card in cards if not is_ace(card)}) == 1


def check_buy(state: State, action: Buy) -> Pile:
    """Return the active hand without the payment.

    Raises `IllegalAction`: `bad_target`, `not_in_hand`, `bad_payment`, `payment_short` or
    `wrong_colour`.
    """
    slot, paid = action.slot, action.cards
    costs = dict(slots_on_offer(state))
    if slot not in costs:
        raise IllegalAction("bad_target", "There is nothing to buy.")
    rest = remove_cards(active_side(state).hand, paid)
    if not is_payment(paid):
        raise IllegalAction("bad_payment", "Pay with 2 to 10 of one colour. You may add Aces.")
    laid, cost = payment_value(paid), costs[slot]
    if laid < cost:
        raise IllegalAction("payment_short", f"{laid} of {cost} picked, {cost - laid} missing.")
    if not accepts_colour(state, slot, is_red(paid[-1])):
        raise IllegalAction("wrong_colour", "Red cards buy black ones, and black cards buy red.")
    return rest


def purchases(state: State) -> list[Buy]:
    """Return every purchase of the active player once.

    If the hand has more than `COMPLETE_HAND` cards, the list holds only purchases whose payment
    needs all of its cards.
    """
    small = len(active_side(state).hand) <= COMPLETE_HAND
    found: list[Buy] = []
    for purse in paying_cards(state):
        payments = _payments(purse.numbers, purse.aces) if small else []
        for slot, cost in purse.offer:
            if small:
                found += [Buy(slot, paid) for laid, paid in payments if laid >= cost]
            else:
                found += [Buy(slot, paid) for paid in _minimal_payments(purse, cost)]
    return found


def lists_all_purchases(state: State) -> bool:
    """Return whether `purchases` lists every purchase."""
    if len(active_side(state).hand) <= COMPLETE_HAND:
        return True
    return not any(
        len(paid) < len(purse.cards)
        for purse in paying_cards(state)
        for _, cost in purse.offer
        for paid in _minimal_payments(purse, cost)
    )


class PayingCards(Value):
    """The cards of one colour that can pay, ascending, and the slots and costs they can pay for."""

    numbers: Pile
    aces: Pile
    offer: list[tuple[int, int]]

    @property
    def cards(self) -> Pile:
        """All these cards."""
        return self.aces + self.numbers


def paying_cards(state: State) -> Iterator[PayingCards]:
    """Yield the paying cards of each colour of the active hand for which there is an offer."""
    offer = slots_on_offer(state)
    if not offer:
        return
    hand = active_side(state).hand
    aces = tuple([card for card in hand if is_ace(card)])
    for red in (False, True):
        numbers = tuple([card for card in hand if _pays(card, red)])
        wanted = [(slot, cost) for slot, cost in offer if accepts_colour(state, slot, red)]
        if numbers and wanted:
            yield PayingCards(numbers, aces, wanted)


def _pays(card: Card, red: bool) -> bool:
    return card in NUMBER and not is_ace(card) and is_red(card) == red


def _payments(numbers: Pile, aces: Pile) -> Payments:
    """Return every payment with these cards of one colour, each ascending."""
    subsets: list[tuple[int, int, Pile]] = [(0, 0, ())]
    for card, copies in Counter(numbers).items():
        value = NUMBER[card]
        subsets += [
            (total + value * more, value, paid + (card,) * more)
            for total, _, paid in subsets
            for more in range(1, copies + 1)
        ]
    found: Payments = [(total, paid) for total, _, paid in subsets[1:]]
    for added in _subsets(aces):
        count = len(added)
        found += [(total + count * (top - 1), added + paid) for total, top, paid in subsets[1:]]
    return found


def _subsets(cards: Pile) -> list[Pile]:
    """Return every non-empty subset of these cards, each ascending."""
    groups = [[(card,) * n for n in range(copies + 1)] for card, copies in Counter(cards).items()]
    return [sum(parts, ()) for parts in product(*groups)][1:]


def _minimal_payments(purse: PayingCards, cost: int) -> Iterator[Pile]:
    """Yield the payments that would be too small without any one of their cards.

    Number cards are added from the highest down until they are enough. So the last one is needed,
    and so are the others, which are not smaller. An Ace is needed if its value is needed.
    """
    by_count: dict[int, list[Pile]] = {0: [()]}
    for some in _subsets(purse.aces):
        by_count.setdefault(len(some), []).append(some)
    for count, equals in by_count.items():
        for laid, paid in _minimal_number_cards(purse.numbers, count, cost):
            if not count or laid - (NUMBER[paid[-1]] - 1) < cost:
                for some in equals:
                    yield some + paid


def _minimal_number_cards(numbers: Pile, aces: int, cost: int) -> Iterator[tuple[int, Pile]]:
    """Yield the ways to add number cards from the highest down until, with Aces, they cover `cost`.

    Each comes with its value.
    """
    cards = numbers[::-1]
    waiting: list[tuple[int, int, Pile]] = [(0, 0, ())]
    while waiting:
        start, laid, paid = waiting.pop()
        last = None
        for place in range(start, len(cards)):
            card = cards[place]
            if card is last:
                continue  # an equal card was tried here
            last = card
            total = laid + NUMBER[card] + (0 if paid else aces * (NUMBER[card] - 1))
            if total >= cost:
                yield total, (card, *paid)
            else:
                waiting.append((place + 1, total, (card, *paid)))


NO_QUESTION = "There is no question to answer now."


def reduce(state: State, action: Action) -> Step[State]:
    """Return the state after an action, and its events. The given state never changes.

    Raises `IllegalAction`; docs/rules-king-of-the-dead.md has the codes and their order.
    """
    if state.over:
        raise IllegalAction("game_over", "The game is over.")
    events: Events = []
    if state.prompt:
        return Step(_answer(state, action, events), tuple(events))
    handler = _HANDLERS.get(type(action))
    if handler is None:
        raise IllegalAction("wrong_phase", NO_QUESTION)
    return Step(handler(state, action, events), tuple(events))


# ---------------------------------------------------------------- answers


def _answer(state: State, action: Action, events: Events) -> State:
    prompt = state.prompt
    assert prompt is not None
    chosen = check_answer(state, action).chosen
    return PROMPT_KINDS[prompt.kind].reply(replace(state, prompt=None), prompt, chosen, events)


def check_answer(state: State, action: Action) -> Answer:
    """Return the action if it is a legal answer to the prompt that waits.

    Raises `IllegalAction`: `wrong_phase` for another kind of action, `bad_answer` otherwise.
    """
    prompt = state.prompt
    assert prompt is not None
    form = PROMPT_KINDS[prompt.kind].form(state, prompt)
    verbs = {form.verb, "pass"} if form.may_pass else {form.verb}
    if not isinstance(action, Answer) or action.verb not in verbs:
        raise IllegalAction("wrong_phase", f"First answer the question: {' or '.join(verbs)}.")
    if not allows(form, action):
        raise IllegalAction("bad_answer", "You can't choose that here.")
    return action


# ---------------------------------------------------------------- runs, purchases, Familiars


def _score(state: State, action: Score, events: Events) -> State:
    """Score a run: its highest card leaves the game (K-20), and the hand loses its cards (K-56)."""
    hand, run = check_run(state, action.cards)
    seat, top = state.turn, state.well[:1]
    cards = fill_in_well_card(run, top)
    events.append(RunScored(seat, cards, None in run))
    keep_there = state.options.well_card_in_run == "stays" and run[2] is not None
    if None in run and not keep_there:
        state = replace(state, well=state.well[1:])
    below = fill_in_well_card(run[:2], top) if not keep_there else known_cards(run[:2])
    side = active_side(state)
    return change_side(
        state,
        seat,
        hand=hand,
        plays=in_order(side.plays + below),
        scores=(cards[2], *side.scores),
    )


def check_run(state: State, run: RunCards) -> tuple[Pile, RunCards]:
    """Return the active hand without the cards of a run, and the run from low to high.

    Raises `IllegalAction`: `not_in_hand` or `bad_run` (K-17, K-18, K-19).
    """
    if run.count(None) > len(state.well[:1]):
        raise IllegalAction("not_in_hand", "A run can use the Well's top card only once.")
    hand = remove_cards(active_side(state).hand, known_cards(run))
    cards = order_run(fill_in_well_card(run, state.well))
    if cards is None:
        raise IllegalAction(
            "bad_run",
            "A run is three numbers of one colour in sequence; an Ace may be a lower card.",
        )
    if None not in run:
        return hand, cards
    place = cards.index(state.well[0])
    return hand, (*cards[:place], None, *cards[place + 1 :])


def _buy(state: State, action: Buy, events: Events) -> State:
    slot, paid = action.slot, in_order(action.cards)
    state = change_side(state, state.turn, hand=check_buy(state, action))
    state = lay_on_discard(state, state.turn, paid)  # K-25
    if slot == NEWCOMER:
        return take_newcomer(state, paid, events)
    card = state.parade[slot - 1]
    assert card is not None
    events.append(CardBought(state.turn, slot, card, paid))
    state = replace(state, parade=replace_at(state.parade, slot - 1, None))
    return lay_on_discard(state, state.turn, (card,))


def _recall(state: State, action: Recall, events: Events) -> State:
    side = active_side(state)
    familiar = check_recall(state, action)
    events.append(FamiliarRecalled(state.turn, familiar.ace, familiar.card))
    left = side.familiars[: action.number - 1] + side.familiars[action.number :]
    state = change_side(state, state.turn, familiars=left)
    return add_to_hand(lay_on_discard(state, state.turn, (familiar.ace,)), (familiar.card,))


def check_recall(state: State, action: Recall) -> Familiar:
    """Return the Familiar with this number. Raises `IllegalAction`: `bad_target`."""
    familiars = active_side(state).familiars
    if not 1 <= action.number <= len(familiars):
        raise IllegalAction("bad_target", "There is no such Familiar.")
    return familiars[action.number - 1]


# ---------------------------------------------------------------- powers and the end of the turn


def _play(state: State, action: Play, events: Events) -> State:
    cards = tuple(sorted(action.cards, key=play_order))
    hand, power = check_play(state, cards)
    plays = in_order(active_side(state).plays + cards)  # K-56
    events.append(PowerPlayed(state.turn, cards, power.name))
    return power.act(change_side(state, state.turn, hand=hand, plays=plays), cards, events)


def check_play(state: State, cards: Pile) -> tuple[Pile, Power]:
    """Return the active hand without these cards, and their power.

    Raises `IllegalAction`: `not_in_hand` or `no_power`.
    """
    hand = remove_cards(active_side(state).hand, cards)
    power = find_power(cards, state.options)
    if power is None:
        raise IllegalAction("no_power", "These cards have no power together.")
    return hand, power


def _end(state: State, _: EndTurn, events: Events) -> State:
    return end_turn(state, events)


_HANDLERS: dict[type[Action], Callable[..., State]] = {
    EndTurn: _end,
    Recall: _recall,
    Score: _score,
    Buy: _buy,
    Play: _play,
}


def answer_form(view: State) -> AnswerForm | None:
    """Return the form of an answer to the prompt that waits, or None if no prompt waits."""
    prompt = view.prompt
    return PROMPT_KINDS[prompt.kind].form(view, prompt) if prompt else None


def legal_actions(view: State) -> list[Action]:
    """Return every legal action once; none if the view hides the hand of the seat that must act.

    If `is_complete` is false, purchases with needless cards, or long discards, are not listed.
    """
    seat = to_act(view)
    if seat is None or UNKNOWN in view.sides[seat].hand:
        return []
    form = answer_form(view)
    if form:
        return [*list_answers(form)]
    side = view.sides[seat]
    found: list[Action] = [EndTurn()]  # a turn has any number of actions (K-15)
    found += [Recall(number) for number in range(1, len(side.familiars) + 1)]
    found += map(Score, runs(side.hand, view.well))
    found += purchases(view)
    found += map(Play, plays(side.hand, view.options))
    return found


def is_complete(view: State) -> bool:
    """Return whether `legal_actions` lists every legal action; with up to 13 cards it does."""
    form = answer_form(view)
    return lists_all_answers(form) if form else view.over or lists_all_purchases(view)
