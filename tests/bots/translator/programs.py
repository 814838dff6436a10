"""The program of the bots."""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from regicide_tui import bots
from regicide_tui.bots.translator.program import MARK, Key, Program

_NET = "regicide_tui.bots.net"
_KING = "regicide_tui.bots.king_of_the_dead.encoded.evaluation"
_INSTEAD = {
    Key(_NET, "evaluate_with_numpy"): Key(_NET, "evaluate_with_loops"),
    Key(_KING, "_chance_with_numpy"): Key(_KING, "_chance_with_loops"),
}


def bots_program() -> Program:
    """Return all marked functions of the searches; training is not translated yet."""
    found = [one.name for one in walk_packages(bots.__path__, f"{bots.__name__}.")]
    modules = [
        name
        for name in found
        if ".training" not in name and ".translator" not in name and _marked(name)
    ]
    return Program(modules, _INSTEAD)


def _marked(name: str) -> bool:
    file = import_module(name).__file__
    return file is not None and f"\n@{MARK}\n" in Path(file).read_text(encoding="utf-8")
