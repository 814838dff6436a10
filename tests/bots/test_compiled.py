"""Private compiled functions have no door for Python: it would crash there."""

import ast
from collections.abc import Iterator
from pathlib import Path

from regicide_tui import bots

_BOTS = Path(bots.__file__).parent


def _is_compiled(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Name) and one.id == "compiled" for one in node.decorator_list
    )


def _private_calls(source: str) -> Iterator[str]:
    """Yield the private compiled functions of a module that its Python functions name."""
    tree = ast.parse(source)
    compiled = {node for node in ast.walk(tree) if _is_compiled(node)}
    private = {node.name for node in compiled if isinstance(node, ast.FunctionDef)}
    private = {name for name in private if name.startswith("_")}
    inside = {child for node in compiled for child in ast.walk(node)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node not in inside]
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in private:
            yield call.func.id


def test_a_call_from_python_is_found() -> None:
    source = "@compiled\ndef _one(): _two()\n@compiled\ndef _two(): 0\ndef three(): _one()"
    assert [*_private_calls(source)] == ["_one"]


def test_python_calls_no_private_compiled_function() -> None:
    calls = {
        path.name: [*_private_calls(path.read_text(encoding="utf-8"))]
        for path in _BOTS.rglob("*.py")
    }
    assert {name: found for name, found in calls.items() if found} == {}
