"""Save files: written whole or not at all, for their owner alone, and read with care."""

import errno
import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.play.saves.codec import SIZE_LIMIT, BadSave, encode
from regicide_tui.play.saves.files import (
    SaveError,
    create_file,
    describe_error,
    read,
    read_unproved,
    remove_leftovers,
    write,
)
from regicide_tui.play.table import Table
from tests.play.games import ROOT, after_one_more_move, game

OLD = game(3, 5)
NEW = after_one_more_move(OLD)
STEPS = ("open", "fdopen", "fsync", "replace", "unlink", "mkdir", "close")
"""The functions of `os` through which a save goes to the disk."""


class PowerCut(BaseException):
    """The end of everything: nobody catches it, and nothing is tidied up."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the old generation of a save, and with another save."""
    write(tmp_path / "game.save", OLD)
    write(tmp_path / "other.save", game(2))
    return tmp_path


@pytest.fixture
def path(folder: Path) -> Path:
    """Return the save that is written again."""
    return folder / "game.save"


def fail_at(
    monkeypatch: pytest.MonkeyPatch,
    place: int,
    error: Callable[[], BaseException],
    late: bool = False,
) -> list[str]:
    """Let the step number `place` fail, before or after it is done; list the steps taken."""
    taken: list[str] = []

    def failing(name: str, true: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **kwargs: Any) -> Any:
            taken.append(name)
            if len(taken) != place + 1:
                return true(*args, **kwargs)
            if late:
                with suppress(OSError):
                    true(*args, **kwargs)
            raise error()

        return step

    for name in STEPS:
        monkeypatch.setattr(os, name, failing(name, getattr(os, name)))
    return taken


def steps_of_a_write(path: Path) -> list[str]:
    """Return the steps that writing over a save takes."""
    with pytest.MonkeyPatch.context() as patch:
        taken = fail_at(patch, -1, PowerCut)
        write(path, OLD)
    return taken


def bystanders(path: Path) -> dict[str, bytes]:
    """Return all other files of a folder."""
    others = [other for other in path.parent.iterdir() if other.is_file() and other != path]
    return {other.name: other.read_bytes() for other in others if other.suffix == ".save"}


def sentence(path: Path, saved: Table = NEW) -> str:
    """Return why a save can't be written."""
    with pytest.raises(SaveError) as refused:
        write(path, saved)
    return str(refused.value)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "a.save", NEW)
    assert read(tmp_path / "a.save") == NEW
    assert (tmp_path / "a.save").read_bytes() == encode(NEW)


def test_the_new_generation_takes_the_place_of_the_old(path: Path) -> None:
    write(path, NEW)
    assert read(path) == NEW


def test_nothing_else_is_left_in_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "a.save", OLD)
    write(tmp_path / "a.save", NEW)
    assert [one.name for one in tmp_path.iterdir()] == ["a.save"]


