"""No module imports one that imports it, not even for its types alone."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

Imports = Mapping[str, set[str]]
"""The modules that each module imports."""


def _circle(imports: Imports) -> list[str]:
    """Return a circle of imports, or nothing if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def _imports_within(package: str) -> Imports:
    graph = grimp.build_graph(package.split(".")[0], cache_dir=None)
    modules = {one for one in graph.modules if f"{one}.".startswith(f"{package}.")}
    return {one: graph.find_modules_directly_imported_by(one) & modules for one in modules}


def test_a_circle_of_an_import_for_types_alone_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "round_about"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "app.py").write_text("from round_about import screen\n")
    (package / "screen.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from round_about import app\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert set(_circle(_imports_within("round_about"))) == {
        "round_about.app",
        "round_about.screen",
    }


def test_the_program_has_no_circle() -> None:
    assert _circle(_imports_within("regicide_tui")) == []
