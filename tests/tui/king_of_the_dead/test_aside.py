"""The panel beside the largest board: this game, the Well, and what lies in the hand."""

from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.sides import aside_rows
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, width_of
from tests.tui.king_of_the_dead.models import MANY, TWO, holding, king, model
from tests.tui.models import lines


def aside(one: KingModel, height: int = 42) -> list[str]:
    rows = aside_rows(one, 34, height, DRAWN)
    assert {width_of(row) for row in rows} == {34}
    assert len(rows) == height
    return [" ".join(line.split()) for line in lines(rows)]


def test_the_game_and_the_well_are_told() -> None:
    text = aside(model(king()))
    for line in ("round 1", "reshuffled 1 of 2", "cards in the Gate 11", "THE WELL 5"):
        assert line in text
    assert "fall at the round's end 4" in text
    assert "7♦ K♥ 9♣ 3♠ Q♣" in text


def test_in_the_last_round_nothing_falls() -> None:
    assert "fall at the round's end none" in aside(model(king(TWO)))


def test_a_large_well_is_cut_and_seen_to_be() -> None:
    well = [rank + suit for suit in "CDHS" for rank in "23456789"]
    elsewhere = {"parade": [None] * 8, "draws": [[]] * 4, "discards": [[]] * 4, "gate": []}
    text = aside(model(holding("KC", well=well, **elsewhere)))
    assert "THE WELL 32" in text
    assert "… 12 more" in text


def test_runs_and_powers_of_the_hand_say_what_they_mean() -> None:
    text = aside(model(king()))
    assert "Score 7♦ 5♥ 6♦ Well" in text
    assert "Clamor 4♥ 4♠" in text
    assert "Draw 3; every other player" in text
    assert "IN YOUR HAND" in aside(model(holding(MANY)), 20)


def test_behind_the_curtain_nothing_is_said_of_the_hand() -> None:
    assert "IN YOUR HAND" not in aside(model(king(), curtain=True))


def test_it_can_be_drawn_in_letters() -> None:
    assert all(line.isascii() for line in lines(aside_rows(model(king()), 34, 42, PLAIN)))
