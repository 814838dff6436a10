"""The rules of King of the Dead: `reduce(state, action)` returns the next state.

    MAIN -score, buy, recall, play without a question-> MAIN
      | -play with a question-> PROMPT -answer-> PROMPT or MAIN
      ' -end-> MAIN of the next player, or OVER

Every action is checked first, and a failed check raises `IllegalAction`. The steps after the checks
can't fail.
"""

from collections.abc import Callable

from msgspec.structs import replace

from regicide_tui.games.base import Event, IllegalAction, Pile, Step
from regicide_tui.games.hands import remove_cards, replace_at
from regicide_tui.games.king_of_the_dead.actions import (
    NEWCOMER,
    Action,
    Answer,
    Buy,
    EndTurn,
    Play,
    Recall,
    Score,
)
from regicide_tui.games.king_of_the_dead.answer_forms import allows
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    FamiliarRecalled,
    PowerPlayed,
    RunScored,
)
from regicide_tui.games.king_of_the_dead.piles import active_side, add_to_hand, lay_on_discard
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS, find_power
from regicide_tui.games.king_of_the_dead.powers.pairs import take_newcomer
from regicide_tui.games.king_of_the_dead.powers.power import Power
from regicide_tui.games.king_of_the_dead.purchases import check_buy
from regicide_tui.games.king_of_the_dead.rounds import end_turn
from regicide_tui.games.king_of_the_dead.runs import (
    RunCards,
    fill_in_well_card,
    known_cards,
    order_run,
)
from regicide_tui.games.king_of_the_dead.state import Familiar, State, change_side
from regicide_tui.games.king_of_the_dead.values import in_order
from regicide_tui.games.regicide_family.plays import play_order

NO_QUESTION = "There is no question to answer now."


def reduce(state: State, action: Action) -> Step[State]:
    """Return the state after an action, and its events. The given state never changes.

    Raises `IllegalAction`; docs/rules-king-of-the-dead.md has the codes and their order.
    """
    if state.over:
        raise IllegalAction("game_over", "The game is over.")
    events: list[Event] = []
    if state.prompt:
        return Step(_answer(state, action, events), tuple(events))
    handler = _HANDLERS.get(type(action))
    if handler is None:
        raise IllegalAction("wrong_phase", NO_QUESTION)
    return Step(handler(state, action, events), tuple(events))


# ---------------------------------------------------------------- answers


def _answer(state: State, action: Action, events: list[Event]) -> State:
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
        raise IllegalAction("bad_answer", "That is not among what can be chosen here.")
    return action


# ---------------------------------------------------------------- runs, purchases, Familiars


def _score(state: State, action: Score, events: list[Event]) -> State:
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
        raise IllegalAction("not_in_hand", "The Well has one top card at most.")
    hand = remove_cards(active_side(state).hand, known_cards(run))
    cards = order_run(fill_in_well_card(run, state.well))
    if cards is None:
        raise IllegalAction(
            "bad_run", "A run is three numbers of one colour in sequence, one Ace for a lower card."
        )
    if None not in run:
        return hand, cards
    place = cards.index(state.well[0])
    return hand, (*cards[:place], None, *cards[place + 1 :])


def _buy(state: State, action: Buy, events: list[Event]) -> State:
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


def _recall(state: State, action: Recall, events: list[Event]) -> State:
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


def _play(state: State, action: Play, events: list[Event]) -> State:
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


def _end(state: State, _: EndTurn, events: list[Event]) -> State:
    return end_turn(state, events)


_HANDLERS: dict[type[Action], Callable[..., State]] = {
    EndTurn: _end,
    Recall: _recall,
    Score: _score,
    Buy: _buy,
    Play: _play,
}
