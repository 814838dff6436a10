"""The help: over every screen, with what is to be done now first, and the keys as they are."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from regicide_tui.play.settings import Settings
from regicide_tui.tui.input import keymap
from regicide_tui.tui.screens.help import HelpScreen
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.new_game import NewGameScreen
from regicide_tui.tui.screens.table import TableScreen
from tests.play.games import game
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, TRIO, saved
from tests.tui.player import Player

PACKAGE = Path(__file__).parents[2] / "regicide_tui"
TALL = (100, 60)


def in_order(player: Player, *words: str) -> None:
    """Fail unless these words are on the screen in this order."""
    player.shows(*words)
    places = [player.page.index(one) for one in words]
    assert places == sorted(places)


# ---------------------------------------------------------------- at the table


async def test_help_begins_with_what_is_to_be_done_and_its_keys(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H"), TALL) as player:
        await player.press("5", "6", "question_mark")
        in_order(
            player,
            "What you can do now",
            "The Queen attacks: you owe 15.",
            "Keys you can use now",
            "1-8",
            "Now: pay.",
            "Other keys",
            "Move the cursor.",
            "? f1",
            "q ctrl+q ctrl+c",
        )


async def test_the_help_explains_the_sign_of_new_cards(sit: Sitting) -> None:
    async with sit(saved(SOLO, "8D")) as player:  # draws cards
        await player.press("question_mark")
        player.shows("The sign ● marks cards you have just drawn.")


async def test_each_key_is_listed_once(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H"), TALL) as player:
        await player.press("question_mark")
        listed = [row.split("  ")[0] for row in player.page.replace("\n      ", "\n").split("\n")]
        assert player.page.count("Undo the last action") == 1
        assert len([row for row in listed if row == "1-8"]) <= 1


async def test_at_the_curtain_only_lifting_it_is_a_key_of_the_moment(sit: Sitting) -> None:
    async with sit(saved(TRIO), TALL) as player:
        await player.press("question_mark")
        in_order(player, "Keys you can use now", "Now: show the hand.", "Other keys")
        in_order(player, "Other keys", "Pick or unpick a card")


@pytest.mark.parametrize("key", ["escape", "question_mark", "f1", "backspace"], ids=str)
async def test_each_of_these_keys_closes_the_help(sit: Sitting, key: str) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        await player.press(key)
        assert isinstance(player.app.screen, TableScreen)
        assert player.app.return_code is None


async def test_the_help_is_opened_and_left_by_clicks(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.click("help")
        player.shows("What you can do now")
        await player.click("rules: What may be played")
        player.shows("    What may be played")
        await player.click("back")
        await player.click("close")
        assert isinstance(player.app.screen, TableScreen)


# ---------------------------------------------------------------- elsewhere


async def test_in_the_menu_the_lines_come_first_and_there_is_no_way_back(sit: Sitting) -> None:
    async with sit(size=TALL) as player:
        await player.press("question_mark")
        in_order(player, "Entries", "New game: three games", "Keys", "Choose the line.")
        assert not player.sees("Go back.")
        assert not player.sees("Other keys")
        await player.press("question_mark")
        assert isinstance(player.app.screen, MenuScreen)


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("g", ("Go back.", "Choose the line.")),
        ("l", ("1 ", "Attack: a turn: play, damage, pay.", "Go back.")),
        ("p", ("Type a puzzle's number to find it; enter opens it.", "Keys", "Go back.")),
        ("i H", ("Go to the first line.", "Go back.")),
        ("S", ("Find a command by its name.", "Go back.")),
        ("o", ("Choose the next value.", "rules: 6. House-rule options")),
        ("i", ("List the headings and go to one.", "Search the text.")),
    ],
)
async def test_every_screen_lists_its_own_keys(
    sit: Sitting, way: str, words: tuple[str, ...]
) -> None:
    async with sit(size=TALL) as player:
        await player.press(*way.split(), "question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        player.shows(*words)


@pytest.mark.slow
async def test_a_question_mark_goes_into_a_name_and_f1_explains_the_form(sit: Sitting) -> None:
    async with sit(size=TALL) as player:
        await player.press("n", "down", "2", "down")
        await player.type("Who")
        await player.press("question_mark", "f1")
        player.shows("Deal the cards.", "f1 ?")
        assert not player.sees("Choose the next value.")
        await player.press("i")
        player.shows("    6. House-rule options", "overpay")
        await player.press("escape", "escape")
        assert isinstance(player.app.screen, NewGameScreen)
        await player.press("enter")
        assert player.table.seats[0] == "Who?"


async def test_in_a_form_a_line_of_choices_knows_the_question_mark_too(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "question_mark")
        player.shows("Choose the next value.")


async def test_in_a_replay_one_can_play_on(sit: Sitting) -> None:
    async with sit(game(1, 6), TALL, replay=True) as player:
        await player.press("question_mark")
        words = ("Nothing you do here changes the game.", "n starts", "Go forward one action.")
        in_order(player, *words)


async def test_in_a_lesson_the_coach_comes_first(sit: Sitting) -> None:
    async with sit(size=TALL) as player:
        await player.press("l", "1", "question_mark")
        in_order(player, "Read what the coach says. enter continues", "Now: continue.")
        await player.press("escape", "enter", "question_mark")
        in_order(player, "Do what the coach asks.", "Play a card")
        await player.press("escape", "1", "enter", "question_mark")
        in_order(player, "That wasn't what the coach asked for. u undoes it.")


async def test_in_a_decided_puzzle_the_help_says_how_to_go_on(sit: Sitting) -> None:
    async with sit(size=TALL) as player:
        await player.press("p", "1", "enter", "1", "enter")
        player.shows_title("NOT YET")
        await player.press("v", "question_mark")
        in_order(player, "Goal: Defeat the Queen exactly", "enter shows the result", "a starts")


# ---------------------------------------------------------------- the keys as they are


def keys(**given: tuple[str, ...]) -> Settings:
    """Return settings with these keys."""
    return Settings(keys=given, motion=False)


async def test_the_question_for_a_name_names_its_keys(sit: Sitting) -> None:
    given = keys(submit=("ctrl+s",), cancel=("ctrl+x",))
    async with sit(saved(SOLO), settings=given) as player:
        await player.press("s", "x")
        player.shows("ctrl+s saves it, ctrl+x goes back")
        await player.press("ctrl+s")
        await player.until(lambda: player.sees("Saved as 'x'."))


async def test_the_list_of_commands_names_its_key(sit: Sitting) -> None:
    async with sit(saved(SOLO), settings=keys(submit=("ctrl+s",))) as player:
        await player.press(":")
        player.shows("ctrl+s runs it")
        await player.press(*"menu", "ctrl+s")
        assert isinstance(player.app.screen, MenuScreen)


async def test_a_search_names_its_keys(sit: Sitting) -> None:
    given = keys(submit=("ctrl+s",), leave_text=("ctrl+x",))
    async with sit(settings=given) as player:
        await player.press("i", "slash")
        player.shows("ctrl+s done", "ctrl+x back")
        await player.type("jester")
        await player.press("ctrl+s")
        player.shows("/ search", "jester: 1 of ")


async def test_the_coach_names_the_keys(sit: Sitting) -> None:
    async with sit(settings=keys(confirm=("x",), undo=("z",))) as player:
        await player.press("l", "1", "x")
        player.shows("what it would do. Then x")
        await player.press("1", "x")
        player.shows("z undo")
        await player.press("y")
        player.shows("Undo that first: z.")
        await player.press("z", "z", "y")
        player.shows("Read on first: x.")


async def test_help_names_the_keys_in_its_sentences(sit: Sitting) -> None:
    given = keys(confirm=("x",), flip=("ctrl+f",), close_help=("z",), help_rules=("w",))
    async with sit(saved(SOLO), settings=given) as player:
        await player.press("question_mark")
        player.shows(
            "x plays the cards you've picked", "ctrl+f flips a Jester", "w rules", "z close"
        )


KEY_NAMES = re.compile(
    r"\b(enter|esc|escape|return|tab|backspace|pageup|pagedown|ctrl\+\w|f\d|press [\w?/]+)\b"
    r"|(?<![\w'{`-])[b-hj-z](?![\w'.}`-])"
)
"""The names of keys, and letters that are no words."""
NO_SENTENCES = ("commands.py", "__init__.py", "keymap.py", "art.py", "theme_tables.py")
"""Where keys are declared and read, and where pictures and their colours are letters."""


def sentences(path: Path) -> Iterator[str]:
    """Yield the texts of a module with words in them, but no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    loose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in loose else ""
        if isinstance(text, str) and " " in text.strip() and "{ " not in text:  # no style sheet
            yield text


@pytest.mark.slow
@pytest.mark.parametrize("room", ["tui/**/*.py", "games/regicide/lessons.py"])
def test_no_sentence_names_a_key_that_can_be_changed(room: str) -> None:
    modules = [path for path in PACKAGE.glob(room) if path.name not in NO_SENTENCES]
    found = {
        (path.name, text) for path in modules for text in sentences(path) if KEY_NAMES.search(text)
    }
    assert modules
    assert found == set()


@pytest.mark.slow
@pytest.mark.parametrize("room", ["tui/**/*.py", "games/regicide/lessons.py"])
def test_every_command_named_in_a_sentence_exists(room: str) -> None:
    named = {
        name
        for path in PACKAGE.glob(room)
        for text in sentences(path)
        for name in re.findall(r"\{([a-z_]+\d?)\}", text)
    }
    assert {"confirm", "undo", "flip"} <= named
    assert named <= set(keymap.by_id())
