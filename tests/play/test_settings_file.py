"""Writing settings: one key changes, and nothing else that the player wrote."""

import errno
import os
import tomllib
from pathlib import Path

import pytest

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.settings import CHOICES, Settings, house_rules, read_settings
from regicide_tui.play.settings_file import UnwrittenSettings, with_setting, write_setting

MINE = """\
# My settings. Don't touch.

theme   =   "dark"   # for the night

# keys of my own
[keys]
# z as everywhere
undo = "z"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a settings file may be."""
    return tmp_path / "settings.toml"


def test_a_new_key_is_explained_by_the_comment_above_it() -> None:
    assert with_setting("", ("theme",), "light") == (
        "# The colours: as the terminal, dark, light, or the terminal's own 16.\n"
        '# "auto", "dark", "light", "ansi"\n'
        'theme = "light"\n'
    )


def test_a_new_house_rule_is_explained_in_its_table() -> None:
    written = with_setting("", ("house_rules", "regicide", "combos"), False)
    assert written == (
        "# The house rules of a new game of Regicide.\n"
        "[house_rules.regicide]\n"
        "# Cards of one number, 2 to 5, may be played together.\n"
        "# true, false\n"
        "combos = false\n"
    )
    twice = with_setting(written, ("house_rules", "regicide", "first_player"), 2)
    assert twice == written + '# Who begins.\n# "random", 1, 2, 3, 4\nfirst_player = 2\n'
    duel = with_setting(twice, ("house_rules", "duel", "first_player"), 2)
    assert duel == twice + (
        "\n# The house rules of a new game of Regicide Duel.\n"
        "[house_rules.duel]\n"
        '# Who begins.\n# "random", 1, 2\nfirst_player = 2\n'
    )


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("[house_rules]\ncombos = true # mine\n", "[house_rules]\ncombos = false # mine\n"),
        ("house_rules.combos = true\n", "house_rules.combos = false\n"),
        ("house_rules = {combos = true}\n", "house_rules = {combos = false}\n"),
        (
            "[house_rules]\ncombos = true\n[house_rules.regicide]\ncombos = true\n",
            "[house_rules]\ncombos = true\n[house_rules.regicide]\ncombos = false\n",
        ),
    ],
)
def test_a_house_rule_of_regicide_stays_where_it_stood_before(text: str, changed: str) -> None:
    assert with_setting(text, ("house_rules", "regicide", "combos"), False) == changed


def test_a_changed_value_leaves_all_else_as_it_was() -> None:
    assert with_setting(MINE, ("theme",), "light") == MINE.replace('"dark"', '"light"')


def test_a_new_key_stands_before_the_tables_and_their_comments() -> None:
    written = with_setting(MINE, ("motion",), False)
    lines = written.splitlines()
    assert [line for line in lines if line in MINE.splitlines()] == MINE.splitlines()
    assert lines.index("motion = false") < lines.index("# keys of my own")
    assert lines[lines.index("[keys]") - 1] == "# keys of my own"


@pytest.mark.parametrize(
    "text",
    [
        "",
        MINE,
        "# only a comment",
        "theme = 'light'",
        "[keys]\nundo = 'z'",
        "house_rules = {combos = true}",
        "house_rules.combos = true\n[keys]\n",
        "[house_rules]\n# none yet\n\n[keys]\nredo = ['Z',\n  'f2'] # both\n",
        "[house_rules]\ncombos = true\n[keys]\nundo = 'z'\n[house_rules.duel] # two\n",
        "house_rules.duel.overpay = 'free'",
        "house_rules = {duel = {overpay = 'free'}, combos = true}",
        "names = [\n  'Ada',  # me\n  'Bea',\n]",
    ],
)
def test_whatever_the_file_is_like_the_setting_gets_in_and_the_comments_stay(text: str) -> None:
    comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
    settings: list[tuple[tuple[str, ...], Json]] = [
        *[((choice.key,), choice.values[-1]) for choice in CHOICES],
        *[
            (("house_rules", game, option.name), option.values[-1])
            for game in games.names()
            for option in house_rules(game)
        ],
    ]
    for keys, value in settings:
        text = with_setting(text, keys, value)
        found = tomllib.loads(text)
        for key in keys:
            bare = key == "regicide" and keys[-1] not in found.get(key, {})
            found = found if bare else found[key]
        assert found == value
        assert all(comment in text for comment in comments)


def test_what_is_written_is_read_again(file: Path) -> None:
    write_setting(file, ("theme",), "ansi")
    write_setting(file, ("house_rules", "regicide", "overpay"), "free")
    write_setting(file, ("house_rules", "king_of_the_dead", "hand_draw"), 5)
    assert read_settings(file) == Settings(
        "ansi",
        house_rules={"regicide": {"overpay": "free"}, "king_of_the_dead": {"hand_draw": 5}},
    )


def test_the_line_ends_of_the_file_stay(file: Path) -> None:
    file.write_bytes(b'# mine\r\ntheme = "dark"\r\nmotion = true\r\n')
    write_setting(file, ("theme",), "light")
    assert file.read_bytes() == b'# mine\r\ntheme = "light"\r\nmotion = true\r\n'


def test_the_folder_is_made(tmp_path: Path) -> None:
    write_setting(tmp_path / "new" / "settings.toml", ("motion",), False)
    assert read_settings(tmp_path / "new" / "settings.toml") == Settings(motion=False)


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    real = tmp_path / "dotfiles" / "regicide.toml"
    real.write_text(MINE)
    file.symlink_to(real)
    write_setting(file, ("theme",), "light")
    assert file.is_symlink()
    assert real.read_text() == MINE.replace('"dark"', '"light"')


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The setting is not saved: the disk is full."),
        (errno.EROFS, "The setting is not saved: the folder is read-only."),
        (errno.EACCES, "The setting is not saved: the folder or file belongs to someone else."),
    ],
)
def test_a_disk_that_does_not_take_it_is_said_and_the_file_is_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    file.write_text(MINE)
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(UnwrittenSettings) as refused:
        write_setting(file, ("theme",), "light")
    assert str(refused.value) == sentence
    assert file.read_text() == MINE
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("content", [b"theme = ", b"\xff\xfe", b"house_rules = 1", b"[[keys]\n"])
def test_a_file_that_makes_no_sense_is_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(UnwrittenSettings, match=r"^The setting is not saved: "):
        write_setting(file, ("house_rules", "regicide", "combos"), False)
    assert file.read_bytes() == content
