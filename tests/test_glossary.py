"""The glossary: each word stands there once, and the files it names exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = re.findall(
    r"^\| (.+?) \| .+ \| (.+) \|$",
    (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
WORDS = [word.strip() for words, _ in ROWS for word in words.split(",") if words != "word"]


def test_each_word_stands_there_once() -> None:
    assert WORDS
    assert len({word.casefold() for word in WORDS}) == len(WORDS)


def test_the_files_it_names_exist() -> None:
    named = {path for _, where in ROWS for path in re.findall(r"`([^`]+)`", where)}
    assert named
    folders = [ROOT, ROOT / "regicide_tui"]
    assert [
        path for path in named if not any([*folder.glob(path.rstrip("/"))] for folder in folders)
    ] == []
