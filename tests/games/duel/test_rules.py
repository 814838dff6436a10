"""Rules that are easily got wrong, and that no conformance case asks about."""

from typing import Any

import pytest

from regicide_tui.cards import cards
from regicide_tui.games.base import IllegalAction, take_text, to_json
from regicide_tui.games.duel import GAME
from regicide_tui.games.regicide_family.plays import Play
from tests.loose import loose

Position = dict[str, Any]


def _table(first: str, second: str, **more: Any) -> Position:
    """Lay a position; hands are written as one line each."""
    return {"hands": [first.split(), second.split()], **more}


def _after(position: Position, *actions: str, **options: Any) -> Position:
    """Play the actions and return the position then, with the legal actions."""
    state = GAME.load(position, "7F3K", options)
    for action in actions:
        state = loose(take_text(GAME, state, action)[-1].state)
    legal = sorted([GAME.format(action) for action in GAME.legal_actions(state)])
    return {**GAME.position(state), "legal": legal}


def _refusal(position: Position, action: str, **options: Any) -> str:
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, GAME.load(position, "7F3K", options), action)
    assert refusal.value.message.endswith(".")
    return refusal.value.code


def _events(position: Position, action: str) -> list[Any]:
    state = GAME.load(position, "7F3K", {})
    return [to_json(event) for move in take_text(GAME, state, action) for event in move.events]


# ---------------------------------------------------------------- what may be played


@pytest.mark.parametrize(
    "play",
    ["2C+2D", "2C+2D+2H+2S", "3C+3D+3H", "4C+4D", "5C+5D", "9C+AC", "KH+AS", "AC+AD", "JS"],
)
def test_these_cards_go_together(play: str) -> None:
    position = _table(f"{play.replace('+', ' ')} TH", "KC KD KH")
    assert play in _after(position)["legal"]
    assert _after(position, play)["phase"] == "pay"


@pytest.mark.parametrize(
    "play",
    [
        "AC+AD+AH",
        "2C+AC+AD",
        "3C+3D+3H+3S",
        "4C+4D+4H",
        "6C+6D",
        "TC+TD",
        "JC+JD",
        "2C+3C",
        "JC+QC",
    ],
)
def test_these_cards_do_not_go_together(play: str) -> None:
    position = _table(f"{play.replace('+', ' ')} TH", "KC KD KH")
    assert _refusal(position, play) == "bad_combo"
    assert play not in _after(position)["legal"]


@pytest.mark.parametrize(
    ("given", "laid"), [("AC 5D", "5D AC"), ("5D 5C", "5C 5D"), ("5D AC", "5D AC")]
)
def test_the_cards_of_a_play_lie_in_order_however_they_are_given(given: str, laid: str) -> None:
    state = GAME.load(_table("AC 5D 5C TH", "KC KD KH"), "7F3K", {})
    assert GAME.reduce(state, Play(cards(given))).state.played == cards(laid)


@pytest.mark.parametrize("action", ["yield", "flip", ">P1", ">P2", "*>P2", "end", "take top"])
def test_there_is_nothing_to_do_but_play_and_pay(action: str) -> None:
    assert _refusal(_table("5C", "KC"), action) == "wrong_phase"
    assert _refusal(_table("5C", "KC", phase="pay", due=5, played="5D"), action) == "wrong_phase"


def test_a_jester_is_a_card_that_nobody_has() -> None:
    assert _refusal(_table("5C", "KC"), "*") == "not_in_hand"


# ---------------------------------------------------------------- powers


def test_hearts_come_before_diamonds() -> None:
    position = _table("4H 4D TC", "KC KD KH", tavern=["9S"], discard=["2C"])
    after = _after(position, "4D+4H")
    assert after["hands"][0] == ["2C", "9S", "TC"]
    assert (after["tavern"], after["discard"]) == ([], [])


def test_hearts_leave_the_rest_of_the_discard_shuffled() -> None:
    discard = [f"{rank}C" for rank in "23456789"]
    tops = set()
    for seed in range(40):
        state = GAME.load(_table("AH TC", "KC", discard=discard), f"{seed}", {})
        after = GAME.position(loose(take_text(GAME, state, "AH")[-1].state))
        assert sorted(loose(after["tavern"]) + loose(after["discard"])) == discard
        tops.add(loose(after["discard"])[0])
    assert len(tops) > 4


