"""Rules that are easily got wrong, and that no conformance case asks about."""

from typing import Any

import pytest

from regicide_tui.cards import cards
from regicide_tui.games.base import Event, IllegalAction, take_text, to_json
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.rules import payment_value
from tests.loose import loose

Position = dict[str, Any]


def _table(*hands: str, **more: Any) -> Position:
    """Lay a position; hands and piles are written as one line each."""
    return {
        "players": len(hands),
        "hands": [hand.split() for hand in hands],
        **{key: _piles(value) for key, value in more.items()},
    }


def _piles(value: Any) -> Any:
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list):
        return [one.split() for one in value]
    return value


def _after(position: Position, *actions: str, **options: Any) -> Position:
    """Play the actions and return the position then, with the legal actions."""
    state = GAME.load(position, "7F3K", options)
    for action in actions:
        state = loose(take_text(GAME, state, action)[-1].state)
    legal = sorted([GAME.format(action) for action in GAME.legal_actions(state)])
    return {**GAME.position(state), "legal": legal}


def _events(position: Position, *actions: str) -> list[Any]:
    state = GAME.load(position, "7F3K", {})
    found: list[Any] = []
    for action in actions:
        for move in take_text(GAME, state, action):
            found += [to_json(event) for event in move.events]
            state = loose(move.state)
    return found


def _refusal(position: Position, action: str, **options: Any) -> str:
    with pytest.raises(IllegalAction) as refusal:
        take_text(GAME, GAME.load(position, "7F3K", options), action)
    return refusal.value.code


# ---------------------------------------------------------------- runs


@pytest.mark.parametrize(
    ("run", "legal"),
    [
        ("8H 9D TH", True),
        ("AC 9D TH", True),
        ("8H AC TH", True),
        ("AC 2H 3D", True),
        ("AH 2H 3D", True),
        ("AC AD 3H", False),
        ("9H TH AC", True),
        ("2H 3D 4S", False),
        ("TH JH QH", False),
        ("2C AH 4S", True),
        ("3C 2C AH", True),
        ("AH 2H AD", False),
        ("5H 5D 6H", False),
        ("4H 6D 8H", False),
    ],
)
def test_these_cards_are_a_run_or_not(run: str, legal: bool) -> None:
    position = _table(run, "2C")
    if legal:
        assert len(_after(position, f"score {run}")["scores"][0]) == 1
    else:
        assert _refusal(position, f"score {run}") == "bad_run"


def test_an_ace_is_never_the_card_that_is_scored() -> None:
    after = _after(_table("9H TH AC", "2C"), "score 9H TH AC")
    assert after["scores"] == [["TH"], []]
    assert after["plays"] == [["AC", "9H"], []]


def test_a_well_card_that_stays_serves_several_runs_but_is_scored_once() -> None:
    position = _table("6D 7H 6H 7D 5H", "2C", well="5H 2C")
    after = _after(position, "score W 6D 7H", "score W 6H 7D", well_card_in_run="stays")
    assert (after["well"], after["points"]) == (["5H", "2C"], [14, 0])
    assert after["plays"][0] == ["6D", "6H"]
    high = _table("3D 4H", "2C", well="5H 2C")
    after = _after(high, "score 3D 4H W", well_card_in_run="stays")
    assert (after["well"], after["scores"][0]) == (["2C"], ["5H"])


def test_a_well_card_that_is_taken_is_in_the_deck_of_the_player() -> None:
    after = _after(_table("6D 7H", "2C", well="5H 2C"), "score W 6D 7H", "end")
    assert sorted(after["hands"][0]) == ["5H", "6D"]


def test_the_well_and_the_hand_may_hold_the_same_card() -> None:
    legal = _after(_table("5H 6D 7H", "2C", "3C", well="5H"))["legal"]
    assert {"score 5H 6D 7H", "score W 6D 7H"} <= set(legal)


# ---------------------------------------------------------------- suits


@pytest.mark.parametrize(
    ("action", "same"),
    [
        ("score 5H 6D 7H", "score 5D 6H 7D"),
        ("buy @1 3S 4C", "buy @1 3C 4S"),
        ("play JH", "play JD"),
        ("play 4H+4S", "play 4D+4C"),
    ],
)
def test_the_other_suit_of_a_colour_does_the_same(action: str, same: str) -> None:  # K-55
    def outcome(text: str) -> list[Any]:
        held = " ".join(word for word in text.replace("+", " ").split() if word[0] in "234567JQ")
        after = _after(_table(held, "", parade="7H", draws=["8C 9C TC", ""]), text)
        return [after[key] for key in ("points", "parade", "prompt", "looked", "hand_counts")]

    assert outcome(action) == outcome(same)


