"""How soon the followers in a shared review see where the leader goes.

    python -m tests.bench.server.follow [PEOPLE]        measures and prints

Of PEOPLE people (at least 20), 20 are in reviews of four. The leaders step back through the game
and forward again. The measured time begins with the leader's key and ends with the first byte on a
follower's screen. The others play at tables of four at the same time.
"""

import asyncio
import json
import os
import sys

from tests.bench.server.apps import IN_REVIEWS
from tests.bench.server.people import LEFT, RIGHT, Answer, Person, press_for, together
from tests.bench.server.process import cores, serving
from tests.bench.server.ticker import Ticker, late

_SEATS, _AT_ONCE = 4, 4
_TURNS = 2
"""How often the leaders step back through the game and forward again."""
_STEPS, _STEP = 12, 1.0
"""Keys per leader in a round, and the seconds between two of them."""
_PAUSE = 4.0


async def _measure_round(
    reviews: list[list[Person]], others: list[Person], key: bytes
) -> dict[str, float]:
    """Let all leaders step in one direction, one after the other."""
    for person in (one for review in reviews for one in review):
        person.answers = []
    ticker = Ticker()
    ticking = asyncio.ensure_future(ticker.run())
    playing = asyncio.ensure_future(_play(others))
    for _ in range(_STEPS):
        for leader, *followers in reviews:
            for one in followers:
                one.expect()
            leader.press(key)
            await asyncio.sleep(_STEP / len(reviews))
    await asyncio.sleep(1.0)
    ticking.cancel()
    await playing
    first = [one.first for _, *rest in reviews for person in rest for one in person.answers]
    return {
        "median": late(first, 0.5),
        "p95": late([one for one in first if one]),
        "longest": late(first, 1.0),
        "steps that nobody saw": first.count(0.0),
        "the clients' own delay, p95": late(ticker.take()),
    }


async def _play(others: list[Person]) -> list[Answer]:
    return await press_for(others, _PAUSE, int(_STEPS * _STEP / _PAUSE)) if others else []


async def measure(people: int) -> dict[str, object]:
    """Return all results, in milliseconds."""
    for_server, for_clients = cores()
    os.sched_setaffinity(0, {for_clients})
    with serving("reviews", for_server, people) as server:
        everybody = [Person(number, server.port, compress=False) for number in range(people)]
        for one in everybody[:IN_REVIEWS]:  # the first of each review leads
            await one.come()
        await together([one.come() for one in everybody[IN_REVIEWS:]], _AT_ONCE)
        reviews = [everybody[first : first + _SEATS] for first in range(0, IN_REVIEWS, _SEATS)]
        others = everybody[IN_REVIEWS:]
        rounds = [await _measure_round(reviews, others, key) for key in (LEFT, RIGHT) * _TURNS]
        await together([one.go() for one in everybody], _AT_ONCE)
    return {"people": people, "in reviews": IN_REVIEWS, "rounds, ms": rounds}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(*map(int, sys.argv[1:] or ["20"]))), indent=2))
