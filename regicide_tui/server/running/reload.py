"""Reading the settings of a running server again."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from regicide_tui.server.base.config import BadConfig, Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.ssh.reception import Reception
from regicide_tui.server.storage.store import StoreError

_AT_ONCE = frozenset(
    {"allowed", "guests", "moderators", "password", "public_host", "public_port"},
)
"""The settings that can change while the server runs; they apply to later logins."""


@dataclass(eq=False, repr=False)
class Reload:
    """Reads the settings again and applies them.

    `read` may raise `BadConfig` or `StoreError`.
    """

    _read: Callable[[], Config]
    _reception: Reception
    _moderation: Moderation
    _journal: Journal

    def reload(self) -> None:
        """Change what can change, and note in the journal what needs a restart.

        If the settings can't be read or are invalid, nothing changes.
        """
        old = self._reception.config
        try:
            new = self._read()
        except (BadConfig, StoreError) as error:
            for fault in f"{error}".splitlines():
                self._journal.note("settings refused", why=fault)
            return
        changed = [
            name for name in Config.__struct_fields__ if getattr(new, name) != getattr(old, name)
        ]
        now = [name for name in changed if name in _AT_ONCE]
        config = replace(old, **{name: getattr(new, name) for name in now})
        self._reception.config = config
        self._moderation.name_moderators(config.moderators)
        later = [name for name in changed if name not in _AT_ONCE]
        self._journal.note("settings read", changed=", ".join(now), after_restart=", ".join(later))