def test_an_action_names_the_card_that_is_held() -> None:  # K-55
    assert _refusal(_table("5D 6H 7D", "2C"), "score 5H 6D 7H") == "not_in_hand"


# ---------------------------------------------------------------- buying


@pytest.mark.parametrize(
    ("payment", "value"),
    [("2S 3C", 5), ("AH 9S", 17), ("AH AD 4S", 10), ("AH 2S 9C", 19), ("AH AD 2S", 4)],
)
def test_what_a_payment_is_worth(payment: str, value: int) -> None:
    assert payment_value(cards(payment)) == value


def test_a_purchase_may_come_back_in_the_same_turn() -> None:
    position = _table("7S 2H 2S", "2C", parade=["7H"], draws=["", ""])
    position["parade"] = ["7H"]
    after = _after(position, "buy @1 7S", "play 2H+2S")
    assert sorted(after["hands"][0]) == ["7H", "7S"]


def test_the_newcomer_stays_unknown_until_it_is_bought() -> None:
    position = _table("7S", "2C", newcomer="KD")
    position["newcomer"] = "KD"
    state = GAME.load(position, "1", {})
    assert GAME.position(GAME.view(state, 0))["newcomer"] == "?"
    (move,) = take_text(GAME, state, "buy N 7S")
    assert loose(to_json(GAME.view_event(move.events[0], None)))["card"] == "KD"


# ---------------------------------------------------------------- piles


def test_a_long_enough_draw_pile_is_not_touched() -> None:
    after = _after(_table("2H 2S", "2C", draws=["3C 4C", ""], discards=["9D", ""]), "play 2H+2S")
    assert (after["hands"][0], after["discards"][0]) == (["3C", "4C"], ["9D"])


def test_a_short_one_gets_the_discard_underneath_and_is_used_first() -> None:
    position = _table("2H 2S", "2C", draws=["3C", ""], discards=["9D 8D 7D", ""])
    after = _after(position, "play 2H+2S")
    assert "3C" in after["hands"][0]
    assert len(after["draws"][0]) == 2
    assert after["discards"][0] == []


def test_an_empty_draw_pile_is_not_refilled_before_it_is_needed() -> None:
    after = _after(_table("2H 2S", "2C", draws=["3C 4C", ""], discards=["9D", ""]), "play 2H+2S")
    assert after["draws"][0] == []


def test_clamor_lets_all_others_draw_from_their_own_piles() -> None:
    position = _table(
        "4H 4S", "2C", "", draws=["3C 5C 6C 7C", "8D 9D", ""], discards=["", "", "TD"]
    )
    after = _after(position, "play 4H+4S")
    assert after["hand_counts"] == [3, 2, 1]
    assert after["hands"][2] == ["TD"]


def test_with_the_option_five_cards_are_drawn_at_the_end_of_a_turn() -> None:
    position = _table("9C", "2C", draws=["2D 3D 4D 5D 6D 7D", ""])
    assert _after(position, "end", hand_draw=5)["hand_counts"] == [5, 1]


# ---------------------------------------------------------------- Jokers


def test_two_jokers_left_in_the_hand_cost_two_cards() -> None:
    position = _table("* * 5C", "2C", draws=["9C 8C 7C", ""])
    after = _after(position, "end")
    assert after["well"] == ["8C", "9C"]
    assert after["discards"][1] == ["*", "*"]


def test_the_penalty_takes_from_the_shuffled_discard_if_need_be() -> None:
    position = _table("7H 7S *", "2C", discards=["9C", ""])
    after = _after(position, "play 7H+7S", "discard *")
    assert (after["well"], after["discards"]) == (["9C"], [[], ["*"]])


def test_without_any_card_only_the_joker_moves() -> None:
    after = _after(_table("7H 7S *", "2C"), "play 7H+7S", "discard *")
    assert (after["well"], after["discards"], after["hands"][0]) == ([], [[], ["*"]], [])


def test_a_banished_joker_does_nothing_more() -> None:
    position = _table("7H 7S *", "2C", draws=["* 3C 4C", ""])
    after = _after(position, "play 7H+7S", "discard *")
    assert (after["well"], after["hands"][0]) == (["*"], ["3C"])


