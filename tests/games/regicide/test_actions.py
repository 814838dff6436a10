"""The notation of the actions, both ways: case, spaces, order, and what is no action."""

from itertools import permutations

import pytest

from regicide_tui.cards import cards
from regicide_tui.games.base import IllegalAction, take_text, written
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import Action, Choose, Flip, Pay, Play, Yield
from tests.loose import loose

CANONICAL: dict[str, Action] = {
    "8D": Play(cards("8D")),
    "*": Play(cards("*")),
    "TC": Play(cards("TC")),
    "8D+AC": Play(cards("8D AC")),
    "KH+AS": Play(cards("KH AS")),
    "AC+AD": Play(cards("AC AD")),
    "3C+3D+3S": Play(cards("3C 3D 3S")),
    "2C+2D+2H+2S": Play(cards("2C 2D 2H 2S")),
    "yield": Yield(),
    "flip": Flip(),
    ">P1": Choose(0),
    ">P4": Choose(3),
    "pay 5H": Pay(cards("5H")),
    "pay 5H 6C": Pay(cards("5H 6C")),
    "pay * AC AD 2S 9H TC JD QS KC": Pay(cards("* AC AD 2S 9H TC JD QS KC")),
    "pay * *": Pay(cards("* *")),
}


@pytest.mark.parametrize(("text", "action"), CANONICAL.items(), ids=CANONICAL.keys())
def test_an_action_is_written_and_read_in_canonical_notation(text: str, action: Action) -> None:
    assert GAME.format(action) == text
    assert GAME.parse(text) == action


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("8d", "8D"),
        (" 8D ", "8D"),
        ("ac+8d", "8D+AC"),
        ("AC+8D", "8D+AC"),
        ("as+kh", "KH+AS"),
        ("AS+AC", "AC+AS"),
        ("5S+5H+5D+5C", "5C+5D+5H+5S"),
        ("YIELD", "yield"),
        ("  Yield", "yield"),
        ("FLIP  ", "flip"),
        (">p3", ">P3"),
        ("PAY 5h", "pay 5H"),
        ("Pay   6C    5H", "pay 5H 6C"),
        ("pay tc 9h * 2s ac kc ad", "pay * AC AD 2S 9H TC KC"),
        ("pay ks kh kd kc", "pay KC KD KH KS"),
    ],
)
def test_input_may_be_in_any_case_order_and_spacing(text: str, canonical: str) -> None:
    assert GAME.format(GAME.parse(text)) == canonical


def test_a_play_is_a_set_however_it_is_named() -> None:
    for order in permutations(["2C", "2D", "2H", "2S"]):
        assert GAME.parse("+".join(order)) == Play(cards("2C 2D 2H 2S"))


@pytest.mark.parametrize("text", ["*>P3", " *>p3 "])
def test_a_jester_and_the_choice_may_be_named_at_once(text: str) -> None:
    assert GAME.spell_out(text) == ("*", ">P3")
    state = GAME.load({"players": 3, "hands": [["*"], ["2C"], ["3C"]], "enemy": "JC"}, "1", {})
    moves = take_text(GAME, state, text)
    assert written(loose(GAME), moves) == ("*", ">P3")
    assert moves == (*take_text(GAME, state, "*"), *take_text(GAME, loose(moves[0].state), ">P3"))


@pytest.mark.parametrize("text", ["8D", "ac+8d", "yield", ">P2", "pay  5H 6C", "*"])
def test_everything_else_is_one_action(text: str) -> None:
    (only,) = GAME.spell_out(text)
    assert GAME.parse(only) == GAME.parse(text)


NO_ACTION = [
    "",
    " ",
    "hello",
    "8",
    "D8",
    "10D",
    "1D",
    "8X",
    "8D +AC",
    "8D+ AC",
    "8D+",
    "+8D",
    "8D++AC",
    "8DAC",
    "8D AC",
    "8D,AC",
    "2C+2D+2H+2S+2C",
    "**",
    "?",
    "8D+?",
    "pay",
    "pay ",
    "pay5H",
    "pay 5H+6C",
    "pay 5H,6C",
    "pay 5H pay 6C",
    "pay ?",
    "yield 5H",
    "yields",
    "flip *",
    ">",
    ">P",
    ">P10",
    ">P-1",
    "> P3",
    ">3",
    "P3",
    "*>",
    "*>3",
    "* >P3",
    "8D>P3",
    "8D\n",
    "\n8D",
    "8D\t",
    "pay\t5H",
    "pay 5H\u00a06C",
    "8D\x00",
    "８D",
    "8Ｄ",
    ">P٣",
    ">P²",
    "y\u0131eld",
    "ﬂip",
    "pay 5H\u2003",
    "x" * 100_000,
    "pay" + " 5H" * 50_000 + "!",
]


