"""Rules that are easily got wrong, and that no conformance case asks about."""

from collections import Counter
from typing import Any

import pytest

from regicide_tui.games.base import IllegalAction, take_text, to_json, written
from regicide_tui.games.regicide import GAME
from tests.loose import loose

Position = dict[str, Any]

ROYALS = ["JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"]


def _table(hands: list[str], **more: Any) -> Position:
    """Lay a position; hands are written as one line each."""
    given = {"enemy": "JH", "castle": ["QC"], **more}
    return {"players": len(hands), "hands": [hand.split() for hand in hands], **given}


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
    return refusal.value.code


def _events(position: Position, action: str) -> list[Any]:
    state = GAME.load(position, "7F3K", {})
    return [to_json(event) for move in take_text(GAME, state, action) for event in move.events]


# ---------------------------------------------------------------- what may be played


@pytest.mark.parametrize(
    "play",
    ["AC+AD", "2C+2D", "2C+2D+2H", "2C+2D+2H+2S", "3C+3D", "3C+3D+3H", "4C+4D", "5C+5D", "6C+AC"],
)
def test_these_cards_go_together(play: str) -> None:
    hand = f"{play.replace('+', ' ')} TH TS"
    assert _after(_table([hand, "2C"], enemy="KH"), play)["table"] == [f"1:{play}"]


@pytest.mark.parametrize(
    "play",
    [
        "AC+AD+AH",
        "AC+AD+AH+AS",
        "2C+2D+AC",
        "2C+2D+2H+AC",
        "2C+AC+AD",
        "3C+3D+3H+3S",
        "4C+4D+4H",
        "5C+5D+5H",
        "6C+6D",
        "TC+TD",
        "JC+JD",
        "KC+KD",
        "2C+3C",
        "AC+2C+3C",
        "*+2C",
        "*+AC",
        "*+*",
    ],
)
def test_these_cards_do_not_go_together(play: str) -> None:
    hands = [f"{play.replace('+', ' ')}", "2C", "3D"]
    assert _refusal(_table(hands, enemy="KH"), play) == "bad_combo"
    assert "+".join(play.split("+")) not in _after(_table(hands, enemy="KH"))["legal"]


def test_without_combos_an_ace_still_goes_with_any_card_and_with_an_ace() -> None:
    position = _table(["AC AD 5C 5D", "2C"], enemy="KH")
    legal = _after(position, combos=False)["legal"]
    assert {"AC+AD", "5C+AC", "5D+AD"} <= set(legal)
    assert _refusal(position, "5C+5D", combos=False) == "bad_combo"


def test_both_suits_of_a_pair_act_with_the_sum() -> None:
    position = _table(["6S AD TH", "2C"], tavern=["2D", "3D", "4D"])
    after = _after(position, "6S+AD")
    assert (after["damage"], after["shield"], after["due"]) == (7, 7, 3)
    assert after["hand_counts"] == [3, 2]


def test_a_royal_from_the_hand_has_the_power_of_its_suit_unless_the_enemy_is_immune() -> None:
    hands = ["JS KH KC", "2C"]
    assert _after(_table(hands, enemy="KD"), "JS")["due"] == 10
    assert _after(_table(hands, enemy="KS"), "JS")["due"] == 20


# ---------------------------------------------------------------- yielding


@pytest.mark.parametrize(
    ("hands", "played", "solo_yield", "sentence"),
    [
        (["2C 3C"], (), False, "You can't yield in a solo game."),
        (["TC TD 2C"], ("yield", "pay TC"), True, "You can't yield twice in a row."),
        (
            ["TC TD", "TH TS"],
            ("yield", "pay TC"),
            False,
            "You can't yield: all other players yielded on their last turn.",
        ),
    ],
)
def test_a_refused_yield_says_why(
    hands: list[str], played: tuple[str, ...], solo_yield: bool, sentence: str
) -> None:
    options = {"solo_yield": solo_yield} if len(hands) == 1 else {}
    state = GAME.load(_table(hands), "7F3K", options)
    for action in played:
        state = loose(take_text(GAME, state, action)[-1].state)
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, state, "yield")
    assert str(refusal.value) == sentence