def test_scry_takes_the_penalty_from_below_the_cards_looked_at() -> None:
    position = _table("JH JD", "2C", draws=["2C * 4C 5C 6C 7C", ""])
    after = _after(position, "play JH+JD", "discard *")
    assert (after["well"], after["draws"][0]) == (["6C"], ["2C", "4C", "5C", "7C"])


def test_foretell_too_even_if_that_needs_a_shuffle() -> None:
    position = _table("JC JS", "2C", draws=["2C * 4C", ""], discards=["9D", ""])
    after = _after(position, "play JC+JS", "discard *")
    assert (after["prompt"], after["looked"]) == ("order", ["2C", "4C"])
    assert (after["well"], after["discards"]) == (["9D"], [[], ["*"]])


def test_foretell_with_one_card_may_leave_nothing_to_order() -> None:
    after = _after(_table("JC JS", "2C", draws=["4C", ""]), "play JC+JS", "discard 4C")
    assert (after["phase"], after["discards"][0]) == ("main", ["4C"])
    after = _after(_table("JC JS", "2C", draws=["4C", ""]), "play JC+JS", "discard -")
    assert (after["prompt"], after["legal"]) == ("order", ["order 4C"])


def test_a_joker_goes_to_the_left_of_the_last_player_too() -> None:
    position = {**_table("2C", "3C", "* 5C", draws=["", "", "9C"]), "turn": 3, "first": 1}
    assert _after(position, "end")["discards"][0] == ["*"]


def test_beguile_of_a_joker_is_discarding_it() -> None:
    position = {**_table("6H 6S", "2C", draws=["9C", ""]), "newcomer": "*"}
    after = _after(position, "play 6H+6S")
    assert (after["well"], after["discards"], after["newcomer"]) == (["9C"], [[], ["*"]], None)


def test_beguile_without_a_newcomer_does_nothing() -> None:
    after = _after(_table("6H 6S", "2C"), "play 6H+6S")
    assert (after["phase"], after["plays"][0]) == ("main", ["6H", "6S"])


def test_pillage_and_void_of_oneself_are_an_option() -> None:
    for play in ("play JC+*", "play QC+*"):
        hand = play.split()[1].replace("+", " ")
        position = _table(hand, "", "")
        assert _after(position, play)["legal"] == ["target P1", "target P2", "target P3"]
        after = _after(position, play, joker_self_target=False)
        assert after["legal"] == ["target P2", "target P3"]


def test_devilry_may_mean_oneself_whatever_the_option() -> None:
    after = _after(_table("* * 2C", "9H 8H"), "play *+*", "swap P2 P1", joker_self_target=False)
    assert after["hands"] == [["8H", "9H"], ["2C"]]
    assert after["discards"] == [["*"], ["*"]]


def test_pillage_of_a_short_draw_pile_shuffles_the_discard_of_its_owner() -> None:
    position = _table("JC *", "2C", draws=["", "9H"], discards=["", "8H 7H"])
    after = _after(position, "play JC+*", "target P2", "take top")
    assert "9H" in after["hands"][0]
    assert len(after["hands"][0]) == 2
    assert after["discards"][1] == ["*"]
    assert len(after["draws"][1]) == 1


def test_the_card_of_encumber_waits_in_the_open() -> None:
    position = _table("KH *", "2C", well="9C 8C")
    after = _after(position, "play KH+*", "take 8C")
    assert (after["well"], after["plays"][0]) == (["9C"], ["8C", "KH", "*"])
    after = _after(position, "play KH+*", "take 8C", "target P2")
    assert (after["discards"][1], after["plays"][0]) == (["*", "8C"], ["KH"])


def test_encumber_may_give_away_a_second_joker() -> None:
    position = _table("KH *", "2C", well="*")
    after = _after(position, "play KH+*", "take *", "target P2")
    assert (after["discards"][1], after["plays"][0], after["well"]) == (["*", "*"], ["KH"], [])


def test_void_is_answered_by_each_in_turn_and_nobody_else() -> None:
    position = _table("QH *", "5D", "6D", "7D")
    state = GAME.load(position, "1", {})
    state = loose(take_text(GAME, state, "play QH+*")[-1].state)
    for player, card in ((1, "5D"), (2, "6D"), (3, "7D")):
        assert GAME.to_act(state) == player
        state = loose(take_text(GAME, state, f"send {card}", player)[-1].state)
    assert GAME.to_act(state) == 0
    assert GAME.position(state)["well"] == ["7D", "6D", "5D"]


