"""The settings that an operator gives: a file, and options of the command line."""

from types import SimpleNamespace

from msgspec.structs import replace

from regicide_tui.server.base.config import SEVERAL, BadConfig, Config, is_url, read_config
from regicide_tui.server.storage.opening import has_password

_OPTIONS = ("host", "port", "guests", "metrics", "store")
"""The options of the command line that stand for a setting."""


def read_settings(arguments: SimpleNamespace) -> Config:
    """Return the settings of the file and of the command line.

    Raises `BadConfig`, `StoreError`.
    """
    options = vars(arguments)
    if options.get("workers") is not None:
        raise BadConfig(f"--workers was removed. {SEVERAL}")
    if options.get("store"):
        require_no_password(options["store"])
    given = {name: options[name] for name in _OPTIONS if options.get(name) is not None}
    return replace(read_config(options.get("config")), **given)


def require_no_password(store: str) -> None:
    """Refuse a store of the command line whose URL holds a password.

    Raises `BadConfig`, `StoreError`.
    """
    if is_url(store) and has_password(store):
        raise BadConfig(
            "Others on this machine could read the password in the list of processes. Put it into "
            "~/.pgpass or PGPASSWORD, or the URL of the server's store into the file of --config."
        )
