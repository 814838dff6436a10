"""In each round of the loop one connection has its turn."""

import asyncio
from functools import partial

from regicide_tui.server.ssh.throttle import Throttles
from tests.server.waiting import until


async def test_addresses_take_turns_however_many_connections_they_have() -> None:
    throttles, order = Throttles(), list[str]()
    for _ in range(5):
        throttles.request_turn("crowd", partial(order.append, "crowd"))
    throttles.request_turn("one", partial(order.append, "one"))
    await until(lambda: len(order) == 6)
    assert order.index("one") <= 2


async def test_one_passes_in_each_round_of_the_loop() -> None:
    throttles, order = Throttles(), list[str]()
    for name in "abc":
        throttles.request_turn(name, partial(order.append, name))
    assert order == ["a"]
    await asyncio.sleep(0)
    assert len(order) == 2
