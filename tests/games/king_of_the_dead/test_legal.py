"""Large hands: what the list of legal actions leaves out, and that it says so (K-21)."""

from itertools import combinations
from random import Random
from time import process_time
from typing import Any

import pytest

from regicide_tui.cards import Card, cards
from regicide_tui.games.base import IllegalAction
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Buy
from regicide_tui.games.king_of_the_dead.state import State, in_order

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def _hand(texts: list[str], **more: Any) -> State:
    return GAME.load({"players": 4, "hands": [texts, [], [], []], **more}, "1", {})


def _accepted(state: State, action: Buy) -> bool:
    try:
        GAME.reduce(state, action)
    except IllegalAction:
        return False
    return True


def _needs_all(state: State, action: Buy) -> bool:
    """Tell whether the payment would not do without any of its cards."""
    paid = action.cards
    fewer = [paid[:place] + paid[place + 1 :] for place in range(len(paid))]
    return not any(some and _accepted(state, Buy(action.slot, some)) for some in fewer)


def _purchases(state: State) -> list[Buy]:
    return [action for action in GAME.legal_actions(state) if isinstance(action, Buy)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))  # with each, hundreds of payments
def test_of_a_hand_of_fourteen_only_payments_without_a_needless_card_are_listed(seed: int) -> None:
    numbers = [text for text in PACK * 2 if text[0] not in "JQK" and text not in ("2S", "7H")]
    texts = Random(seed).sample(numbers, 14)
    state = _hand(texts, parade=["2S", None, "7H", "KC", "QD"], newcomer="JS")
    hand: tuple[Card, ...] = in_order(cards(texts))
    every = {some for size in range(1, 8) for some in combinations(hand, size)}
    wanted = {
        action
        for some in every
        for slot in range(6)
        if _accepted(state, action := Buy(slot, some)) and _needs_all(state, action)
    }
    listed = _purchases(state)
    assert set(listed) == wanted
    assert len(listed) == len(wanted)
    assert not GAME.is_complete(state)


def test_up_to_thirteen_cards_all_payments_are_listed() -> None:
    texts = ["AH", *[text for text in PACK if text[1] in "CS" and text[0] in "234567"]]
    state = _hand(texts, parade=["KH"])
    assert GAME.is_complete(state)
    assert any(len(action.cards) == 13 for action in _purchases(state))


def test_a_larger_hand_is_complete_if_nothing_is_left_out() -> None:
    royals = [text for text in PACK if text[0] in "JQK"] + ["*", "*"]
    assert GAME.is_complete(_hand(royals, parade=["2H"], newcomer="3C"))
    assert GAME.is_complete(_hand([*royals, "TC"], parade=["KH"]))
    assert not GAME.is_complete(_hand([*royals, "TC", "TS"], parade=["KH"]))
    assert GAME.is_complete(_hand([*royals, "TC", "TS"], parade=["KS"]))


def test_what_is_not_listed_is_legal_all_the_same() -> None:
    texts = [text for text in PACK if text[1] in "CS" and text[0] in "2345678"]
    state = _hand(texts, parade=["2H"])
    whole = Buy(1, in_order(cards(texts)))
    assert whole not in _purchases(state)
    assert GAME.reduce(state, whole).state.sides[0].hand == ()


def test_a_prompt_with_too_many_answers_lists_the_short_ones() -> None:
    texts = ["7C", "7S", *[text for text in PACK if text[1] == "H"], "2D", "3D", "4D", "5D"]
    state = _hand(texts)
    state = GAME.reduce(state, GAME.parse("play 7C+7S")).state
    assert not GAME.is_complete(state)
    listed = [GAME.format(action) for action in GAME.legal_actions(state)]
    assert len(listed) == 1 + 17 + 17 * 16 // 2 + 17 * 16 * 15 // 6
    held = " ".join([card.text for card in state.sides[0].hand])
    after = GAME.reduce(state, GAME.parse(f"discard {held}")).state
    assert after.prompt is None
    small = GAME.reduce(_hand(texts[:18]), GAME.parse("play 7C+7S")).state
    assert GAME.is_complete(small)
    assert len(GAME.legal_actions(small)) == 2**16


def test_a_game_that_is_over_is_complete() -> None:
    assert GAME.is_complete(_hand(PACK, phase="over"))


# ---------------------------------------------------------------- how long it takes

SMALL_BLACK = [rank + suit for rank in "23456789T" for suit in "CS"]
ACES = ["AC", "AD", "AH", "AS"]
CHEAP = ["AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H"]
"""A Parade that nearly every payment can buy from."""
DEAR = ["KH", "KD", "QH", "QD", "JH", "JD", "TH", "TD"]
"""A Parade that needs many small cards."""
TWOS_TO_FIVES = [text for text in SMALL_BLACK if text[0] in "2345"]


def _seconds(state: State) -> float:
    """Return how long the processor works on the list, at the best of three times."""
    taken: list[float] = []
    for _ in range(3):
        began = process_time()
        GAME.legal_actions(state)
        taken.append(process_time() - began)
    return min(taken)


@pytest.mark.parametrize(
    ("hand", "parade", "count"),
    [
        (SMALL_BLACK[:13], CHEAP, 73_000),
        (["AC", *SMALL_BLACK[:12]], CHEAP, 73_000),
        ([*ACES, *SMALL_BLACK[:9]], CHEAP, 73_000),
        ([*TWOS_TO_FIVES, *ACES, "8C"], DEAR, 64_000),
    ],
)
def test_up_to_thirteen_cards_are_listed_within_a_tenth_of_a_second(
    hand: list[str], parade: list[str], count: int
) -> None:
    state = _hand(hand, parade=parade, newcomer="JS")
    assert len(hand) == 13
    assert len(GAME.legal_actions(state)) > count
    assert GAME.is_complete(state)
    assert _seconds(state) < 0.1


@pytest.mark.parametrize(
    "hand",
    [
        SMALL_BLACK[:14],
        [*SMALL_BLACK, "AC", "AD"],
        [*TWOS_TO_FIVES * 2, *ACES],
        [*SMALL_BLACK, *ACES * 2, "2D", "3D", "4D", "5D"],
        [*SMALL_BLACK * 2, *ACES * 2],
    ],
    ids=len,
)
@pytest.mark.parametrize("parade", [CHEAP, DEAR], ids=["cheap", "dear"])
def test_larger_hands_are_listed_within_a_fifth_of_a_second(
    hand: list[str], parade: list[str]
) -> None:
    free = [text if hand.count(text) < 2 else None for text in parade]  # two decks
    state = _hand(hand, parade=free, newcomer="JS")
    assert not GAME.is_complete(state)
    assert _seconds(state) < 0.2
