"""The player's settings, read from a TOML file."""

import tomllib
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


def read_settings(path: Path) -> Settings:
    """Read the settings; without a file they are the defaults. Raises `BadSettings`."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Settings)
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeError) as error:
        raise BadSettings(f"{path}: {error}") from None
    except OSError as error:
        raise BadSettings(f"{path} can't be read: {error.strerror}") from None
