"""The settings of an operator: a file, the environment, and command-line options."""

import os
import shlex
from collections.abc import Mapping
from types import SimpleNamespace

from msgspec.structs import replace

from regicide_tui.server.base.config import (
    SEVERAL,
    BadConfig,
    Config,
    is_url,
    make_config,
    read_config,
)
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import NameRefused, check_name
from regicide_tui.server.storage.opening import has_password

_OPTIONS = ("host", "port", "guests", "metrics", "store")
"""The command-line options for settings."""
_PREFIX, _LIMIT = "REGICIDE_TUI_SERVER_", "limits_"
"""The prefixes of environment variables for settings and for limits."""


def read_settings(
    arguments: SimpleNamespace, environment: Mapping[str, str] = os.environ
) -> Config:
    """Return the settings of the file, of the environment, and of the command line.

    Later sources take precedence. Raises `BadConfig`, `StoreError`.
    """
    options = vars(arguments)
    if options.get("workers") is not None:
        raise BadConfig(f"--workers was removed. {SEVERAL}")
    if options.get("store"):
        require_no_password(options["store"])
    given = {name: options[name] for name in _OPTIONS if options.get(name) is not None}
    read = read_config(options.get("config"), _check_names)
    return replace(_with_environment(read, environment), **given)


def _with_environment(config: Config, environment: Mapping[str, str]) -> Config:
    """Return settings, replaced by those of the environment. Raises `BadConfig`.

    For example, REGICIDE_TUI_SERVER_PORT=22 or REGICIDE_TUI_SERVER_LIMITS_CONNECTIONS=50. The parts
    of a list are written like the words of a shell. An empty variable counts as not set.
    """
    words = {
        name.removeprefix(_PREFIX).lower(): text
        for name, text in environment.items()
        if name.startswith(_PREFIX) and text
    }
    if not words:
        return config
    limits = {n.removeprefix(_LIMIT): words.pop(n) for n in [*words] if n.startswith(_LIMIT)}
    settings: dict[str, object] = {name: _value_of(name, text) for name, text in words.items()}
    more = {"limits": limits} if limits else {}
    found = make_config({**settings, **more}, "the environment", _check_names, words=True)
    merged: Limits = replace(config.limits, **{one: getattr(found.limits, one) for one in limits})
    try:
        return replace(config, limits=merged, **{name: getattr(found, name) for name in settings})
    except BadConfig as error:  # settings that contradict those of the file
        raise BadConfig(f"the environment and the file: {error}") from None


def _value_of(name: str, text: str) -> object:
    """Return the value of a variable; a list if the setting is one. Raises `BadConfig`."""
    if not isinstance(getattr(Config(), name, None), tuple):
        return text
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadConfig(f"{_PREFIX}{name.upper()}: {error}") from None


def _check_names(config: Config) -> None:
    """Raise `BadConfig` with a line for each invalid name in a list."""
    faults = []
    for setting in ("allowed", "moderators"):
        for name in getattr(config, setting):
            try:
                check_name(name)
            except NameRefused as error:
                faults.append(f"{setting} contains {name!r}. {error}")
    if faults:
        raise BadConfig("\n".join(faults))


def require_no_password(store: str) -> None:
    """Refuse a store on the command line whose URL contains a password.

    Raises `BadConfig`, `StoreError`.
    """
    if is_url(store) and has_password(store):
        raise BadConfig(
            "Others on this machine could read the password in the list of processes. Put it in "
            "~/.pgpass or PGPASSWORD, or put the URL of the server's store in the --config file."
        )
