"""The commands of the operator, as they are typed."""

from pathlib import Path
from types import SimpleNamespace

from regicide_tui.arguments import make_parser
from regicide_tui.server.operator import commands


def typed(*words: object) -> SimpleNamespace:
    """Return the arguments of a command such as `users --acts`."""
    return make_parser().parse_args([f"{word}" for word in words], SimpleNamespace())


async def operate(folder: Path, *words: object) -> str:
    """Run a command for the server in a folder; return what it prints. Raises `CommandError`."""
    said: list[str] = []
    await commands.answer(typed(*words), folder, said.append)
    return "\n".join(said)
