"""The settings file: defaults, every key, and files that make no sense."""

from pathlib import Path

import pytest

from regicide_tui.play.settings import (
    CHOICES,
    BadSettings,
    Settings,
    line_of,
    read_settings,
    settings_error,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a settings file may be."""
    return tmp_path / "settings.toml"


def refusal(file: Path, text: str | bytes) -> str:
    """Return why settings are refused."""
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadSettings) as refused:
        read_settings(file)
    return str(refused.value)


def test_without_a_file_there_are_the_defaults(file: Path) -> None:
    assert read_settings(file) == Settings("auto", "auto", True, (), True, "auto", {}, {})


def test_without_a_folder_there_are_the_defaults(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "nowhere" / "settings.toml") == Settings()


def test_an_empty_file_says_the_defaults(file: Path) -> None:
    file.write_text("# nothing\n")
    assert read_settings(file) == Settings()


def test_every_key_can_be_set(file: Path) -> None:
    file.write_text(
        'theme = "light"\nsymbols = "letters"\nfour_colours = false\nnames = ["Ada", "Zoë"]\n'
        'motion = false\ndensity = "compact"\n'
        '[house_rules]\noverpay = "free"\nfirst_player = 2\n'
        '[keys]\nundo = "z"\nredo = ["Z", "f2"]\n',
        encoding="utf-8",
    )
    assert read_settings(file) == Settings(
        "light",
        "letters",
        False,
        ("Ada", "Zoë"),
        False,
        "compact",
        {"regicide": {"overpay": "free", "first_player": 2}},
        {"undo": ("z",), "redo": ("Z", "f2")},
    )


def test_house_rules_stand_in_a_table_for_each_game(file: Path) -> None:
    file.write_text(
        "[house_rules.regicide]\ncombos = false\n"
        "[house_rules.duel]\nfirst_player = 2\n"
        "[house_rules.king_of_the_dead]\nhand_draw = 5\n"
    )
    assert read_settings(file).house_rules == {
        "regicide": {"combos": False},
        "duel": {"first_player": 2},
        "king_of_the_dead": {"hand_draw": 5},
    }


def test_house_rules_without_a_game_are_those_of_regicide(file: Path) -> None:
    file.write_text("[house_rules]\ncombos = false\noverpay = 'free'\n")
    both = {"combos": False, "overpay": "free"}
    assert read_settings(file).house_rules == {"regicide": both}
    file.write_text(
        "[house_rules]\ncombos = false\noverpay = 'free'\n"
        "[house_rules.regicide]\noverpay = 'minimal'\n"
    )
    assert read_settings(file).rules_of("regicide") == {"combos": False, "overpay": "minimal"}
    assert read_settings(file).rules_of("duel") == {}


def test_one_house_rule_is_changed_and_no_other() -> None:
    before = Settings(house_rules={"regicide": {"combos": False}})
    after = before.changed(("house_rules", "regicide", "overpay"), "free")
    after = after.changed(("house_rules", "duel", "overpay"), "minimal")
    assert after.house_rules == {
        "regicide": {"combos": False, "overpay": "free"},
        "duel": {"overpay": "minimal"},
    }


def test_every_choice_offers_what_it_is_without_a_file() -> None:
    for choice in CHOICES:
        assert getattr(Settings(), choice.key) in choice.values


def test_a_key_left_out_keeps_its_default(file: Path) -> None:
    file.write_text('symbols = "suits"\n')
    assert read_settings(file) == Settings(symbols="suits")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('theme = "green"', 'line 1: theme: must be one of "auto", "dark", "light", "ansi".'),
        ("theme = 1", "line 1: theme: "),
        ('\n# a comment\nsymbols = ""', "line 3: symbols: "),
        ('four_colours = "yes"', "line 1: four_colours: must be one of true, false."),
        ("four_colours = 1", "line 1: four_colours: "),
        ('motion = "no"', "line 1: motion: "),
        ('density = "small"', "line 1: density: "),
        ('names = "Ada"', "line 1: names: "),
        ('names = [""]', "line 1: names: must be a list of at most 4 names of 1 to 40 "),
        (f'names = ["{"x" * 41}"]', "line 1: names: "),
        ('names = ["1", "2", "3", "4", "5"]', "line 1: names: "),
        ("names = [1]", "line 1: names: "),
        (f'name = "{"x" * 41}"', "line 1: name: must be text of at most 40 characters."),
        ("name = 1", "line 1: name: "),
        ("thinking = 2", "line 1: thinking: must be a table of names and values."),
        ("colour = true", "line 1: colour: there is no such setting."),
        ("[theme]\nname = 'dark'", "line 1: theme: "),
        ("house_rules = 1", "line 1: house_rules: "),
        ("[house_rules]\ncombo = true", "line 2: house_rules.combo: Regicide has no such"),
        ("[house_rules]\n\ncombos = 1", "line 3: house_rules.combos: must be one of true, false."),
        ("[house_rules]\noverpay = 'all'", "line 2: house_rules.overpay: "),
        ("[house_rules]\nfirst_player = 5", "line 2: house_rules.first_player: "),
        ("house_rules.combos = 1", "line 1: house_rules.combos: "),
        ("house_rules = {combos = 1}", "line 1: house_rules.combos: "),
        (
            "[house_rules.dual]\noverpay = 'free'",
            "line 1: house_rules.dual: there is no such game.",
        ),
        ("[house_rules]\nduel = 1", "line 2: house_rules.duel: must be a table"),
        (
            "[house_rules.duel]\n\ncombos = true",
            "line 3: house_rules.duel.combos: Regicide Duel has no such house rule.",
        ),
        ("[house_rules.duel]\nfirst_player = 3", "line 2: house_rules.duel.first_player: "),
        ("[house_rules]\nregicide.combos = 1", "line 2: house_rules.regicide.combos: "),
        ("[house_rules.regicide.combos]\nx = 1", "line 1: house_rules.regicide.combos: "),
        ('[keys]\n"undo" = 1', "line 2: keys.undo: "),
        ("[ keys ]\nundo = []", "line 2: keys.undo: "),
        ("[keys]\nundo = [1]", "line 2: keys.undo: "),
    ],
)
def test_a_wrong_value_is_named_with_file_line_and_key(file: Path, text: str, wrong: str) -> None:
    assert refusal(file, text).startswith(f"{file}, {wrong}")


def test_others_blame_a_key_in_the_same_words(file: Path) -> None:
    file.write_text("[keys]\nundo = 'z'\n")
    assert str(settings_error(file, ("keys", "undo"), "No.")) == f"{file}, line 2: keys.undo: No."


def test_a_key_that_stands_nowhere_has_no_line() -> None:
    assert line_of("[keys]\nundo = 'z'", "theme") == 0


def test_a_mistake_of_spelling_is_named_with_its_line(file: Path) -> None:
    found = refusal(file, 'theme = "dark"\nsymbols = \n')
    assert found.startswith(f"{file}: ")
    assert "line 2" in found


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"\x00", b"theme", b"= 1", b"a = 1\na = 2", b"theme = '\xe9'"],
)
def test_garbage_is_refused(file: Path, content: bytes) -> None:
    assert refusal(file, content).startswith(str(file))


def test_nesting_without_end_is_refused(file: Path) -> None:
    assert str(file) in refusal(file, "names = " + "[" * 100_000)


def test_a_number_without_end_is_refused(file: Path) -> None:
    assert str(file) in refusal(file, "theme = " + "9" * 5000)


def test_a_folder_in_place_of_the_file_is_refused(file: Path) -> None:
    file.mkdir()
    with pytest.raises(BadSettings, match="can't be read: Is a directory"):
        read_settings(file)


def test_a_file_that_may_not_be_read_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(BadSettings, match="can't be read: Permission denied"):
        read_settings(file)


def test_levels_think_longer_or_less(file: Path) -> None:
    file.write_text("[thinking]\nknight = 3\nmarshal = 0.5\n")
    assert read_settings(file).thinking == {"knight": 3.0, "marshal": 0.5}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("page = 2", "one of the levels squire, "),
        ("knight = 0", "above 0"),
        ("knight = 101", "at most 100"),
        ("knight = true", "a number"),
        ("knight = nan", "a number"),
        ("knight = 'long'", "a number"),
    ],
)
def test_a_thinking_that_makes_no_sense_is_refused(file: Path, line: str, sentence: str) -> None:
    file.write_text(f"[thinking]\n{line}\n")
    with pytest.raises(BadSettings, match=f"line 2: thinking.*{sentence}"):
        read_settings(file)
