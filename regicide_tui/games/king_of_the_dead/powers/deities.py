"""The powers of three or four royals of a rank, in whatever colours (K-42)."""

from regicide_tui.games.base import Event, Pile
from regicide_tui.games.king_of_the_dead.asks import Ask, Chosen
from regicide_tui.games.king_of_the_dead.piles import draw
from regicide_tui.games.king_of_the_dead.powers.pairs import search
from regicide_tui.games.king_of_the_dead.powers.power import Power, Question, pose
from regicide_tui.games.king_of_the_dead.powers.royal_pairs import (
    exhume,
    hand_or_discard,
    send_one,
)
from regicide_tui.games.king_of_the_dead.state import Prompt, State

_WORDS = {2: "two", 3: "three", 4: "four"}


def _consecrate(state: State, cards: Pile, events: list[Event]) -> State:
    return _ask_again(state, len(cards), 0, events)


def _ask_again(state: State, count: int, sent: int, events: list[Event]) -> State:
    """Ask for one more card while some may be sent; then as many are drawn."""
    posed = pose(state, CONSECRATE, count=count, sent=sent) if count else None
    return posed or draw(state, state.turn, sent, events)


def _send_or_pass(state: State, prompt: Prompt, chosen: Chosen, events: list[Event]) -> State:
    if not chosen:
        return draw(state, state.turn, prompt.sent, events)
    state = send_one(state, chosen, events)
    return _ask_again(state, prompt.count - 1, prompt.sent + 1, events)


CONSECRATE = Question(
    "consecrate",
    "Which card of your hand or discard pile goes to the Well? You draw as many as you send.",
    lambda state, _: Ask("send", (hand_or_discard(state),), may_pass=True),
    _send_or_pass,
    counts=(1, 4),
)


def _of(size: int) -> dict[str, Power]:
    """Return the powers of so many royals."""
    take, send = _WORDS[size - 1], _WORDS[size]
    return {
        "J" * size: Power(
            "Manifest",
            f"Take any {take} cards of your draw pile, then shuffle it.",
            search(size - 1),
        ),
        "Q" * size: Power(
            "Consecrate",
            f"Send up to {send} cards of hand or discard pile to the Well, draw as many.",
            _consecrate,
        ),
        "K" * size: Power("Exhume", f"Take any {take} cards of the Well.", exhume(size - 1)),
    }


POWERS = _of(3) | _of(4)

QUESTIONS = (CONSECRATE,)
