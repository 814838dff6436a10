"""In each round of the loop one connection has its turn."""

import asyncio
from functools import partial

from regicide_tui.server.ssh.throttle import Throttles
from tests.server.waiting import until


async def test_addresses_take_turns_however_many_connections_they_have() -> None:
    sluices, order = Throttles(), list[str]()
    for _ in range(5):
        sluices.ask("crowd", partial(order.append, "crowd"))
    sluices.ask("one", partial(order.append, "one"))
    await until(lambda: len(order) == 6)
    assert order.index("one") <= 2


async def test_one_passes_in_each_round_of_the_loop() -> None:
    sluices, order = Throttles(), list[str]()
    for name in "abc":
        sluices.ask(name, partial(order.append, name))
    assert order == ["a"]
    await asyncio.sleep(0)
    assert len(order) == 2
