"""The operator's settings: a TOML file, with safe defaults."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from asyncssh.saslprep import SASLPrepError
from msgspec.structs import replace

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.base.saslprep import prepare

SEVERAL = (
    "One server is one process. To use more cores, start several servers with one PostgreSQL "
    "database behind HAProxy."
)
"""For operators who ask for several workers, as earlier versions allowed."""
_SCHEMES = ("postgresql://", "postgres://")
_LOOPBACK = "127.0.0.1"
_LIMITS = "limits"
_ADDRESS = re.compile(r"(?:([0-9.]+|\[[0-9a-fA-F:.]+\]):)?([0-9]{1,5})", re.ASCII)
_MOST_PORT = 65535
_HOST = re.compile(r"[A-Za-z0-9.:_-]*", re.ASCII)
"""A host that people can safely paste into a shell."""


def is_url(text: str) -> bool:
    """Return whether text is the URL of a PostgreSQL database."""
    return text.startswith(_SCHEMES)


class BadConfig(ValueError):
    """The operator's settings are invalid; the message says where and why."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings in the file, with these defaults."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 2222
    guests: bool | None = None
    """Whether visitors may look around without a key and a name; None means: only if the server
    listens on this machine alone and no balancer forwards connections."""
    public_host: str = ""
    """The host name or address in invitations; empty for that of each connection."""
    public_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """The port in invitations; 0 for that of each connection."""
    proxy_protocol: tuple[str, ...] = ()
    """The addresses or networks of TCP balancers that forward connections with a PROXY header."""
    password: str = ""
    """The password for guests and new names; none if it is empty."""
    allowed: tuple[str, ...] = ()
    """The only names that may log in; all names if it is empty."""
    notify_command: tuple[str, ...] = ()
    """The program, with its first arguments, that notifies absent players of correspondence
    games."""
    moderators: tuple[str, ...] = ()
    """The names of the moderators; they get their keys with `users --add-key`."""
    pars: bool = True
    """Whether marshals play finished deals and boards in the background to compute their pars."""
    store: str = ""
    """The URL of a PostgreSQL database; empty for the file in the folder of the server."""
    log: Literal["text", "json"] = "text"
    log_requests: bool = False
    """Whether the journal has a line for each log entry and each refused command."""
    metrics: str = ""
    """The address and port of the metrics for Prometheus; a port without an address is open to this
    machine only; empty for none."""
    drain_seconds: Annotated[int, msgspec.Meta(ge=0, le=60)] = 5
    """Seconds that visitors have to finish before the server closes."""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        """Refuse settings that contradict each other. Raises `BadConfig`."""
        if not self.host.strip():
            raise BadConfig("host is empty: give an address. 0.0.0.0 is all of IPv4, :: of IPv6.")
        if self.allowed and self.guests:
            raise BadConfig("allowed limits who may log in, but guests lets anyone in: choose one.")
        if self.notify_command and not all(self.notify_command):
            raise BadConfig("notify_command has an empty word: give a program and its arguments.")
        if self.store and not is_url(self.store):
            raise BadConfig("store must be a URL such as postgresql://USER@HOST/NAME.")
        if not _HOST.fullmatch(self.public_host):
            raise BadConfig("public_host must be a host name or an address: players paste it.")
        if self.metrics and read_address(self.metrics)[1] == self.port > 0:
            raise BadConfig("metrics and port are the same port: choose another for one of them.")
        if faults := [*filter(None, map(_fault_of_network, self.proxy_protocol))]:
            raise BadConfig("\n".join(faults))

    @property
    def lets_guests_in(self) -> bool:
        """Whether visitors may look around without a key and a name."""
        if self.guests is not None:
            return self.guests
        return not self.allowed and is_loopback(self.host) and not self.proxy_protocol


