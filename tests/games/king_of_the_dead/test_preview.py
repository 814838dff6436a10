"""What picked cards can do, what they can't and why, and what a prompt asks."""

from random import Random
from typing import Any

import pytest

from regicide_tui.cards import Card, cards
from regicide_tui.games.base import take_text
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import (
    Answer,
    Buy,
    OptionPlace,
    Play,
    Score,
    format_option,
)
from regicide_tui.games.king_of_the_dead.powers import (
    POWERS,
    PROMPT_KINDS,
    available_powers,
    power_key,
)
from regicide_tui.games.king_of_the_dead.preview import (
    PickedCards,
    actions_in_hand,
    affordable,
    joinable,
    possible_actions,
    possible_recalls,
    refusal,
    waiting_prompt,
    why_nothing,
)
from regicide_tui.games.king_of_the_dead.state import Options, State
from tests.games.king_of_the_dead.strewn import random_options, random_position
from tests.loose import loose

POSITION: dict[str, Any] = {
    "players": 2,
    "hands": [["AC", "5H", "6D", "7H", "7S", "QH", "QS", "KD", "*"], ["2C"]],
    "parade": ["6S", "9C", None, "4H"],
    "newcomer": "2D",
    "well": ["4D"],
}


def _view(**more: Any) -> State:
    return GAME.view(GAME.load({**POSITION, **more}, "1", {}), 0)


def _picked(some: str, well: bool = False, slot: int | None = None) -> PickedCards:
    return PickedCards(cards(some), well, slot)


@pytest.mark.parametrize(
    ("some", "well", "slot", "found"),
    [
        ("", False, None, []),
        ("5H 6D 7H", False, None, ["Score 7H", "Buy 9C", "Buy the Newcomer", "Buy 6S"]),
        ("7H 5H 6D", False, None, ["Score 7H", "Buy 9C", "Buy the Newcomer", "Buy 6S"]),
        ("5H 6D", True, None, ["Score 6D"]),
        ("5H 6D", False, None, ["Buy 9C", "Buy the Newcomer", "Buy 6S"]),
        ("5H 6D", False, 1, ["Buy 6S"]),
        ("5H 6D", False, 0, ["Buy the Newcomer"]),
        ("5H 6D", False, 4, []),
        ("5H AC", False, None, ["Buy 9C", "Buy the Newcomer", "Buy 6S"]),
        ("7H 7S", False, None, ["Accede"]),
        ("7S", False, None, ["Buy the Newcomer", "Buy 4H"]),
        ("QH", False, None, ["Liturgy"]),
        ("QH QS", False, None, ["Liturgy+"]),
        ("QH AC", False, None, ["Bestir"]),
        ("KD *", False, None, ["Encumber"]),
        ("KD", False, 1, []),
        ("QS AC", False, None, []),
        ("*", False, None, []),
    ],
)
def test_all_that_the_picked_cards_can_do(
    some: str, well: bool, slot: int | None, found: list[str]
) -> None:
    picked = _picked(some, well, slot)
    names = [one.name for one in possible_actions(_view(), picked)]
    assert names == found
    assert bool(why_nothing(_view(), picked)) == (not found and bool(some))


def test_each_is_legal_and_says_what_it_means() -> None:
    view = _view()
    legal = GAME.legal_actions(view)
    for some in ("5H 6D 7H", "7H 7S", "5H AC", "QH", "KD *"):
        for one in possible_actions(view, _picked(some)):
            assert one.action in legal
            assert one.text
    texts = [one.text for one in possible_actions(view, _picked("5H 6D 7H"))]
    assert texts == [
        "7 points",
        "costs 9, 9 wasted, 5H isn't needed",
        "costs 7, 11 wasted, 5H isn't needed",
        "costs 6, 12 wasted, 5H isn't needed",
    ]
    (needed,) = [
        one.text
        for one in possible_actions(view, _picked("6D 7H", False, 1))
        if "wasted" in one.text
    ]
    assert "isn't needed" not in needed or "6D" in needed


