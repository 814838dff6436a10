"""The action space of King of the Dead: a verb or a slot, then card by card."""

from collections import Counter
from collections.abc import Callable, Sequence

from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.env.actions.action_space import (
    ActionSpace,
    Picked,
    follow_rows,
    open_choices,
)
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    NEWCOMER,
    Answer,
    AnswerForm,
    Buy,
    ChosenPlayer,
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
    in_order_of_notation,
    runs,
)
from regicide_tui.games.king_of_the_dead.powers import plays
from regicide_tui.games.king_of_the_dead.preview import affordable
from regicide_tui.games.king_of_the_dead.rules import (
    accepts_colour,
    answer_form,
    is_payment,
    payment_value,
    slots_on_offer,
)
from regicide_tui.games.king_of_the_dead.state import (
    NUMBER,
    State,
    in_order,
    is_ace,
    is_red,
    to_act,
)

_CARDS: Pile = (JESTER, *PACK)
MOST_SLOTS = 8
MOST_FAMILIARS = 8
"""Each has an Ace, and there are eight in two packs."""
_MOST_SEATS = 4

# The first number of each kind of choice; a card's number is its `order`.
FROM_DISCARD = len(_CARDS)
WELL_CARD = 2 * FROM_DISCARD
SLOT = WELL_CARD + 1
RECALL = SLOT + MOST_SLOTS + 1
PLAYER = RECALL + MOST_FAMILIARS
SCORE, PLAY, END, TOP, PASS, DONE = range(PLAYER + _MOST_SEATS, PLAYER + _MOST_SEATS + 6)
SIZE = DONE + 1

_WORDS = {
    WELL_CARD: "the top card of the Well",
    SLOT + NEWCOMER: "buy the Newcomer",
    PLAYER: "yourself",
    SCORE: "score a run",
    PLAY: "play a power",
    END: "end the turn",
    TOP: "the top cards of the draw pile",
    PASS: "pass",
    DONE: "done",
}


class KingSpace(ActionSpace[State, Value]):
    """The numbers of the choices in King of the Dead, the same for 2 to 4 players.

    Cards of a play, a payment or an answer are chosen in ascending order, a Joker last, unless
    their order counts. Players are counted clockwise from the one who chooses.
    """

    size = SIZE
    done = DONE

    def following(self, view: State, picked: Picked) -> list[int]:
        """Return the numbers that can follow, ascending."""
        if view.over:
            return []
        form = answer_form(view)
        if form:
            return _follow_answer(view, form, picked)
        return _follow_main(view, picked) if picked else _main_choices(view)

    def build(self, view: State, picked: Picked) -> Value:
        """Return the action that these numbers choose."""
        chosen = [number for number in picked if number != DONE]
        form = answer_form(view)
        if form:
            if PASS in chosen:
                return Answer("pass")
            options = [_option(view, form, number) for number in chosen]
            return in_order_of_notation(Answer(form.verb, tuple(options)))
        first, cards = chosen[0], [_CARDS[number] for number in chosen[1:] if number < WELL_CARD]
        if first == SCORE:
            return Score(_run(chosen[1:]))
        if first == PLAY:
            return in_order_of_notation(Play(tuple(cards)))
        if first == END:
            return EndTurn()
        return Buy(first - SLOT, tuple(cards)) if first < RECALL else Recall(first - RECALL + 1)

    def row(self, view: State, action: Value) -> Picked:
        """Return the numbers that choose a legal action, without `DONE`."""
        match action:
            case Recall(number):
                return (RECALL + number - 1,)
            case Score(run):
                return (SCORE, *_run_row(run))
            case Play(played):
                return (PLAY, *_numbers(in_order(played)))
            case Buy(slot, paid):
                return (SLOT + slot, *_numbers(paid))
            case Answer("pass"):
                return (PASS,)
            case Answer(_, chosen):
                return tuple([_option_number(view, option) for option in chosen])
        return (END,)

    def _describe(self, number: int) -> str:
        if number in _WORDS:
            return _WORDS[number]
        if number < FROM_DISCARD:
            return _CARDS[number].text
        if number < WELL_CARD:
            return f"{_CARDS[number - FROM_DISCARD]} of a discard pile"
        if number < RECALL:
            return f"slot @{number - SLOT}: buy its card, or name it in an answer"
        if number < PLAYER:
            return f"recall {number - RECALL + 1}"
        return f"the player {number - PLAYER} to the left"


# ---------------------------------------------------------------- the main phase


def _main_choices(view: State) -> list[int]:
    side = view.sides[view.turn]
    found = [RECALL + place for place in range(len(side.familiars))]
    found += [SLOT + slot for slot in affordable(view)]
    found += [SCORE] if runs(side.hand, view.well) else []
    found += [PLAY] if plays(side.hand, view.options) else []
    return sorted([*found, END])