def test_hearts_can_not_heal_the_shield_they_destroy() -> None:
    after = _after(_table("5H TC", "KC", shields=[[], ["3S"]], discard=["2C"]), "5H")
    assert (after["tavern"], after["discard"]) == (["2C"], ["3S"])


def test_the_cards_just_played_leave_room_to_draw() -> None:
    hand = "2D AD 3C 4C 5C 6C 7C"
    after = _after(_table(hand, "KC", tavern=["8C", "9C", "TC"]), "2D+AD")
    assert (after["hand_counts"][0], after["tavern"]) == (7, ["TC"])


def test_two_diamonds_draw_one_castle_card() -> None:
    after = _after(_table("2D AD 3C", "KC", castle=["JS", "JH"]), "2D+AD")
    assert (after["castle"], after["hands"][1]) == (["JH"], ["JS", "KC"])


def test_who_attacks_draws_no_castle_card() -> None:
    after = _after(_table("2D 3C", "4C 5C 6C 7C 8C 9C TC", castle=["JS"]), "2D")
    assert (after["castle"], after["hands"][0]) == (["JS"], ["3C"])


def test_a_castle_card_comes_too_when_nobody_can_draw_from_the_tavern() -> None:
    after = _after(_table("2D 3C", "KC", castle=["JS"], tavern=[]), "2D")
    assert after["hands"] == [["3C"], ["JS", "KC"]]


# ---------------------------------------------------------------- attack and shield


@pytest.mark.parametrize(
    ("play", "shields", "due"),
    [("9C", ["TS", "8S"], 0), ("9C", ["TS", "7S"], 1), ("9C", ["TS", "9S"], 0), ("9C", [], 18)],
)
def test_a_doubled_attack_meets_the_whole_shield(play: str, shields: list[str], due: int) -> None:
    after = _after(_table("9C 2C", "KC KD", shields=[[], shields]), play)
    assert after["due"] == due
    assert after["shields"][1] == (shields if shields == ["TS", "9S"] else [])


def test_the_own_shield_neither_helps_nor_hinders_an_attack() -> None:
    after = _after(_table("5H 2C", "KC", shields=[["KS"], []]), "5H")
    assert (after["due"], after["shields"]) == (5, [["KS"], []])


def test_clubs_double_the_attack_and_not_the_shield() -> None:
    after = _after(_table("TC AS 2H", "KC 3H"), "TC+AS", "pay 3H KC", overpay="free")
    assert after["shield_values"] == [11, 0]


def test_an_attack_can_be_42_at_most_and_so_a_shield_of_43_never_falls() -> None:
    wall = ["KS", "QS", "8S"]
    after = _after(_table("KC AC 2H", "3H", shields=[[], wall]), "KC+AC")
    assert (after["shields"][1], after["due"]) == (wall, 0)


def test_a_spade_that_is_blocked_still_becomes_a_shield() -> None:
    after = _after(_table("2S 3H", "3D", shields=[[], ["9S"]]), "2S")
    assert (after["shields"], after["turn"]) == ([["2S"], ["9S"]], 2)


def test_a_shield_is_only_there_once_the_turn_is_over() -> None:
    after = _after(_table("2S 3H", "3D"), "2S")
    assert (after["played"], after["shield_values"]) == ("2S", [0, 0])


# ---------------------------------------------------------------- payment


def test_only_the_attacked_player_pays() -> None:
    position = _table("TC", "TD", phase="pay", due=5, played="5D")
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, GAME.load(position, "1", {}), "pay TC", 0)
    assert refusal.value.code == "wrong_player"
    assert _refusal(position, "pay TC") == "not_in_hand"
    assert _after(position, "pay TD")["turn"] == 2


@pytest.mark.parametrize(
    ("overpay", "legal"),
    [
        ("one_at_a_time", ["pay 2C TD", "pay TD"]),
        ("minimal", ["pay TD"]),
        ("free", ["pay 2C TD", "pay TD"]),
    ],
)
def test_how_much_may_be_paid_is_a_house_rule(overpay: str, legal: list[str]) -> None:
    position = _table("3C", "2C TD", phase="pay", due=10, played="5C")
    assert _after(position, overpay=overpay)["legal"] == legal


# ---------------------------------------------------------------- the end


def test_who_can_not_pay_has_lost_and_nothing_moves_any_more() -> None:
    position = _table("9C 2C", "TH 4D", shields=[[], ["2S"]], discard=["8D"])
    after = _after(position, "9C")
    assert (after["phase"], after["winner"], after["reason"]) == ("over", 1, "cannot_pay")
    assert (after["turn"], after["actor"], after["due"], after["played"]) == (1, None, 16, "9C")
    assert (after["discard"], after["hands"]) == (["2S", "8D"], [["2C"], ["4D", "TH"]])
    assert after["legal"] == []


