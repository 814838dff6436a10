"""What picked cards can do now, and what a prompt asks: all that a screen needs to know.

It works on a view and shares its checks with the rules, so that it can't promise what the rules
don't keep. Nothing here lists all payments: a hand may be large.
"""

from collections import Counter
from collections.abc import Hashable, Iterator

from regicide_tui.cards import Card
from regicide_tui.games.base import IllegalAction, Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    Buy,
    FromHand,
    Play,
    Recall,
    Score,
)
from regicide_tui.games.king_of_the_dead.asks import Ask, Place
from regicide_tui.games.king_of_the_dead.legal import ask_of
from regicide_tui.games.king_of_the_dead.powers import QUESTIONS, key_of, plays, power_of
from regicide_tui.games.king_of_the_dead.purchases import (
    accepts,
    check_buy,
    is_payment,
    on_offer,
    worth,
)
from regicide_tui.games.king_of_the_dead.rules import (
    NO_QUESTION,
    check_answer,
    check_play,
    check_recall,
    check_run,
)
from regicide_tui.games.king_of_the_dead.runs import Run, known, runs
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.values import COST, NUMBER, in_order, is_ace, is_red
from regicide_tui.games.regicide_family.plays import ROYALS, play_order
from regicide_tui.games.sparing import spare_cards


class Possible(Value, frozen=True):
    """Something that the picked cards can do: its action, its name, and what it means."""

    action: Action
    name: str
    text: str


class Picked(Value, frozen=True):
    """What a player has picked: cards of the hand, the Well's top card or not, a slot or none.

    Slot 0 is the Newcomer.
    """

    cards: Pile = ()
    well: bool = False
    slot: int | None = None


class Asked(Value, frozen=True):
    """What a prompt asks: who must answer, the question as a sentence, and what to choose."""

    kind: str
    seat: Seat
    sentence: str
    ask: Ask


# ---------------------------------------------------------------- in a turn


def possibilities(view: State, picked: Picked) -> list[Possible]:
    """Return all that can be done with exactly what is picked; nothing while a prompt waits.

    What loses least of a payment comes first, and among equals the Newcomer last.
    """
    if view.prompt or view.over:
        return []
    cards = in_order(picked.cards)
    found = [*_run(view, picked)] if picked.slot is None else []
    if picked.slot is None and not picked.well:
        found += _power(view, cards)
    if not picked.well:
        found += _purchases(view, cards, picked.slot)
    return found


def _run(view: State, picked: Picked) -> Iterator[Possible]:
    run: Run = (*picked.cards, None) if picked.well else picked.cards
    try:
        _, ordered = check_run(view, run)
    except IllegalAction:
        return
    high = ordered[2] or view.well[0]
    yield Possible(Score(ordered), f"Score {high}", f"{NUMBER[high]} points")


def _power(view: State, cards: Pile) -> Iterator[Possible]:
    power = power_of(cards, view.options)
    if power and not Counter(cards) - Counter(_hand(view)):
        yield Possible(Play(tuple(sorted(cards, key=play_order))), power.name, power.text)


def _purchases(view: State, cards: Pile, wanted: int | None) -> Iterator[Possible]:
    for slot, cost in sorted(on_offer(view), key=lambda one: (-one[1], not one[0])):
        action = Buy(slot, cards)
        if wanted in (None, slot) and not refusal(view, action):
            name = f"Buy {view.parade[slot - 1]}" if slot else "Buy the Newcomer"
            yield Possible(action, name, _cost(view, action, cost))


def _cost(view: State, action: Buy, cost: int) -> str:
    """Return what a card costs, what is lost of the payment, and a card that it does not need."""
    said = f"costs {cost}"
    if rest := worth(action.cards) - cost:
        said += f", {rest} lost"
    spare = spare_cards(action.cards, lambda left: not refusal(view, Buy(action.slot, left)))
    return f"{said}, even without {min(spare, key=COST.__getitem__)}" if spare else said


def recalls(view: State) -> list[Possible]:
    """Return the Familiars that can be recalled now, the oldest first."""
    if view.prompt or view.over:
        return []
    return [
        Possible(Recall(number), f"Recall {one.card}", f"{one.ace} is discarded")
        for number, one in enumerate(view.sides[view.turn].familiars, 1)
    ]


def in_hand(view: State) -> list[Possible]:
    """Return what lies in the acting hand: a run for each number it can score, then the powers.

    Of several ways to the same only the first is given; purchases are not listed.
    """
    if view.prompt or view.over:
        return []
    hand = _hand(view)
    by_number: dict[int, Possible] = {}
    for run in runs(hand, view.well):
        for found in _run(view, Picked(known(run), None in run)):
            by_number.setdefault(NUMBER[run[2] or view.well[0]], found)
    by_key: dict[str, Possible] = {}
    for cards in plays(hand, view.options):
        for found in _power(view, cards):
            by_key.setdefault(key_of(cards), found)
    return [*[by_number[number] for number in sorted(by_number, reverse=True)], *by_key.values()]


def effect(view: State, action: Action) -> Hashable:
    """Return what an action does besides taking cards from the hand; None if it can't be taken.

    All payments for one card have the same effect, and all runs with the same high card.
    """
    if not isinstance(action, Buy | Score):
        return action
    if refusal(view, action):
        return None
    if isinstance(action, Buy):
        return "buy", action.slot
    high = action.cards[-1]
    return action if high is None or None in action.cards else ("score", NUMBER[high])


