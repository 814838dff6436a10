"""Where machine code is kept, for what it was compiled, and when it is ready."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from regicide_tui.bots import code_folder
from regicide_tui.bots.code_folder import (
    CodeFolder,
    find_code_folder,
    find_writable_folder,
    make_code_folder,
    note_ready,
)


def test_machine_code_is_kept_in_the_first_folder_that_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folders = [tmp_path / "file" / "a", tmp_path / "b" / "c", tmp_path / "d"]
    assert find_writable_folder(folders) == tmp_path / "b" / "c"
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["b", "file"]


def test_a_folder_without_write_permission_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, own = tmp_path / "theirs", tmp_path / "own"
    monkeypatch.setattr("os.access", lambda folder, _: folder != theirs)
    assert find_writable_folder([theirs, own]) == own


def test_without_a_writable_folder_no_machine_code_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert find_writable_folder([tmp_path / "file" / "a"]) is None


def _find(where: Path, monkeypatch: pytest.MonkeyPatch) -> CodeFolder:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(where))
    folder = find_code_folder()
    assert folder is not None
    return folder


def test_machine_code_is_ready_once_that_was_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _find(tmp_path, monkeypatch)
    assert folder.path.parent == tmp_path
    assert not folder.ready
    assert not folder.path.exists(), "who looks for it makes nothing"
    make_code_folder(folder)
    note_ready(folder)
    assert _find(tmp_path, monkeypatch) == CodeFolder(folder.path, ready=True)


def _facts(hertz: str) -> str:
    """Return the facts about two processors; the clock of the second one varies."""
    one = f"processor : {{}}\nmodel name : Fast\ncpu MHz : {hertz}\nflags : {'sse ' * 900}\n\n"
    return one.format(0) + one.format(1)


def test_the_clock_of_a_processor_makes_no_other_processor_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = tmp_path / "cpuinfo"
    monkeypatch.setattr(code_folder, "_FACTS", facts)
    found = set()
    for hertz in ("800.000", "2500.000", "31.4"):
        facts.write_text(_facts(hertz))
        found.add(_find(tmp_path, monkeypatch).path)
    assert len(found) == 1
    facts.write_text(_facts("800.000").replace("sse", "avx"))
    assert _find(tmp_path, monkeypatch).path not in found


@pytest.mark.parametrize("change", ["numba", "numpy", "processor"])
def test_machine_code_for_another_numba_numpy_or_processor_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    before = _find(tmp_path, monkeypatch)
    if change == "processor":
        monkeypatch.setattr(code_folder, "_processor", lambda: "another one")
    else:
        monkeypatch.setattr(
            code_folder, "_version", lambda name: "9" if name == change else version(name)
        )
    assert _find(tmp_path, monkeypatch).path != before.path


def test_machine_code_of_sources_that_were_changed_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "sources"
    (sources / "inner").mkdir(parents=True)
    monkeypatch.setattr(code_folder, "_SOURCES", sources)
    (sources / "inner" / "rules.py").write_text("one = 1")
    folder = _find(tmp_path, monkeypatch)
    make_code_folder(folder)
    note_ready(folder)
    assert _find(tmp_path, monkeypatch).ready
    # numba would compile it again: it compares times, not contents.
    os.utime(sources / "inner" / "rules.py", ns=(1, 1))
    assert not _find(tmp_path, monkeypatch).ready


@pytest.mark.parametrize("off", ["numba is missing", "numba is switched off"])
def test_without_numba_there_is_no_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, off: str
) -> None:
    if off == "numba is missing":
        monkeypatch.setattr(code_folder, "_numba_version", lambda: "")
    else:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert find_code_folder() is None


def test_until_the_machine_code_is_ready_numba_is_not_even_loaded(tmp_path: Path) -> None:
    script = (
        "import sys; from regicide_tui.bots.encoded.search import grow_tree; "
        "from regicide_tui.bots.compiled import JIT; print(JIT, 'numba' in sys.modules)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False False\n"


@pytest.mark.parametrize("planted", ["writable by others", "of somebody else", "a link", "a file"])
def test_machine_code_that_somebody_else_may_have_made_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    monkeypatch.setattr(code_folder, "_parents", lambda: [tmp_path / "shared", tmp_path / "own"])
    folder = find_code_folder()
    assert folder is not None
    assert folder.path.parent.name == "shared"
    if planted == "a file":
        folder.path.touch()
    else:
        folder.path.mkdir(mode=0o700)
        note_ready(folder)
    if planted == "writable by others":
        folder.path.chmod(0o777)
    elif planted == "of somebody else":
        monkeypatch.setattr(os, "geteuid", lambda: folder.path.lstat().st_uid + 1)
    elif planted == "a link":
        folder.path.rename(tmp_path / "theirs")
        folder.path.symlink_to(tmp_path / "theirs")
    found = find_code_folder()
    assert found is not None
    assert found.path.parent.name == "own"
    assert not found.ready
    with pytest.raises(OSError, match=r"File exists|somebody else"):
        make_code_folder(folder)


def test_nobody_else_may_write_into_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _find(tmp_path, monkeypatch)
    make_code_folder(folder)
    assert folder.path.stat().st_mode & 0o777 == 0o700
