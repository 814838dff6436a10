"""A server's store as the program of today writes it, kept for each release that adds something.

People fill it as `released_store.txt` says. `tests/data/released` has it as a file of SQLite and as
a dump of PostgreSQL, with what was shown of both.
"""

import json
import subprocess
from gzip import compress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.forget import forget, rename
from regicide_tui.server.storage.copying import copy_store
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from tests.server.dealing import deal_in_order
from tests.server.old_stores import DUMP, FILE, SHOWN, new_database
from tests.server.postgres import find_programs, new_cluster
from tests.server.scenarios.runner import World
from tests.server.scenarios.sentences import make_language
from tests.server.scenarios.setups import Server
from tests.server.shown import shown

_SCENARIO = Path(__file__).with_suffix(".txt")
_PEOPLE = ("ada", "bea", "cyd", "dan", "eve", "fay", "gus", "hal", "ivy")
_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{:043d}"


async def write_store(folder: Path) -> None:
    """Write a store of today into a folder of released files."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        path = Path(name, "house.db")
        store = SqliteStore(path)
        for number, person in enumerate(_PEOPLE):
            await Accounts(store).choose(person, _KEY.format(number))
        await Accounts(store).add_key("ada", _KEY.format(100))
        await Accounts(store).drop_key("ada", _KEY.format(100))
        await store.close()
        language = make_language()
        (scenario,) = language.read(_SCENARIO)
        deal_in_order(patch)
        server = Server(path, 1, patch, path.parent)
        await World(server, language).run(scenario)
        store = SqliteStore(path)
        await rename(store, "fay", "Fayette")
        await forget(store, "gus")
        now = int(server.seconds * 1000)
        found = {"now": now, **await shown(store, now)}
        dumped = await _dump(store)
        await store.close()
        (folder / FILE).write_bytes(compress(path.read_bytes(), mtime=0))
        (folder / DUMP).write_text(dumped, encoding="utf-8")
        text = json.dumps(found, ensure_ascii=False, sort_keys=True)
        (folder / SHOWN).write_text(f"{text}\n", encoding="utf-8")


async def _dump(store: Store) -> str:
    """Copy a store into a database as the operator does; return it as statements of SQL."""
    programs = find_programs()
    assert programs is not None
    with new_cluster() as cluster:
        url = new_database(cluster)
        target = await PostgresStore.open(url)
        await copy_store(store, target, lambda _: None)
        await target.close()
        dump = [f"{programs}/pg_dump", "--no-owner", "--inserts", "--rows-per-insert=50", url]
        written = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    lines = [line for line in written.splitlines() if not line.startswith(("\\", "--"))]
    return "\n".join(line for line in lines if line) + "\n"
