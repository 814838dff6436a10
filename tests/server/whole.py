"""A whole server: its services behind its listener."""

import io
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import asyncssh

from regicide_tui.server.base.config import Config
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.store import Store
from tests.server.clients import NAMES, open_server
from tests.server.gatherings import opened
from tests.server.visitors import apps_of


class House(NamedTuple):
    """A server in which some names have keys."""

    services: Services
    server: Server
    journal: io.StringIO


@asynccontextmanager
async def open_house(
    folder: Path,
    store: Store | None = None,
    *,
    names: Mapping[str, asyncssh.SSHKey] = NAMES,
    idle: float = 3600.0,
    as_json: bool = False,
    **settings: Any,
) -> AsyncIterator[House]:
    """Open a whole server on a store or a file, close it, and check that nothing went wrong."""
    config, out = Config(port=0, **settings), io.StringIO()
    of_services: dict[str, Any] = {"moderators": config.moderators, "settings": config.limits}
    async with (
        opened(store or folder / "house.db", out, **of_services) as services,
        open_server(
            *(folder, out, apps_of(services, idle), names, services), as_json=as_json, **settings
        ) as server,
    ):
        yield House(services, server, out)
    if store is not None:
        await store.close()
    assert " crash " not in out.getvalue(), out.getvalue()
