"""The check of imports sees those inside functions, and those by a dotted name in a string."""

import ast

import pytest

from tests.contracts import late_imports, named_modules, unknown_names

_MANIFEST = """
ONE = Manifest(name="one", document="regicide_tui:rules.md", ui="regicide_tui.tui.one:UI")
"""
_READER = """
from regicide_tui.games.manifest import load

def ui_of(game): return load(manifest(game).ui)
"""
_CALLER = "def ui_of(game): return game.ui"


def test_an_import_inside_a_function_is_late() -> None:
    tree = ast.parse(
        "import regicide_tui.a\n"
        "def outer():\n"
        "    import os\n"
        "    def inner():\n"
        "        from regicide_tui.b import c\n"
    )
    assert [*late_imports({"one": tree})] == ["one:5: from regicide_tui.b import c"]


def test_a_module_imports_what_a_string_of_it_names() -> None:
    trees = {"one": ast.parse("run('regicide_tui.engine:command', 'regicide_tui is a name')")}
    assert named_modules(trees) == {("one", "regicide_tui.engine:command")}


def test_the_command_line_imports_the_functions_of_its_commands() -> None:
    trees = {"regicide_tui.arguments": ast.parse("command.set_defaults(run='regicide_tui.a:b')")}
    assert named_modules(trees) == {("regicide_tui.cli", "regicide_tui.a:b")}


def test_a_part_of_a_game_is_imported_by_who_loads_it() -> None:
    sources = {"manifest": _MANIFEST, "reader": _READER, "caller": _CALLER}
    trees = {name: ast.parse(source) for name, source in sources.items()}
    assert named_modules(trees) == {("reader", "regicide_tui.tui.one:UI")}


def test_a_part_that_nobody_loads_is_an_error() -> None:
    with pytest.raises(LookupError, match="'ui'"):
        named_modules({"manifest": ast.parse(_MANIFEST)})


def test_a_name_without_its_module_or_its_object_is_unknown() -> None:
    names = ["regicide_tui.cards:card", "regicide_tui.cards:joker_of", "regicide_tui.card"]
    assert unknown_names(names) == ["regicide_tui.card", "regicide_tui.cards:joker_of"]