# ---------------------------------------------------------------- other powers


def test_a_familiar_keeps_a_joker_from_being_discarded() -> None:
    position = _table("AH AS *", "2C", draws=["2D 3D 4D 5D", ""])
    after = _after(position, "play AH+AS", "retain * AH", "end")
    assert (after["familiars"][0], after["discards"], after["well"]) == (["AH:*"], [["AS"], []], [])


def test_a_familiar_may_be_recalled_in_the_same_turn() -> None:
    after = _after(_table("AH AS 9C", "2C"), "play AH+AS", "retain 9C AS", "recall 1")
    assert (after["hands"][0], after["discards"][0], after["plays"][0]) == (["9C"], ["AS"], ["AH"])


def test_powers_without_an_object_do_what_is_left() -> None:
    for play, prompt in (
        ("play 3H+3S", None),
        ("play 5H+5S", None),
        ("play 7H+7S", None),
        ("play 8H+8S", None),
        ("play 9H+9S", None),
        ("play TH+TS", None),
        ("play JH+JD", None),
        ("play QC+QS", None),
        ("play QC+QH", None),
        ("play QD+QH", None),
        ("play KC+KS", None),
        ("play KD+KH", None),
        ("play KC+KH", None),
        ("play JC+JD+JH", None),
        ("play QC+QD+QH", None),
        ("play KC+KD+KH", None),
        ("play KC", None),
        ("play KC+*", "encumber_target"),
    ):
        hand = play.split()[1].replace("+", " ")
        after = _after(_table(hand, ""), play)
        assert after["prompt"] == prompt, play


def test_liturgy_plus_draws_three_even_if_nothing_can_be_sent() -> None:
    after = _after(_table("QC QH", "2C", draws=["3C 4C 5C", ""]), "play QC+QH")
    assert after["hands"][0] == ["3C", "4C", "5C"]


def test_consecrate_may_stop_at_once_and_then_draws_nothing() -> None:
    position = _table("QC QH QD 5C", "2C", draws=["2D 3D", ""])
    after = _after(position, "play QC+QD+QH", "pass")
    assert (after["phase"], after["hands"][0]) == ("main", ["5C"])


def test_decant_with_a_joker_buys_nothing() -> None:
    position = {**_table("QS QC", "2C", discards=["*", ""]), "parade": ["AH"]}
    after = _after(position, "play QC+QS", "send *")
    assert (after["phase"], after["well"], after["parade"][0]) == ("main", ["*"], "AH")


def test_sepulcher_may_send_two_equal_cards() -> None:
    position = _table("KS KC", "2C", "3C", discards=["4H 4H", "", ""], well="9C")
    after = _after(position, "play KC+KS")
    assert after["legal"] == ["send 4H 4H"]
    assert _after(position, "play KC+KS", "send 4H 4H")["well"] == ["4H", "4H"]


def test_sepulcher_needs_two_discards() -> None:
    position = _table("KS KC", "2C", discards=["4H", ""], well="9C")
    assert _after(position, "play KC+KS")["phase"] == "main"


def test_of_equal_cards_the_one_nearest_the_top_goes() -> None:
    position = _table("JH JD", "2C", "3C", draws=["4C 5C 4C 6C", "", ""])
    after = _after(position, "play JH+JD", "discard 4C")
    assert after["draws"][0] == ["5C", "4C", "6C"]


def test_a_search_opens_the_draw_pile_to_its_owner_and_is_followed_by_a_shuffle() -> None:
    position = _table("TH TS", "2C", draws=["2C 3C 4C 5C 6C 7C", ""])
    state = loose(take_text(GAME, GAME.load(position, "7F3K", {}), "play TH+TS")[-1].state)
    assert loose(GAME.position(GAME.view(state, 0))["draws"])[0] == position["draws"][0]
    assert loose(GAME.position(GAME.view(state, 1))["draws"])[0] == ["?"] * 6
    after = take_text(GAME, state, "take 3C 6C")[-1].state
    assert GAME.position(loose(after))["shuffles"] == 1
    assert loose(GAME.position(GAME.view(loose(after), 0))["draws"])[0] == ["?"] * 4


# ---------------------------------------------------------------- rounds and the end


def test_a_gap_that_a_joker_leaves_in_a_round_is_no_sign_of_the_end() -> None:
    position = {**_table("3H 3S *", "2C"), "parade": ["KH"], "newcomer": "2D"}
    after = _after(position, "play 3H+3S", "swap @1 *")
    assert (after["parade"][0], after["final_round"], after["jokers_seen"]) == (None, False, 1)


