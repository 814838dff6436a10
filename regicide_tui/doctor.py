"""`regicide-tui doctor`: check what the terminal and the disk can do."""

import os
import platform
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from textwrap import wrap
from time import perf_counter
from typing import NamedTuple

from regicide_tui import __version__, games
from regicide_tui.bots.roster import default_evaluations
from regicide_tui.games.manifest import BUILT_IN
from regicide_tui.games.words import counted
from regicide_tui.latency import measure_latency
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.saves_folder import SaveLabel, SavesFolder
from regicide_tui.play.saves.summary import game_title
from regicide_tui.play.settings import BadSettings, read_settings
from regicide_tui.terminal import colours, find_obstacle, is_remote, writes_utf8

SMALLEST = (60, 20)
"""Columns and rows that the table needs (tui/regicide/zones.py)."""
_SLOW = 0.05
"""The latency in seconds above which motion looks jerky."""
_NARROW = 30
"""The least number of cells for the words of a line."""
_MEASURED = 0.2
"""The least seconds for which the speed of the bots is measured."""
_PACKAGES = ("textual", "msgpack", "msgspec", "platformdirs")


class Finding(NamedTuple):
    """One line of the report: a mark, the subject, and a sentence.

    `mark` is `ok`, `note`, `warning`, or `problem` for what prevents playing.
    """

    mark: str
    about: str
    words: str


def examine(
    environment: Mapping[str, str],
    paths: Paths,
    windows: bool,
    read: Callable[[Path], object] = read_settings,
) -> list[Finding]:
    """Return the findings about everything that the app depends on.

    `read` reads the settings as the app does, and raises `BadSettings`.
    """
    return [
        *_program(),
        *_plug_ins(),
        *_terminal(environment, windows),
        *_window(),
        *_bots(),
        *_disk(paths),
        *_settings(paths, read),
    ]


def report(findings: list[Finding], width: int | None = None) -> str:
    """Return the findings as text, one per line or wrapped at this width."""
    return "".join([_in_lines(one, width) for one in findings])


def _in_lines(found: Finding, width: int | None) -> str:
    head = f"{found.mark:<8} {found.about:<10} "
    lines = [found.words]
    if width is not None:
        room = max(width - len(head), _NARROW)
        lines = wrap(found.words, room, break_long_words=False, break_on_hyphens=False)
    return f"\n{' ' * len(head)}".join([f"{head}{lines[0]}", *lines[1:]]) + "\n"


def can_play(findings: list[Finding]) -> bool:
    """Return whether the app can be played here."""
    return not any(one.mark == "problem" for one in findings)


def _program() -> list[Finding]:
    python = f"Python {platform.python_version()} on {platform.system()}"
    parts = ", ".join([f"{name} {_version(name)}" for name in _PACKAGES])
    return [
        Finding("ok", "program", f"regicide-tui {__version__}, {python}"),
        Finding("ok", "packages", parts),
    ]


def _plug_ins() -> list[Finding]:
    """Return the games of other packages, and why some are left out."""
    others = [one.title for one in games.each() if one not in BUILT_IN]
    found = [Finding("ok", "games", f"from other packages: {', '.join(others)}")] if others else []
    return found + [
        Finding("note", "games", f"{fault.name} is left out: {fault.sentence}")
        for fault in games.faults()
    ]


def _bots() -> list[Finding]:
    """Return whether there are bots that search, and how fast they are."""
    from regicide_tui.bots.nets import library_file

    if not library_file().is_file():
        words = "only pages can play: the searches were not built, because no C compiler was found"
        return [Finding("note", "bots", words)]
    try:
        speed = measure_speed()
    except OSError as error:
        words = f"only pages can play: the searches can't be loaded ({error})"
        return [Finding("note", "bots", words)]
    return [Finding("ok", "bots", f"all levels can play, at {speed:,} evaluations a second")]


def measure_speed() -> int:
    """Return how many evaluations of Regicide a bot makes in a second here and now, rounded.

    Raises `OSError` if the library can't be loaded.
    """
    from regicide_tui.thinking.questions import answer, question

    game, players, level = "regicide", 2, "knight"
    table = deal(Start(game, players, "1", {}), ("", ""), ("", ""))
    assert table.to_act is not None
    asked = question(table, table.to_act, level, 1)
    answer(asked)  # what is loaded once doesn't count
    evaluations, began = 0, perf_counter()
    while (seconds := perf_counter() - began) < _MEASURED:
        answer(asked)
        evaluations += default_evaluations(game, level)
    return round(evaluations / seconds / 100) * 100


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"


