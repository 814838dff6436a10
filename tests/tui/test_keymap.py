"""Keymaps: every command has a name, keys are read with care, and each app has its own."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest
from textual.binding import Binding
from textual.screen import Screen

from regicide_tui.play.settings import Settings
from regicide_tui.tui import screens
from regicide_tui.tui.input.commands import HOME_ONLY, REDO, REMOTE_ONLY, UNDO, Command
from regicide_tui.tui.input.keymap import (
    BadKeymap,
    Keymap,
    all_game_commands,
    commands_by_place,
    read_keymap,
    written,
)
from regicide_tui.tui.screens.menu import MenuScreen
from tests.play.games import game
from tests.tui.conftest import AppMaker, Sitting
from tests.tui.models import SOLO, TRIO, saved
from tests.tui.player import sitting_at

SCREENS = commands_by_place()
ALL = {command.id: command for commands in SCREENS.values() for command in commands}


def refusal(**keys: tuple[str, ...]) -> tuple[str, str]:
    """Return which command is to blame for these keys, and why."""
    with pytest.raises(BadKeymap) as refused:
        read_keymap(keys)
    return refused.value.command, str(refused.value)


# ---------------------------------------------------------------- the commands


def test_every_command_has_a_name_and_no_two_have_the_same() -> None:
    assert all(name.replace("_", "").isalnum() for name in ALL)
    for commands in SCREENS.values():
        for command in commands:
            assert ALL[command.id] == command


@pytest.mark.parametrize("place", SCREENS)
def test_no_two_commands_of_a_place_have_the_same_key(place: str) -> None:
    keys = [key for command in SCREENS[place] for key in command.keys]
    assert len(set(keys)) == len(keys)


def test_no_game_has_the_key_of_another_command_at_its_table_on_a_server() -> None:
    for one in all_game_commands():
        own = [command for command in one.commands if command not in HOME_ONLY]
        keys = [key for command in (*own, *REMOTE_ONLY) for key in command.keys]
        assert len(set(keys)) == len(keys), one.place


@pytest.mark.parametrize("name", [one.name for one in iter_modules(screens.__path__)])
def test_what_a_screen_binds_is_a_named_command(name: str) -> None:
    module = import_module(f"{screens.__name__}.{name}")
    for _, screen in inspect.getmembers(module, inspect.isclass):
        if issubclass(screen, Screen) and screen.__module__ == module.__name__:
            for binding in screen.__dict__.get("BINDINGS", ()):
                assert isinstance(binding, Binding)
                assert binding.id in ALL, (screen, binding)


# ---------------------------------------------------------------- reading keys


@pytest.mark.parametrize(
    ("given", "key", "shown"),
    [
        ("z", "z", "z"),
        ("Z", "Z", "Z"),
        ("shift+z", "Z", "Z"),
        ("?", "question_mark", "?"),
        (",", "comma", ","),
        ("+", "plus", "+"),
        (" ", "space", "space"),
        ("esc", "escape", "esc"),
        ("F5", "f5", "f5"),
        ("Ctrl+X", "ctrl+x", "ctrl+x"),
        ("shift+ctrl+left", "ctrl+shift+left", "ctrl+shift+left"),
        ("question_mark", "question_mark", "?"),
        ("é", "é", "é"),
    ],
)
def test_keys_are_written_as_people_do(given: str, key: str, shown: str) -> None:
    free = {"help": "f10", "clear": "f11", "drop": "f8", "pick_here": "f12", "cancel": "f9"}
    free["wish"] = "f7"
    keymap = read_keymap({**{name: (key,) for name, key in free.items()}, "undo": (given,)})
    assert keymap.keys(UNDO) == (key,)
    assert keymap.shown(UNDO) == written(key) == shown


@pytest.mark.parametrize("key", ["", "foo", "ctrl+", "+x", "hyper+x", "<ignore>", "u z", "u,z"])
def test_what_is_no_key_is_refused(key: str) -> None:
    assert refusal(undo=(key,)) == ("undo", f"{key!r} is not the name of a key.")


def test_what_is_no_command_is_refused() -> None:
    assert refusal(fly=("z",)) == ("fly", "there is no such command.")


def test_one_key_for_two_commands_of_a_screen_is_refused() -> None:
    assert refusal(undo=("y",)) == ("undo", "y is already the key for yield at the table.")
    assert refusal(**{"yield": ("u",)}) == ("yield", "u is already the key for undo at the table.")
    assert refusal(undo=("x",), redo=("x",)) == (
        "redo",
        "x is already the key for undo at the table.",
    )
    assert refusal(undo=("[",)) == ("undo", "[ is already the key for log_up at the table.")


def test_ctrl_q_is_kept_for_quitting() -> None:
    assert refusal(undo=("ctrl+q",)) == ("undo", "ctrl+q always quits.")
    assert read_keymap({"quit": ("f7", "ctrl+q")}).bound() == {"quit": "f7,ctrl+q"}


def test_keys_may_be_exchanged() -> None:
    keymap = read_keymap({"undo": ("y",), "yield": ("u",)})
    assert (keymap.shown(ALL["undo"]), keymap.shown(ALL["yield"])) == ("y", "u")


def test_commands_without_new_keys_keep_their_own() -> None:
    keymap = read_keymap({"undo": ("z", "f2")})
    assert (keymap.keys(REDO), keymap.shown(REDO)) == (REDO.keys, REDO.shown)
    assert (keymap.keys(UNDO), keymap.shown(UNDO)) == (("z", "f2"), "z")
    assert keymap.bound() == {"undo": "z,f2"}
    assert Keymap().bound() == {}


@pytest.mark.parametrize("command", ALL.values(), ids=ALL)
def test_the_shown_key_is_one_of_the_keys(command: Command) -> None:
    assert command.shown in [written(key) for key in command.keys]


# ---------------------------------------------------------------- in the app


def with_keys(**keys: tuple[str, ...]) -> Settings:
    """Return settings with these keys."""
    return Settings(keys=keys)


async def test_a_changed_key_works_and_the_old_one_does_not(sit: Sitting) -> None:
    async with sit(game(1, 4), settings=with_keys(undo=("z", "f2"))) as player:
        await player.press("u")
        assert len(player.actions) == 4
        await player.press("z")
        assert len(player.actions) == 3
        await player.press("f2")
        assert len(player.actions) == 2
        await player.press("U")
        assert len(player.actions) == 3


async def test_the_key_line_and_the_help_show_the_changed_key(sit: Sitting) -> None:
    keys = with_keys(undo=("z",), help=("f9",), pick_1=("v",), confirm=("ctrl+x",))
    async with sit(game(1, 4), settings=keys) as player:
        player.shows("z undo", "f9 help", "ctrl+x play")
        await player.press("f9")
        player.shows("ctrl+x  ", "Now: play")
        await player.press("end")
        player.shows("Redo the last undone action.", "f9  ", "Explain this moment")
        assert not player.sees("question_mark")


async def test_sentences_name_the_changed_key(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H"), settings=with_keys(confirm=("x",))) as player:
        await player.press("x")
        player.shows("Pick the cards to discard, then press x.")


async def test_the_curtain_names_the_key_that_lifts_it(sit: Sitting) -> None:
    behind = saved(TRIO, "8D", "pay TC")
    async with sit(behind, settings=with_keys(confirm=("x",))) as player:
        player.shows("Press x when nobody else is looking.", "x show the hand")
        await player.press("x")
        player.shows("Bea's hand")


async def test_ctrl_q_quits_whatever_the_keys_are(sit: Sitting) -> None:
    async with sit(saved(SOLO), settings=with_keys(quit=("f7",))) as player:
        player.shows("f7 quit")
        await player.press("q")
        assert player.app.return_code is None
        await player.press("ctrl+q")
        await player.until(lambda: player.app.return_code is not None)


async def test_the_letters_of_a_list_come_before_other_keys(sit: Sitting) -> None:
    async with sit(settings=with_keys(list_down=("n",))) as player:
        await player.press("n")
        player.shows("NEW GAME")


async def test_exchanged_keys_work(sit: Sitting) -> None:
    keys = with_keys(undo=("m",), menu=("u",))
    async with sit(game(1, 4), settings=keys) as player:
        await player.press("m")
        assert len(player.actions) == 3
        await player.press("u")
        assert isinstance(player.app.screen, MenuScreen)


async def test_a_key_is_changed_on_all_screens(sit: Sitting) -> None:
    async with sit(settings=with_keys(list_down=("f7",), choose=("ctrl+y",))) as player:
        player.shows("up f7 move", "ctrl+y choose")
        await player.press("f7", "f7")
        player.shows("› g  Saved games")
        await player.press("ctrl+y")
        player.shows("No saved games yet.")


async def test_two_apps_in_one_process_have_their_own_keys(make_app: AppMaker) -> None:
    one = make_app(game(1, 4), settings=with_keys(undo=("z",)))
    other = make_app(game(1, 4))
    async with sitting_at(one) as first, sitting_at(other) as second:
        for player in (first, second):
            await player.press("z")
        assert (len(first.actions), len(second.actions)) == (3, 4)
        for player in (first, second):
            await player.press("u")
        assert (len(first.actions), len(second.actions)) == (3, 3)
        first.shows("z undo")
        second.shows("u undo")