def test_the_last_card_may_be_played_if_the_opponent_must_pay_with_his_last_too() -> None:
    after = _after(_table("5C", "TD"), "5C", "pay TD")
    assert (after["winner"], after["reason"], after["turn"]) == (1, "cannot_play", 2)


def test_an_attack_that_draws_a_way_to_pay_does_not_win() -> None:
    after = _after(_table("TD 2C", "", castle=["JH"]), "TD")
    assert (after["phase"], after["legal"]) == ("pay", ["pay JH"])


def test_after_the_end_there_is_no_other_code() -> None:
    state = loose(take_text(GAME, GAME.load(_table("9C 2C", "TH 4D"), "1", {}), "9C")[-1].state)
    assert GAME.outcome(state) is not None
    for text, by in (("2C", 0), ("pay TH", 1), ("nonsense", None), ("yield", 7)):
        with pytest.raises(IllegalAction) as refusal:
            take_text(GAME, state, text, by)
        assert refusal.value.code == "game_over"


@pytest.mark.parametrize(
    ("text", "by", "code"),
    [
        ("nonsense", 1, "wrong_player"),
        ("nonsense", 0, "bad_syntax"),
        ("yield", 0, "wrong_phase"),
        ("pay 9H", 0, "wrong_phase"),
        ("8D+8C", 0, "not_in_hand"),
        ("5C+9H", 0, "bad_combo"),
    ],
)
def test_the_first_check_that_fails_gives_the_code(text: str, by: int, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, GAME.load(_table("5C 9H", "2C"), "1", {}), text, by)
    assert refusal.value.code == code


# ---------------------------------------------------------------- what the log is told


def test_the_events_tell_a_turn_in_order() -> None:
    more: Position = {"shields": [["2S"], ["6S", "2C+2H"]], "discard": ["9H"], "castle": ["JC"]}
    position = _table("5D 5S KC", "KD KH", tavern=["2D", "8D"], **more)
    assert _events(position, "5D+5S") == [
        {"type": "CardsPlayed", "player": 1, "cards": ["5D", "5S"], "value": 10},
        {"type": "CardsDrawn", "player": 1, "cards": ["2D", "8D"]},
        {"type": "CastleCardDrawn", "player": 2, "card": "JC"},
        {"type": "AttackMade", "player": 1, "attack": 10, "doubled": False, "shield": 10},
        {"type": "ShieldDestroyed", "player": 2, "cards": ["6S", "2C", "2H"]},
        {"type": "ShieldRaised", "player": 1, "amount": 10, "shield": 12},
        {"type": "TurnBegan", "player": 2},
    ]


def test_the_events_tell_an_attack_and_its_payment() -> None:
    position = _table("4H 4C TD", "KC 2D", discard=["3C"])
    assert _events(position, "4C+4H") == [
        {"type": "CardsPlayed", "player": 1, "cards": ["4C", "4H"], "value": 8},
        {"type": "DiscardHealed", "count": 1},
        {"type": "AttackMade", "player": 1, "attack": 16, "doubled": True, "shield": 0},
        {"type": "DamageSuffered", "player": 2, "due": 16},
    ]
    position = _table("KC 2D", "TD", phase="pay", turn=2, due=16, played="4C+4H")
    assert _events(position, "pay 2D KC") == [
        {"type": "DamagePaid", "player": 1, "cards": ["2D", "KC"], "due": 16},
        {"type": "TurnBegan", "player": 1},
        {"type": "PlayerDefeated", "player": 1, "reason": "cannot_play"},
    ]


def test_the_events_tell_a_shield_that_stands_and_a_defeat() -> None:
    assert _events(_table("4H TD", "KC 2D", shields=[[], ["5S"]]), "4H") == [
        {"type": "CardsPlayed", "player": 1, "cards": ["4H"], "value": 4},
        {"type": "DiscardHealed", "count": 0},
        {"type": "AttackMade", "player": 1, "attack": 4, "doubled": False, "shield": 5},
        {"type": "TurnBegan", "player": 2},
    ]
    assert _events(_table("4S TD", "2D"), "4S")[-2:] == [
        {"type": "DamageSuffered", "player": 2, "due": 4},
        {"type": "PlayerDefeated", "player": 2, "reason": "cannot_pay"},
    ]
