"""What the picked cards can do now, and what a prompt asks: everything a screen needs.

The functions take a view and use the checks of the rules, so the preview always agrees with the
rules. No function here lists all payments, because a hand may be large.
"""

from collections import Counter
from collections.abc import Hashable, Iterator

from regicide_tui.cards import ROYALS, play_order
from regicide_tui.games.base import IllegalAction, Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    AnswerForm,
    Buy,
    FromHand,
    OptionPlace,
    Play,
    Recall,
    RunCards,
    Score,
    known_cards,
    runs,
)
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS, find_power, plays, power_key
from regicide_tui.games.king_of_the_dead.rules import (
    NO_QUESTION,
    accepts_colour,
    answer_form,
    check_answer,
    check_buy,
    check_play,
    check_recall,
    check_run,
    is_payment,
    paying_cards,
    payment_value,
    slots_on_offer,
)
from regicide_tui.games.king_of_the_dead.state import COST, NUMBER, State, in_order, is_ace, is_red
from regicide_tui.games.piles import spare_cards


class PossibleAction(Value):
    """An action that the picked cards allow, with a name and an explanation for the screen.

    `brief` describes a power in a few words.
    """

    action: Action
    name: str
    text: str
    brief: str = ""


class PickedCards(Value):
    """The picked cards: cards of the hand, and maybe the top card of the Well or a slot.

    Slot 0 is the Newcomer. A `slot` of None means that no slot is picked.
    """

    cards: Pile = ()
    well: bool = False
    slot: int | None = None


class WaitingPrompt(Value):
    """The prompt that waits: who must answer, the question as a sentence, and what to choose."""

    kind: str
    seat: Seat
    sentence: str
    form: AnswerForm


# ---------------------------------------------------------------- in a turn


def possible_actions(view: State, picked: PickedCards) -> list[PossibleAction]:
    """Return every action that uses exactly the picked cards; none while a prompt waits.

    Purchases come in the order of the points they waste, the fewest first. Of equal purchases
    the Newcomer comes last.
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


def _run(view: State, picked: PickedCards) -> Iterator[PossibleAction]:
    run: RunCards = (*picked.cards, None) if picked.well else picked.cards
    try:
        _, ordered = check_run(view, run)
    except IllegalAction:
        return
    high = ordered[2] or view.well[0]
    yield PossibleAction(Score(ordered), f"Score {high}", f"{NUMBER[high]} points")


def _power(view: State, cards: Pile) -> Iterator[PossibleAction]:
    power = find_power(cards, view.options)
    if power and not Counter(cards) - Counter(_hand(view)):
        action = Play(tuple(sorted(cards, key=play_order)))
        yield PossibleAction(action, power.name, power.text, power.brief)


def _purchases(view: State, cards: Pile, wanted: int | None) -> Iterator[PossibleAction]:
    for slot, cost in sorted(slots_on_offer(view), key=lambda one: (-one[1], not one[0])):
        action = Buy(slot, cards)
        if wanted in (None, slot) and not refusal(view, action):
            name = f"Buy {view.parade[slot - 1]}" if slot else "Buy the Newcomer"
            yield PossibleAction(action, name, _cost(view, action, cost))


def _cost(view: State, action: Buy, cost: int) -> str:
    """Return the cost, the points that the payment wastes, and a card it doesn't need, as text."""
    said = f"costs {cost}"
    if rest := payment_value(action.cards) - cost:
        said += f", {rest} wasted"
    spare = spare_cards(action.cards, lambda left: not refusal(view, Buy(action.slot, left)))
    return f"{said}, {min(spare, key=COST.__getitem__)} isn't needed" if spare else said


def possible_recalls(view: State) -> list[PossibleAction]:
    """Return the Familiars that can be recalled now, the oldest first."""
    if view.prompt or view.over:
        return []
    return [
        PossibleAction(Recall(number), f"Recall {one.card}", f"{one.ace} is discarded")
        for number, one in enumerate(view.sides[view.turn].familiars, 1)
    ]


def actions_in_hand(view: State) -> list[PossibleAction]:
    """Return what the acting hand allows: a run for each number it can score, then its powers.

    If several sets of cards give the same result, only the first is in the list. Purchases are
    not in the list.
    """
    if view.prompt or view.over:
        return []
    hand = _hand(view)
    by_number: dict[int, PossibleAction] = {}
    for run in runs(hand, view.well):
        for found in _run(view, PickedCards(known_cards(run), None in run)):
            by_number.setdefault(NUMBER[run[2] or view.well[0]], found)
    by_key: dict[str, PossibleAction] = {}
    for cards in plays(hand, view.options):
        for found in _power(view, cards):
            by_key.setdefault(power_key(cards), found)
    return [*[by_number[number] for number in sorted(by_number, reverse=True)], *by_key.values()]


