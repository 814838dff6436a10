"""The settings file: defaults, every key, and files that make no sense."""

from pathlib import Path

import pytest

from regicide_tui.play.settings import BadSettings, Settings, read_settings


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
    assert read_settings(file) == Settings("dark", "auto", True, ())


def test_without_a_folder_there_are_the_defaults(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "nowhere" / "settings.toml") == Settings()


def test_an_empty_file_says_the_defaults(file: Path) -> None:
    file.write_text("# nothing\n")
    assert read_settings(file) == Settings()


def test_every_key_can_be_set(file: Path) -> None:
    file.write_text(
        'theme = "light"\nsymbols = "letters"\nfour_colours = false\nnames = ["Ada", "Zoë"]\n',
        encoding="utf-8",
    )
    assert read_settings(file) == Settings("light", "letters", False, ("Ada", "Zoë"))


def test_a_key_left_out_keeps_its_default(file: Path) -> None:
    file.write_text('symbols = "suits"\n')
    assert read_settings(file) == Settings(symbols="suits")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('theme = "green"', "theme"),
        ("theme = 1", "theme"),
        ('symbols = ""', "symbols"),
        ('four_colours = "yes"', "four_colours"),
        ("four_colours = 1", "four_colours"),
        ('names = "Ada"', "names"),
        ('names = [""]', "names"),
        (f'names = ["{"x" * 41}"]', "names"),
        ('names = ["1", "2", "3", "4", "5"]', "names"),
        ("colour = true", "colour"),
        ("[theme]\nname = 'dark'", "theme"),
    ],
)
def test_a_wrong_value_is_named_with_its_key_and_file(file: Path, text: str, wrong: str) -> None:
    found = refusal(file, text)
    assert found.startswith(f"{file}: ")
    assert wrong in found.removeprefix(f"{file}: ")


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