def read_address(text: str) -> tuple[str, int]:
    """Return the address and the port in text such as `9464`, `0.0.0.0:9464` or `[::1]:9464`.

    Raises `BadConfig`.
    """
    found = _ADDRESS.fullmatch(text)
    host, port = (found[1] or _LOOPBACK, int(found[2])) if found else ("", 0)
    with suppress(ValueError):
        if found and port <= _MOST_PORT:
            return str(ip_address(host.strip("[]"))), port
    raise BadConfig(f"metrics must be a port or an address with a port, such as {_LOOPBACK}:9464.")


def _fault_of_network(text: str) -> str:
    """Return why text isn't a network of balancers; empty if it is."""
    try:
        network = ip_network(text)
    except ValueError as error:
        return f"proxy_protocol must list addresses or networks such as 10.0.0.1/32: {error}."
    if not network.prefixlen:
        return f"proxy_protocol has {text}, so anyone could claim any address. List your balancers."
    return ""


def is_loopback(host: str) -> bool:
    """Return whether an address, or the name `localhost`, is reached from this machine alone."""
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


Check = Callable[[Config], object]
"""Raises `BadConfig` for settings that other parts of the server refuse."""


def read_config(path: Path | None, check: Check = lambda _: None) -> Config:
    """Return the settings of the operator's file, or the defaults. Raises `BadConfig`."""
    if path is None:
        return Config()
    try:
        settings = msgspec.toml.decode(path.read_bytes(), type=dict[str, object])
    except OSError as error:
        raise BadConfig(f"{path} can't be read: {error.strerror}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadConfig(f"{path}: {error}") from None
    return make_config(settings, f"{path}", check)


def make_config(
    settings: Mapping[str, object],
    source: str,
    check: Check = lambda _: None,
    *,
    words: bool = False,
) -> Config:
    """Return these settings, and defaults for the others; with `words`, numbers may be text.

    Raises `BadConfig` with a line for each invalid setting, or else for settings that
    contradict each other.
    """
    convert = partial(_convert, check=check, strict=not words)
    found = [fault for one in _one_by_one(settings) for fault in _faults(partial(convert, one))]
    found = found or _faults(partial(convert, settings))
    if found:
        raise BadConfig("\n".join([f"{source}: {fault}" for fault in found]))
    return convert(settings)


def _one_by_one(settings: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield each setting separately; that of a limit is in a table of its own."""
    for name, value in settings.items():
        if name == _LIMITS and isinstance(value, dict):
            yield from ({_LIMITS: {limit: count}} for limit, count in value.items())
        else:
            yield {name: value}


def _faults(convert: Callable[[], object]) -> list[str]:
    """Return the reasons why settings are refused."""
    try:
        convert()
    except SASLPrepError as error:
        return [f"no client can send this password: {error}"]
    except msgspec.ValidationError as error:
        if error.__cause__ is None:
            return [_describe(f"{error}")]
        return f"{error.__cause__}".splitlines()  # a `BadConfig` of `Config` itself
    except (ValueError, RecursionError) as error:
        return f"{error}".splitlines()
    return []


_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "bool | null": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table",
    "str": "text",
}
"""What an operator writes for each of msgspec's types."""


def _describe(error: str) -> str:
    """Return msgspec's sentence about a setting in an operator's words, after its name."""
    fault, _, place = error.partition(" - at `$.")
    fault = fault.replace("Invalid enum value", "not an allowed value:")
    unknown = re.search("unknown field `(.*)`", fault)
    said = f"there is no setting {unknown[1]}" if unknown else fault[:1].lower() + fault[1:]
    said = re.sub("`(.*?)`", lambda kind: _KINDS.get(kind[1], kind[1]), said)
    return f"{place[:-1]}: {said}." if place else f"{said}."


def _convert(settings: Mapping[str, object], *, check: Check, strict: bool) -> Config:
    """Raises `ValueError`, `SASLPrepError`, `RecursionError`."""
    if "workers" in settings:
        raise BadConfig(f"workers was removed. {SEVERAL}")
    config = msgspec.convert(settings, Config, strict=strict)
    # Clients send a password in this prepared form, however it was typed.
    password = prepare(config.password)
    if config.password and not password:
        raise BadConfig("the password has only characters that clients don't send.")
    check(config)
    return replace(config, password=password)
