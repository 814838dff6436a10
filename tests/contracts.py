"""Check the import contracts, counting dotted names in strings as imports.

    python -m tests.contracts

A string such as `package.module:NAME` is loaded by the module that contains it, with two
exceptions: `cli` loads the functions of `arguments`, and the modules that read a part of a manifest
load it. Imports inside functions are only for speed, so those of our own modules are counted, too.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from grimp import ImportGraph
from importlinter.adapters.building import GraphBuilder
from importlinter.application.app_config import settings
from importlinter.application.use_cases import lint_imports
from importlinter.configuration import configure

from regicide_tui.games.manifest import Manifest, load

PACKAGE = "regicide_tui"
LATE = tuple(f"{PACKAGE}.{name}" for name in ("games", "play", "tui", "thinking", "bots"))
"""The packages whose imports inside functions are counted."""
MOST_LATE = 40
_DOTTED = re.compile(rf"{PACKAGE}(\.\w+)+(:\w+)?")
_LOADERS = {f"{PACKAGE}.arguments": f"{PACKAGE}.cli"}

Trees = Mapping[str, ast.Module]
"""Modules by name."""


def read_modules(root: Path) -> dict[str, ast.Module]:
    """Return all modules of the package in a folder."""
    found = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def late_imports(trees: Trees) -> Iterator[str]:
    """Yield the place and text of each import of our own modules inside a function."""
    for name, tree in trees.items():
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        inside = {
            node
            for function in ast.walk(tree)
            if isinstance(function, functions)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        for node in sorted(inside, key=lambda one: one.lineno):
            if ast.unparse(node).split()[1].partition(".")[0] == PACKAGE:
                yield f"{name}:{node.lineno}: {ast.unparse(node)}"


def named_modules(trees: Trees) -> set[tuple[str, str]]:
    """Return pairs of a module and a dotted name in a string that it loads."""
    found = set()
    for name, tree in trees.items():
        for dotted, part in _dotted_names(tree):
            for loader in _readers(part, trees) if part else [_LOADERS.get(name, name)]:
                found.add((loader, dotted))
    return found


def _dotted_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each dotted name in a module with its key of the manifest, or an empty text."""
    parts = {
        id(word.value): word.arg
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == Manifest.__name__
        for word in call.keywords
        if word.arg
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            part = parts.get(id(node), "")
            if _DOTTED.fullmatch(node.value) and part != "document":
                yield node.value, part


def _readers(part: str, trees: Trees) -> list[str]:
    """Return the modules that load a part of a manifest. Raises `LookupError` if there is none."""
    found = [
        name
        for name, tree in trees.items()
        if any(isinstance(node, ast.ImportFrom) and _imports_load(node) for node in ast.walk(tree))
        and any(isinstance(node, ast.Attribute) and node.attr == part for node in ast.walk(tree))
    ]
    if not found:
        raise LookupError(f"No module loads the manifest's part {part!r}.")
    return found


def _imports_load(node: ast.ImportFrom) -> bool:
    return node.module == load.__module__ and load.__name__ in [one.name for one in node.names]


def unknown_names(dotted_names: Iterable[str]) -> list[str]:
    """Return the dotted names that don't exist."""
    return [dotted for dotted in sorted({*dotted_names}) if not _is_there(dotted)]


def _is_there(dotted: str) -> bool:
    module, _, name = dotted.partition(":")
    try:
        return bool(load(dotted) if name else find_spec(module))
    except (ImportError, AttributeError):
        return False


class _Builder(GraphBuilder):
    """Builds the import graph, including imports by strings."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        self._named = named

    def build(
        self,
        root_package_names: list[str],
        cache_dir: str | None,
        include_external_packages: bool = False,
        exclude_type_checking_imports: bool = False,
    ) -> ImportGraph:
        graph = super().build(
            root_package_names, cache_dir, include_external_packages, exclude_type_checking_imports
        )
        for importer, dotted in self._named:
            imported = dotted.partition(":")[0]
            if imported not in (importer, PACKAGE):
                graph.add_import(importer=importer, imported=imported)
        return graph


def keeps_contracts(named: Iterable[tuple[str, str]]) -> bool:
    """Print and return whether these names keep the contracts of `pyproject.toml`."""
    configure()
    settings.configure(GRAPH_BUILDER=_Builder(named))
    return lint_imports(cache_dir=None, no_logo=True)


def main() -> int:
    """Check everything, print the problems, and return the exit code."""
    trees = read_modules(Path(__file__).parents[1])
    named = named_modules(trees)
    unknown = unknown_names(dotted for _, dotted in named)
    for dotted in unknown:
        print(f"There is no {dotted}.")
    late = [*late_imports({name: trees[name] for name in trees if name.startswith(LATE)})]
    if len(late) > MOST_LATE:
        print(*late, f"{len(late)} imports inside functions, at most {MOST_LATE}.", sep="\n")
    kept = keeps_contracts(named)
    return 0 if kept and not unknown and len(late) <= MOST_LATE else 1


if __name__ == "__main__":
    sys.exit(main())
