"""What can be done: by name, with its key, and what it means; or why nothing can."""

import pytest

from regicide_tui.tui.keymap import read_keymap
from regicide_tui.tui.king_of_the_dead.foresight import offers_rows
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import width_of
from regicide_tui.tui.scene import Notice
from regicide_tui.tui.symbols import DRAWN
from tests.tui.king_of_the_dead.scenes import MANY, TWO, holding, king, scene
from tests.tui.scenes import lines


def offers(one: Scene, width: int = 78, height: int = 3) -> list[str]:
    rows = offers_rows(one, width, height, DRAWN)
    assert len(rows) <= height
    assert all(width_of(row) <= width for row in rows)
    return lines(rows)


@pytest.mark.parametrize(
    ("picked", "well", "found"),
    [
        ("4H 4S", False, ["›a Clamor: Draw 3; every other player draws 1."]),
        ("JH", False, ["›a Corrupt: Look at the top 2 cards", "   other."]),
        ("5H 6D", True, ["›a Score 7♦ (5♥ 6♦ the Well): 7 points"]),
        ("AC 4H 5H", False, ["›a Score 5♥ (A♣ 4♥ 5♥): 5 points"]),
        ("3C 4S", False, ["›a Buy 7♥: costs 7", " b Buy the Newcomer: costs 7"]),
        ("3C", False, ["That pays 3; what black cards can buy costs 5 or more."]),
        ("6D", False, ["›a Buy 6♠: costs 6"]),
        (
            "5H",
            False,
            ["That pays 5; what red cards can buy costs 6 or more. w adds 7♦ of"],
        ),
        ("AC", False, ["An Ace goes with others: in a run, to a payment, or as a pair."]),
    ],
)
def test_what_the_picked_cards_can_do(picked: str, well: bool, found: list[str]) -> None:
    said = offers(scene(king(), picked, well=well))
    assert [line[: len(words)] for line, words in zip(said, found, strict=False)] == found


def test_many_offers_stand_side_by_side_and_those_around_the_mark_are_seen() -> None:
    many = scene(holding("TH TD 9H 9D 8H 8D"), "TH TD 9H 9D")
    assert len(offers(many, 40, 9)) == len(many.offered)
    first = offers(many, 60, 1)
    assert first[0].startswith("›a Buy")
    assert first[0].endswith("↓ more")
    last = Scene(**{**{n: getattr(many, n) for n in many.__struct_fields__}, "mark": 3})
    assert "›" in offers(last, 60, 1)[0]


def test_with_nothing_picked_runs_powers_and_familiars_are_told() -> None:
    text = "\n".join(offers(scene(king()), 78, 9))
    assert "›a Recall T♥: A♠ is discarded" in text
    assert "In your hand: Score 7♦ of the Well on 5♥ 6♦" in text
    for power in ("Clamor 4♥ 4♠", "Cipher A♣ ★★"):
        assert power in text


def test_a_long_list_of_these_is_cut_and_seen_to_be() -> None:
    assert offers(scene(holding(MANY)), 58, 2)[-1].endswith("…")


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("", "Your hand is empty.   e ends your turn."),
        ("2C 9D", "No run and no power lies in your hand.   Pick cards to see what they buy."),
        ("2C AD", "Nothing more can be done with your hand.   e ends your turn."),
    ],
)
def test_a_hand_with_nothing_in_it(hand: str, words: str) -> None:
    assert offers(scene(holding(hand, well=[])))[0].startswith(words)


def test_a_notice_has_a_row_of_its_own() -> None:
    said = offers(scene(king(), "3C 4S", notice=Notice("Taken back.", "warning")))
    assert said[-1] == "Taken back."
    assert said[0].startswith("›a Buy")


def test_why_nothing_can_be_done_is_said_once() -> None:
    why = "That pays 3; what black cards can buy costs 5 or more."
    assert offers(scene(king(), "3C", notice=Notice(why, "warning"))) == [why]


def test_behind_the_curtain_in_a_replay_and_at_the_end() -> None:
    assert offers(scene(king(), curtain=True)) == []
    assert offers(scene(king(), step="Replay 1/2: after end")) == ["Replay 1/2: after end"]
    assert offers(scene(king(TWO, "end", "end"))) == ["The game is over."]


def test_the_letters_are_those_of_the_keymap() -> None:
    keymap = read_keymap({"do_1": ("x",)})
    rows = offers_rows(scene(king(), "3C 4S"), 78, 3, DRAWN, keymap)
    assert lines(rows)[0].startswith("›x Buy")


def test_a_click_does_what_it_says() -> None:
    rows = offers_rows(scene(king(), "3C 4S"), 78, 3, DRAWN)
    assert [row[0].action for row in rows] == ["do(1)", "do(2)", "do(3)"]
