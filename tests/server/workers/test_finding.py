"""How the workers of a server find each other."""

import io
from contextlib import AsyncExitStack
from pathlib import Path

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.running.worker import Worker, open_worker
from regicide_tui.server.storage.finding import find_transport
from regicide_tui.server.storage.relay_transport import RelayTransport
from regicide_tui.server.storage.transport import NoTransport
from tests.server.postgres import Cluster


def test_a_server_with_a_file_is_alone_unless_it_has_a_supervisor(tmp_path: Path) -> None:
    place = tmp_path / "house.db"
    assert isinstance(find_transport(tmp_path, place, relayed=False), NoTransport)
    assert isinstance(find_transport(tmp_path, place, relayed=True), RelayTransport)


async def test_servers_with_one_database_know_each_other_without_a_supervisor(
    tmp_path: Path, cluster: Cluster
) -> None:
    config = Config(port=0, store=cluster.new_url(), pars=False)

    async def open_in(name: str, closing: AsyncExitStack) -> Worker:
        (tmp_path / name).mkdir(mode=0o700)
        return await open_worker(tmp_path / name, config, Journal(io.StringIO()), None, closing)

    async with AsyncExitStack() as closing:
        await open_in("first", closing)
        second = await open_in("second", closing)
        assert len(second.server.peers.living) == 2
