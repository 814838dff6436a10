"""Files are locked in one way: by the library, never by the system's own call beside it."""

import tomllib
from pathlib import Path

import grimp
from packaging.requirements import Requirement
from packaging.version import Version

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_no_module_locks_files_by_itself() -> None:
    graph = grimp.build_graph("regicide_tui", include_external_packages=True, cache_dir=None)
    assert "filelock" in graph.modules
    assert {"fcntl", "msvcrt"} & graph.modules == set()


def test_the_library_is_taken_from_the_version_on_that_locks_an_open_file() -> None:
    given = tomllib.loads(_PROJECT.read_text())["project"]["dependencies"]
    (wanted,) = [one.specifier for one in map(Requirement, given) if one.name == "filelock"]
    assert Version("3.30.0") in wanted
    assert Version("3.29.7") not in wanted
