"""Whole games in a real terminal, played with the keyboard from the deal to the result."""

import re
from pathlib import Path
from random import Random

import pytest

from regicide_tui.cards import JESTER
from regicide_tui.games import find
from regicide_tui.games.regicide.state import State
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.table import Table
from tests.loose import loose
from tests.play.games import set_up
from tests.terminal import king
from tests.terminal.conftest import Start
from tests.terminal.driver import act, hand, over
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.processes


def only_save(folder: Path) -> Table:
    """Return the one game that was saved."""
    (path,) = folder.glob("saves/*.save")
    return read(path)


def play_to_the_end(terminal: Terminal, rng: Random) -> list[str]:
    """Play until the result; return every screen on the way."""
    pages = []
    while not over(terminal):
        pages.append(terminal.page)
        act(terminal, rng)
    return pages


@pytest.mark.parametrize("seed", ["7F3K", pytest.param("castle", marks=pytest.mark.attack)])
def test_a_solo_game_from_the_deal_to_the_result(start: Start, tmp_path: Path, seed: str) -> None:
    terminal = start("new", "--seed", seed)
    terminal.shows("1-8 pick", f"seed {seed}", "q quit")
    pages = play_to_the_end(terminal, Random(seed))
    terminal.shows("lost.", "of 12 royals", f"seed {seed}", "Same deal again")
    terminal.press("q")
    assert terminal.ends() == 0
    assert terminal.restored
    saved = only_save(tmp_path)
    assert saved.history.over
    assert len(saved.history.moves) == len(pages)
    assert loose(saved.history.state).result == "lost"


def seed_with_a_jester() -> tuple[str, str]:
    """Return a seed that deals a Jester to who begins in a game of three, and his or her name."""
    for number in range(100):
        state: State = loose(find("regicide").new(3, f"{number}", {}))
        if JESTER in state.hands[state.turn]:
            return f"{number}", ("Ada", "Bea", "Cy")[state.turn]
    raise AssertionError("no such seed")


def test_a_game_of_three_with_curtains_and_a_jester(start: Start, tmp_path: Path) -> None:
    seed, first = seed_with_a_jester()
    terminal = start("new", "--names", "Ada,Bea,Cy", "--seed", seed)
    terminal.shows(f"Pass the keyboard to {first}.", "q quit")
    pages = play_to_the_end(terminal, Random(seed))
    assert sum("Who goes next?" in page for page in pages) >= 1
    curtains = [page for page in pages if "Pass the keyboard" in page]
    assert len(curtains) > 3
    for page in curtains:
        assert not re.search("[♣♦♥♠★]", page.partition("Pass the keyboard")[2])
    terminal.press("q")
    assert terminal.ends() == 0
    saved = only_save(tmp_path)
    assert saved.history.over
    assert saved.seats == ("Ada", "Bea", "Cy")
    assert saved.history.game.format(saved.history.moves[0].action) == "*"
    assert len(saved.history.moves) == len(pages) - len(curtains)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["7F3K", pytest.param("harbour", marks=pytest.mark.attack)])
def test_a_duel_with_a_curtain_before_each_hand(start: Start, tmp_path: Path, seed: str) -> None:
    terminal = start("new", "--game", "duel", "--names", "Ada,Bea", "--seed", seed)
    terminal.shows("REGICIDE DUEL", "Castle 12", "4 Jacks", "Pass the keyboard to", "q quit")
    pages = play_to_the_end(terminal, Random(seed))
    terminal.shows(" wins", "Next duel", f"seed {seed}")
    curtains = [page for page in pages if "Pass the keyboard" in page]
    assert any("to pay" in page for page in curtains)
    for page in curtains:
        assert not re.search("[♣♦♥♠]", page.partition("Pass the keyboard")[2])
    terminal.press("N")
    terminal.shows("Pass the keyboard to", "turn 1")
    terminal.press("q")
    assert terminal.ends() == 0
    games = [read(path) for path in tmp_path.glob("saves/*.save")]
    (first,) = [game for game in games if game.history.over]
    (second,) = [game for game in games if not game.history.over]
    assert len(first.history.moves) == len(pages) - len(curtains)
    loser = 1 - loose(first.history.state).winner
    assert (second.match.challenger, loose(second.history.state).turn) == (loser, loser)


@pytest.mark.attack
def test_king_of_the_dead_from_the_deal_to_the_last_round(start: Start, tmp_path: Path) -> None:
    seed = "7F3K"
    terminal = start("new", "--game", "king_of_the_dead", "--names", "Ada,Bea", "--seed", seed)
    terminal.shows("KING OF THE DEAD", "Newcomer", "Pass the keyboard to", "q quit")
    rng = Random(seed)
    while not over(terminal):
        king.act(terminal, rng)
    terminal.shows("points", f"seed {seed}", "rounds")
    terminal.press("q")
    assert terminal.ends() == 0
    saved = only_save(tmp_path)
    assert saved.history.over
    actions = " ".join(saved.history.game.format(move.action) for move in saved.history.moves)
    assert "score" in actions
    assert "buy" in actions


def test_a_last_king_falls(start: Start, tmp_path: Path) -> None:
    last_king = {
        "players": 1,
        "hands": [["5H", "TS"]],
        "enemy": "KD",
        "damage": 30,
        "tavern": ["2C"],
        "jesters_unused": 2,
    }
    write(tmp_path / "king.save", Table(set_up(loose(last_king)), ("Ada",)))
    terminal = start("open", "king.save")
    terminal.shows("KING OF DIAMONDS", "of 40", "q quit")
    assert hand(terminal) == ["5♥", "10♠"]
    terminal.changes("right")
    terminal.shows("King defeated, you win")
    terminal.press("enter")
    terminal.shows("the position is won")
    terminal.press("m")
    terminal.shows("New game")
    terminal.press("q")
    assert terminal.ends() == 0
    assert len(read(tmp_path / "king.save").history.moves) == 0
    assert loose(only_save(tmp_path).history.state).result == "won"


def test_a_turn_by_mouse(start: Start, tmp_path: Path) -> None:
    terminal = start("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")
    terminal.click("▟9♠")
    terminal.shows("▴8", "9♠ = 9")
    terminal.click("enter play")
    terminal.shows("PAY 10", "Pick cards to discard.")
    for card in ("▟9♣", "▟3♥"):
        terminal.click(card)
    terminal.shows("enough, 2 more than needed")
    terminal.click("enter pay")
    terminal.shows("turn 2", "5 of 8", "f flip Jester  h hint  u undo")
    terminal.press("m")
    terminal.shows("Resume")
    terminal.click("Quit")
    assert terminal.ends() == 0
    assert [
        only_save(tmp_path).history.game.format(move.action)
        for move in only_save(tmp_path).history.moves
    ] == ["9S", "pay 3H 9C"]