def test_the_killer_may_not_yield_after_the_partner_yielded() -> None:
    position = _table(["TC TD", "2C 3C"], damage=16)
    after = _after(position, "yield", "pay TC", "2C")
    assert (after["enemy"], after["turn"], after["yielded"]) == ("QC", 2, [True, False])
    assert after["legal"] == ["3C"]


def test_a_killer_without_cards_who_may_not_yield_loses_for_all() -> None:
    after = _after(_table(["TC TD", "2C"], damage=16), "yield", "pay TC", "2C")
    assert (after["enemy"], after["result"], after["reason"]) == ("QC", "lost", "cannot_act")


def test_a_play_in_between_lets_a_player_yield_again() -> None:
    position = _table(["TC TD TH", "2C TS"])
    after = _after(position, "yield", "pay TC", "TS")
    assert (after["turn"], after["yielded"]) == (1, [True, False])
    assert "yield" in after["legal"]


def test_the_last_of_three_may_not_yield_after_the_others() -> None:
    position = _table(["TC", "TD", "TH"])
    after = _after(position, "yield", "pay TC", "yield", "pay TD")
    assert (after["turn"], after["legal"]) == (3, ["TH"])


def test_not_everybody_yields_one_after_another_with_four() -> None:
    position = _table(["TC", "TD", "TH", "TS"], turn=3)
    after = _after(position, "yield", "pay TH", "yield", "pay TS", "yield", "pay TC")
    assert (after["turn"], after["legal"]) == (2, ["TD"])


def test_a_refused_yield_leaves_the_flags_as_they_are() -> None:
    position = _table(["5C", "TD"], yielded=[False, True])
    assert _refusal(position, "yield") == "cannot_yield"
    assert _after(position)["yielded"] == [False, True]


def test_alone_a_yield_is_followed_by_a_play_before_the_next() -> None:
    position = _table(["2S 3S TS"], table=["1:TS"], damage=10)
    once = _after(position, "yield", solo_yield=True)
    assert (once["phase"], once["legal"]) == ("play", ["2S", "3S", "TS", "flip"])
    assert "yield" in _after(position, "yield", "2S", solo_yield=True)["legal"]


# ---------------------------------------------------------------- Jesters


def test_of_two_jesters_held_only_one_is_played() -> None:
    after = _after(_table(["* * 5C", "2C", "3C", "4C"]), "*")
    assert after["hands"][0] == ["*", "5C"]
    assert after["table"] == ["1:*"]
    assert _after(_table(["* * 5C", "2C", "3C", "4C"]))["legal"] == ["*", "5C", "yield"]


def test_of_two_jesters_held_one_or_both_may_be_paid() -> None:
    position = _table(["* * TC", "2C", "3C", "4C"], phase="suffer")
    assert _after(position)["legal"] == ["pay * * TC", "pay * TC", "pay TC"]
    assert _after(position, "pay * TC")["hands"][0] == ["*"]
    assert _refusal(position, "pay * * * TC") == "not_in_hand"


def test_who_plays_a_jester_may_go_again_and_is_not_attacked() -> None:
    after = _after(_table(["* 5C", "2C", "3C"]), "*>P1")
    assert (after["phase"], after["turn"], after["discard"]) == ("play", 1, [])
    assert after["legal"] == ["5C", "yield"]


def test_a_jester_as_the_last_card_leaves_a_yield_to_who_chose_himself() -> None:
    assert _after(_table(["*", "2C", "3C"]), "*>P1")["legal"] == ["yield"]
    after = _after(_table(["*", "2C", "3C"], yielded=[False, True, True]), "*>P1")
    assert after["reason"] == "cannot_act"


def test_after_a_jester_the_turn_goes_on_from_the_chosen_player() -> None:
    after = _after(_table(["*", "2C", "TC 5C", "2D"]), "*>P3", "5C", "pay TC")
    assert after["turn"] == 4


