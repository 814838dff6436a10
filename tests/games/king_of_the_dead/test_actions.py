"""The notation of the actions, both ways: case, spaces, order, and what is no action."""

import pytest

from regicide_tui.cards import card, cards
from regicide_tui.games.base import IllegalAction, take_text, written
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import (
    NEWCOMER,
    Action,
    Answer,
    Buy,
    ChosenPlayer,
    EndTurn,
    FromDiscard,
    FromHand,
    Play,
    Recall,
    Score,
    Slot,
    Top,
)
from tests.loose import loose

CANONICAL: dict[str, Action] = {
    "end": EndTurn(),
    "recall 1": Recall(1),
    "recall 12": Recall(12),
    "score 5H 6D 7H": Score(cards("5H 6D 7H")),
    "score 5H AS 7H": Score(cards("5H AS 7H")),
    "score AS 2H 3D": Score(cards("AS 2H 3D")),
    "score AS W 6C": Score((card("AS"), None, card("6C"))),
    "score 5H 6D W": Score((*cards("5H 6D"), None)),
    "buy @2 3C 4C": Buy(2, cards("3C 4C")),
    "buy @8 AC AD TS": Buy(8, cards("AC AD TS")),
    "buy N 3H 4D": Buy(NEWCOMER, cards("3H 4D")),
    "play JH": Play(cards("JH")),
    "play 4H+4S": Play(cards("4H 4S")),
    "play KD+KH+KS": Play(cards("KD KH KS")),
    "play QH+AC": Play(cards("QH AC")),
    "play KH+*": Play(cards("KH *")),
    "play *+*": Play(cards("* *")),
    "discard 9C": Answer("discard", cards("9C")),
    "discard -": Answer("discard"),
    "discard 2C 3C *": Answer("discard", cards("2C 3C *")),
    "order 4C 2C": Answer("order", cards("4C 2C")),
    "send 5C": Answer("send", cards("5C")),
    "send *": Answer("send", cards("*")),
    "send h:5C": Answer("send", (FromHand(card("5C")),)),
    "send d:8C": Answer("send", (FromDiscard(card("8C")),)),
    "send 6H 4H": Answer("send", cards("6H 4H")),
    "retain 9C AH": Answer("retain", cards("9C AH")),
    "swap @1 5C": Answer("swap", (Slot(1), card("5C"))),
    "swap P2 P4": Answer("swap", (ChosenPlayer(1), ChosenPlayer(3))),
    "take @3": Answer("take", (Slot(3),)),
    "take 2C 4C": Answer("take", cards("2C 4C")),
    "take d:KH": Answer("take", (FromDiscard(card("KH")),)),
    "take top": Answer("take", (Top(),)),
    "target P2": Answer("target", (ChosenPlayer(1),)),
    "pass": Answer("pass"),
}


@pytest.mark.parametrize(("text", "action"), CANONICAL.items(), ids=CANONICAL.keys())
def test_an_action_is_written_and_read_in_canonical_notation(text: str, action: Action) -> None:
    assert GAME.format(action) == text
    assert GAME.parse(text) == action


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  END ", "end"),
        ("Recall   01", "recall 1"),
        ("score 7h 5h 6d", "score 5H 6D 7H"),
        ("score 3D 2H AS", "score AS 2H 3D"),
        ("score 7H AS 5D", "score 5D AS 7H"),
        ("buy @02 4c 3c", "buy @2 3C 4C"),
        ("BUY n ts as", "buy N AS TS"),
        ("play as+qh", "play QH+AS"),
        ("play *+kh", "play KH+*"),
        ("play 4s+4h", "play 4H+4S"),
        ("discard * 3c 2c", "discard 2C 3C *"),
        ("take 4d 2d 3d", "take 2D 3D 4D"),
        ("TAKE D:kh", "take d:KH"),
        ("take TOP", "take top"),
        ("Send H:5c", "send h:5C"),
        ("swap p4 p2", "swap P2 P4"),
        ("order 4c 2c", "order 4C 2C"),
        ("send 6h 4h", "send 6H 4H"),
        ("retain ah 9c", "retain AH 9C"),
    ],
)
def test_input_may_be_in_any_case_order_and_spacing(text: str, canonical: str) -> None:
    assert GAME.format(GAME.parse(text)) == canonical


@pytest.mark.parametrize(
    ("well", "text", "canonical"),
    [
        ("7H", "score W 6D 5H", "score 5H 6D W"),
        ("5H", "score 7H W 6D", "score W 6D 7H"),
        ("6H", "score 7H W 5D", "score 5D W 7H"),
        ("AS", "score W 7H 6D", "score W 6D 7H"),
        ("AS", "score 7H 5H W", "score 5H W 7H"),
    ],
)
def test_a_run_with_the_well_is_recorded_from_low_to_high(
    well: str, text: str, canonical: str
) -> None:
    hand = text.upper().replace("W", "").split()[1:]
    state = GAME.load({"players": 2, "hands": [hand, []], "well": [well]}, "1", {})
    (move,) = take_text(GAME, state, text)
    assert written(loose(GAME), [move]) == (canonical,)
    assert canonical in [GAME.format(action) for action in GAME.legal_actions(state)]


