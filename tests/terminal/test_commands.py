"""The command as one types it: small answers, refusals, exit codes, and what is not imported."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui import __version__
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import read_transcript
from tests.play.games import NAMES, begun, game, whole_game
from tests.terminal.command import run
from tests.terminal.conftest import Start
from tests.terminal.terminal import PROGRAM, environment

pytestmark = pytest.mark.processes

BAD_USAGE, BAD_FILE, NO_TERMINAL = 2, 3, 4


def answer(folder: Path, *arguments: str, said: str = "", **more: str) -> str:
    """Run the command and return what it answers, if it has nothing to complain of."""
    done = run(folder, *arguments, said=said, **more)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# ---------------------------------------------------------------- small answers


@pytest.mark.parametrize("argument", ["--version", "-V"])
def test_it_says_its_version(tmp_path: Path, argument: str) -> None:
    assert answer(tmp_path, argument) == f"regicide-tui {__version__}\n"


_HOMELESS = """
import pwd, sys
def find(uid): raise KeyError(uid)
pwd.getpwuid = find
sys.argv = ["regicide-tui", *sys.argv[1:]]
from regicide_tui.__main__ import main
sys.exit(main())
"""
"""The program of a user whom the system does not know."""


def run_homeless(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user without a home."""
    variables = {"PATH": "/usr/bin", "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", _HOMELESS, *arguments],
        env={**variables, "REGICIDE_TUI_DATA_DIR": folder},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", ["paths", "doctor", "saves", "serve", "users"])
def test_a_user_without_a_home_is_asked_for_a_folder(tmp_path: Path, command: str) -> None:
    done = run_homeless("", command)
    assert done.returncode == BAD_FILE
    assert done.stderr.startswith("regicide-tui: you have no home folder: set a folder")
    assert "Traceback" not in run_homeless(f"{tmp_path}", command, "--help").stderr


@pytest.mark.parametrize("words", ["paths", "saves", "simulate --games 1", "serve --check"])
def test_a_user_without_a_home_needs_a_folder_alone(tmp_path: Path, words: str) -> None:
    done = run_homeless(f"{tmp_path}", *words.split())
    assert (done.returncode, done.stderr) == (0, "")


def test_it_says_where_it_keeps_things(tmp_path: Path) -> None:
    inside = f"saves     {tmp_path}/saves\nsettings  {tmp_path}/settings.toml\n"
    inside += f"records   {tmp_path}/records.jsonl\nserver    {tmp_path}/house\n"
    assert answer(tmp_path, "paths") == inside
    elsewhere = answer(tmp_path, "--data-dir", f"{tmp_path}/other", "paths")
    assert elsewhere == inside.replace(f"{tmp_path}/", f"{tmp_path}/other/")
    assert answer(tmp_path, "paths", "--data-dir", f"{tmp_path}/other") == elsewhere
    custom = answer(tmp_path, "paths", REGICIDE_TUI_DATA_DIR="", XDG_DATA_HOME=f"{tmp_path}/data")
    assert f"{tmp_path}/data/regicide-tui/saves" in custom


def test_it_lists_the_saved_games_in_columns(tmp_path: Path) -> None:
    assert answer(tmp_path, "saves") == "No game has been saved yet.\n"
    folder = tmp_path / "saves"
    write(folder / "old.save", replace(whole_game(2), saved=1_600_000_000))
    write(folder / "new.save", Table(begun(1), ("Ada",), "Friday 漢字", 1_700_000_000))
    (folder / "bad.save").write_bytes(b"nonsense")
    names, new, old, bad = answer(tmp_path, "saves").splitlines()
    assert " ".join(names.split()) == "LAST PLAYED GAME NAME OR PLAYERS PROGRESS FILE"
    assert new.startswith(("14 Nov 2023", "15 Nov 2023"))
    assert (
        "  Regicide  saved as Friday 漢字  royal 1 of 12, Jack of Spades, 20 health left  " in new
    )
    assert "Ada & Bea" in old
    assert "damaged" in bad
    assert "This file is not a saved game" in bad
    column = names.index("FILE")
    assert old[column:] == f"{folder}/old.save"
    assert new[column - 2 :] == f"{folder}/new.save", "two characters are two cells wide"


