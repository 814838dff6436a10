"""Needless cards: what an action takes and does not need, by the effect that each game tells."""

from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.cards import Card, cards
from regicide_tui.games import find
from regicide_tui.games.base import Json
from regicide_tui.games.king_of_the_dead.state import change_side
from regicide_tui.games.piles import drop_needless_cards, needless_cards, spare_cards
from tests.loose import loose

SUFFERING: dict[str, Json] = {
    "players": 2,
    "hands": [["*", "2D", "4H", "7C", "9S"], ["3C"]],
    "enemy": "QH",
    "phase": "suffer",
    "castle": ["KC"],
    "tavern": ["3H"],
}
STRIKING: dict[str, Json] = {
    "players": 2,
    "hands": [["AC", "AD", "5S", "9C", "9S"], ["3C"]],
    "enemy": "JC",
    "damage": 15,
    "castle": ["KC"],
    "tavern": ["3H", "3D"],
}
DUEL_PAYING: dict[str, Json] = {
    "hands": [["5H", "9S"], ["2D", "4C", "7C"]],
    "shields": [[], []],
    "phase": "pay",
    "played": "5C",
    "due": 5,
    "castle": ["KC"],
    "tavern": ["3H"],
}
DUEL_STOPPED: dict[str, Json] = {
    "hands": [["AC", "4C", "4S"], ["2D", "7C"]],
    "shields": [[], ["KS", "JS"]],
    "castle": ["KC"],
    "tavern": ["3H"],
}


def _king() -> Any:
    """Return a position of King of the Dead with much to pay with."""
    state = find("king_of_the_dead").new(2, "7F3K", {"first_player": 1})
    state = change_side(loose(state), 0, hand=cards("AS 2C 3C 4C 9C 2H JH"))
    return replace(state, parade=cards("5H 6H 7H 8S"), well=cards("5C"))


def _at(game: str, position: dict[str, Json], house_rules: dict[str, Json] | None = None) -> Any:
    return find(game).load(position, "x", house_rules or {})


def test_a_card_is_spare_if_the_others_are_enough() -> None:
    def reaches_nine(left: tuple[Card, ...]) -> bool:
        return sum([int(card.rank) for card in left]) >= 9

    assert spare_cards(cards("2D 4H 7C"), reaches_nine) == cards("2D 4H")
    assert spare_cards(cards("2D 7C"), reaches_nine) == ()


@pytest.mark.parametrize(
    ("text", "spare", "best"),
    [
        ("pay 2D 4H 7C 9S", "2D 4H 7C", "pay 2D 4H 9S"),
        ("pay 7C 9S", "", "pay 7C 9S"),
        ("pay * 7C 9S", "*", "pay 7C 9S"),
    ],
)
def test_regicide_a_payment_needs_no_card_without_which_it_is_enough(
    text: str, spare: str, best: str
) -> None:
    game = find("regicide")
    state = _at("regicide", SUFFERING, {"overpay": "free"})
    action = game.parse(text)
    assert needless_cards(game, state, action) == cards(spare)
    assert drop_needless_cards(game, state, action) == game.parse(best)


@pytest.mark.parametrize(
    ("text", "spare"),
    [
        ("5S+AC", ""),  # 6 where 5 kill exactly: an exact kill is another effect
        ("9S+AC", "AC"),
        ("9S", ""),
        ("9S+AD", ""),  # the Ace of Diamonds draws
    ],
)
def test_regicide_a_play_needs_no_card_without_which_it_does_as_much(text: str, spare: str) -> None:
    game = find("regicide")
    state = _at("regicide", STRIKING)
    assert needless_cards(game, state, game.parse(text)) == cards(spare)


def test_regicide_to_win_the_game_takes_one_card_that_is_enough() -> None:
    game = find("regicide")
    state = _at("regicide", {**STRIKING, "castle": []})
    assert str(game.format(drop_needless_cards(game, state, game.parse("9S+AD")))) == "9S"


def test_duel_a_payment_and_an_attack_that_is_stopped_take_no_more_than_they_need() -> None:
    game = find("duel")
    paying = _at("duel", DUEL_PAYING)
    assert needless_cards(game, paying, game.parse("pay 2D 4C")) == ()
    assert needless_cards(game, paying, game.parse("pay 2D 7C")) == cards("2D")
    stopped = _at("duel", DUEL_STOPPED)
    assert needless_cards(game, stopped, game.parse("4C+AC")) == cards("4C AC")
    assert needless_cards(game, stopped, game.parse("4S+AC")) == (), "its shield is larger"


def test_king_of_the_dead_a_purchase_needs_no_card_above_its_price() -> None:
    game = find("king_of_the_dead")
    state = _king()
    assert needless_cards(game, state, game.parse("buy @1 2C 4C")) == ()
    assert needless_cards(game, state, game.parse("buy @1 2C 3C 4C")) == cards("2C 3C 4C")
    assert needless_cards(game, state, game.parse("buy @1 AS 9C")) == cards("AS")
    assert drop_needless_cards(game, state, game.parse("buy @1 2C 3C 9C")) == game.parse(
        "buy @1 2C 3C"
    )
    for action in game.legal_actions(state):
        for card in needless_cards(game, state, action):
            left = [one for one in loose(action).cards if one != card]
            assert game.effect(state, type(action)(loose(action).slot, tuple(left))) == (
                "buy",
                loose(action).slot,
            )
        if game.format(action).startswith("buy"):
            assert not needless_cards(game, state, drop_needless_cards(game, state, action))


@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
def test_what_can_not_be_taken_has_no_effect(game: str) -> None:
    texts = {"regicide": "pay 2D", "duel": "pay 2D", "king_of_the_dead": "buy @1 2H"}
    positions = {"regicide": SUFFERING, "duel": DUEL_PAYING}
    state = _at(game, positions[game]) if game in positions else _king()
    assert find(game).effect(state, find(game).parse(texts[game])) is None
