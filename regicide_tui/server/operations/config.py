"""What an operator can set: a TOML file, with defaults that are safe."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from asyncssh.saslprep import SASLPrepError
from msgspec.structs import replace

from regicide_tui.server.ssh.saslprep import prepare

Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=10**7)]


class BadConfig(ValueError):
    """A file of the operator's that makes no sense; the message says where and why."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much the house bears."""

    connections: Count = 200
    connections_by_address: Count = 20
    connections_by_name: Count = 4
    """Of those logged in; the oldest goes when there is one more."""
    logins_a_minute: Count = 30
    """By address."""
    new_names_by_address: Count = 10
    """At once; then one a minute."""
    guests_by_address: Count = 30
    """At once; then six a minute."""
    login_seconds: Seconds = 60
    idle_minutes: Seconds = 60
    """After so long without a key a guest is asked to go, with a warning before."""
    tables_by_player: Count = 5
    """At which somebody sits who opens one more."""
    new_tables_by_address: Count = 60
    """Opened at once; then three a minute."""
    waiting_tables: Count = 8
    """At which one may sit before their games begin."""
    waiting_tables_of_guest: Count = 2
    waiting_tables_in_all: Count = 500
    waiting_tables_by_address: Count = 125
    """Opened from there."""
    waiting_hours: Count = 24
    """After so long with nobody of a table there, it is closed before its game."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says; what it leaves out is as here."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 2222
    guests: bool = False
    """Whether one may come as guest, without a key."""
    password: str = ""
    """What guests and new names must say; nothing if it is empty."""
    allowed: tuple[str, ...] = ()
    """The only names that may come; all if there are none."""
    log: Literal["text", "json"] = "text"
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        """Refuse what can't be meant. Raises `BadConfig`."""
        if not self.host.strip():
            raise BadConfig("host is empty: name an address; 0.0.0.0 is all of IPv4, :: of IPv6.")
        if self.allowed and self.guests:
            raise BadConfig("allowed says who may come, and guests lets in anybody: choose one.")


def read_config(path: Path | None) -> Config:
    """Read the operator's file, if there is one. Raises `BadConfig`."""
    if path is None:
        return Config()
    try:
        config = msgspec.toml.decode(path.read_bytes(), type=Config)
        # A client sends every spelling of a word as this one.
        password = prepare(config.password)
    except OSError as error:
        raise BadConfig(f"{path} can't be read: {error.strerror}") from None
    except SASLPrepError as error:
        raise BadConfig(f"{path}: no client can send this password: {error}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadConfig(f"{path}: {error}") from None
    if config.password and not password:
        raise BadConfig(f"{path}: the password has only characters that no client sends.")
    return replace(config, password=password)