def test_missing_folders_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    write(folder / "a.save", OLD)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mask", [0, 0o022, 0o077])
def test_a_save_is_for_its_owner_alone(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write(tmp_path / "a.save", OLD)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.save").stat().st_mode) == 0o600


def test_a_save_that_all_may_read_is_for_its_owner_alone_from_then_on(path: Path) -> None:
    path.chmod(0o644)
    write(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_glance_reads_what_a_save_says(path: Path) -> None:
    body = read_unproved(path)
    assert (tuple(body.seats), len(body.actions)) == (OLD.seats, 5)


# ---------------------------------------------------------------- whole or not at all


def test_the_bytes_are_on_the_disk_before_the_name_is(path: Path) -> None:
    steps = steps_of_a_write(path)
    assert steps.index("fsync") < steps.index("replace") < len(steps) - 1
    assert "fsync" in steps[steps.index("replace") :], "the folder, for the name"


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_a_power_cut_at_any_step_leaves_the_old_game_or_the_new(path: Path, late: bool) -> None:
    steps = steps_of_a_write(path)
    others = bystanders(path)
    found = []
    for place, step in enumerate(steps):
        write(path, OLD)
        with pytest.MonkeyPatch.context() as patch:
            taken = fail_at(patch, place, PowerCut, late)
            with pytest.raises(PowerCut):
                write(path, NEW)
        assert taken[place] == step
        found.append(read(path))
        assert found[-1] in (OLD, NEW)
        assert bystanders(path) == others
    renamed = steps.index("replace") + (0 if late else 1)
    assert found == [OLD] * renamed + [NEW] * (len(steps) - renamed)


def test_after_a_power_cut_the_next_save_goes_as_ever(path: Path) -> None:
    for place in range(len(steps_of_a_write(path))):
        with pytest.MonkeyPatch.context() as patch:
            fail_at(patch, place, PowerCut)
            with pytest.raises(PowerCut):
                write(path, NEW)
        write(path, NEW)
        assert read(path) == NEW
        assert sorted(one.name for one in path.parent.iterdir()) == ["game.save", "other.save"]


def test_a_power_cut_amid_the_first_save_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "first.save"
    for place in range(12):
        with pytest.MonkeyPatch.context() as patch:
            fail_at(patch, place, PowerCut)
            try:
                write(path, NEW)
            except PowerCut:
                pass
            else:
                return
        assert not path.exists() or read(path) == NEW
        path.unlink(missing_ok=True)
    raise AssertionError("a write does not take so many steps")


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_an_error_at_any_step_leaves_the_old_game_or_saves_the_new(
    path: Path, code: int, late: bool
) -> None:
    others = bystanders(path)
    refused = 0
    for place, step in enumerate(steps_of_a_write(path)):
        write(path, OLD)
        with pytest.MonkeyPatch.context() as patch:
            fail_at(patch, place, lambda: OSError(code, os.strerror(code)), late)
            try:
                write(path, NEW)
            except SaveError as error:
                refused += 1
                assert str(error).startswith("The game could not be saved: ")
                assert read(path) == (NEW if (step, late) == ("replace", True) else OLD), step
            else:
                assert read(path) == NEW, step
        assert bystanders(path) == others
        assert not [one for one in path.parent.iterdir() if one.suffix == ".part"], step
    assert refused >= 4


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("error", [MemoryError, RuntimeError, KeyError])
def test_whatever_else_fails_at_any_step_ends_in_a_sentence(
    path: Path, error: type[Exception], late: bool
) -> None:
    others = bystanders(path)
    for place, step in enumerate(steps_of_a_write(path)):
        write(path, OLD)
        with pytest.MonkeyPatch.context() as patch:
            fail_at(patch, place, error, late)
            assert sentence(path).startswith("The game could not be saved: "), step
        assert read(path) in (OLD, NEW)
        assert bystanders(path) == others
        assert not [one for one in path.parent.iterdir() if one.suffix == ".part"], step


class FullDisk(io.FileIO):
    """A file that takes some bytes and then no more."""

    def write(self, data: Any) -> int:
        """Take seven bytes."""
        super().write(bytes(data)[:7])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_fills_up_amid_the_bytes_leaves_the_old_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fdopen", lambda fd, _: io.BufferedWriter(FullDisk(fd, "wb")))
    assert sentence(path) == "The game could not be saved: the disk is full."
    monkeypatch.undo()
    assert read(path) == OLD
    assert sorted(one.name for one in path.parent.iterdir()) == ["game.save", "other.save"]


def test_a_disk_that_is_full_at_the_sync_leaves_the_old_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert sentence(path) == "The game could not be saved: the disk is full."
    assert read(path) == OLD


def test_a_real_limit_of_bytes_leaves_the_old_game(path: Path) -> None:
    program = """
import resource, sys
from pathlib import Path
from regicide_tui.play.saves import files
path = Path(sys.argv[1])
saved = files.read(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    files.write(path, saved)
except files.SaveError as error:
    print(error)
"""
    before = path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "The game could not be saved: file too large.\n", done.stderr
    assert path.read_bytes() == before
    assert sorted(one.name for one in path.parent.iterdir()) == ["game.save", "other.save"]


# ---------------------------------------------------------------- what can't be written


def test_a_folder_that_can_only_be_read_is_named_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = steps_of_a_write(path).index("open")
    fail_at(monkeypatch, place, lambda: OSError(errno.EROFS, "Read-only file system"))
    assert sentence(path) == "The game could not be saved: the folder is read-only."
    monkeypatch.undo()
    assert read(path) == OLD


def test_a_folder_of_somebody_else_is_named_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = steps_of_a_write(path).index("open")
    fail_at(monkeypatch, place, lambda: OSError(errno.EACCES, "Permission denied"))
    assert sentence(path) == (
        "The game could not be saved: the folder or file belongs to someone else."
    )
    monkeypatch.undo()
    assert read(path) == OLD


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to this user")
def test_a_folder_without_the_permission_to_write_is_named_so(path: Path) -> None:
    path.parent.chmod(0o500)
    try:
        assert sentence(path).endswith("the folder or file belongs to someone else.")
    finally:
        path.parent.chmod(0o700)
    assert read(path) == OLD


@pytest.mark.parametrize("inside", [False, True], ids=["empty", "full"])
def test_a_folder_in_the_place_of_the_file_is_named_so(folder: Path, inside: bool) -> None:
    target = folder / "folder.save"
    target.mkdir()
    if inside:
        (target / "letter").write_text("dear")
    assert sentence(target) == "The game could not be saved: this is a folder."
    assert target.is_dir()
    assert not list(folder.glob(".*"))


def test_a_file_in_the_place_of_the_folder_is_named_so(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("not a folder")
    found = sentence(tmp_path / "saves" / "a.save")
    assert found.startswith("The game could not be saved: ")
    assert (tmp_path / "saves").read_text() == "not a folder"


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    for name in ("x" * 300 + ".save", "a\x00b.save"):
        assert sentence(tmp_path / name).startswith("The game could not be saved: ")
    assert list(tmp_path.iterdir()) == []


def test_a_half_written_file_of_an_earlier_crash_is_no_hindrance(path: Path) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(b"half")
    part.chmod(0o444)
    write(path, NEW)
    assert read(path) == NEW
    assert not part.exists()


def test_a_link_planted_in_the_place_of_the_new_file_is_not_followed(path: Path) -> None:
    victim = path.parent / "victim"
    victim.write_text("precious")
    path.with_name(f".{path.name}.part").symlink_to(victim)
    write(path, NEW)
    assert victim.read_text() == "precious"
    assert read(path) == NEW
    assert not path.is_symlink()


# ---------------------------------------------------------------- what can't be read


def test_a_missing_file_is_named_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as refused:
        read(tmp_path / "nothing.save")
    assert describe_error(refused.value) == "there is no such file."


def test_a_folder_is_not_read_as_a_save(tmp_path: Path) -> None:
    with pytest.raises((BadSave, IsADirectoryError)) as refused:
        read(tmp_path)
    error = refused.value
    assert not isinstance(error, OSError) or describe_error(error) == "this is a folder."


def test_a_folder_looked_into_again_and_again_leaves_no_handle_open(tmp_path: Path) -> None:
    def handles() -> int:
        """Return the number that the next open file gets."""
        handle = os.open(os.devnull, os.O_RDONLY)
        os.close(handle)
        return handle

    before = handles()
    for _ in range(5):
        with pytest.raises((BadSave, IsADirectoryError)):
            read_unproved(tmp_path)
    assert handles() == before


@pytest.mark.timeout(20)
def test_a_pipe_is_refused_and_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.save")
    with pytest.raises(BadSave, match=r"^This is not a file with a saved game\.$"):
        read(tmp_path / "pipe.save")


@pytest.mark.timeout(20)
def test_a_pipe_with_somebody_at_its_other_end_is_refused_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.save")
    other_end = os.open(tmp_path / "pipe.save", os.O_RDWR)
    try:
        with pytest.raises(BadSave, match=r"^This is not a file with a saved game\.$"):
            read(tmp_path / "pipe.save")
    finally:
        os.close(other_end)


@pytest.mark.timeout(20)
def test_a_pipe_is_replaced_by_a_save(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.save")
    write(tmp_path / "pipe.save", NEW)
    assert read(tmp_path / "pipe.save") == NEW


def test_a_device_is_refused() -> None:
    with pytest.raises(BadSave, match=r"^This is not a file with a saved game\.$"):
        read(Path("/dev/zero"))


def test_no_more_of_a_giant_file_is_read_than_a_save_can_have(tmp_path: Path) -> None:
    giant = tmp_path / "giant.save"
    giant.write_bytes(encode(NEW))
    os.truncate(giant, 2**40)
    with pytest.raises(BadSave, match="too large"):
        read(giant)
    assert SIZE_LIMIT < 2**20


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.save").touch()
    with pytest.raises(BadSave, match="not a saved game"):
        read(tmp_path / "empty.save")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "x"), "the disk is full."),
        (OSError(errno.EDQUOT, "x"), "the disk is full."),
        (OSError(errno.EROFS, "x"), "the folder is read-only."),
        (OSError(errno.EACCES, "x"), "the folder or file belongs to someone else."),
        (OSError(errno.EPERM, "x"), "the folder or file belongs to someone else."),
        (OSError(errno.ENOENT, "x"), "there is no such file."),
        (OSError(errno.EISDIR, "x"), "this is a folder."),
        (OSError(errno.EIO, "Input/output error"), "input/output error."),
        (OSError(), "for an unknown reason."),
        (MemoryError(), "there is no memory left."),
        (RuntimeError(), "for an unknown reason."),
        (ValueError("embedded null byte"), "embedded null byte."),
    ],
    ids=repr,
)
def test_every_reason_is_a_sentence(error: Exception, said: str) -> None:
    assert describe_error(error) == said


