"""The result of a game: its figures, what became of each royal, what was missing, three lines."""

import pytest

from regicide_tui.cards import cards
from regicide_tui.games.base import Json, Outcome
from regicide_tui.games.regicide.state import EnemyDefeated, EnemyRevealed, JesterFlipped, State
from regicide_tui.games.regicide.words import (
    Fate,
    GameFigures,
    fates,
    figures,
    tell_need,
    text_to_share,
)
from regicide_tui.games.words import read_at_home
from tests.loose import loose
from tests.play.games import NAMES, begun, set_up

JC, JD, QC = cards("JC JD QC")
EVENTS = [
    EnemyDefeated(0, JC, True),
    EnemyRevealed(JD),
    JesterFlipped(0, (), (), 1),
    EnemyDefeated(0, JD, False),
]
SCORE = GameFigures(royals=2, exact=1, jesters=1, turns=14, undos=3, peeks=1)


def end_of(position: Json, *actions: str, options: Json = None) -> State:
    history = set_up(position, loose(options))
    for action in actions:
        history = history.take_text(action)
    state: State = loose(history.state)
    return state


def test_royals_exact_kills_and_jesters_are_counted() -> None:
    assert figures(EVENTS) == {"royals": 2, "exact": 1, "jesters": 1}
    assert figures([]) == {"royals": 0, "exact": 0, "jesters": 0}


def test_each_royal_of_a_deal_has_a_fate() -> None:
    found = fates(loose(begun(1).first), EVENTS)
    assert [royal.text for royal, _ in found[:5]] == ["JC", "JD", "JH", "JS", "QC"]
    assert [fate for _, fate in found[:3]] == [Fate.EXACT, Fate.KILLED, Fate.STANDING]
    assert {fate for _, fate in found[3:]} == {Fate.STANDING}
    assert len(found) == 12


def test_royals_that_had_no_part_in_a_position_are_absent() -> None:
    position = {"players": 1, "hands": [["2C"]], "enemy": "JC", "castle": ["QC"]}
    found = dict(fates(loose(set_up(loose(position)).first), EVENTS[:1]))
    assert (found[JC], found[QC], found[JD]) == (Fate.EXACT, Fate.STANDING, Fate.ABSENT)


@pytest.mark.parametrize(
    ("position", "actions", "sentence"),
    [
        (
            {"players": 1, "hands": [["5S", "4D"]], "enemy": "QH", "jesters_unused": 0},
            ["5S"],
            "You owed 10 to the Queen of Hearts and held 4.",
        ),
        (
            {"players": 2, "hands": [["5S", "4D"], ["2C"]], "enemy": "QH"},
            ["5S"],
            "Ada owed 10 to the Queen of Hearts and held 4.",
        ),
        (
            {"players": 1, "hands": [["TC"]], "enemy": "JS", "castle": ["QH"], "damage": 10}
            | {"jesters_unused": 0},
            ["TC"],
            "Your hand was empty, and no Jester was left.",
        ),
        (
            {"players": 2, "hands": [["TC"], ["2C"]], "enemy": "JS", "castle": ["QH"]}
            | {"damage": 10, "yielded": [False, True]},
            ["TC"],
            "Ada's hand was empty, and all other players had yielded.",
        ),
        (
            {"players": 1, "hands": [["TC"]], "enemy": "JS", "damage": 10},
            ["TC"],
            "",
        ),
    ],
)
def test_a_lost_game_says_what_it_would_have_needed(
    position: Json, actions: list[str], sentence: str
) -> None:
    state = end_of(position, *actions)
    names = read_at_home(loose(NAMES)[: loose(position)["players"]])
    assert tell_need(state, names) == sentence


def test_the_shared_text_has_the_date_and_a_picture_of_the_royals() -> None:
    royals = fates(loose(begun(1).first), EVENTS)
    text = text_to_share("deal of 2026-11-21", Outcome((0,), "", "gold"), royals, SCORE)
    assert text == (
        "Regicide, deal of 2026-11-21: won, gold medal\n"
        "J ♛♟··\nQ ····\nK ····\n"
        "♛ defeated exactly  ♟ defeated  · standing\n"
        "14 turns, 1 exact kill, 1 Jester used, "
        "3 moves undone, 1 of them after seeing new cards\n"
    )


def test_the_shared_text_of_a_position_show_its_royals_only() -> None:
    position = {"players": 1, "hands": [["2C"]], "enemy": "JC", "castle": ["QC"]}
    royals = fates(loose(set_up(loose(position)).first), EVENTS[:1])
    score = GameFigures(royals=1, exact=1, jesters=0, turns=1, undos=0, peeks=0)
    text = text_to_share("from a position", Outcome((), "", None), royals, score)
    assert text == (
        "Regicide, from a position: lost\n"
        "J ♛\nQ ·\n"
        "♛ defeated exactly  ♟ defeated  · standing\n"
        "1 turn, 1 exact kill, no undos\n"
    )
