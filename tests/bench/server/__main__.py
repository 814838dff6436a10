"""The load on a server: its response times and its memory.

    python -m tests.bench.server [APP]        measures and writes docs/benchmarks/server.json

The server has one core and the clients another one. Machines are noisy: repeated measurements count
by their best round, and the result includes the delay of the clients' own loop, which only waits
for its turn.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

from tests.bench.server.people import Answer, Person, press_for, together
from tests.bench.server.process import Server, cores, serving
from tests.bench.server.ticker import Ticker, late

RESULTS = Path(__file__).parents[3] / "docs" / "benchmarks" / "server.json"
PAUSE = 4.0
"""Seconds between two keys of one person."""
TIMES, ROUNDS = 6, 3
"""Keys per person in a round, and rounds."""
STARTS = 12
CROWD = 200
VISITS, WAVE, AT_ONCE = 500, 50, 4
STAY = 5.5
"""Seconds within which the server cleans up once."""


async def measure_starts(server: Server) -> dict[str, object]:
    """Connect and disconnect one after the other."""
    answers: dict[bool, list[Answer]] = {False: [], True: []}
    for number in range(STARTS):
        person = Person(number, server.port, compress=bool(number % 2))
        answers[person.compress].append(await person.come())
        await person.go()
    times = [answer.last for kind in answers.values() for answer in kind[1:]]
    return {
        "connect to first picture, ms, best": round(min(times), 1),
        "connect to first picture, ms, median": round(median(times), 1),
        "first picture, bytes": median([answer.size for answer in answers[False]]),
        "first picture, bytes compressed": median([answer.size for answer in answers[True]]),
    }


async def measure_people(server: Server, people: list[Person]) -> dict[str, object]:
    """Let everyone press keys, in several rounds."""
    before = server.ask()["memory"]
    rounds = [await _measure_round(server, people) for _ in range(ROUNDS)]
    best = min(rounds, key=lambda found: found["p95"])
    return {
        "key to paint, ms, median": best["median"],
        "key to paint, ms, p95": best["p95"],
        "key to last byte, ms, p95": best["whole"],
        "p95 of each round": [found["p95"] for found in rounds],
        "share of the core, %": min(found["cpu"] for found in rounds),
        "longest pause, ms": min(found["pause"] for found in rounds),
        "longest pause of each round": [found["pause"] for found in rounds],
        "the clients' own delay, ms, p95": best["delay"],
        "the clients' own delay, ms, longest": best["longest delay"],
        "memory grown meanwhile, MB": round(server.ask()["memory"] - before, 1),
        "bytes a key": best["bytes"],
        "bytes a key compressed": best["compressed"],
        "load of the machine": round(os.getloadavg()[0], 1),
    }


async def _measure_round(server: Server, people: list[Person]) -> dict[str, float]:
    ticker = Ticker()
    ticking = asyncio.ensure_future(ticker.run())
    before, began = server.ask(), perf_counter()
    answers = await press_for(people, PAUSE, TIMES)
    after, took = server.ask(), perf_counter() - began
    ticking.cancel()
    delays = ticker.take()
    first = [answer.first for answer in answers]
    return {
        "median": late(first, 0.5),
        "p95": late(first),
        "whole": late([answer.last for answer in answers]),
        "cpu": round(100 * (after["cpu"] - before["cpu"]) / took, 1),
        "pause": round(after["pause"], 1),
        "delay": late(delays),
        "longest delay": late(delays, 1.0),
        "bytes": _bytes_a_key(people, compressed=False),
        "compressed": _bytes_a_key(people, compressed=True),
    }


def _bytes_a_key(people: list[Person], *, compressed: bool) -> float:
    asked = [person for person in people if person.compress is compressed]
    return round(fmean(answer.size for person in asked for answer in person.answers))


async def measure_crowds(server: Server) -> dict[str, object]:
    """Let a hundred and then two hundred people play."""
    await measure_starts(server)
    before = server.ask()["memory"]
    people = [Person(number, server.port, compress=bool(number % 2)) for number in range(CROWD)]
    await together([person.come() for person in people[:100]], AT_ONCE)
    await asyncio.sleep(10)
    memory = (server.ask()["memory"] - before) / 100
    hundred = await measure_people(server, people[:100])
    await together([person.come() for person in people[100:]], AT_ONCE)
    two_hundred = await measure_people(server, people)
    await together([person.go() for person in people], AT_ONCE)
    return {
        "memory of a session, MB": round(memory, 2),
        "100 people": hundred,
        "200 people": two_hundred,
    }


async def measure_memory(server: Server) -> dict[str, object]:
    """Let many people connect, stay for a while, and disconnect."""
    found: list[float] = []
    for wave in range(0, VISITS, WAVE):
        people = [
            Person(number, server.port, compress=False) for number in range(wave, wave + WAVE)
        ]
        await together([person.come() for person in people], AT_ONCE)
        await asyncio.sleep(STAY)
        await together([person.go() for person in people], AT_ONCE)
        await asyncio.sleep(STAY)
        found.append(round(server.ask()["memory"], 1))
    return {f"memory after each {WAVE} sessions, MB": found}


async def measure(app: str) -> dict[str, object]:
    """Return all results."""
    for_server, for_clients = cores()
    os.sched_setaffinity(0, {for_clients})
    results: dict[str, object] = {}
    for measured, people in (
        (measure_starts, STARTS),
        (measure_crowds, CROWD),
        (measure_memory, VISITS),
    ):
        with serving(app, for_server, people) as server:
            results |= await measured(server)
    return results


def main() -> None:
    """Measure, print, and write the results."""
    results = asyncio.run(measure(*sys.argv[1:] or ["server"]))
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
