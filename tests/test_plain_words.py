"""Every text for players is in plain words: all strings of the program that people read."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from regicide_tui import games
from regicide_tui.games.lesson import Lesson
from tests.games.test_lessons import LESSONS, said
from tests.plain_words import faults

ROOT = Path(__file__).parents[1] / "regicide_tui"
UNREAD = ("bots/", "simulate/", "tui/rendering/", "server/storage/sqlite.py")
"""What people don't read: bots, their training, drawing, and SQL."""
STYLE = "DEFAULT_CSS"
MODULES = [
    path
    for path in sorted(ROOT.rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith(UNREAD) and path.name != "found.py"
]
"""Found puzzles are data; what they ask is looked at by itself."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Return the strings of a module, with their lines: no docstrings, names, types or styles."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed = {id(one) for node in ast.walk(tree) for one in _unread(node)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [one.value if isinstance(one, ast.Constant) else "{}" for one in node.values]
            if " " in (text := "".join(map(str, parts))).strip():
                yield node.lineno, text
        elif isinstance(node, ast.Constant) and " " in str(node.value).strip():
            yield node.lineno, str(node.value)


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """Return what lies in a node and is no text for people."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from node.values
    elif isinstance(node, ast.AnnAssign):
        yield from ast.walk(node.annotation)
        if isinstance(node.target, ast.Name) and node.target.id == STYLE and node.value:
            yield from ast.walk(node.value)
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == STYLE:
        yield from ast.walk(node.value)


def test_what_is_not_looked_at_exists() -> None:
    assert [path for path in UNREAD if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "path", MODULES, ids=[path.relative_to(ROOT).as_posix() for path in MODULES]
)
def test_no_text_of_a_module_has_a_hard_word(path: Path) -> None:
    found = {f"{line}: {text}": faults(text) for line, text in texts(path)}
    assert not {text: hard for text, hard in found.items() if hard}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.game}: {one.title}")
def test_no_text_of_a_lesson_has_a_hard_word(lesson: Lesson) -> None:
    told = [lesson.title, lesson.about, *[text for text, _ in said(lesson)]]
    assert not {text: faults(text) for text in told if faults(text)}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.game}: {one.title}")
def test_a_lesson_says_one_idea_in_a_sentence(lesson: Lesson) -> None:
    for text, _ in said(lesson):
        for sentence in text.split(". "):
            assert len(sentence.split()) <= 24, sentence
            assert ";" not in sentence, sentence


def test_a_hard_word_is_found_wherever_it_stands() -> None:
    assert faults("Kept as a.") == ["'Kept as': saved"]
    assert faults("press enter to lift the curtain")
    assert faults("The house closes.")
    assert not faults("A house rule of this game.")
    assert not faults("Saved as a.")


@pytest.mark.parametrize("game", games.names())
def test_no_puzzle_asks_in_hard_words(game: str) -> None:
    assert not {one.asks: hard for one in games.puzzles(game) if (hard := faults(one.asks))}
