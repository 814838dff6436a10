"""The doctor: what it finds out about terminal, disk and settings, and what follows."""

import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui import doctor
from regicide_tui.bots import nets
from regicide_tui.doctor import Finding, can_play, examine, report
from regicide_tui.play.paths import Paths, find_paths
from regicide_tui.play.saves.files import write
from regicide_tui.play.settings import settings_error
from tests.play.games import duel, game

XTERM = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


@pytest.fixture(autouse=True)
def known_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure no speed."""
    monkeypatch.setattr(doctor, "measure_speed", lambda: 1200)


@pytest.fixture
def places(tmp_path: Path) -> Paths:
    """The folder of one test."""
    return find_paths(str(tmp_path))


def about(findings: list[Finding], subject: str) -> list[tuple[str, str]]:
    """Return marks and words of what was found about something."""
    return [(one.mark, one.words) for one in findings if one.about == subject]


def test_it_names_the_versions_of_everything(places: Paths) -> None:
    text = report(examine(XTERM, places, windows=False))
    for name in ("regicide-tui", "Python", "textual", "msgpack"):
        assert name in text


def test_in_a_narrow_terminal_no_word_is_broken(places: Paths) -> None:
    findings = examine(XTERM, places, windows=False)
    lines = report(findings, 60).splitlines()
    assert " ".join(report(findings).split()) == " ".join(" ".join(lines).split())
    long = [line for line in lines if len(line) > 60]
    assert [line for line in long if len(line.split()) > 3] == [], "only a path is longer"


def test_without_a_terminal_one_can_not_play(places: Paths) -> None:
    findings = examine(XTERM, places, windows=False)
    ((mark, words),) = about(findings, "terminal")
    assert mark == "problem"
    assert words.startswith("This is a full-screen game and needs a terminal.")
    assert not can_play(findings)


@pytest.mark.parametrize(
    ("more", "mark", "words"),
    [
        ({}, "ok", "all (truecolor)"),
        ({"COLORTERM": ""}, "ok", "256"),
        ({"COLORTERM": "", "TERM": "linux"}, "note", "16"),
        ({"NO_COLOR": "1"}, "note", "none"),
    ],
)
def test_it_says_which_colours_follow(
    places: Paths, more: dict[str, str], mark: str, words: str
) -> None:
    ((found, said),) = about(examine({**XTERM, **more}, places, windows=False), "colours")
    assert found == mark
    assert words in said


def test_it_knows_a_far_line_and_a_window_in_a_window(places: Paths) -> None:
    findings = examine({**XTERM, "SSH_TTY": "x", "TMUX": "y"}, places, windows=False)
    assert about(findings, "line")[0][0] == "note"
    assert about(findings, "around it")[0][0] == "note"
    assert about(examine(XTERM, places, windows=False), "line") == []


def test_it_counts_the_games_and_those_that_are_damaged(places: Paths) -> None:
    write(places.saves / "a.save", game(2))
    (places.saves / "b.save").write_bytes(b"nonsense")
    found = about(examine(XTERM, places, windows=False), "saves")
    assert "2 games" in found[0][1]
    assert found[1] == ("note", "1 file can't be opened")


def test_it_counts_the_saves_of_each_game_where_there_are_several(places: Paths) -> None:
    write(places.saves / "a.save", game(1))
    ((_, words),) = about(examine(XTERM, places, windows=False), "saves")
    assert ": 1 game, " in words
    write(places.saves / "b.save", duel())
    write(places.saves / "c.save", duel(2))
    (places.saves / "d.save").write_text("nothing")
    found = about(examine(XTERM, places, windows=False), "saves")
    assert ": 4 games (" in found[0][1]
    assert "2 Regicide Duel" in found[0][1]
    assert "1 Regicide" in found[0][1]


def test_where_nothing_can_be_written_games_will_not_be_saved_but_can_be_played(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    findings = examine(XTERM, find_paths(f"{tmp_path}/file"), windows=False)
    assert about(findings, "saves")[0][0] == "warning"
    assert can_play([one for one in findings if one.about != "terminal"])


def test_keys_are_judged_as_the_app_judges_them(places: Paths) -> None:
    def read(path: Path) -> None:
        raise settings_error(path, ("keys", "undo"), "y is already the key for yield at the table.")

    places.settings.write_text('theme = "dark"\n\n[keys]\nundo = "y"\n')
    ((mark, words),) = about(examine(XTERM, places, windows=False, read=read), "settings")
    assert mark == "problem"
    file = places.settings
    assert words == f"{file}, line 4: keys.undo: y is already the key for yield at the table."


def test_settings_that_make_no_sense_keep_one_from_playing(places: Paths) -> None:
    places.settings.write_text('theme = "pink"\n')
    findings = examine(XTERM, places, windows=False)
    ((mark, words),) = about(findings, "settings")
    assert mark == "problem"
    assert "settings.toml" in words
    assert not can_play([one for one in findings if one.about != "terminal"])


def test_it_says_that_bots_search_and_how_fast(places: Paths) -> None:
    ((mark, said),) = about(examine(XTERM, places, windows=False), "bots")
    assert mark == "ok"
    assert "all levels can play, at 1,200 evaluations a second" in said


def test_it_says_that_only_pages_play_without_the_searches(
    places: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(nets, "library_file", lambda: tmp_path / "searches.so")
    ((mark, said),) = about(examine(XTERM, places, windows=False), "bots")
    assert (mark, "were not built" in said) == ("note", True)


WITH_LIBRARY = """
import sys
from pathlib import Path
from regicide_tui.bots import nets
library = Path(sys.argv.pop(1))
nets.library_file = lambda: library
from regicide_tui.cli import main
sys.exit(main())
"""
"""Runs the doctor as an installation does that has the library of the first argument."""


def test_it_says_that_only_pages_play_if_the_searches_can_not_be_loaded(tmp_path: Path) -> None:
    library = tmp_path / "searches.so"
    library.write_bytes(b"no library")
    words = ("-c", WITH_LIBRARY, str(library), "doctor", "--data-dir", str(tmp_path))
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert "only pages can play: the searches can't be loaded" in " ".join(done.stdout.split())
    assert done.stderr == ""