@pytest.mark.parametrize(
    ("enemy", "played", "key", "shown"),
    [
        ("JC", "8C", "damage", 8),
        ("JD", "8D", "tavern", ["9C"]),
        ("JH", "8H", "discard", ["7C"]),
        ("JS", "8S", "shield", 8),
    ],
)
def test_a_jester_brings_back_earlier_spades_and_no_other_suit(
    enemy: str, played: str, key: str, shown: object
) -> None:
    blocked = _table(["* TC", "2S", "3S"], enemy=enemy, table=[f"2:{played}"], damage=8)
    assert _after({**blocked, "tavern": ["9C"], "discard": ["7C"]}, "*")[key] == shown


@pytest.mark.parametrize(
    ("enemy", "play", "key", "shown"),
    [
        ("JC", "8C", "damage", 16),
        ("JD", "8D", "tavern", []),
        ("JH", "8H", "discard", []),
        ("JS", "8S", "due", 2),
    ],
)
def test_after_a_jester_every_suit_has_its_power(
    enemy: str, play: str, key: str, shown: object
) -> None:
    hands = ["*", f"{play} TC TD", "3S"]
    position = _table(hands, enemy=enemy, tavern=["9S", "9H"], discard=["7C"])
    assert _after(position, "*>P2", play)[key] == shown


def test_a_jester_ends_the_immunity_of_one_enemy_only() -> None:
    position = _table(["*", "9C 5D TC", "3S"], damage=2, castle=["QD"], tavern=["2S"])
    after = _after(position, "*>P2", "9C")
    assert (after["enemy"], after["immunity_cancelled"]) == ("QD", False)
    assert after["discard"] == ["9C", "*"]
    assert _after(position, "*>P2", "9C", "5D")["tavern"] == ["JH", "2S"]


def test_hearts_bring_a_played_jester_back_into_the_tavern() -> None:
    position = _table(["2H TC", "2C", "3C"], enemy="JS", discard=["*"])
    assert _after(position, "2H")["tavern"] == ["*"]


# ---------------------------------------------------------------- red powers


@pytest.mark.parametrize(("turn", "drawn"), [(1, "1234"), (2, "2341"), (3, "3412"), (4, "4123")])
def test_the_first_card_goes_to_whoever_plays_the_diamond_and_on_clockwise(
    turn: int, drawn: str
) -> None:
    hands = ["3D TC", "3D TD", "3H TH", "3S TS"]
    hands[turn - 1] = "6D KC"
    position = _table(hands, enemy="QH", turn=turn, tavern=["2S", "4S", "5S", "6S", "7S", "8S"])
    after = _after(position, "6D")["hands"]
    for card, player in zip(["2S", "4S", "5S", "6S", "7S", "8S"], drawn + drawn[:2], strict=True):
        assert card in after[int(player) - 1]


def test_a_diamond_that_kills_can_not_draw_the_royal_it_kills() -> None:
    after = _after(_table(["5D", "2C"], damage=15), "5D")
    assert (after["tavern"], after["hands"]) == (["JH"], [[], ["2C"]])


def test_hearts_never_heal_the_cards_just_played() -> None:
    position = _table(["2H 2D TC", "2C"], enemy="JS", table=["2:9C"], damage=9, discard=["3C"])
    after = _after(position, "2H+2D")
    assert after["table"] == ["2:9C", "1:2D+2H"]
    assert after["discard"] == []
    assert after["hands"] == [["3C", "TC"], ["2C"]]


def test_healed_cards_lie_below_all_others() -> None:
    discard = ["3C", "4C", "5C", "6C"]
    position = _table(["3H TC", "2C"], enemy="JS", tavern=["9S", "8S"], discard=discard)
    after = _after(position, "3H")
    assert after["tavern"][:2] == ["9S", "8S"]
    assert len(after["tavern"]) == 5
    assert sorted(after["tavern"][2:] + after["discard"]) == discard


