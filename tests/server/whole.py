"""A whole server: its services behind its listener, and the people who come to it over SSH."""

import io
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from tests.attack.walking import Walker
from tests.server.clients import NAMES, new_server
from tests.server.visitors import apps_of


class House:
    """A server on a store, a file unless it is given, in which some names have keys."""

    services: Services
    server: Server

    def __init__(
        self,
        folder: Path,
        people: AsyncExitStack,
        store: Store | None = None,
        *,
        names: Mapping[str, asyncssh.SSHKey] = NAMES,
        idle: float = 3600.0,
        as_json: bool = False,
        **settings: Any,
    ) -> None:
        self.folder, self.journal = folder, io.StringIO()
        self._people, self._names = people, names
        self._given, self._idle, self._as_json = store, idle, as_json
        self._settings = settings

    async def open(self) -> None:
        """Open it. Bots do not wait, and nobody waits for who is away."""
        journal = Journal(self.journal.write, as_json=self._as_json)
        self.store = self._given or SqliteStore(self.folder / "house.db")
        config = Config(port=0, **self._settings)
        self.services = make_services(
            self.store,
            pause=0,
            return_seconds=0,
            journal=journal,
            moderators=config.moderators,
            settings=config.limits,
        )
        apps = apps_of(self.services, self._idle)
        self.server = new_server(
            self.folder, self.store, apps, journal, self.services.moderation, **self._settings
        )
        await self.services.open()
        for name, key in self._names.items():
            await self.add_key(name, key)
        await self.server.open()

    async def close(self) -> None:
        """Close it, and check that nothing went wrong in it."""
        await self.server.close()
        await self.services.close()
        await self.store.close()
        assert " crash " not in self.journal.getvalue(), self.journal.getvalue()

    async def add_key(self, name: str, key: asyncssh.SSHKey) -> None:
        """Let a key open a name."""
        await self.server.reception.accounts.add_key(name, key_line(key))

    async def come(
        self,
        name: str,
        key: asyncssh.SSHKey | None = None,
        *,
        takes_name: bool = False,
        **more: Any,
    ) -> Walker:
        """Let somebody come, who stays until the end."""
        walker = Walker(self.server, name, key=key, takes_name=takes_name, **more)
        await walker.come()
        self._people.push_async_callback(walker.go)
        return walker


@asynccontextmanager
async def open_house(folder: Path, store: Store | None = None, **more: Any) -> AsyncIterator[House]:
    """Open a whole server, and close it when its people have left."""
    async with AsyncExitStack() as people:
        house = House(folder, people, store, **more)
        await house.open()
        people.push_async_callback(house.close)
        yield house
