"""The preview: the facts of a play as far as one may know, why cards are refused, what joins."""

from typing import Any

import pytest

from regicide_tui.cards import cards
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.rules import PlayPreview, joinable, preview, refusal
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.plays import PayPreview


def _view(position: dict[str, Any], seat: int = 0) -> State:
    return GAME.view(GAME.load(position, "7F3K", {}), seat)


POSITION: dict[str, Any] = {
    "hands": [["AC", "3D", "3H", "3S", "5D", "8S"], ["KC", "KD"]],
    "shields": [["2S"], ["4H+4S", "3S"]],
    "castle": ["JC"],
    "tavern": ["2C"],
    "discard": ["7C", "6C"],
}


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("8S", PlayPreview(cards("8S"), 8, 8, 11, None, None, False, 10)),
        ("8S AC", PlayPreview(cards("8S AC"), 9, 18, 11, None, None, False, 11)),
        ("3H", PlayPreview(cards("3H"), 3, 3, 11, 2, None, False, None)),
        ("5D", PlayPreview(cards("5D"), 5, 5, 11, None, 1, True, None)),
        ("3D 3H 3S", PlayPreview(cards("3D 3H 3S"), 9, 9, 11, 2, 3, True, 11)),
    ],
)
def test_a_preview_has_the_facts_of_a_play(play: str, expected: PlayPreview) -> None:
    assert preview(_view(POSITION), cards(play)) == expected


@pytest.mark.parametrize(
    ("play", "breaks", "damage", "doubled"),
    [("8S", False, 0, False), ("8S AC", True, 7, True), ("AC", False, 0, True)],
)
def test_a_shield_stands_or_falls(play: str, breaks: bool, damage: int, doubled: bool) -> None:
    ahead = preview(_view(POSITION), cards(play))
    assert isinstance(ahead, PlayPreview)
    assert (ahead.breaks, ahead.damage, ahead.doubled) == (breaks, damage, doubled)


@pytest.mark.parametrize(("shield", "breaks"), [(["8S"], True), (["9S"], False), ([], False)])
def test_a_shield_of_the_same_value_falls_without_damage(shield: list[str], breaks: bool) -> None:
    ahead = preview(_view({**POSITION, "shields": [[], shield]}), cards("8S"))
    assert isinstance(ahead, PlayPreview)
    assert (ahead.breaks, ahead.damage) == (breaks, 0 if shield else 8)


def test_what_the_opponent_holds_changes_nothing_in_a_preview() -> None:
    rich, poor = POSITION, {**POSITION, "hands": [POSITION["hands"][0], ["2D", "2H"]]}
    for play in ("8S", "8S AC", "5D"):
        assert preview(_view(rich), cards(play)) == preview(_view(poor), cards(play))


def test_a_full_opponent_draws_no_castle_card() -> None:
    full = [["5D", "9C"], [f"{rank}C" for rank in "2345678"]]
    ahead = preview(_view({**POSITION, "hands": full}), cards("5D"))
    assert isinstance(ahead, PlayPreview)
    assert not ahead.castle


def test_what_is_no_play_has_no_preview() -> None:
    assert preview(_view(POSITION), ()) is None
    assert preview(_view(POSITION), cards("5D 8S")) is None


UNPAID: dict[str, Any] = {
    "hands": [["2C"], ["3D", "5D", "8H"]],
    "phase": "pay",
    "due": 10,
    "played": "5C",
}


def test_a_preview_counts_a_payment() -> None:
    ahead = preview(_view(UNPAID, 1), cards("3D 5D"))
    assert ahead == PayPreview(cards("3D 5D"), due=10, laid=8, hand=16)
    assert (ahead.missing, ahead.surplus) == (2, 0)


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("8S", ""),
        ("5D 8S", "Only equal numbers combine; only an Ace joins another."),
        ("3D 3H AC", "An Ace goes with exactly one other card."),
        ("KC", "KC is not in the hand."),
    ],
)
def test_a_refused_play_is_told_why(play: str, sentence: str) -> None:
    assert refusal(_view(POSITION), cards(play)) == sentence


def test_a_refused_payment_is_told_why() -> None:
    assert refusal(_view(UNPAID, 1), cards("8H")) == "8 of 10 picked, 2 missing."
    assert refusal(_view(UNPAID, 1), cards("3D 8H")) == ""


def test_only_what_makes_a_play_can_join() -> None:
    view = _view(POSITION)
    legal = GAME.legal_actions(view)
    hand = [card.text for card in view.hands[0]]
    open_cards = joinable(view, legal, (hand.index("3D"),))
    joining = [card for card, joins in zip(hand, open_cards, strict=True) if joins]
    assert joining == ["AC", "3D", "3H", "3S"]


def test_in_a_payment_it_is_the_paying_hand_that_joins() -> None:
    view = _view(UNPAID, 1)
    assert joinable(view, GAME.legal_actions(view), (0, 2)) == [True, True, True]
    assert joinable(view, GAME.legal_actions(view), ()) == [True, True, True]


def test_when_the_game_is_over_nothing_joins() -> None:
    view = _view({"hands": [[], ["2C", "3C"]], "turn": 1})
    assert joinable(view, GAME.legal_actions(view), ()) == []
    view = _view({"hands": [["9C"], ["2C", "3C"]], "phase": "pay", "due": 9, "played": "9D"})
    assert joinable(view, GAME.legal_actions(view), ()) == [False, False]