def test_hearts_shuffle_the_whole_discard_even_what_they_leave() -> None:
    discard = [f"{rank}C" for rank in "23456789"]
    tops = set()
    for seed in range(40):
        position = _table(["AH TC", "2C"], enemy="JS", discard=discard)
        state = GAME.load(position, f"{seed}", {})
        tops.add(loose(GAME.position(loose(take_text(GAME, state, "AH")[-1].state))["discard"])[0])
    assert len(tops) > 4


def test_the_enemy_s_suit_does_nothing_and_the_others_act_with_the_whole_value() -> None:
    position = _table(["3H 3D 3S TC", "2C"], enemy="JD", tavern=["9S"], discard=["4C"])
    after = _after(position, "3H+3D+3S")
    assert (after["damage"], after["shield"], after["hand_counts"]) == (9, 9, [1, 1])
    assert after["tavern"] == ["9S", "4C"]


# ---------------------------------------------------------------- shield, attack and payment


def test_the_shields_of_all_players_add_up_as_long_as_the_enemy_stands() -> None:
    position = _table(["3S TC", "2S AS TD", "2C TH"])
    first = _after(position, "3S")
    assert (first["shield"], first["due"]) == (3, 7)
    second = _after(position, "3S", "pay TC", "2S+AS")
    assert (second["shield"], second["due"]) == (6, 4)
    third = _after(position, "3S", "pay TC", "2S+AS", "pay TD", "yield")
    assert (third["turn"], third["shield"], third["due"]) == (3, 6, 4)


def test_who_attacked_suffers_and_not_who_is_next() -> None:
    position = _table(["2C 3C", "TD TH", "TS"], enemy="QH", turn=2)
    after = _after(position, "TD")
    assert (after["phase"], after["turn"], after["reason"]) == ("over", 2, "cannot_pay")


def test_an_attack_is_paid_before_the_next_player_acts() -> None:
    position = _table(["2C TC", "TD TH"])
    for action, code in (("TC", "wrong_phase"), ("yield", "wrong_phase"), (">P2", "wrong_phase")):
        state = GAME.load(position, "7F3K", {})
        with pytest.raises(IllegalAction) as refusal:
            take_text(GAME, loose(take_text(GAME, state, "2C")[-1].state), action)
        assert refusal.value.code == code


def test_a_payment_comes_from_the_own_hand() -> None:
    assert _refusal(_table(["TC", "TD"], phase="suffer"), "pay TD") == "not_in_hand"
    assert _refusal(_table(["TC", "TD"], phase="suffer"), "pay TC TC") == "not_in_hand"


@pytest.mark.parametrize(
    ("overpay", "legal"),
    [
        ("one_at_a_time", ["pay 4C 6D", "pay 4C 9H", "pay 6D 9H"]),
        ("minimal", ["pay 4C 6D", "pay 4C 9H", "pay 6D 9H"]),
        ("free", ["pay 4C 6D", "pay 4C 6D 9H", "pay 4C 9H", "pay 6D 9H"]),
    ],
)
def test_of_four_six_and_nine_any_two_pay_for_ten(overpay: str, legal: list[str]) -> None:
    position = _table(["4C 6D 9H", "2C"], phase="suffer")
    assert _after(position, overpay=overpay)["legal"] == legal


def test_a_small_card_laid_first_is_overpaying_only_where_payments_are_minimal() -> None:
    position = _table(["2C TD", "2D"], phase="suffer")
    assert _after(position)["legal"] == ["pay 2C TD", "pay TD"]
    assert _after(position, overpay="minimal")["legal"] == ["pay TD"]
    assert _refusal(position, "pay 2C TD", overpay="minimal") == "payment_over"
    assert _after(position, "pay 2C TD", overpay="free")["discard"] == ["TD", "2C"]


def test_the_card_laid_last_and_largest_is_the_one_on_top() -> None:
    position = _table(["KH AC QS * 9D", "2C", "3C"], enemy="KC", phase="suffer")
    after = _after(position, "pay QS 9D * AC", overpay="free")
    assert after["discard"] == ["QS", "9D", "AC", "*"]