NO_ACTION = [
    "",
    " ",
    "hello",
    "ends",
    "end 5H",
    "recall",
    "recall -1",
    "recall 1 2",
    "recall \u0661",
    "score 5H 6H",
    "score 5H 6H 7H 8H",
    "score N 6H 7H",
    "buy 5H",
    "buy @ 5H",
    "buy @1",
    "buy @x 5H",
    "buy W 5H",
    "buy @1 5H+6H",
    "buy @1 W",
    "play",
    "play JH JD",
    "play JH+JD+JS+JC+JH",
    "play W",
    "discard",
    "discard - 5H",
    "discard 5H,6H",
    "order",
    "send",
    "send 5C 6C 7C",
    "send x:5C",
    "send h: 5C",
    "send h:5C 6C",
    "retain 9C",
    "swap @1",
    "swap 5C @1",
    "swap P1",
    "swap P1 P2 P3",
    "swap @1 P2",
    "take",
    "take @1 @2",
    "take h:5C",
    "take top 5C",
    "take P1",
    "target",
    "target 2",
    "target P10",
    "pass now",
    "play JH\n",
    "play\tJH",
    "play ＪH",
    "score 5H 6D 7\u0130",
]


@pytest.mark.parametrize("text", NO_ACTION, ids=repr)
def test_what_is_no_action_of_any_game_is_bad_syntax(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.parse(text)
    assert refusal.value.code == "bad_syntax"
    assert "play JH" in refusal.value.message


@pytest.mark.parametrize("text", ["8D", "8D+AC", "*", "yield", "flip", ">P2", "*>P3", "pay 5H 6C"])
def test_an_action_of_another_game_is_of_the_wrong_phase(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.parse(text)
    assert refusal.value.code == "wrong_phase"


@pytest.mark.parametrize("digits", ["0", "00", "9", "123456789", "9" * 5000])
def test_a_number_may_be_anything_and_then_names_nothing(digits: str) -> None:
    position = {"players": 2, "hands": [["5C"], []], "parade": ["2H"], "newcomer": "3C"}
    state = GAME.load(loose(position), "1", {})
    for text in (f"recall {digits}", f"buy @{digits} 5C"):
        with pytest.raises(IllegalAction) as refusal:
            take_text(GAME, state, text)
        assert refusal.value.code == "bad_target"


MAIN = {
    "players": 2,
    "hands": [["2S", "3S", "5C", "9H", "KH", "*"], ["2C"]],
    "parade": ["7H", "8C"],
    "well": ["4S"],
}


@pytest.mark.parametrize(
    ("text", "by", "code"),
    [
        ("nonsense", 1, "wrong_player"),
        ("nonsense", 0, "bad_syntax"),
        ("take top", 0, "wrong_phase"),
        ("pass", 0, "wrong_phase"),
        ("discard -", 0, "wrong_phase"),
        ("yield", 0, "wrong_phase"),
        ("recall 1", 0, "bad_target"),
        ("score 2S 3S 4S", 0, "not_in_hand"),
        ("score W W 3S", 0, "not_in_hand"),
        ("score 5C 3S W", 0, None),
        ("score 9H 3S W", 0, "bad_run"),
        ("buy N 2C", 0, "bad_target"),
        ("buy @4 KH", 0, "bad_target"),
        ("buy @5 2S", 0, "bad_target"),
        ("buy @1 2C 5S", 0, "not_in_hand"),
        ("buy @1 5C 5C", 0, "not_in_hand"),
        ("buy @1 KH", 0, "bad_payment"),
        ("buy @1 *", 0, "bad_payment"),
        ("buy @1 2S 9H", 0, "bad_payment"),
        ("buy @2 2S", 0, "payment_short"),
        ("buy @1 9H", 0, "wrong_colour"),
        ("buy @2 9H", 0, None),
        ("play QH", 0, "not_in_hand"),
        ("play *+*", 0, "not_in_hand"),
        ("play *", 0, "no_power"),
        ("play 5C", 0, "no_power"),
        ("play 5C+*", 0, "no_power"),
        ("play KH+*", 0, None),
    ],
)
def test_the_first_check_that_fails_gives_the_code(text: str, by: int, code: str | None) -> None:
    state = GAME.load(loose(MAIN), "1", {})
    try:
        take_text(GAME, state, text, by)
    except IllegalAction as error:
        assert error.code == code
    else:
        assert code is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("end", "wrong_phase"),
        ("play KH", "wrong_phase"),
        ("take @1", "wrong_phase"),
        ("pass", "wrong_phase"),
        ("send 9D", "bad_answer"),
        ("send h:5C", "bad_answer"),
        ("send 5C 6C", "bad_answer"),
    ],
)
def test_in_a_prompt_only_answers_count(text: str, code: str) -> None:
    position = {"players": 2, "hands": [["QH", "5C", "6C", "KH"], []], "parade": ["2C"]}
    state = loose(take_text(GAME, GAME.load(loose(position), "1", {}), "play QH")[-1].state)
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, state, text)
    assert refusal.value.code == code