@pytest.mark.parametrize(
    ("some", "well", "slot", "words"),
    [
        ("5H", False, None, "That pays 5. The cheapest card for red cards costs 6."),
        ("5H", False, 4, "Red cards buy black ones, and black cards buy red."),
        ("5H", False, 1, "5 of 6 picked, 1 missing."),
        ("5H", False, 3, "There is nothing to buy."),
        ("QH", False, 1, "Pay with 2 to 10 of one colour. You may add Aces."),
        ("*", False, None, "A Joker needs a companion: an Ace, a royal or another Joker."),
        (
            "AC",
            False,
            None,
            "An Ace joins a run, a pair, or a payment (highest, less one).",
        ),
        ("QH KD", False, None, "Only royals of one rank have a power together."),
        ("5H QH", False, None, "These cards have no power together, are no run and pay"),
        ("5H 7S", False, None, "These cards have no power together, are no run and pay"),
        ("QH", True, None, "A run is three numbers of one colour in sequence"),
    ],
)
def test_why_they_can_do_nothing(some: str, well: bool, slot: int | None, words: str) -> None:
    assert why_nothing(_view(), _picked(some, well, slot)).startswith(words)


def test_where_a_colour_can_buy_nothing_it_says_so() -> None:
    view = _view(parade=["4H"], newcomer=None)
    assert why_nothing(view, _picked("5H")) == "There is nothing to buy for red cards."


def test_in_a_prompt_nothing_else_can_be_done() -> None:
    state = take_text(GAME, GAME.load(POSITION, "1", {}), "play QH")[-1].state
    view = GAME.view(loose(state), 0)
    assert possible_actions(view, _picked("5H 6D 7H")) == []
    assert refusal(view, Play(cards("KD"))) == "First answer the question: send."
    assert refusal(view, Answer("send", cards("5H"))) == ""


def test_without_a_prompt_there_is_nothing_to_answer() -> None:
    assert refusal(_view(), Answer("pass")) == "There is no question to answer now."
    assert refusal(_view(phase="over"), Play(cards("KD"))) == "The game is over."


# ---------------------------------------------------------------- against the list of all


def _strewn(seed: int) -> State:
    rng = Random(seed)
    players = rng.randint(2, 4)
    options = random_options(rng, players)
    return GAME.load(random_position(rng, players), f"{seed}", options)


def _chosen(state: State, action: Any) -> tuple[Card, ...]:
    return tuple([card for card in action.cards if card is not None])


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_legal_is_possible_with_its_cards(seed: int) -> None:
    state = _strewn(seed)
    view = GAME.view(state, state.turn)
    for action in GAME.legal_actions(state):
        if isinstance(action, Buy | Play | Score):
            well = isinstance(action, Score) and None in action.cards
            slot = action.slot if isinstance(action, Buy) else None
            found = possible_actions(view, PickedCards(_chosen(state, action), well, slot))
            assert action in [one.action for one in found]


@pytest.mark.parametrize("seed", range(60))
def test_a_card_can_join_if_something_legal_holds_all_of_them(seed: int) -> None:
    state, rng = _strewn(seed), Random(seed)
    view, hand = GAME.view(state, state.turn), state.sides[state.turn].hand
    legal = [one for one in GAME.legal_actions(state) if isinstance(one, Buy | Play | Score)]
    wholes = [_chosen(state, one) for one in legal]
    for _ in range(6):
        chosen = tuple(sorted(rng.sample(range(len(hand)), rng.randint(0, min(3, len(hand))))))
        held = [hand[place] for place in chosen]
        fits = [w for w in wholes if all(held.count(card) <= w.count(card) for card in held)]
        wanted = [
            place in chosen or any(w.count(card) > held.count(card) for w in fits)
            for place, card in enumerate(hand)
        ]
        assert joinable(view, chosen) == wanted


@pytest.mark.parametrize("seed", range(60))
def test_what_can_be_bought_is_what_some_legal_purchase_buys(seed: int) -> None:
    state = _strewn(seed)
    legal = [one for one in GAME.legal_actions(state) if isinstance(one, Buy)]
    assert affordable(GAME.view(state, state.turn)) == {one.slot for one in legal}


