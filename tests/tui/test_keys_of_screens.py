"""One key, one meaning: on all screens, at home and on a server."""

from collections import Counter
from pathlib import Path

import pytest

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import all_game_commands
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import key_bar
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import width_of
from tests.tui.conftest import Sitting
from tests.tui.key_table import MEANINGS, document
from tests.tui.keys_of_screens import bound, lines
from tests.tui.moments import BATTLE

DOCUMENT = Path(__file__).parents[2] / "docs" / "keys.md"
SMALL = (60, 20)


@pytest.mark.slow
def test_no_key_has_two_meanings_over_all_screens() -> None:
    known = {key: one.actions for one in MEANINGS for key in one.keys}
    strange = sorted((key, do) for key, do in bound() | lines() if do not in known.get(key, ()))
    assert strange == []


@pytest.mark.parametrize(
    ("key", "actions"),
    [
        ("y", "yield_turn"),
        ("greater_than_sign", "costly found"),
        ("a", "again try_again"),
        ("escape", "back clear close"),
    ],
)
def test_these_keys_yield_go_on_begin_again_and_go_back_on_every_screen(
    key: str, actions: str
) -> None:
    assert {do for one, do in bound() | lines() if one == key} == set(actions.split())


def test_no_game_and_no_list_has_a_key_that_answers_a_question() -> None:
    """A key that was meant for the game never agrees; an answer that comes late does nothing."""
    answers = {key for one in (c.YES, c.NO) for key in one.keys}
    games = {key for one in all_game_commands() for command in one.commands for key in command.keys}
    assert not answers & games
    assert {do for key, do in bound() | lines() if key in c.YES.keys} == {"answer_yes"}


def test_no_key_stands_twice_in_the_table() -> None:
    assert max(Counter(key for one in MEANINGS for key in one.keys).values()) == 1


def test_all_that_the_table_promises_is_bound_somewhere() -> None:
    real = bound() | lines()
    for one in MEANINGS:
        assert {do for key, do in real if key in one.keys} == one.actions, one
        assert set(one.keys) <= {key for key, _ in real}, one


def test_letters_have_one_action_or_the_like_on_each_screen() -> None:
    """A letter that quits here must not leave a page there."""
    quits = {key for key, do in bound() if do == "quit"}
    assert {do for key, do in bound() | lines() if key in quits} == {"quit"}


def test_the_document_of_the_keys_is_the_table() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == "\n".join([*document(), ""])


LOOK = Look(palette_of("dark", four_colours=True))


def kept(width: int, *commands: c.Command) -> list[str]:
    """Return the words of the keys that a line of this width shows."""
    (row,) = key_bar([LOOK.key(one) for one in commands])(width, 1)
    assert width_of(row) <= width
    return [run.text.strip() for run in row[2:] if run.style == "muted"]


def test_the_key_line_drops_the_least_needed_key_first() -> None:
    keys = (c.CONFIRM, c.UNDO, c.UNSEEN, c.SAVE, c.MENU, c.QUIT)
    assert kept(80, *keys) == ["play", "undo", "not seen", "save as", "menu", "quit"]
    assert kept(52, *keys) == ["play", "undo", "save as", "menu", "quit"]
    assert kept(40, *keys) == ["play", "undo", "menu", "quit"]
    assert kept(32, *keys) == ["play", "undo", "quit"]


def test_the_key_line_never_drops_the_key_that_quits() -> None:
    assert kept(12, c.CONFIRM, c.QUIT, c.UNDO) == ["quit"]
    assert kept(12, c.QUIT, c.SAVE, c.CONFIRM) == ["quit"]


WAYS = ["", "n", "l", "l enter", "p", "p 1 enter", "g", "S", "i", "i H", "o", "i question_mark"]


@pytest.mark.parametrize("way", WAYS)
async def test_every_page_from_the_menu_names_the_key_that_quits(sit: Sitting, way: str) -> None:
    async with sit(None, SMALL) as player:
        await player.press(*way.split())
        last = player.page.rstrip().split("\n")[-1]
        assert last.endswith("q quit"), last


@pytest.mark.parametrize("way", ["", "4", "h", "d", "K", "L", "question_mark"])
async def test_every_page_of_a_table_names_the_key_that_quits(sit: Sitting, way: str) -> None:
    async with sit(BATTLE, SMALL) as player:
        await player.press(*way.split())
        player.shows("q quit")


async def test_c_clears_nothing_and_h_moves_nothing_at_the_table(sit: Sitting) -> None:
    async with sit(BATTLE) as player:
        await player.press("4", "c", "g", "l")
        assert player.table.history == BATTLE.history
        player.shows("esc clear")
        await player.press("escape")
        assert not player.sees("esc clear")