# ---------------------------------------------------------------- links, and what a kill leaves


def test_a_link_is_followed_and_stays(path: Path) -> None:
    link = path.with_name("link.save")
    link.symlink_to(path)
    write(link, NEW)
    assert link.is_symlink()
    assert read(path) == NEW


def test_links_in_a_circle_are_refused_and_stay(tmp_path: Path) -> None:
    one, other = tmp_path / "one.save", tmp_path / "other.save"
    one.symlink_to(other)
    other.symlink_to(one)
    assert sentence(one).startswith("The game could not be saved: ")
    assert one.is_symlink()
    assert other.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2


KILLED = """
import os, sys
from pathlib import Path
from regicide_tui.play.saves import files

os.fsync = lambda _: (print("writing", flush=True), sys.stdin.read())
files.replace_file(Path(sys.argv[1]), b"half")
"""


def writer(path: Path) -> "subprocess.Popen[bytes]":
    """Return a process that stands in the midst of writing a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline() == b"writing\n"
    return process


def test_what_a_killed_writer_leaves_is_swept(tmp_path: Path) -> None:
    with writer(tmp_path / "a.save") as process:
        process.kill()
    assert [one.name for one in tmp_path.iterdir()] == [".a.save.part"]
    remove_leftovers(tmp_path, "*.save")
    assert list(tmp_path.iterdir()) == []


def test_what_a_living_process_writes_is_not_swept(tmp_path: Path) -> None:
    with writer(tmp_path / "a.save") as process:
        remove_leftovers(tmp_path, "*.save")
        assert [one.name for one in tmp_path.iterdir()] == [".a.save.part"]
        process.communicate(b"")
        assert process.returncode == 0
    assert (tmp_path / "a.save").read_bytes() == b"half"


def test_only_what_is_ours_is_swept(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / ".link.save.part").symlink_to(victim)
    (tmp_path / ".folder.save.part").mkdir()
    (tmp_path / ".film.mkv.part").write_text("downloading")
    (tmp_path / "a.save").write_text("a game")
    (tmp_path / ".fresh.save.part").touch()  # whoever made it is about to write
    os.mkfifo(tmp_path / ".pipe.save.part")
    before = sorted(tmp_path.iterdir())
    remove_leftovers(tmp_path, "*.save", "settings.toml")
    assert sorted(tmp_path.iterdir()) == before
    (tmp_path / ".settings.toml.part").write_text("half")
    os.utime(tmp_path / ".fresh.save.part", (1, 1))
    remove_leftovers(tmp_path, "*.save", "settings.toml")
    assert [one for one in before if not one.exists()] == [tmp_path / ".fresh.save.part"]
    assert not (tmp_path / ".settings.toml.part").exists()
    remove_leftovers(tmp_path / "nowhere", "*.save")


def test_a_whole_file_replaces_nothing(tmp_path: Path) -> None:
    create_file(tmp_path / "key", b"first")
    with pytest.raises(FileExistsError):
        create_file(tmp_path / "key", b"second")
    assert (tmp_path / "key").read_bytes() == b"first"
    assert [one.name for one in tmp_path.iterdir()] == ["key"]
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


_KILLED_AT_SYNC = """
import os, signal, sys
from pathlib import Path
from regicide_tui.play.saves import files
from regicide_tui.play.table import Table
files.os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
files.create_file(Path(sys.argv[1]), b"a key that is cut off")
"""


def test_a_kill_leaves_nothing_half_written(tmp_path: Path) -> None:
    path = tmp_path / "key"
    done = subprocess.run([sys.executable, "-c", _KILLED_AT_SYNC, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not path.exists()
    assert [*tmp_path.iterdir()] != []
    remove_leftovers(tmp_path, "*")
    assert [*tmp_path.iterdir()] == []
