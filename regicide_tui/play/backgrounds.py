"""Whether the backgrounds of terminals were light when they were last used.

A terminal reports it only after the first frame. With this file, the first frame usually has the
right colours. Without it, the app starts dark.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec


def terminal_name(environment: Mapping[str, str]) -> str:
    """Return the name of a terminal from its environment variables."""
    return environment.get("TERM_PROGRAM") or environment.get("TERM", "")


def was_light(path: Path, terminal: str) -> bool:
    """Return whether a terminal's background was light; false if this is unknown."""
    return _read(path).get(terminal, False)


def note_background(path: Path, terminal: str, light: bool) -> None:
    """Save whether a terminal's background is light; ignore a file that can't be written."""
    known = _read(path)
    if known.get(terminal, False) != light:
        with suppress(OSError):
            path.write_bytes(msgspec.json.encode({**known, terminal: light}))


def _read(path: Path) -> dict[str, bool]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, bool])
    except (OSError, msgspec.DecodeError):
        return {}
