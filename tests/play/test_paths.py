"""Where saves and settings live."""

from pathlib import Path

import pytest

from regicide_tui.play.paths import find_paths, shorten_home


def test_everything_lives_in_the_folder_that_is_given(tmp_path: Path) -> None:
    places = find_paths(str(tmp_path))
    assert places.saves == tmp_path / "saves"
    assert places.settings == tmp_path / "settings.toml"
    assert places.records == tmp_path / "records.jsonl"


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_paths("~/games").saves == tmp_path / "games" / "saves"


def test_a_path_is_shown_as_a_shell_takes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shorten_home(tmp_path / "a" / "settings.toml") == "~/a/settings.toml"
    assert shorten_home(Path("/elsewhere/settings.toml")) == "/elsewhere/settings.toml"


@pytest.mark.parametrize("folder", [None, ""])
def test_without_a_folder_the_platform_says_where(
    folder: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    places = find_paths(folder)
    assert places.saves.is_relative_to(tmp_path)
    assert places.settings.is_relative_to(tmp_path)
    assert places.saves.parent.name == places.settings.parent.name == "regicide-tui"
    assert places.records == places.saves.parent / "records.jsonl"
    assert (places.saves.name, places.settings.name) == ("saves", "settings.toml")


def test_looking_for_the_places_makes_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    find_paths(None)
    find_paths(str(tmp_path / "here"))
    assert list(tmp_path.iterdir()) == []
