"""The player's settings, read from a TOML file."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from regicide_tui.games.base import Value


class BadSettings(Exception):
    """Settings that make no sense; the message names the file and what is wrong in it."""


class Settings(Value, frozen=True, forbid_unknown_fields=True):
    """What a player can set. docs/settings.md explains each key."""

    theme: Literal["dark", "light"] = "dark"
    symbols: Literal["auto", "suits", "letters"] = "auto"
    """Suit characters and drawn borders, or plain ASCII; `auto` asks the terminal's encoding."""
    four_colours: bool = True
    names: Annotated[
        tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=40)], ...],
        msgspec.Meta(max_length=4),
    ] = ()
    """Names offered for a new game."""
    motion: bool = True
    """Whether things may move on the screen."""


def read_settings(path: Path) -> Settings:
    """Read the settings; without a file they are the defaults. Raises `BadSettings`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except UnicodeError:
        raise BadSettings(f"{path} is not a text in UTF-8.") from None
    except OSError as error:
        raise BadSettings(f"{path} can't be read: {error.strerror}") from None
    import tomllib  # only for who has set anything

    try:
        return msgspec.convert(tomllib.loads(text), Settings)
    except (ValueError, RecursionError) as error:  # of TOML, of numbers, of the schema
        raise BadSettings(f"{path}: {error}") from None