def _follow_main(view: State, picked: Picked) -> list[int]:
    side, first, rest = view.sides[view.turn], picked[0], picked[1:]
    if first == SCORE:
        return follow_rows([_run_row(run) for run in runs(side.hand, view.well)], rest, DONE)
    if first == PLAY:
        rows = [_numbers(in_order(cards)) for cards in plays(side.hand, view.options)]
        return follow_rows(rows, rest, DONE)
    if SLOT <= first < RECALL:
        return open_choices(_follow_payment(view, first - SLOT, rest), DONE)
    return []


def _numbers(cards: Pile) -> Picked:
    return tuple([card.order for card in cards])


def _run_row(run: RunCards) -> Picked:
    return tuple([WELL_CARD if card is None else card.order for card in run])


def _run(chosen: Sequence[int]) -> RunCards:
    return tuple([None if number == WELL_CARD else _CARDS[number] for number in chosen])


def _purse(view: State) -> Pile:
    return tuple([card for card in view.sides[view.turn].hand if card in NUMBER])


def _colours(view: State, slot: int) -> list[bool]:
    """Return the colours that can pay for a slot, each as whether it is red."""
    return [red for red in (False, True) if accepts_colour(view, slot, red)]


def _follow_payment(view: State, slot: int, picked: Picked) -> list[int]:
    """Return the cards that can follow in a payment, and `DONE` if it is sufficient."""
    if DONE in picked:
        return []
    cost = dict(slots_on_offer(view))[slot]
    purse, colours = _purse(view), _colours(view, slot)
    paid = tuple([_CARDS[number] for number in picked])

    def can_reach(place: int) -> bool:
        """Return whether a payment with the card at this place and later ones is sufficient."""
        most = [*paid, purse[place], *purse[place + 1 :]]
        return any(_best_value((*paid, purse[place]), most, red) >= cost for red in colours)

    found = _later(_numbers(purse), picked, can_reach)
    enough = is_payment(paid) and payment_value(paid) >= cost
    return [*found, DONE] if enough else found


def _best_value(fixed: Pile, most: Sequence[Card], red: bool) -> int:
    """Return the total value of the cards that can pay in this colour; 0 if a fixed card can't."""
    if any(not is_ace(card) and is_red(card) != red for card in fixed):
        return 0
    paid = tuple([card for card in most if is_ace(card) or is_red(card) == red])
    return payment_value(paid) if is_payment(paid) else 0


# ---------------------------------------------------------------- answers


def _follow_answer(view: State, form: AnswerForm, picked: Picked) -> list[int]:
    if PASS in picked:
        return []
    if len(form.picks) == 1:
        found = _follow_pick(view, form.picks[0], picked)
    elif len(picked) < len(form.picks):
        found = _follow_pick(view, form.picks[len(picked)], ())
    else:
        found = []
    return sorted([*found, PASS]) if form.may_pass and not picked else open_choices(found, DONE)


def _follow_pick(view: State, pick: Pick, picked: Picked) -> list[int]:
    """Return the options that can follow in one pick, and `DONE` if there are enough."""
    if DONE in picked:
        return []
    named = [one for one in pick.options if isinstance(one, Card)]
    options = in_order(named) if len(named) == len(pick.options) else pick.options
    numbers = [_option_number(view, one) for one in options]
    count = len(picked)
    found: list[int] = []
    if count < pick.most and pick.ordered:
        found = sorted((Counter(numbers) - Counter(picked)).keys())
    elif count < pick.most:
        found = _later(numbers, picked, lambda place: count + len(numbers) - place >= pick.least)
    return [*found, DONE] if count >= pick.least else found


def _later(numbers: Sequence[int], picked: Picked, fits: Callable[[int], bool]) -> list[int]:
    """Return the numbers after the last picked one whose place `fits`, ascending."""
    place = 0
    for number in picked:
        place = numbers.index(number, place) + 1
    return sorted({numbers[one] for one in range(place, len(numbers)) if fits(one)})


def _option_number(view: State, option: PromptOption) -> int:
    match option:
        case Slot(number):
            return SLOT + number
        case ChosenPlayer(seat):
            return PLAYER + (seat - _chooser(view)) % len(view.sides)
        case FromHand(card):
            return card.order
        case FromDiscard(card):
            return FROM_DISCARD + card.order
        case Top():
            return TOP
    return option.order


def _option(view: State, form: AnswerForm, number: int) -> PromptOption:
    """Return the option of this form with the given number."""
    options = [one for pick in form.picks for one in pick.options]
    return next(one for one in options if _option_number(view, one) == number)


def _chooser(view: State) -> Seat:
    seat = to_act(view)
    assert seat is not None
    return seat
