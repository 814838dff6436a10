"""The transport of tests does what every transport must do."""

import pytest

from tests.server.workers.conformance import JOINED, LEFT, Conformance, Connect, meet
from tests.server.workers.memory import MemoryTransport, Network


@pytest.fixture
def network() -> Network:
    return Network()


class TestMemory(Conformance):
    """The transport in memory."""

    @pytest.fixture
    def connect(self, network: Network) -> Connect:
        return network.transport


async def test_a_worker_that_was_cut_off_comes_back_under_another_id(network: Network) -> None:
    first, second, third = await meet(network.transport, 3)
    before = second.me
    assert isinstance(second.transport, MemoryTransport)
    network.cut_off(second.transport)
    await network.settle()
    assert second.me != before
    for other in (first, third):
        assert other.news[-2:] == [(LEFT, before), (JOINED, second.me)]
        assert second.news.count((LEFT, other.me)) == 1
        assert second.news.count((JOINED, other.me)) == 2
    assert second.others == {first.me, third.me}