def test_jesters_pay_nothing() -> None:
    position = _table(["2C * *", "2D", "3D", "4D"])
    assert _after(position, "2C")["reason"] == "cannot_pay"


def test_one_short_is_not_enough_even_when_nearly_everything_is_laid() -> None:
    position = _table(["4C 5D AH", "2C"], phase="suffer")
    assert _after(position)["legal"] == ["pay AH 4C 5D"]
    assert _refusal(position, "pay 4C 5D") == "payment_short"


# ---------------------------------------------------------------- kills and the end


def test_an_exact_kill_by_doubled_damage_is_exact() -> None:
    assert _after(_table(["5C", "2C"], damage=10), "5C")["tavern"] == ["JH"]
    assert _after(_table(["6C", "2C"], damage=10), "6C")["discard"] == ["6C", "JH"]


def test_too_much_damage_is_lost() -> None:
    after = _after(_table(["KC", "2C"], castle=["JS"]), "KC")
    assert (after["enemy"], after["damage"], after["remaining"]) == ("JS", 0, 20)


def test_a_royal_killed_exactly_is_drawn_by_the_next_diamond() -> None:
    position = _table(["5C 2D TC", "2C"], damage=10, tavern=["9S"])
    after = _after(position, "5C", "2D")
    assert (after["hands"], after["tavern_known"]) == ([["TC", "JH"], ["2C", "9S"]], 0)


@pytest.mark.parametrize(("action", "known"), [("5C", 1), ("6C", 0)])
def test_everybody_knows_a_royal_killed_exactly_until_it_is_drawn(action: str, known: int) -> None:
    position = _table(["5C 6C 2H TC", "2C"], damage=10, tavern=["9S"], castle=["QC", "QD"])
    after = _after(position, action)
    assert after["tavern_known"] == known
    healed = _after(position, action, "2H")
    assert (healed["tavern_known"], healed["tavern"][:1]) == (known, ["JH"] if known else ["9S"])
    state = take_text(GAME, GAME.load(position, "1", {}), action)[-1].state
    for seat in (None, 0, 1):
        shown = GAME.position(GAME.view(loose(state), seat))["tavern"]
        assert shown == (["JH", "?"] if known else ["?"])


def test_two_royals_killed_exactly_are_both_known() -> None:
    position = _table(["5C QC", "2C"], damage=10, castle=["QD", "KD"], tavern=["9S"])
    after = _after(position, "5C", "QC")
    assert (after["tavern"], after["tavern_known"]) == (["QD", "JH", "9S"], 2)
    after.pop("legal")
    for seat in (None, 0, 1):
        shown = GAME.position(GAME.view(GAME.load(after, "1", {}), seat))
        assert shown["tavern"] == ["QD", "JH", "?"]


@pytest.mark.parametrize("fallen", range(12))
def test_the_game_is_won_only_after_twelve_kills(fallen: int) -> None:
    enemy, castle = ROYALS[fallen], ROYALS[fallen + 1 :]
    position = _table(["TH TD", "2C"], enemy=enemy, castle=castle, damage=0)
    position["damage"] = {"J": 20, "Q": 30, "K": 40}[enemy[0]] - 10
    after = _after(position, "TH")
    if fallen < 11:
        assert (after["result"], after["enemy"], after["turn"]) == (None, ROYALS[fallen + 1], 1)
    else:
        assert (after["result"], after["reason"]) == ("won", "all_enemies_defeated")
        assert (after["enemy"], after["phase"], after["legal"]) == (None, "over", [])


def test_a_win_in_company_has_no_medal() -> None:
    last = _table(["TC", "2C"], enemy="KH", castle=[], damage=25)
    assert (_after(last, "TC")["result"], _after(last, "TC")["medal"]) == ("won", None)
    alone = _table(["TC"], enemy="KH", castle=[], damage=25, jesters_unused=0)
    assert _after(alone, "TC")["medal"] == "bronze"


def test_a_loss_has_no_medal() -> None:
    assert _after(_table(["2C"], jesters_unused=0), "2C")["medal"] is None


# ---------------------------------------------------------------- alone


