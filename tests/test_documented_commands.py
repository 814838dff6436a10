"""The command line takes every command that the documents show."""

import re
import shlex
from pathlib import Path

import pytest

from regicide_tui.arguments import make_parser

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LANGUAGES = ("", "sh")
_PROGRAM = "regicide-tui "
_SHELL = (">", "|")
"""What follows is not for the program."""


def _find_commands() -> list[tuple[str, str]]:
    """Return the commands in blocks of code, each with its document."""
    found = []
    for document in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        blocks = _BLOCK.findall(document.read_text(encoding="utf-8"))
        for block in [text for language, text in blocks if language in _LANGUAGES]:
            lines = block.replace("\\\n", " ").splitlines()
            found += [(document.name, line) for line in lines if line.startswith(_PROGRAM)]
    return found


COMMANDS = _find_commands()


@pytest.mark.parametrize(("document", "command"), COMMANDS)
def test_a_command_is_one_that_the_program_takes(document: str, command: str) -> None:
    words = shlex.split(command, comments=True)[1:]
    end = min([words.index(one) for one in _SHELL if one in words], default=len(words))
    make_parser().parse_args(words[:end])


def test_the_documents_show_commands() -> None:
    assert {"README.md", "simulate.md", "host-your-own.md"} <= {name for name, _ in COMMANDS}