def test_a_hand_buys_what_all_its_cards_of_a_colour_pay() -> None:
    assert affordable(_view()) == {0, 1, 2, 4}
    assert affordable(_view(hands=[["7S", "2H"], ["2C"]])) == {0, 4}
    assert affordable(_view(hands=[["AC", "*"], ["2C"]])) == set()


def test_with_the_well_only_runs_count() -> None:
    hand = _view().sides[0].hand
    open_cards = [
        card.text for card, can in zip(hand, joinable(_view(), (), True), strict=True) if can
    ]
    assert open_cards == ["AC", "5H", "6D"]


# ---------------------------------------------------------------- prompts


def _posed(play: str, **more: Any) -> State:
    hand = [*play.split()[1].split("+"), "5C", "6C"]
    position = {
        "players": 3,
        "hands": [hand, ["2C"], ["3C"]],
        "draws": [["4C", "4D", "4H", "4S", "5D"], ["2D"], []],
        "discards": [["9C", "9D"], ["8C"], []],
        "parade": ["KS", "2H"],
        "well": ["TC", "TD", "TH"],
        **more,
    }
    return GAME.reduce(GAME.load(position, "1", {}), GAME.parse(play)).state


@pytest.mark.parametrize(
    ("play", "kind", "sentence", "verb", "places"),
    [
        ("play JH", "corrupt", "Which of these cards do you", "discard", [OptionPlace.LOOKED]),
        ("play QH", "liturgy", "Which card of your hand do you send", "send", [OptionPlace.HAND]),
        (
            "play 3H+3S",
            "supplant",
            "Which card of the",
            "swap",
            [OptionPlace.PARADE, OptionPlace.HAND],
        ),
        (
            "play AH+AS",
            "familiar",
            "Which card of your",
            "retain",
            [OptionPlace.HAND, OptionPlace.PLAYED],
        ),
        ("play TS+TC", "search", "Which 2 cards of your draw pile", "take", [OptionPlace.DRAWS]),
        ("play KH+KS", "exhume", "Which card of the Well do you take?", "take", [OptionPlace.WELL]),
        (
            "play QH+QS",
            "liturgy+",
            "Which card of your hand or",
            "send",
            [OptionPlace.HAND_OR_DISCARD],
        ),
        ("play KC+KS", "sepulcher", "Which two cards of your", "send", [OptionPlace.DISCARD]),
        ("play JC+*", "pillage_target", "Whose cards", "target", [OptionPlace.PLAYERS]),
        ("play *+*", "devilry", "Which two players", "swap", [OptionPlace.PLAYERS]),
        (
            "play QC+*",
            "void_hand",
            "Which card of your hand do you send",
            "send",
            [OptionPlace.HAND],
        ),
    ],
)
def test_what_a_prompt_asks(
    play: str, kind: str, sentence: str, verb: str, places: list[OptionPlace]
) -> None:
    state = _posed(play)
    question = waiting_prompt(GAME.view(state, GAME.to_act(state)))
    assert question is not None
    assert (question.kind, question.seat) == (kind, GAME.to_act(state))
    assert question.sentence.startswith(sentence)
    assert question.form.verb == verb
    assert [pick.place for pick in question.form.picks] == places


def test_what_is_asked_makes_every_legal_answer() -> None:
    for play in ("play JH", "play 3H+3S", "play QC+QD+QH", "play JH+JD", "play JC+JS", "play KC+*"):
        state = _posed(play)
        question = waiting_prompt(GAME.view(state, 0))
        assert question is not None
        options = {format_option(one) for pick in question.form.picks for one in pick.options}
        for answer in GAME.legal_actions(state):
            words = GAME.format(answer).split()[1:]
            assert set(words) <= options | {"-"}, play


