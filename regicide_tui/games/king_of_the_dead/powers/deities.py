"""The powers of three or four royals of a rank, in whatever colours (K-42)."""

from regicide_tui.games.base import Event, Pile
from regicide_tui.games.king_of_the_dead.answer_forms import AnswerForm, PromptOptions
from regicide_tui.games.king_of_the_dead.piles import draw
from regicide_tui.games.king_of_the_dead.powers.pairs import make_search
from regicide_tui.games.king_of_the_dead.powers.power import Power, PromptKind, open_prompt
from regicide_tui.games.king_of_the_dead.powers.royal_pairs import (
    make_exhume,
    pick_from_hand_or_discard,
    send_one,
)
from regicide_tui.games.king_of_the_dead.state import Prompt, State

_WORDS = {2: "two", 3: "three", 4: "four"}


def _consecrate(state: State, cards: Pile, events: list[Event]) -> State:
    return _ask_again(state, len(cards), 0, events)


def _ask_again(state: State, count: int, sent: int, events: list[Event]) -> State:
    """Ask for one more card while `count` is above 0, then draw `sent` cards."""
    posed = open_prompt(state, CONSECRATE, count=count, sent=sent) if count else None
    return posed or draw(state, state.turn, sent, events)


def _send_or_pass(
    state: State, prompt: Prompt, chosen: PromptOptions, events: list[Event]
) -> State:
    if not chosen:
        return draw(state, state.turn, prompt.sent, events)
    state = send_one(state, chosen, events)
    return _ask_again(state, prompt.count - 1, prompt.sent + 1, events)


CONSECRATE = PromptKind(
    "consecrate",
    "Which card of your hand or discard pile goes to the Well? You draw as many as you send.",
    lambda state, _: AnswerForm("send", (pick_from_hand_or_discard(state),), may_pass=True),
    _send_or_pass,
    counts=(1, 4),
)


def _royal_powers(size: int) -> dict[str, Power]:
    """Return the powers of `size` royals of one rank."""
    take, send = _WORDS[size - 1], _WORDS[size]
    return {
        "J" * size: Power(
            "Manifest",
            f"Take any {take} cards of your draw pile, then shuffle it.",
            make_search(size - 1),
            f"pick {size - 1} to draw",
        ),
        "Q" * size: Power(
            "Consecrate",
            f"Send up to {send} cards of hand or discard pile to the Well, draw as many.",
            _consecrate,
            f"up to {size} for as many",
        ),
        "K" * size: Power(
            "Exhume",
            f"Take any {take} cards of the Well.",
            make_exhume(size - 1),
            f"any {size - 1} of the Well",
        ),
    }


DEITY_POWERS = _royal_powers(3) | _royal_powers(4)

DEITY_PROMPT_KINDS = (CONSECRATE,)