# ---------------------------------------------------------------- the terminal


def _terminal(environment: Mapping[str, str], windows: bool) -> list[Finding]:
    why_not = find_obstacle(sys.stdin, sys.__stderr__, environment, windows)
    term = environment.get("TERM", "") or "not set"
    found = [
        Finding("problem", "terminal", f"{why_not[0].upper()}{why_not[1:]}")
        if why_not
        else Finding("ok", "terminal", f"TERM is {term}")
    ]
    found.append(_colours(environment, windows))
    if writes_utf8(sys.__stderr__, environment):
        found.append(Finding("ok", "characters", "UTF-8: suits and drawn borders"))
    else:
        found.append(Finding("note", "characters", "not UTF-8: plain letters, S H D C and +--+"))
    if is_remote(environment) or not why_not:
        seconds = None if why_not else measure_latency(sys.stdin.fileno())
        found.append(describe_line(is_remote(environment), seconds))
    if environment.get("TMUX") or environment.get("STY"):
        words = "inside tmux or screen, whose TERM and COLORTERM set the colours"
        found.append(Finding("note", "around it", words))
    return found


def describe_line(remote: bool, seconds: float | None) -> Finding:
    """Return the latency of the terminal, and what follows from it."""
    if seconds is None:
        time = "a delay that can't be measured"
    else:
        time = f"{seconds * 1000:.1f} ms to the terminal and back"
    if remote:
        return Finding("note", "line", f"an SSH session, {time}: animations are off")
    if seconds is None or seconds < _SLOW:
        return Finding("ok", "line", time)
    return Finding("note", "line", f"{time}: on a slow line, play with --no-motion")


def _colours(environment: Mapping[str, str], windows: bool) -> Finding:
    match colours(environment, windows):
        case "none":
            return Finding("note", "colours", "none (NO_COLOR is set): bold and reverse instead")
        case "16":
            return Finding("note", "colours", "16: the terminal's own (theme ansi)")
        case "256":
            return Finding("ok", "colours", "256: chosen for each theme")
        case _:
            return Finding("ok", "colours", "all (truecolor)")


def _window() -> list[Finding]:
    try:
        columns, rows = os.get_terminal_size(sys.__stderr__.fileno() if sys.__stderr__ else 2)
    except (OSError, ValueError):
        return [Finding("note", "window", "of unknown size")]
    size = f"{columns}x{rows}"
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        least = "x".join([str(cells) for cells in SMALLEST])
        return [Finding("note", "window", f"{size}, but the table needs {least}: make it larger")]
    return [Finding("ok", "window", f"{size}, enough for the table")]


# ---------------------------------------------------------------- the disk


def _disk(paths: Paths) -> list[Finding]:
    home = _nearest(paths.saves)
    writable = os.access(home, os.W_OK | os.X_OK) if home.is_dir() else False
    if not writable:
        words = f"{paths.saves} can't be written: games will not be saved"
        return [Finding("warning", "saves", words)]
    free = shutil.disk_usage(home).free // (1 << 20)
    labels = list(SavesFolder(paths.saves).labels())
    damaged = sum(bool(label.fault) for label in labels)
    words = f"{paths.saves}: {_games(labels)}, {free} MB free"
    found = [Finding("ok" if free else "warning", "saves", words)]
    if damaged:
        found.append(Finding("note", "saves", f"{counted(damaged, 'file')} can't be opened"))
    return found


def _games(labels: Sequence[SaveLabel]) -> str:
    """Return the number of saves, and of each game if there are several."""
    kinds = Counter([game_title(label) for label in labels if not label.fault])
    each = ", ".join([f"{count} {kind}" for kind, count in kinds.items()])
    return counted(len(labels), "game") + (f" ({each})" if len(kinds) > 1 else "")


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest existing parent, in which it would be made."""
    return next((one for one in (folder, *folder.parents) if one.exists()), folder)


def _settings(paths: Paths, read: Callable[[Path], object]) -> list[Finding]:
    try:
        read(paths.settings)
    except BadSettings as error:
        return [Finding("problem", "settings", str(error))]
    there = "" if paths.settings.exists() else " (no file: all settings have their defaults)"
    return [Finding("ok", "settings", f"{paths.settings}{there}")]