@pytest.mark.parametrize("text", NO_ACTION, ids=lambda text: repr(text[:20]))
def test_what_is_no_action_of_any_game_is_bad_syntax(text: str) -> None:
    for read in (GAME.parse, GAME.spell_out):
        with pytest.raises(IllegalAction) as refusal:
            read(text)
        assert refusal.value.code == "bad_syntax"
        assert len(refusal.value.message) < 120
        assert refusal.value.message.endswith(".")


OTHER_GAMES = [
    "end",
    "PASS",
    "recall 0",
    "recall 12",
    "score 8D W *",
    "buy @1 8D AC",
    "buy @12 8D",
    "buy n *",
    "play 8D",
    "play 8D+AC",
    "discard -",
    "discard 8D AC",
    "order 8D AC",
    "send 8D AC",
    "send H:8D",
    "send d:8D",
    "send 8D",
    "target P2",
    "retain 8D AC",
    "swap @1 8D",
    "swap P1 P2",
    "take top",
    "take @2",
    "take D:8D",
    "take 8D AC",
]


@pytest.mark.parametrize("text", OTHER_GAMES)
def test_an_action_of_another_game_is_of_the_wrong_phase(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.parse(text)
    assert refusal.value.code == "wrong_phase"


@pytest.mark.parametrize("player", [0, 5, 9])
def test_a_player_who_is_not_there_can_be_named_but_not_chosen(player: int) -> None:
    assert GAME.parse(f">P{player}") == Choose(player - 1)
    three = {"players": 3, "hands": [["5C"], ["2C"], ["3C"]], "enemy": "JC", "phase": "choose"}
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, GAME.load(loose(three), "1", {}), f">P{player}")
    assert refusal.value.code == "bad_target"


@pytest.mark.parametrize(
    ("text", "by", "code"),
    [
        ("nonsense", 1, "wrong_player"),
        ("nonsense", 0, "bad_syntax"),
        ("take top", 0, "wrong_phase"),
        ("flip", 0, "wrong_phase"),
        ("pay 9H", 0, "wrong_phase"),
        (">P2", 0, "wrong_phase"),
        ("8D+8C", 0, "not_in_hand"),
        ("5C+5C", 0, "not_in_hand"),
        ("*>P9", 0, "not_in_hand"),
        ("5C+9H", 0, "bad_combo"),
        ("yield", 0, "cannot_yield"),
    ],
)
def test_the_first_check_that_fails_gives_the_code(text: str, by: int, code: str) -> None:
    position = {"players": 2, "hands": [["5C", "9H"], ["2C"]], "enemy": "JH"}
    state = GAME.load({**loose(position), "yielded": [False, True]}, "1", {})
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, state, text, by)
    assert refusal.value.code == code


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_nobody_acts_for_another(turn: int) -> None:
    position = {"players": 3, "hands": [["5C"], ["2C"], ["3C"]], "enemy": "JC", "turn": turn}
    state = GAME.load(loose(position), "1", {})
    for seat in {-1, 0, 1, 2, 3} - {turn - 1}:
        with pytest.raises(IllegalAction) as refusal:
            take_text(GAME, state, "yield", seat)
        assert refusal.value.code == "wrong_player"
    assert take_text(GAME, state, "yield", turn - 1) == take_text(GAME, state, "yield")


def test_after_the_end_there_is_no_other_code() -> None:
    position = {"players": 2, "hands": [["5C"], ["2C"]], "enemy": "JH", "phase": "over"}
    state = GAME.load({**loose(position), "result": "lost", "reason": "cannot_pay"}, "1", {})
    for text, by in (("5C", 0), ("5C", 1), ("nonsense", None), ("flip", 7)):
        with pytest.raises(IllegalAction) as refusal:
            take_text(GAME, state, text, by)
        assert refusal.value.code == "game_over"


def test_a_jester_and_a_wrong_choice_are_refused_together() -> None:
    position = {"players": 3, "hands": [["*", "5C"], ["2C"], ["3C"]], "enemy": "JC"}
    state = GAME.load(loose(position), "1", {})
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, state, "*>P4")
    assert refusal.value.code == "bad_target"
    assert loose(take_text(GAME, state, "*>P3")[-1].state).turn == 2
