"""Where the machine code of the bots is kept, and whether it is ready.

The name of the folder says for what the code was compiled: these sources, this Python, this numba
and this processor. So code that is ready is only loaded, and never compiled while a bot thinks.
"""

import os
import platform
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs import user_cache_path

from regicide_tui.games.base import Value

COMPILES = "REGICIDE_TUI_COMPILES"
"""This environment variable is set in the process that compiles the code."""
_READY = "ready"
"""The file in the folder that says that all code is there."""
_SOURCES = Path(__file__).parent
_FACTS = Path("/proc/cpuinfo")
"""Where Linux says what its processors are."""
_PROCESSOR_FACTS = 65536
"""The first bytes of the facts about processors: more than one of them has."""
_STEADY_FACTS = ("model", "flags", "Features")


class CodeFolder(Value, frozen=True):
    """The folder of the machine code, which may not exist yet, and whether all code is there."""

    path: Path
    ready: bool


def find_code_folder() -> CodeFolder | None:
    """Return the folder of the machine code; None without numba or a folder to write to.

    `NUMBA_DISABLE_JIT=1` has the same effect as a missing numba.
    """
    numba = _numba_version()
    if not numba or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    name = f"compiled-{_key(numba)}"
    parents = (parent for parent in _parents() if _is_ours(parent / name))
    parent = find_writable_folder(parents)
    if parent is None:
        return None
    return CodeFolder(parent / name, (parent / name / _READY).is_file())


def make_code_folder(folder: CodeFolder) -> None:
    """Make the folder, unless it is there. Raises `OSError`, also if it is somebody else's."""
    folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_ours(folder.path):
        raise PermissionError(f"{folder.path} belongs to somebody else, or others may write to it")


def _is_ours(path: Path) -> bool:
    """Tell whether nobody else can have put machine code into a folder, which may not exist yet.

    Whoever can write there can run code as this user.
    """
    try:
        facts = path.lstat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    if not stat.S_ISDIR(facts.st_mode):
        return False
    return not hasattr(os, "geteuid") or (
        facts.st_uid == os.geteuid() and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def note_ready(folder: CodeFolder) -> None:
    """Note that all machine code is in the folder, and is used now. Raises `OSError`."""
    (folder.path / _READY).touch()


def last_use(path: Path) -> float:
    """Return when the machine code in a folder was last used: Unix time. Raises `OSError`."""
    ready = path / _READY
    return (ready if ready.exists() else path).stat().st_mtime


def find_writable_folder(folders: Iterable[Path]) -> Path | None:
    """Return the first of these folders that exists or can be made, and can be written to.

    Return None if there is none.
    """
    for folder in folders:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _parents() -> Iterator[Path]:
    """Yield where the folder may be: where the environment says, beside the sources, the user's."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(given)
    yield _SOURCES / "__pycache__"
    yield user_cache_path("regicide-tui", appauthor=False)


def _key(numba: str) -> str:
    """Return a digest of everything for which numba would compile the code again.

    numba asks when the file of a function was changed, and does not notice a change in a file from
    which the function calls others. So all files count.
    """
    found = [str(sys.implementation.cache_tag), numba, _version("numpy")]
    found += [platform.machine(), _processor()]
    for source in sorted(_SOURCES.rglob("*.py")):
        facts = source.stat()
        found.append(f"{source.relative_to(_SOURCES)} {facts.st_mtime_ns} {facts.st_size}")
    return sha256("\n".join(found).encode()).hexdigest()[:16]


def _processor() -> str:
    """Return what the machine says of its processor, without what changes from moment to moment."""
    with suppress(OSError), _FACTS.open("rb") as facts:
        # An empty line ends the facts about the first processor; they are all alike.
        lines = facts.read(_PROCESSOR_FACTS).decode(errors="replace").split("\n\n")[0].splitlines()
        return "\n".join([line for line in lines if line.startswith(_STEADY_FACTS)])
    return platform.processor()


def _numba_version() -> str:
    """Return the version of numba; empty if it is not installed."""
    return _version("numba")


@cache
def _version(package: str) -> str:
    """Return the version of a package; empty if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