def test_it_exports_a_transcript_that_replays(tmp_path: Path) -> None:
    one = game(3)
    write(tmp_path / "a.save", one)
    text = answer(tmp_path, "export", "a.save")
    again = read_transcript(text)
    assert (again.history.state, again.seats) == (one.history.state, NAMES[:3])
    (tmp_path / "a.txt").write_text(text)
    assert answer(tmp_path, "export", "a.txt") == text
    (tmp_path / "b.txt").write_text(text, encoding="utf-8-sig")
    assert answer(tmp_path, "export", "b.txt") == text, "as some editors on Windows save it"


def run_process(
    folder: Path, *arguments: str, said: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        env=environment(folder, **more),
        input=said,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_a_game_is_exported_from_the_standard_input(tmp_path: Path) -> None:
    write(tmp_path / "a.save", game(3))
    text = answer(tmp_path, "export", "a.save").encode()
    for said in ((tmp_path / "a.save").read_bytes(), text, text.replace(b"\n", b"\r\n")):
        assert run_process(tmp_path, "export", "-", said=said).stdout == text


@pytest.mark.parametrize("said", [b"nonsense", b"\xff\xfe", b"\xb1regicide-tui save", b""])
def test_nonsense_at_the_standard_input_is_refused(tmp_path: Path, said: bytes) -> None:
    done = run_process(tmp_path, "export", "-", said=said)
    assert (done.returncode, done.stdout) == (BAD_FILE, b"")
    assert done.stderr.startswith(b"regicide-tui: standard input")
    assert done.stderr.count(b"\n") == 1


def test_names_are_written_whatever_the_locale(tmp_path: Path) -> None:
    write(tmp_path / "saves" / "a.save", Table(begun(2), ("Zoë", "Ανδρέας"), "", 1))
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ascii_only |= {"PYTHONIOENCODING": "ascii"}
    listed = run_process(tmp_path, "saves", said=b"", **ascii_only).stdout.decode()
    assert "Zo? & ???????    royal 1 of 12, Jack of Spades" in listed
    text = run_process(tmp_path, "export", "saves/a.save", said=b"", **ascii_only).stdout.decode()
    assert "P1='Zoë' P2='Ανδρέας'" in text


def test_the_doctor_examines_what_is_there(start: Start, tmp_path: Path) -> None:
    without = run(tmp_path, "doctor")
    assert without.returncode == NO_TERMINAL
    assert "problem  terminal" in without.stdout
    terminal = start("doctor")
    assert terminal.ends() == 0
    assert "80x24, enough for the table" in terminal.page
    rows = terminal.page.splitlines()
    (place,) = [place for place, row in enumerate(rows) if "packages" in row]
    below = rows[place + 1]
    assert len(below) - len(below.lstrip()) == rows[place].index("textual"), "words are not broken"


def test_house_rules_are_given_by_name(start: Start, tmp_path: Path) -> None:
    terminal = start("new", "--option", "combos=false", "--option", "solo_yield=True")
    terminal.shows("1-8 pick", "y yield")
    terminal.press("q")
    assert terminal.ends() == 0
    (path,) = (tmp_path / "saves").glob("*.save")
    assert read(path).history.start.options == {"combos": False, "solo_yield": True}


def test_a_new_game_knows_the_name_of_the_settings(start: Start, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('name = "Hana"\n')
    terminal = start("new", "--bots", "page")
    terminal.shows("Hana", "Pip")
    terminal.press("q")
    assert terminal.ends() == 0


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        (("--bots", "page"), ("Player 1", "Pip")),
        (("--game", "duel", "--bots", "page"), ("Player 1", "Pip")),
        (("--game", "king_of_the_dead", "--bots", "page,page"), ("Player 1", "Pip", "Wat")),
        (("--names", "Ada,Bea", "--bots", "page,page"), ("Ada", "Bea", "Pip", "Wat")),
        (
            ("--players", "4", "--names", "Wat", "--bots", "page,page"),
            ("Wat", "Player 2", "Pip", "Tib"),
        ),
    ],
)
def test_bots_take_the_last_seats(
    start: Start, tmp_path: Path, arguments: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    terminal = start("new", *arguments)
    terminal.shows(seats[0], "Pip")
    terminal.press("q")
    assert terminal.ends() == 0
    (path,) = (tmp_path / "saves").glob("*.save")
    saved = read(path)
    people = len(seats) - arguments[-1].count("page")
    assert saved.seats == seats
    assert saved.bots == ("",) * people + ("page",) * (len(seats) - people)


def test_house_rules_of_the_settings_hold_unless_others_are_given(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text(
        "[house_rules]\ncombos = false\n[house_rules.duel]\noverpay = 'free'\nfirst_player = 2\n"
    )
    for given, rules in (
        (("--option", "overpay=minimal"), {"combos": False, "overpay": "minimal"}),
        (("--game", "duel"), {"overpay": "free", "first_player": 2}),
    ):
        terminal = start("new", *given)
        terminal.shows("seed")
        terminal.press("q")
        assert terminal.ends() == 0
        (path,) = (tmp_path / "saves").glob("*.save")
        assert read(path).history.start.options == rules
        path.unlink()


def test_it_prints_a_completion_script(tmp_path: Path) -> None:
    assert "resume" in answer(tmp_path, "completion", "fish")


def test_whoever_stops_listening_is_told_no_more(tmp_path: Path) -> None:
    write(tmp_path / "a.save", game(3))
    for command in ("export a.save", "saves", "--help"):
        done = subprocess.run(
            ["bash", "-c", f'"$0" -m regicide_tui {command} | true', sys.executable],
            cwd=tmp_path,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert done.stderr == ""


def test_the_engine_answers_until_nobody_asks_any_more(tmp_path: Path) -> None:
    new = {"op": "new", "game": "regicide", "players": 1, "seed": "7F3K"}
    said = f"{json.dumps(new)}\nnonsense\n"
    first, second = answer(tmp_path, "engine", said=said).splitlines()
    assert json.loads(first)["ok"] is True
    assert json.loads(second)["error"] == "bad_json"


def test_help_names_every_command(tmp_path: Path) -> None:
    said = answer(tmp_path, "--help")
    games = ("resume", "new", "open", "replay", "review", "export", "saves")
    for command in (*games, "paths", "doctor", "engine", "completion"):
        assert f"\n    {command} " in said


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize("arguments", [(), ("new",), ("resume",)])
def test_without_a_terminal_it_says_so(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == NO_TERMINAL
    assert done.stdout == ""
    said = (
        "this is a full-screen game and needs a terminal. Play in lines instead: regicide-tui text"
    )
    assert done.stderr == f"regicide-tui: {said}\n"
    assert not (tmp_path / "saves").exists()


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("new --players 5", BAD_USAGE, "1 to 4 players"),
        ("new --bots wizard", BAD_USAGE, "no such bot here: wizard"),
        ("play --bot-command ./no-program", BAD_USAGE, "There is no program './no-program'"),
        ("open missing.save", BAD_FILE, "no saved game or file 'missing.save'"),
    ],
)
def test_without_a_terminal_wrong_arguments_are_still_told(
    tmp_path: Path, line: str, code: int, said: str
) -> None:
    done = run(tmp_path, *line.split())
    assert done.returncode == code
    assert said in done.stderr
    assert "needs a terminal" not in done.stderr


@pytest.mark.parametrize("name", ["dumb", ""])
def test_a_terminal_that_can_do_nothing_is_refused(start: Start, name: str) -> None:
    terminal = start("new", TERM=name)
    assert terminal.ends() == NO_TERMINAL
    assert "can't move its cursor" in terminal.page
    assert "regicide-tui text" in terminal.page.replace("\n", "")
    assert b"\x1b" not in terminal.raw


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("new", "--players", "5"), BAD_USAGE, "1 to 4 players"),
        (("new", "--seed", "7" * 201), BAD_USAGE, "at most 200 characters"),
        (("new", "--option", "tea=yes"), BAD_USAGE, "It has diamond_redeal, combos, "),
        (("new", "--game", "chess"), BAD_USAGE, "'chess' is not one of regicide, duel, "),
        (("new", "--game", "duel", "--players", "3"), BAD_USAGE, "is for 2 players"),
        (("new", "--game", "duel", "--option", "combos=no"), BAD_USAGE, "no option 'combos'"),
        (("new", "--option", "combos=maybe"), BAD_USAGE, "combos must be one of true, false"),
        (("new", "--bots", "wizard"), BAD_USAGE, "no such bot here: wizard. There are page"),
        (
            ("new", "--players", "2", "--bots", "page,page"),
            BAD_USAGE,
            "one player must be a person",
        ),
        (("new", "--names", "Ada,Ada", "--bots", "page"), BAD_USAGE, "Two players are called Ada"),
        (("open", "-"), BAD_USAGE, "a file is needed"),
        (("replay", "-"), BAD_USAGE, "a file is needed"),
        (("review", "-"), BAD_USAGE, "a file is needed"),
        (("open", "missing.save"), BAD_FILE, "no saved game or file 'missing.save'"),
        (("replay", "Friday"), BAD_FILE, "`saves` lists the saved games."),
        (("export", "99"), BAD_FILE, "There is no saved game or file '99'."),
        (("open", "."), BAD_FILE, "not a file with a saved game"),
        (("open", "bad.save"), BAD_FILE, "bad.save"),
        (("replay", "bad.save"), BAD_FILE, "bad.save"),
        (("review", "bad.save"), BAD_FILE, "bad.save"),
    ],
)
def test_what_can_not_be_opened_is_refused_before_the_screen_is_taken(
    start: Start, tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    (tmp_path / "bad.save").write_text("This is no game.")
    terminal = start(*arguments, size=(200, 24))
    assert terminal.ends() == code
    assert words in terminal.page
    assert "Traceback" not in terminal.page
    assert b"\x1b[?1049h" not in terminal.raw


@pytest.mark.parametrize("name", ["Thursday", "b", "2"])
def test_a_saved_game_is_opened_by_its_name_file_or_number(
    start: Start, tmp_path: Path, name: str
) -> None:
    one = Table(begun(2), ("Ada", "Bea"), "second", 1)
    write(tmp_path / "saves" / "a.save", replace(one, saved=2))
    write(tmp_path / "saves" / "b.save", replace(one, name="", title="Thursday", saved=1))
    start("review", name).shows("no actions to analyse")
    terminal = start("open", name)
    terminal.shows("2 players")
    assert "Opened" not in terminal.page


def test_a_named_save_stays_as_it_is_when_it_is_opened(start: Start, tmp_path: Path) -> None:
    write(tmp_path / "saves" / "a.save", Table(begun(2), ("Ada", "Bea"), "second", 1))
    start("open", "second").shows("Opened from 'second', which stays unchanged.")


def test_a_finished_game_is_opened_at_its_result(start: Start, tmp_path: Path) -> None:
    write(tmp_path / "over.save", whole_game(1))
    start("open", "over.save").shows("Same deal again", "Look at the table", "You could not pay")


@pytest.mark.parametrize("columns", [60, 80])
def test_in_a_terminal_the_list_of_saves_fits_it(
    start: Start, tmp_path: Path, columns: int
) -> None:
    for number in (1, 2):
        write(tmp_path / "saves" / f"a game with a long name {number}.save", whole_game(2))
    terminal = start("saves", size=(columns, 24))
    assert terminal.ends() == 0
    names, first, second, below, how, *_ = terminal.page.split("\n")
    assert names.startswith("NO.  LAST PLAYED  GAME")
    assert (first[:5], second[:5], below) == ("1    ", "2    ", "")
    assert how == "Open one by its number: regicide-tui open 1"


def test_a_saved_game_is_exported_by_its_number(tmp_path: Path) -> None:
    write(tmp_path / "saves" / "a.save", replace(game(2), saved=1))
    write(tmp_path / "saves" / "b.save", replace(game(3), saved=2))
    assert answer(tmp_path, "export", "1") == answer(tmp_path, "export", "saves/b.save")
    assert answer(tmp_path, "export", "2") == answer(tmp_path, "export", "a")


@pytest.mark.parametrize("arguments", [("export", "missing.save"), ("export", "bad.save")])
def test_what_can_not_be_exported_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "bad.save").write_bytes(b"\xff\xfe nonsense")
    done = run(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (BAD_FILE, "")
    assert arguments[1] in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_doctor_judges_the_keys(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\nundo = "y"\n')
    why = "keys.undo: y is already the key for yield at the table."
    done = run(tmp_path, "doctor")
    assert done.returncode == NO_TERMINAL
    assert f"problem  settings   {tmp_path}/settings.toml, line 2: {why}\n" in done.stdout


def test_bad_settings_are_named(start: Start, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('theme = "pink"\n')
    terminal = start("new", size=(200, 24))
    assert terminal.ends() == BAD_FILE
    assert "settings.toml" in terminal.page
    assert "theme" in terminal.page


def test_with_no_game_to_resume_the_menu_says_so(start: Start) -> None:
    terminal = start("resume")
    terminal.shows("There is no game to resume.", "New game")
    terminal.press("q")
    assert terminal.ends() == 0


# ---------------------------------------------------------------- how it looks


def test_a_replay_is_opened_from_a_transcript(start: Start, tmp_path: Path) -> None:
    write(tmp_path / "a.save", game(1))
    (tmp_path / "a.txt").write_text(answer(tmp_path, "export", "a.save"))
    terminal = start("replay", "a.txt")
    terminal.shows("Replay 0/6", "q quit")
    terminal.press("right", "right")
    terminal.shows("Replay 2/6")
    terminal.press("q")
    assert terminal.ends() == 0
    assert not (tmp_path / "saves").exists()


def test_where_the_output_is_not_utf_8_everything_is_ascii(start: Start) -> None:
    terminal = start("new", "--seed", "7F3K", PYTHONIOENCODING="ascii")
    terminal.shows("1-8 pick", "q quit")
    terminal.changes("enter")
    terminal.press("q")
    assert terminal.ends() == 0
    assert terminal.raw.isascii()


def test_letters_and_the_light_theme_are_set_in_the_settings(start: Start, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('theme = "light"\nsymbols = "letters"\n')
    terminal = start("new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "JACK OF SPADES", " 3D ", "q quit")
    assert terminal.page.isascii()
    assert b"48;2;247;242;230" in terminal.raw  # the light background


COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8;[25];[0-9;]+)[;m]")
PAPER = "f4ecd6"
"""What is chosen is filled with it."""
RICH_COLOUR = re.compile(rb"[34]8;[25];")


def test_with_no_color_nothing_has_a_colour(start: Start) -> None:
    terminal = start("new", "--seed", "7F3K", NO_COLOR="1")
    terminal.shows("JACK OF SPADES", "q quit")
    terminal.press("1")
    terminal.shows("3 damage")
    terminal.press(":")
    terminal.shows("type to find a command")
    assert not COLOUR.search(terminal.raw)


def test_an_empty_no_color_changes_nothing(start: Start) -> None:
    terminal = start("new", "--seed", "7F3K", NO_COLOR="")
    terminal.shows("JACK OF SPADES", "q quit")
    assert b"48;2;13;15;22" in terminal.raw  # the dark background


def test_a_terminal_of_16_colours_gets_none_but_its_own(start: Start) -> None:
    terminal = start("new", "--seed", "7F3K", TERM="xterm", COLORTERM="")
    terminal.shows("JACK OF SPADES", "q quit")
    terminal.press("1")
    terminal.shows("3 damage")
    assert COLOUR.search(terminal.raw)
    assert not RICH_COLOUR.search(terminal.raw)


def test_the_players_own_theme_stays_in_a_terminal_of_16_colours(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text('theme = "light"\n')
    terminal = start(TERM="xterm", COLORTERM="")
    terminal.shows("New game")
    terminal.press("o")
    terminal.shows("SETTINGS")
    assert terminal.fill_of("light", "Theme") != terminal.fill_of("dark", "Theme")
    assert terminal.fill_of("dark", "Theme") == terminal.fill_of("ansi", "Theme")


@pytest.mark.parametrize(
    ("arguments", "variables", "motion"),
    [
        ((), {}, "yes"),
        (("--no-motion",), {}, "no"),
        ((), {"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, "no"),
        ((), {"SSH_TTY": "/dev/pts/1"}, "no"),
    ],
)
def test_nothing_moves_on_request_or_far_away(
    start: Start, arguments: tuple[str, ...], variables: dict[str, str], motion: str
) -> None:
    terminal = start(*arguments, motion=True, **variables)
    terminal.shows("New game")
    terminal.press("o")
    terminal.shows("SETTINGS", "Motion")
    fills = {word: terminal.fill_of(word, "Motion") for word in ("yes", "no")}
    assert [word for word, fill in fills.items() if fill == PAPER] == [motion]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ('undo = "z"\nfly = "x"', "line 3: keys.fly: there is no such command."),
        ('undo = "y"', "line 2: keys.undo: y is already the key for yield at the table."),
        ('undo = "blue"', "line 2: keys.undo: 'blue' is not the name of a key."),
        ("undo = 7", 'line 2: keys.undo: must be a key, such as "u", or a list of keys.'),
    ],
)
def test_keys_that_make_no_sense_are_named_with_their_line(
    start: Start, tmp_path: Path, keys: str, sentence: str
) -> None:
    (tmp_path / "settings.toml").write_text(f"[keys]\n{keys}\n")
    terminal = start("new", size=(200, 24))
    assert terminal.ends() == BAD_FILE
    assert f"settings.toml, {sentence}" in terminal.page


# ---------------------------------------------------------------- what stays asleep


@pytest.mark.parametrize("argument", ["--version", "engine", "saves", "paths", "doctor", "users"])
def test_small_answers_import_no_screen(tmp_path: Path, argument: str) -> None:
    write(tmp_path / "saves" / "one.save", game(2))
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "regicide_tui", argument],
        cwd=tmp_path,
        env=environment(tmp_path),
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        check=argument not in ("doctor", "users"),  # without a terminal, and without a server
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    packages = {name.split(".")[0] for name in imported}
    assert "regicide_tui" in packages
    assert not packages & {"textual", "rich"}
    assert "asyncio" not in packages or argument == "users"
    if argument == "--version":
        assert not packages & {"msgpack", "msgspec", "argparse", "platformdirs"}


def test_machine_code_of_earlier_versions_is_removed_and_nothing_else(
    tmp_path: Path, start: Start
) -> None:
    cache = tmp_path / "cache" / "regicide-tui"
    code, other = cache / "compiled-0123456789abcdef", cache / "other"
    for folder in (code, other):
        folder.mkdir(parents=True)
        (folder / "page.nbc").touch()
    terminal = start("new", XDG_CACHE_HOME=f"{tmp_path / 'cache'}")
    terminal.shows("q quit")
    terminal.until(lambda: not code.exists())
    assert [*cache.iterdir()] == [other]
    terminal.press("q")
    assert terminal.ends() == 0
