"""`Any` stands only where a library forces it, and each time with its reason."""

import ast
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import regicide_tui

_PACKAGE = Path(regicide_tui.__file__).parent
_MOST = 20
"""Lines of the package that may hold it, imports left out."""

_SAMPLE = '''\
"""Any key counts."""
from typing import (
    Any,
)

first: Any = 1  # forced by a library
second = "Any word"
# forced as well
third: "list[Any]" = []
fourth: Any = 4
'''


class Place(NamedTuple):
    """A line that holds the name, and whether a comment on it or right above it says why."""

    line: int
    has_reason: bool


def _places(text: str) -> Iterator[Place]:
    """Yield the lines that hold the name in code or in a quoted type, imports left out."""
    comments: set[int] = set()
    found: set[int] = set()
    first = ""
    for token in tokenize.generate_tokens(StringIO(text).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT:
            comments.add(line)
        elif token.type == tokenize.NEWLINE:
            first = ""
        elif token.type in (tokenize.NAME, tokenize.STRING):
            first = first or token.string
            if first not in ("from", "import") and _holds_any(token):
                found.add(line)
    for line in sorted(found):
        yield Place(line, bool(comments & {line, line - 1}))


def _holds_any(token: tokenize.TokenInfo) -> bool:
    if token.type == tokenize.NAME:
        return token.string == "Any"
    try:
        quoted = ast.parse(str(ast.literal_eval(token.string)), mode="eval")
    except (SyntaxError, ValueError):  # a text, and no type
        return False
    return any(isinstance(one, ast.Name) and one.id == "Any" for one in ast.walk(quoted))


def _everywhere() -> list[tuple[str, Place]]:
    return [
        (f"{path.relative_to(_PACKAGE)}:{place.line}", place)
        for path in sorted(_PACKAGE.rglob("*.py"))
        for place in _places(path.read_text(encoding="utf-8"))
    ]


def test_a_type_counts_and_neither_an_import_nor_a_text_does() -> None:
    assert [*_places(_SAMPLE)] == [Place(6, True), Place(9, True), Place(10, False)]


def test_any_stands_in_few_lines() -> None:
    places = [where for where, _ in _everywhere()]
    assert len(places) <= _MOST, places


def test_each_any_has_its_reason() -> None:
    assert [where for where, place in _everywhere() if not place.has_reason] == []
