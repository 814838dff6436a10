"""Accounts and a table for real servers on one database."""

from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import make_services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.postgres import PostgresStore
from tests.server.clients import KEY, OTHER_KEY
from tests.server.gatherings import ADA, BEA, begin

HOUSE = "house"
"""The folder of the server in the folder of the data."""


async def prepare(url: str) -> str:
    """Make accounts for ada and bea, and a table at which both play; return the table."""
    store = await PostgresStore.open(url)
    accounts = Accounts(store)
    for name, key in ((ADA, KEY), (BEA, OTHER_KEY)):
        await accounts.add_key(name, key_line(key))
    services = make_services(store)
    await services.open()
    table = await begin(services)
    await services.close()
    await store.close()
    return table