def test_a_flip_before_paying_leaves_the_amount_due_as_it_was() -> None:
    tavern = ["9D", "TD", *["2D", "3D", "4D", "5D", "6D", "7D", "8D"]]
    position = _table(["2C 3C 3S"], tavern=tavern, table=["1:4S"], damage=4)
    after = _after(position, "3S", "flip")
    assert (after["phase"], after["shield"], after["due"]) == ("suffer", 7, 3)
    assert after["hands"] == [["2D", "3D", "4D", "5D", "6D", "7D", "9D", "TD"]]
    assert (after["tavern"], after["discard"]) == (["8D"], ["3C", "2C"])
    assert after["jesters_unused"] == 1
    assert "flip" in after["legal"]


def test_a_flip_that_does_not_help_can_be_followed_by_the_second_and_then_is_the_end() -> None:
    position = _table(["2C"], phase="suffer", tavern=["2D"])
    assert _after(position)["legal"] == ["flip"]
    assert _after(position, "flip")["legal"] == ["flip"]
    after = _after(position, "flip", "flip")
    assert (after["result"], after["reason"]) == ("lost", "cannot_pay")
    assert _refusal(_table(["TC"], phase="suffer", jesters_unused=0), "flip") == "no_jester"


def test_a_flip_draws_past_a_diamond_enemy_and_ends_no_immunity() -> None:
    position = _table(["2C"], enemy="JD", tavern=["TD", "9D"])
    after = _after(position, "flip")
    assert (after["hands"], after["immunity_cancelled"]) == ([["9D", "TD"]], False)
    assert _after(position, "flip", "TD")["tavern"] == []


def test_a_flip_takes_a_known_royal_with_it() -> None:
    after = _after(_table(["2C"], tavern=["JC", "9D"], tavern_known=1), "flip")
    assert (after["hands"], after["tavern_known"]) == ([["9D", "JC"]], 0)


# ---------------------------------------------------------------- what the log is told


def test_the_events_tell_a_turn_in_order() -> None:
    position = _table(["8D AC TC", "2C"], enemy="QS", tavern=["2H", "3H"])
    assert _events(position, "8D+AC") == [
        {"type": "CardsPlayed", "player": 1, "cards": ["8D", "AC"], "value": 9},
        {"type": "CardsDrawn", "player": 1, "cards": ["2H"]},
        {"type": "CardsDrawn", "player": 2, "cards": ["3H"]},
        {"type": "DamageDealt", "amount": 18, "doubled": True, "remaining": 12},
        {"type": "AttackSuffered", "player": 1, "attack": 15, "shield": 0, "due": 15},
        {"type": "GameLost", "player": 1, "reason": "cannot_pay"},
    ]


def test_the_events_tell_a_kill_in_order() -> None:
    position = _table(["5H 5S", "2C"], enemy="JS", damage=10, discard=["3C"])
    assert _events(position, "5H+5S") == [
        {"type": "CardsPlayed", "player": 1, "cards": ["5H", "5S"], "value": 10},
        {"type": "PowerBlocked", "suit": "S"},
        {"type": "DiscardHealed", "count": 1},
        {"type": "DamageDealt", "amount": 10, "doubled": False, "remaining": 0},
        {"type": "EnemyDefeated", "player": 1, "enemy": "JS", "exact": True},
        {"type": "EnemyRevealed", "enemy": "QC"},
        {"type": "TurnBegan", "player": 1},
    ]


def test_the_events_tell_a_jester_and_a_choice() -> None:
    position = _table(["* 5H", "2C", "3C"], enemy="QS", table=["2:7S"], damage=7)
    assert _events(position, "*>P3") == [
        {"type": "CardsPlayed", "player": 1, "cards": ["*"], "value": 0},
        {"type": "ImmunityCancelled", "enemy": "QS", "shield": 7},
        {"type": "NextChosen", "player": 1, "chosen": 3},
        {"type": "TurnBegan", "player": 3},
    ]