def test_a_bought_out_game_ends_though_the_well_could_be_reshuffled() -> None:
    position = {**_table("2C", "2D"), "turn": 2, "first": 1, "reshuffles": 0}
    after = _after(position, "end")
    assert (after["final_round"], after["reshuffles"]) == (True, 0)
    assert _after(position, "end", "end", "end")["phase"] == "over"


def test_a_joker_as_the_newcomer_that_nothing_can_replace_leaves_a_gap() -> None:
    position = {**_table("2C", "2D"), "newcomer": "*", "turn": 2, "first": 1}
    after = _after(position, "end")
    assert (after["parade"], after["final_round"]) == ([None] * 4, True)
    assert after["draws"][1][:1] == ["*"]


def test_the_first_player_moves_on_each_round() -> None:
    position = {**_table("2C", "2D", "2H"), "gate": [f"{n}C" for n in "56789"] * 2}
    firsts = []
    state = GAME.load(position, "1", {})
    while not GAME.outcome(state):
        firsts.append(GAME.position(state)["first"])
        state = loose(take_text(GAME, state, "end")[-1].state)
    assert firsts[:9] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("scores", "winners", "reason"),
    [
        (["9H 8C", "TH 6S"], [1], "most_points"),
        (["5H 5C", "TH"], [2], "fewer_cards"),
        (["5H 5C", "TH", "4H 6S"], [2], "fewer_cards"),
        (["5H", "5C"], [1, 2], "shared"),
        (["5H", "5C", "4H"], [1, 2], "shared"),
        (["", "", ""], [1, 2, 3], "shared"),
    ],
)
def test_who_wins_and_why(scores: list[str], winners: list[int], reason: str) -> None:
    position = _table(*["2C", "2D", "2H"][: len(scores)], scores=scores)
    position |= {"turn": len(scores), "first": 1, "final_round": True}
    state = take_text(GAME, GAME.load(position, "1", {}), "end")[-1].state
    outcome = GAME.outcome(loose(state))
    assert outcome is not None
    assert (
        [seat + 1 for seat in outcome.winners] == winners == GAME.position(loose(state))["winners"]
    )
    assert outcome.reason == reason
    assert list(outcome.points) == GAME.position(loose(state))["points"]


# ---------------------------------------------------------------- events


def test_the_events_of_a_turn() -> None:
    position = {**_table("7S *", "2C", draws=["9C 2D 3D 4D 5D", ""]), "parade": ["7H"]}
    assert _events(position, "buy @1 7S", "end") == [
        {"type": "CardBought", "player": 1, "slot": 1, "card": "7H", "paid": ["7S"]},
        {"type": "JokerPassed", "player": 1, "chosen": 2, "banished": ["9C"]},
        {"type": "CardsDrawn", "player": 1, "cards": ["2D", "3D", "4D", "5D"]},
        {"type": "TurnBegan", "player": 2},
    ]


def test_the_parade_tells_what_fell_and_what_came_nearest_the_well_first() -> None:
    position = _table("2C", "2D", gate="9C TC")
    position |= {"turn": 2, "first": 1, "parade": ["5H", "6H", "7H", "8H"], "newcomer": "JC"}
    (marched,) = [one for one in _events(position, "end") if one["type"] == "ParadeMarched"]
    assert marched["fell"] == ["8H", "7H"]
    assert marched["came"] == ["JC", "9C"]


def test_the_events_of_the_end_name_players_from_one() -> None:
    position = _table("2C", "2D", scores=["", "TH"])
    position |= {"turn": 2, "first": 1, "final_round": True}
    assert _events(position, "end")[-1] == {
        "type": "GameEnded",
        "winners": [2],
        "points": [0, 10],
    }


def test_the_figures_of_a_game() -> None:
    position = {**_table("5H 6D 7H 7S", "2C", scores=["", ""]), "parade": ["7H"]}
    position |= {"turn": 1, "first": 2, "final_round": True}
    state = GAME.load(position, "1", {})
    events: list[Event] = []
    for text in ("score 5H 6D 7H", "buy @1 7S", "end"):
        (move,) = take_text(GAME, state, text)
        events += move.events
        state = loose(move.state)
    assert GAME.figures(events) == {
        "rounds": 1,
        "scored": 1,
        "powers": 0,
        "purchases": 1,
        "points": 7,
        "points_1": 7,
        "points_2": 0,
    }
