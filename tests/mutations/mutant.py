"""A small change to the product's code, and whether it can still be made."""

import ast
from pathlib import Path

from msgspec import Struct


class Mutant(Struct):
    """One small change, and the test file that notices it."""

    path: str
    before: str
    """The original text, which occurs once in its file."""
    after: str
    test: str
    only: str = ""
    """A selection of its tests, as for pytest's `-k`; empty for all of them.

    All scenarios together would exceed the time limit.
    """

    def changed(self, code: str) -> str:
        """Return the file with this change."""
        return code.replace(self.before, self.after)

    def __str__(self) -> str:
        """Return the place and the text of the change."""
        return f"{self.path}: {self.before!r} -> {self.after!r}"


def fault(mutant: Mutant, root: Path) -> str:
    """Return why a change can't be made or noticed, or an empty text."""
    path = root / mutant.path
    if not path.is_file():
        return f"There is no {mutant.path}.{_elsewhere(mutant, root)}"
    code = path.read_text(encoding="utf-8")
    if (times := code.count(mutant.before)) != 1:
        hint = "" if times else _elsewhere(mutant, root)
        return f"{mutant.path} contains {mutant.before!r} {times} times.{hint}"
    try:
        same = ast.dump(ast.parse(mutant.changed(code))) == ast.dump(ast.parse(code))
    except SyntaxError:
        return f"{mutant} isn't valid Python."
    if same:
        return f"{mutant} changes nothing."
    return "" if (root / mutant.test).is_file() else f"There is no {mutant.test}."


def _elsewhere(mutant: Mutant, root: Path) -> str:
    """Return a sentence with the other files of the program that contain the text."""
    files = sorted((root / "regicide_tui").rglob("*.py"))
    found = [one for one in files if mutant.before in one.read_text(encoding="utf-8")]
    names = [one.relative_to(root).as_posix() for one in found if one != root / mutant.path]
    return f" The text is in {', '.join(names)}." if names else ""