def test_the_events_tell_how_an_attack_was_met() -> None:
    position = _table(["TS 2C", "TC 9C"])
    assert _events(position, "TS")[1:] == [
        {"type": "ShieldRaised", "amount": 10, "shield": 10},
        {"type": "DamageDealt", "amount": 10, "doubled": False, "remaining": 10},
        {"type": "AttackBlocked", "player": 1},
        {"type": "TurnBegan", "player": 2},
    ]
    assert _events(_table(["TC 2C", "9C"], phase="suffer"), "pay 2C TC") == [
        {"type": "DamagePaid", "player": 1, "cards": ["2C", "TC"], "due": 10},
        {"type": "TurnBegan", "player": 2},
    ]
    assert _events(_table(["TC", "9C"]), "yield") == [
        {"type": "PlayerYielded", "player": 1},
        {"type": "AttackSuffered", "player": 1, "attack": 10, "shield": 0, "due": 10},
    ]


def test_the_events_tell_a_flip_and_a_win() -> None:
    assert _events(_table(["2C 3C"], tavern=["9D", "4D"]), "flip") == [
        {
            "type": "JesterFlipped",
            "player": 1,
            "discarded": ["2C", "3C"],
            "cards": ["4D", "9D"],
            "left": 1,
        }
    ]
    last = _table(["TC"], enemy="KH", castle=[], damage=30)
    assert _events(last, "TC")[2:] == [
        {"type": "EnemyDefeated", "player": 1, "enemy": "KH", "exact": False},
        {"type": "GameWon", "medal": "gold"},
    ]


# ---------------------------------------------------------------- replays

RECORD = (
    "2C, pay 3D 7D, 9C, 4D, pay TH, 5D, pay TC, 5H+5S, 3C, 6H, pay 6S 7H, 9S, pay 2D, 5C, "
    "yield, pay 6C 8C, *, >P2, 6D, pay TD, 4H, pay 3S 8H, 8D+AS, pay AC, 9H+AD, 8S+AH, pay 2H "
    "4S, 9D, pay 2C 5H, 3D, pay 7D, 9C, 5S, pay 3C 3H 4D, TS, TC, JC, pay 4C 7C 7S, 5D, pay "
    "QC, TD, TH, pay 6S 9S, 8H+AD, pay 2D 6C 8C, 7H+AC, 6D, pay * 5C 6H JH, JD+AS, pay AH 4H "
    "5D JS, TD, pay 2C 8S TS, QH, 8D, pay 2H 3H 6C 9C, 5S, pay 2S 3C TC, 3D+3S, pay 4D 5H, "
    "9S, 7D, 4C+AD, 9H, pay 5D QC, 7S+AH, pay 4H 9D, JH+AC, pay 4S 8C, 2D, QS, pay 8H, 6S, "
    "yield, yield, 7C, 2C, yield, yield, JC"
)
"""A game of three that the seed 7F3K dealt, from its first play to its last King."""

TAVERN_AFTER = (
    "KC * 6H TS QD 4C 5H TC KS 8S 8D QH 9S TH 3H 6C 2S 9C 7D 7H 4D AD 2H 5S 4H 9D JD 3C 3S TD "
    "5C 5D 3D"
)

DISCARD_AFTER = "JC 2C 7C 6S QS KH 8H 2D AC JH AH 7S 9H KD 8C 4S AS 6D QC JS"


def test_a_game_recorded_once_is_replayed_for_ever() -> None:
    state = GAME.new(3, "7F3K", {})
    kinds: Counter[str] = Counter()
    for action in RECORD.split(", "):
        (move,) = take_text(GAME, state, action)
        assert written(loose(GAME), [move]) == (action,)
        state = loose(move.state)
        kinds.update([type(event).__name__ for event in move.events])
    position = GAME.position(state)
    assert kinds["EnemyDefeated"] == 12
    assert kinds["EnemyRevealed"] == 11
    assert kinds["DiscardHealed"] == loose(position["shuffles"]) - 5 == 12
    assert position["result"] == "won"
    assert position["tavern"] == TAVERN_AFTER.split()
    assert position["discard"] == DISCARD_AFTER.split()