def test_asked_tells_how_many_and_whether_their_order_counts() -> None:
    question = waiting_prompt(GAME.view(_posed("play KC+KS"), 0))
    assert question is not None
    (pick,) = question.form.picks
    assert (pick.least, pick.most, pick.ordered) == (2, 2, True)
    question = waiting_prompt(GAME.view(_posed("play JH+JD"), 0))
    assert question is not None
    (pick,) = question.form.picks
    assert (pick.least, pick.most, pick.ordered) == (0, 4, False)


def test_without_a_prompt_nothing_is_asked() -> None:
    assert waiting_prompt(_view()) is None


def test_cards_of_the_hand_can_join_an_answer_until_there_are_enough() -> None:
    view = GAME.view(_posed("play QH"), 0)
    assert joinable(view, ()) == [True, True]
    assert joinable(view, (1,)) == [False, True]
    view = GAME.view(_posed("play 7H+7S"), 0)
    assert joinable(view, (0,)) == [True, True]
    view = GAME.view(_posed("play QC+QD+QH"), 0)
    assert joinable(view, ()) == [True, True]
    assert joinable(GAME.view(_posed("play JH"), 0), ()) == [False, False]


def test_every_power_has_a_line_that_fits_and_every_question_a_sentence() -> None:
    for power in POWERS.values():
        assert power.text.endswith(".")
        assert len(power.text) <= 100
    for question in PROMPT_KINDS.values():
        assert "?" in question.sentence
        assert len(question.sentence) <= 100


def test_the_power_of_an_ace_and_a_joker_says_what_becomes_of_the_joker() -> None:
    assert POWERS["A*"].text == (
        "Discard both; the Joker goes to the player to your left, the top of your draw pile to the "
        "Well."
    )


# ---------------------------------------------------------------- what lies in the hand


def test_each_number_to_score_and_each_power_of_the_hand_is_told_once() -> None:
    names = [one.name for one in actions_in_hand(_view())]
    assert names[:3] == ["Score 7H", "Score 6D", "Score 5H"]
    assert names[3:] == [
        *("Accede", "Liturgy", "Liturgy+", "Disinter", "Bestir", "Cipher", "Void", "Encumber")
    ]


@pytest.mark.parametrize("seed", range(60))
def test_what_lies_in_the_hand_is_legal_and_misses_no_number_and_no_power(seed: int) -> None:
    view = _strewn(seed)
    legal = GAME.legal_actions(view)
    found = [one.action for one in actions_in_hand(view)]
    assert set(found) <= set(legal)
    scored = {one.cards[2] or view.well[0] for one in legal if isinstance(one, Score)}
    told = {one.cards[2] or view.well[0] for one in found if isinstance(one, Score)}
    assert {card.rank for card in told} == {card.rank for card in scored}
    played = {power_key(one.cards) for one in legal if isinstance(one, Play)}
    assert {power_key(one.cards) for one in found if isinstance(one, Play)} == played


def test_familiars_can_be_recalled_by_their_numbers() -> None:
    view = _view(familiars=[["AS:9D", "AH:TC"], []])
    assert [(GAME.format(one.action), one.name) for one in possible_recalls(view)] == [
        ("recall 1", "Recall 9D"),
        ("recall 2", "Recall TC"),
    ]
    assert all(not refusal(view, one.action) for one in possible_recalls(view))


def test_in_a_prompt_nothing_lies_there_and_nothing_is_recalled() -> None:
    state = GAME.load({**POSITION, "familiars": [["AS:9S"], []]}, "1", {})
    asked_now = GAME.reduce(state, GAME.parse("play QH+QS")).state
    assert asked_now.prompt
    assert actions_in_hand(asked_now) == possible_recalls(asked_now) == []


@pytest.mark.parametrize(
    ("options", "gone"),
    [
        ({}, set()),
        ({"bestir_wild_aces": False}, {"QA red"}),
        ({"deity_powers": False}, {rank * many for rank in "JQK" for many in (3, 4)}),
        ({"jokers": False}, {"A*", "J*", "Q*", "K*", "**"}),
    ],
)
def test_house_rules_take_powers_away(options: dict[str, Any], gone: set[str]) -> None:
    assert set(POWERS) - set(available_powers(Options(**options))) == gone
