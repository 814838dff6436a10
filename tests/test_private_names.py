"""The private names of libraries that the code relies on: another version may lack them.

The names stand here with who has them; which versions are taken stands in `pyproject.toml`.
"""

import argparse
import ast
import inspect
import re
import tomllib
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

import asyncssh
import pytest
import textual._compositor
from packaging.requirements import Requirement
from packaging.version import Version
from pettingzoo import AECEnv
from rich.console import Console
from rich.style import Style
from textual._animator import Animator
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

import regicide_tui

pytestmark = pytest.mark.slow

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"

OWNERS: dict[type, str] = {
    App: (
        "_begin_update _capture_stderr _capture_stdout _check_bindings _display _driver"
        " _end_update _exception _exit _fatal_error _filters _handle_exception"
        " _previous_cursor_position _process_messages _prune _register _registry"
        " _replace_screen _return_value _screen_stacks _shutdown _sync_available"
    ),
    MessagePump: (
        "_close_messages_no_wait _closed _closing _is_mounted _mounted_event _next_callbacks"
        " _running _task"
    ),
    Widget: "_get_virtual_dom _styles_cache",
    DOMNode: "_bindings _component_styles",
    LRUCache: "_cache clear",
    Stylesheet: "_parse_rules _variables",
    Screen: "_callbacks _compositor_refresh",
    Driver: "_app _auto_restart _loop _mouse _size",
    Animator: "_animations _scheduled",
    LinuxDriver: (
        "_enable_mouse_pixels _enable_mouse_support _get_terminal_size _in_band_window_resize"
        " _must_signal_resume _sigcont_application _writer_thread"
    ),
    XTermParser: "_parse_extended_key _timeout_time",
    Strip: "crop_extend divide",
    textual._compositor.ChopsUpdate: "chops",
    textual._compositor.LayoutUpdate: "strips",
    Console: "_color_system",
    Style: "_attributes _set_attributes",
    asyncssh.SSHServerConnection: (
        "_auth_complete _decompressor _deferred_packets _kex_complete _loop _max_pktsize"
        " _max_recv_pktlen"
        " _recv_handler _recv_seq _send_disconnect _transport _window data_received send_packet"
        " send_userauth_failure validate_public_key"
    ),
    asyncssh.SSHServerChannel: "_env _process_env_request process_open",
    Process: "_transport",
    argparse.ArgumentParser: "_actions",
    # PettingZoo means these for whoever writes an environment.
    AECEnv: "_accumulate_rewards _skip_agent_selection _was_dead_step",
}
"""Names that are not for others, and public ones that are replaced from outside."""

ORDINARY = {"_asdict", "_exit", "_fields", "_replace"}
"""Names with an underscore that are for everybody."""


def _names(owner: type) -> set[str]:
    """Return what a class and its instances have."""
    found = set(dir(owner))
    for one in owner.__mro__:
        if one.__module__.split(".")[0] == owner.__module__.split(".")[0]:
            source = inspect.getsource(one)
            found |= set(re.findall(r"self\.(\w+)(?:: [^=\n]+?)? =", source))
            found |= set(re.findall(r"self\.(\w+):", source))
    return found


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.__name__)
def test_the_private_names_that_we_use_exist_in_their_library(owner: type) -> None:
    assert set(OWNERS[owner].split()) - _names(owner) == set()


def test_a_name_that_is_not_there_is_missed() -> None:
    assert "_no_such_name" not in _names(App)
    assert "_no_such_name" not in _names(asyncssh.SSHServerConnection)


def test_a_parser_method_can_be_had_without_its_cache() -> None:
    assert inspect.isfunction(XTermParser._parse_extended_key.__wrapped__)


_ROOT = Path(regicide_tui.__file__).parent
ONE_MODULE = {
    "asyncssh": "server/ssh/asyncssh_internals.py",
    "textual": "tui/textual_internals.py",
}
"""The one module in which the private names of a library are used."""


@cache
def _nodes() -> Mapping[str, Sequence[ast.AST]]:
    """Return all nodes of the code of every module, by its place; read once for all tests."""
    return {
        path.relative_to(_ROOT).as_posix(): [*ast.walk(ast.parse(path.read_text()))]
        for path in _ROOT.rglob("*.py")
    }


def _private_names_of(library: str) -> set[str]:
    owners = [owner for owner in OWNERS if owner.__module__.split(".")[0] == library]
    names = {name for owner in owners for name in OWNERS[owner].split()}
    return {name for name in names if name.startswith("_")}


def _imports(nodes: Sequence[ast.AST], library: str) -> bool:
    """Tell whether code imports anything of a library: else the names are those of others."""
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    return any(module.split(".")[0] == library for module in modules)


def _foreign_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the private names that code takes from something, or gives a method of its own."""
    kept = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }
    taken = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
    }
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    return taken | (used - kept - defined) | defined


def _own(node: ast.AST) -> str:
    """Return the name that the code itself gives here, if any."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.id if isinstance(node, ast.Name) else node.attr
    return ""


def test_no_other_private_names_are_used() -> None:
    nodes = [node for module in _nodes().values() for node in module]
    own = {_own(node) for node in nodes}
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    private = {name for name in used if name.startswith("_") and not name.endswith("__")}
    listed = {name for names in OWNERS.values() for name in names.split()}
    assert private - own - ORDINARY - listed == set()


@pytest.mark.parametrize("library", ONE_MODULE)
def test_the_private_names_of_a_library_are_used_in_one_module(library: str) -> None:
    names, others = _private_names_of(library), {}
    for place, nodes in _nodes().items():
        found = names & _foreign_names(nodes) if _imports(nodes, library) else set()
        if found and place != ONE_MODULE[library]:
            others[place] = found
    assert others == {}


@pytest.mark.parametrize("library", ONE_MODULE)
def test_the_private_modules_of_a_library_are_imported_in_one_module(library: str) -> None:
    importing = {
        place
        for place, nodes in _nodes().items()
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{library}._")
    }
    assert importing <= {ONE_MODULE[library]}


@pytest.mark.parametrize("library", ["textual", "asyncssh"])
def test_the_next_minor_version_is_not_taken_untried(library: str) -> None:
    project = tomllib.loads(_PROJECT.read_text())["project"]
    given = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    (wanted,) = [one.specifier for one in map(Requirement, given) if one.name == library]
    tried = Version(version(library))
    assert tried in wanted
    assert f"{tried.major}.{tried.minor + 1}.0" not in wanted
