"""The review in a real terminal, with a real bot that judges."""

from pathlib import Path

import pytest

from regicide_tui.play.saves.files import write
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import write_transcript
from tests.loose import loose
from tests.play.games import NAMES, set_up, whole_game
from tests.terminal.conftest import Start

pytestmark = pytest.mark.processes

# The Queen leaves the King standing, and the other two can't pay the 20 he strikes for. Behind the
# 9 of Spades she can, and then the last blow is dealt.
LOST = {
    "players": 1,
    "hands": [["5C", "9S", "QD"]],
    "enemy": "KH",
    "castle": [],
    "damage": 21,
    "jesters_unused": 0,
}


def test_a_game_is_judged_and_stepped_through(start: Start, tmp_path: Path) -> None:
    text = write_transcript(Table(set_up(loose(LOST)).take_text("QD"), NAMES[:1]))
    (tmp_path / "game.txt").write_text(text)
    terminal = start("review", "game.txt")
    terminal.shows("REVIEW", "analysed 1 of 1", "1  ", "action 1")
    terminal.shows("That cost", "Better: play 9♠, win >99%")
    terminal.press("right")
    terminal.shows("After 1 action", "The game was lost.")
    terminal.press("escape")
    terminal.shows("New game")
    terminal.press("q")
    assert terminal.ends() == 0
    assert terminal.restored


def test_it_is_left_while_somebody_thinks(start: Start, tmp_path: Path) -> None:
    write(tmp_path / "game.save", whole_game(2))
    terminal = start("review", "game.save")
    terminal.shows("to analyse")
    terminal.press("enter")
    terminal.shows("Replay 0/")
    terminal.press("q")
    assert terminal.ends() == 0
    assert terminal.restored