def refusal(view: State, action: Action) -> str:
    """Say why an action can't be taken now; return an empty text if it can."""
    try:
        _check(view, action)
    except IllegalAction as error:
        return error.message
    return ""


def _check(view: State, action: Action) -> None:
    if view.over:
        raise IllegalAction("game_over", "The game is over.")
    if view.prompt:
        check_answer(view, action)
        return
    match action:
        case Buy():
            check_buy(view, action)
        case Score(run):
            check_run(view, run)
        case Play(cards):
            check_play(view, cards)
        case Recall():
            check_recall(view, action)
        case Answer():
            raise IllegalAction("wrong_phase", NO_QUESTION)


def why_nothing(view: State, picked: Picked) -> str:
    """Say why nothing can be done with what is picked; empty if something can, or none is."""
    if possibilities(view, picked) or not (picked.cards or picked.well):
        return ""
    cards = in_order(picked.cards)
    if picked.well:
        return refusal(view, Score((*cards, None)))
    if picked.slot is not None:
        return refusal(view, Buy(picked.slot, cards))
    if is_payment(cards):
        return _why_too_poor(view, cards)
    if len(cards) == 1 and is_ace(cards[0]):
        return "An Ace goes with others: in a run, to a payment, or as a pair."
    if len(cards) == 1:
        return "A Joker needs a companion: an Ace, a royal or another Joker."
    if all(card.rank and card.rank in ROYALS for card in cards):
        return "Only royals of one rank have a power together."
    return "These cards have no power together, are no run and pay for nothing."


def _why_too_poor(view: State, cards: Pile) -> str:
    red = is_red(cards[-1])
    costs = [cost for slot, cost in on_offer(view) if accepts(view, slot, red)]
    colour = "red" if red else "black"
    if not costs:
        return f"There is nothing to buy for {colour} cards."
    return f"That pays {worth(cards)}. The cheapest card for {colour} cards costs {min(costs)}."


# ---------------------------------------------------------------- which cards go together


def joinable(view: State, chosen: tuple[int, ...], well: bool = False) -> list[bool]:
    """Tell for each card of the acting hand whether it can join the chosen ones.

    `chosen` are places in the hand; `well` tells that the Well's top card is picked too. A card
    can join if with it something could still come of the choice.
    """
    if view.prompt:
        return _joinable_to_answer(view, chosen)
    hand = _hand(view)
    held = Counter([hand[place] for place in chosen])
    wholes = [whole for whole in map(Counter, _wholes(view, well)) if held <= whole]
    return [
        place in chosen or any(whole[card] > held[card] for whole in wholes)
        for place, card in enumerate(hand)
    ]


def _wholes(view: State, well: bool) -> Iterator[Pile]:
    """Give sets of cards such that what can be done needs only cards of one of them."""
    hand = _hand(view)
    for run in runs(hand, view.well):
        if None in run or not well:
            yield known(run)
    if well:
        return
    yield from plays(hand, view.options)
    for red, purse in _purses(hand):
        offer = [cost for slot, cost in on_offer(view) if accepts(view, slot, red)]
        if offer and worth(purse) >= min(offer):
            yield purse


def affordable(view: State) -> frozenset[int]:
    """Return the slots whose card the acting hand can buy; 0 is the Newcomer."""
    return frozenset(
        [
            slot
            for red, purse in _purses(_hand(view))
            for slot, cost in on_offer(view)
            if accepts(view, slot, red) and worth(purse) >= cost
        ]
    )


def _purses(hand: Pile) -> Iterator[tuple[bool, Pile]]:
    """Give for each colour, if a hand can pay in it, all that pays, and whether it is red."""
    for red in (False, True):
        purse = tuple([card for card in hand if is_ace(card) or _pays(card, red)])
        if is_payment(purse):
            yield red, purse


def _pays(card: Card, red: bool) -> bool:
    return card in NUMBER and is_red(card) == red


def _joinable_to_answer(view: State, chosen: tuple[int, ...]) -> list[bool]:
    """Tell the same of an answer that names cards of the hand."""
    asked = ask_of(view)
    assert asked is not None
    assert view.prompt is not None
    hand = view.sides[view.prompt.seat].hand
    of_hand = [pick for pick in asked.picks if pick.place in (Place.HAND, Place.HAND_OR_DISCARD)]
    room = bool(of_hand) and len(chosen) < of_hand[0].most
    options = set(of_hand[0].options) if of_hand else set()
    return [
        place in chosen or (room and bool({card, FromHand(card)} & options))
        for place, card in enumerate(hand)
    ]


def _hand(view: State) -> Pile:
    return view.sides[view.turn].hand


# ---------------------------------------------------------------- in a prompt


def asked(view: State) -> Asked | None:
    """Return what the waiting prompt asks, or None if there is none."""
    ask, prompt = ask_of(view), view.prompt
    if ask is None or prompt is None:
        return None
    count = ask.picks[0].most
    cards = "card" if count == 1 else f"{count} cards"
    sentence = QUESTIONS[prompt.kind].sentence.format(cards=cards)
    return Asked(prompt.kind, prompt.seat, sentence, ask)
