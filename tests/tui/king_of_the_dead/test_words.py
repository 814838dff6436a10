"""What is said of a moment in the help, and of a saved game in the list of games."""

import pytest

from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS as KINDS
from regicide_tui.play.paths import read_rules
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.pages import chapter, explain, save_rows
from regicide_tui.tui.input import keymap
from regicide_tui.tui.input.keymap import OWN_KEYS
from regicide_tui.tui.rendering.paint import DRAWN, width_of
from tests.loose import loose
from tests.tui.king_of_the_dead.models import KING, NAMES, TWO, king, model
from tests.tui.king_of_the_dead.moments import QUESTIONS
from tests.tui.models import page


def said(one: KingModel) -> str:
    return OWN_KEYS.named(explain(one))


def test_a_turn_is_explained_with_its_keys() -> None:
    text = said(model(king()))
    for words in ("`enter` does the marked one", "`w` picks the top card", "`e` ends your turn"):
        assert words in text
    assert "`F` recalls the card of a Familiar" in text
    assert "This is the last round" not in text
    assert "When the Parade can no longer be refilled, the last round begins." in text
    assert "an arrow marks the Parade cards" in text
    assert 'has "started this round" or "1st" after their name, or a 1 before it.' in text
    assert "This is the last round" in said(model(king(TWO)))
    assert "An arrow" not in said(model(king(TWO)))
    assert "Familiar;" not in said(model(king(TWO)))


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_explained(name: str) -> None:
    game = QUESTIONS[name].game
    assert game is not None
    one = model(game)
    assert one.asked is not None
    text = said(one)
    assert one.asked.sentence in text
    assert ("`N` chooses nothing" in text) == (
        one.choice is not None and one.choice.none is not None
    )
    assert "{" not in text


def test_there_is_a_word_on_every_kind() -> None:
    assert set(KINDS) == {name.removesuffix("-2") for name in QUESTIONS}


@pytest.mark.parametrize(
    ("one", "heading"),
    [
        (model(king()), "A turn"),
        (model(king(None, "play JH")), "Powers"),
        (model(king(), curtain=True), "Who sees what"),
        (model(king(TWO, "end", "end")), "The end of the game"),
    ],
)
def test_the_rules_have_the_chapter(one: KingModel, heading: str) -> None:
    assert chapter(one) == heading
    assert f"### {heading}\n" in read_rules("king_of_the_dead")


def test_commands_that_are_named_exist() -> None:
    assert {"do_1", "do_2", "do_3", "pick_well", "recall", "pass", "end_turn"} <= set(
        keymap.by_id()
    )


@pytest.mark.parametrize("size", [(52, 7), (72, 8), (112, 14)])
def test_a_saved_game_shows_players_and_parade(size: tuple[int, int]) -> None:
    view = KING.view(king().history.state, None)
    rows = save_rows(loose(view), NAMES, *size, DRAWN)
    assert len(rows) <= size[1]
    assert all(width_of(row) <= size[0] for row in rows)
    text = page(rows)
    assert "› Ada  23 points, 9 in hand, 5 to draw" in text
    assert "Parade 7♥ 8♣ 9♦ K♠ 5♦ J♥ 6♠" in " ".join(text.split())
    assert {run.style.rpartition("+")[2] for row in rows for run in row} == {"crypt"}


def test_a_saved_game_that_is_over_says_how_it_ended() -> None:
    view = KING.view(king(TWO, "end", "end").history.state, None)
    assert page(save_rows(loose(view), NAMES[:2], 72, 8, DRAWN)).startswith(
        "Ada wins with 19 points."
    )


def test_a_label_that_makes_no_sense_shows_nothing() -> None:
    view = KING.view(king().history.state, None)
    assert save_rows(loose(view), NAMES[:2], 72, 8, DRAWN) == []
