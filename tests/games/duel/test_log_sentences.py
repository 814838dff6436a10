"""The sentences of the log, the end and the list of saves; and what the statistics count."""

from typing import Any

import pytest

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Outcome, take_text
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State
from regicide_tui.games.duel.words import tell, tell_end
from regicide_tui.games.words import YOU, SentencePart
from tests.loose import loose

NAMES = ("Ada", "Bea")

POSITION: dict[str, Any] = {
    "hands": [["5C", "5D", "9C", "KC"], ["2S", "KD", "KH", "QC"]],
    "shields": [[], ["6S"]],
    "castle": ["JC"],
    "tavern": ["2D"],
}


def _text(part: SentencePart) -> str:
    return part.text if isinstance(part, Card) else str(part)


def _log(
    state: State, *actions: str, seat: int | None = 0, names: tuple[str, str] = NAMES
) -> list[str]:
    """Return the sentences of the last action; details are indented."""
    for action in actions:
        (move,) = take_text(GAME, state, action)
        state = loose(move.state)
    seen = [GAME.view_event(event, seat) for event in move.events]
    lines = [line for event in seen if (line := tell(event, names)) is not None]
    return [("" if one.head else "  ") + "".join(map(_text, one.parts)) for one in lines]


def _load(**changes: Any) -> State:
    return GAME.load({**POSITION, **changes}, "7F3K", {})


def test_an_attack_is_told_to_who_made_it() -> None:
    assert _log(_load(), "5C+5D") == [
        "Ada plays 5C 5D = 10",
        "  Ada draws 2D",
        "  Bea draws a card of the Castle",
        "  attack 20 (doubled) against a shield of 6",
        "  Bea's shield is destroyed",
        "  Bea takes 14 damage",
    ]


def test_you_are_small_inside_a_sentence() -> None:
    assert _log(_load(), "5C+5D", names=("Pip", YOU))[2:] == [
        "  you draw a card of the Castle",
        "  attack 20 (doubled) against a shield of 6",
        "  your shield is destroyed",
        "  you take 14 damage",
    ]
    assert _log(_load(), "5C+5D", names=(YOU, "Pip"))[:2] == [
        "You play 5C 5D = 10",
        "  you draw 2D",
    ]


def test_an_attack_is_told_to_who_suffers_it() -> None:
    told = _log(_load(), "5C+5D", seat=1)
    assert told[1:3] == ["  Ada draws 1", "  Bea draws JC of the Castle"]


def test_a_payment_and_a_shield_are_told() -> None:
    assert _log(_load(), "5C+5D", "pay KD") == ["Bea discards KD"]
    assert _log(_load(), "5C+5D", "pay KD", "2S", "pay KC") == [
        "Ada discards KC",
        "  Bea's shield is 2",
    ]
    state = _load(shields=[["3S"], ["9S"]], hands=[["2S", "2C"], ["KC"]])
    assert _log(state, "2S")[-1] == "  Ada's shield is 3 + 2 = 5"


def test_a_shield_that_stands_is_told() -> None:
    assert _log(_load(shields=[[], ["TS"]]), "5D")[-1] == "  attack 5: the shield of 10 stands"


def test_an_attack_on_nobody_s_shield_is_told() -> None:
    assert _log(_load(shields=[[], []]), "5D")[-2:] == ["  attack 5", "  Bea takes 5 damage"]


def test_a_defeat_is_told() -> None:
    poor = _load(hands=[["9C"], ["2C"]])
    assert _log(poor, "9C")[-1] == "Bea can't pay: Ada wins"
    assert _log(_load(hands=[["5C"], ["KC"]], shields=[[], []]), "5C", "pay KC")[-1] == (
        "Bea can't play: Ada wins"
    )


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome((0,), "cannot_pay"), "Bea could not pay the damage. Ada wins."),
        (Outcome((1,), "cannot_play"), "Ada had no card left to play. Bea wins."),
    ],
)
def test_the_end_is_told_in_a_sentence(outcome: Outcome, sentence: str) -> None:
    assert tell_end(outcome, NAMES) == sentence


def test_a_position_is_described_by_its_shields_and_hands() -> None:
    assert GAME.describe(GAME.position(_load()), NAMES) == "shields 0 and 6, hands of 4 and 4"
    lost = take_text(GAME, _load(hands=[["9C"], ["2C"]]), "9C")[-1].state
    assert GAME.describe(GAME.position(loose(lost)), NAMES) == "won by Ada, Bea couldn't pay"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (None, "just started"),
        ({}, "just started"),
        ({"shield_values": [1], "hand_counts": [1, 2]}, "just started"),
        ({"shield_values": [1, 2], "hand_counts": "many"}, "just started"),
        ({"shield_values": ["\x1b", 2], "hand_counts": [1, 2]}, "just started"),
        ({"phase": "over", "winner": "\x1b"}, "over"),
        ({"phase": "over", "winner": []}, "over"),
        ({"phase": "over", "winner": 3}, "over"),
    ],
)
def test_a_damaged_position_is_described_all_the_same(position: Any, words: str) -> None:
    assert GAME.describe(position, NAMES) == words


def test_the_statistics_count_shields_castle_cards_and_the_largest_attack() -> None:
    state = _load()
    events: list[Event] = []
    for action in ("5C+5D", "pay KD", "2S", "pay KC", "9C"):
        (move,) = take_text(GAME, state, action)
        state = loose(move.state)
        events += move.events
    assert GAME.figures(events) == {"shields": 2, "castle": 1, "attack": 20}
    assert GAME.figures([]) == {"shields": 0, "castle": 0, "attack": 0}


def test_the_end_is_told_to_one_of_the_two() -> None:
    unable = Outcome((1,), "no_cards")
    assert tell_end(unable, ("You", "Bea")) == "You had no card left to play. Bea wins."
    assert tell_end(unable, ("Ada", "You")) == "Ada had no card left to play. You win."