def effect(view: State, action: Action) -> Hashable:
    """Return what an action does apart from using cards of the hand; None if it is illegal.

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
    """Return why an action is illegal now; an empty string if it is legal."""
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


def why_nothing(view: State, picked: PickedCards) -> str:
    """Return why the picked cards allow no action; an empty string if they do or none is picked."""
    if possible_actions(view, picked) or not (picked.cards or picked.well):
        return ""
    cards = in_order(picked.cards)
    if picked.well:
        return refusal(view, Score((*cards, None)))
    if picked.slot is not None:
        return refusal(view, Buy(picked.slot, cards))
    if is_payment(cards):
        return _why_too_expensive(view, cards)
    if len(cards) == 1 and is_ace(cards[0]):
        return "An Ace joins a run, a pair, or a payment (highest, less one)."
    if len(cards) == 1:
        return "A Joker needs a companion: an Ace, a royal or another Joker."
    if all(card.rank and card.rank in ROYALS for card in cards):
        return "Only royals of one rank have a power together."
    return "These cards have no power together, are no run and pay for nothing."


def _why_too_expensive(view: State, cards: Pile) -> str:
    red = is_red(cards[-1])
    costs = [cost for slot, cost in slots_on_offer(view) if accepts_colour(view, slot, red)]
    colour = "red" if red else "black"
    if not costs:
        return f"There is nothing to buy for {colour} cards."
    value = payment_value(cards)
    paid = "Together that pays" if len(cards) > 1 else "That pays"
    return f"{paid} {value}. The cheapest card for {colour} cards costs {min(costs)}."


# ---------------------------------------------------------------- which cards go together


def joinable(view: State, chosen: tuple[int, ...], well: bool = False) -> list[bool]:
    """Return for each card of the acting hand whether it can be added to the chosen cards.

    `chosen` are indices in the hand. `well` says that the top card of the Well is picked too. A
    card can be added if some action is still possible with it.
    """
    if view.prompt:
        return _joinable_to_answer(view, chosen)
    hand = _hand(view)
    held = Counter([hand[place] for place in chosen])
    wholes = [whole for whole in map(Counter, _playable_sets(view, well)) if held <= whole]
    return [
        place in chosen or any(whole[card] > held[card] for whole in wholes)
        for place, card in enumerate(hand)
    ]


def _playable_sets(view: State, well: bool) -> Iterator[Pile]:
    """Yield sets of cards: the cards of every possible action are a subset of one of these sets."""
    hand = _hand(view)
    for run in runs(hand, view.well):
        if None in run or not well:
            yield known_cards(run)
    if well:
        return
    yield from plays(hand, view.options)
    for purse in paying_cards(view):
        if payment_value(purse.cards) >= min([cost for _, cost in purse.offer]):
            yield purse.cards


def affordable(view: State) -> frozenset[int]:
    """Return the slots whose cards the acting hand can buy; slot 0 is the Newcomer."""
    return frozenset(
        [
            slot
            for purse in paying_cards(view)
            for slot, cost in purse.offer
            if payment_value(purse.cards) >= cost
        ]
    )


def _joinable_to_answer(view: State, chosen: tuple[int, ...]) -> list[bool]:
    """Return the same for an answer that names cards of the hand."""
    form = answer_form(view)
    assert form is not None
    assert view.prompt is not None
    hand = view.sides[view.prompt.seat].hand
    hand_picks = [
        pick for pick in form.picks if pick.place in (OptionPlace.HAND, OptionPlace.HAND_OR_DISCARD)
    ]
    room = bool(hand_picks) and len(chosen) < hand_picks[0].most
    options = set(hand_picks[0].options) if hand_picks else set()
    return [
        place in chosen or (room and bool({card, FromHand(card)} & options))
        for place, card in enumerate(hand)
    ]


def _hand(view: State) -> Pile:
    return view.sides[view.turn].hand


# ---------------------------------------------------------------- in a prompt


def waiting_prompt(view: State) -> WaitingPrompt | None:
    """Return the prompt that waits, or None."""
    form, prompt = answer_form(view), view.prompt
    if form is None or prompt is None:
        return None
    count = form.picks[0].most
    cards = "card" if count == 1 else f"{count} cards"
    sentence = PROMPT_KINDS[prompt.kind].sentence.format(cards=cards)
    return WaitingPrompt(prompt.kind, prompt.seat, sentence, form)
