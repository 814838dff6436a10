"""Runs scenarios: plain lines that say what people and servers do, and what is so then.

    with waiting in all 4
    = The table left first makes room
    ada opens duel as T
    after 0:10:00
    bea opens duel as U
    open are U
    ada goes to T ! no longer exists

A line is a sentence of `sentences.py`. After each one the runner waits until nothing is under way;
what is so must be so at all processes. Lines before the first title begin all scenarios of a file.

* `= Title` begins a scenario. `= Title (two processes)` is for this set-up alone.
* `with NAME VALUE` sets something for the next start of the server.
* `SENTENCE ! TEXT`: it is refused, and the reason contains this text.
* `3 times: SENTENCE`
* `from 192.0.2.1: SENTENCE`: people come from this address.
* `nothing is written: SENTENCE`
* `at the second process: SENTENCE`: the first one, if there is no other. Otherwise people use the
  processes by turns, in the order in which a scenario names them, or that at which they are.
* `at once, 1 refused: SENTENCE | SENTENCE`

A capital letter is a table, and another letter is another table. Seats count from 1.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

import asyncssh

from regicide_tui.server.api.api import Api, make_api
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Command, Refused
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.store import StoreError
from tests.attack.walking import Walker
from tests.server.lines.typists import Typist
from tests.server.scenarios.setups import Process, Server
from tests.server.visitors import Person

_WHO, _TABLE = r"[a-z][a-z0-9-]*", "[A-Z]"
_KINDS = {
    "who": _WHO,
    "people": rf"{_WHO}(?:, {_WHO})*",
    "seats": rf"(?:-|{_WHO}(?:\+bot)?)(?:, (?:-|{_WHO}(?:\+bot)?))*",
    "table": _TABLE,
    "tables": rf"none|{_TABLE}(?:, {_TABLE})*",
    "time": r"(?:\d+ days?)?(?:,? ?\d+:\d\d:\d\d)?",
    "number": r"\d+",
    "word": r"'[^']*'|\S+",
    "text": r".+",
    "step": r".+",
}


_ELSEWHERE: ContextVar[int] = ContextVar("elsewhere")
"""The number of the process that people use for this step instead of their own."""


REFUSALS = Refused, StoreError


class ScenarioError(Exception):
    """A line of a scenario can't be understood, or what it says is not so."""


class Step(NamedTuple):
    """A line, where it is, what does it with which values, and why it is refused, if it is."""

    line: str
    where: str
    do: Callable[..., Awaitable[None]]
    values: Mapping[str, Any]
    refused: Sequence[str]


class Scenario(NamedTuple):
    """A scenario, and the only set-up in which it runs; in all of them if there is none."""

    title: str
    setup: str
    steps: Sequence[Step]


class Language:
    """The sentences of scenarios."""

    def __init__(self) -> None:
        self._sentences: list[tuple[re.Pattern[str], Callable[..., Any], Any]] = []

    def add(self, sentence: str, run: Callable[..., Any], what: Any) -> None:
        """Let `run(world, what, **values)` do a sentence.

        `{who}` is a value of this name and kind, `{whom:who}` one of another name. What is in round
        brackets may be left out.
        """

        def value(found: re.Match[str]) -> str:
            name, _, kind = found[1].partition(":")
            return f"(?P<{name}>{_KINDS[kind or name]})"

        pattern = re.sub(r"{([a-z:]+)}", value, re.sub(r"\(([ ,][^)]*)\)", r"(?:\1)?", sentence))
        self._sentences.append((re.compile(pattern), run, what))

    def read_step(self, line: str, where: str) -> Step:
        """Return what a line says. Raises `ScenarioError`."""
        sentence, *refused = re.split(" !(?: |$)", line, maxsplit=1)
        for pattern, run, what in self._sentences:
            is_prefix = (
                "step" in pattern.groupindex
            )  # what is refused then is the sentence behind it
            if found := pattern.fullmatch(line if is_prefix else sentence):
                values = {name: _value(name, one) for name, one in found.groupdict("").items()}
                if is_prefix:
                    steps = [self.read_step(one, where) for one in values["step"].split(" | ")]
                    values["step"], refused = steps, []
                return Step(line, where, _doing(run, what), values, refused)
        raise ScenarioError(f"{where}: this is no sentence of a scenario: {sentence}")

    def read(self, path: Path) -> Iterator[Scenario]:
        """Yield the scenarios of a file. Raises `ScenarioError`."""
        common, *rest = re.split(r"^= (.*)\n", path.read_text(), flags=re.MULTILINE)
        number, before = 1, list[Step]()
        for title, text in zip(["", *rest[::2]], [common, *rest[1::2]], strict=True):
            steps = [*before]
            number += title != ""
            for line in text.splitlines():
                if line and not line.startswith("#"):
                    steps.append(self.read_step(line, f"{path.name}:{number}"))
                number += 1
            if title:
                name, _, setup = title.rstrip(")").partition(" (")
                yield Scenario(name, setup, steps)
            else:
                before = steps


def _doing(run: Callable[..., Any], what: Any) -> Callable[..., Awaitable[None]]:
    async def do(world: "World", values: Mapping[str, Any]) -> None:
        done = run(world, what, **values)
        if done is not None:
            await done

    return do


def _value(name: str, text: str) -> Any:
    if name in ("people", "tables"):
        return [] if text == "none" else text.split(", ")
    if name == "time":
        found = re.fullmatch(r"(?:(\d+) days?)?,? ?(?:(\d+):(\d\d):(\d\d))?", text)
        assert found is not None
        days, hours, minutes, seconds = map(int, found.groups("0"))
        return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    return int(text or 0) if name in ("number", "seat", "days") else text


class Window:
    """A window of somebody at a process."""

    def __init__(self, process: Process, api: Api) -> None:
        self.process, self.api = process, api
        self.why = ""
        """Why the visit was ended."""
        api.visit.come(self._end)

    def _end(self, why: str) -> None:
        self.why = why


class World:
    """A server, its people and its tables, as a scenario names them."""

    def __init__(self, server: Server, language: Language) -> None:
        self.server, self._language = server, language
        self.tables: dict[str, str] = {}
        self.windows: dict[str, list[Window]] = {}
        self.screens: defaultdict[str, list[Person | Walker]] = defaultdict(list)
        """The windows in which somebody sees something; see `screens.py`."""
        self.typists: dict[str, Typist] = {}
        """Who reads and types lines; see `lines.py`."""
        self.lines = AsyncExitStack()
        """Closes the lines of all typists."""
        self.keys: dict[str, asyncssh.SSHKey] = {}
        self.homes: dict[str, int] = {}
        """The numbers of the processes that people use."""
        self.address = ""
        self.kept: dict[str, Any] = {}
        """What else sentences remember."""

    async def run(self, scenario: Scenario) -> None:
        """Run a scenario. Raises `ScenarioError`."""
        try:
            for step in scenario.steps:
                if not (self.server.processes or step.line.startswith("with ")):
                    await self.server.open()
                await self.do(step)
                await self.server.settle()
            await self.close_screens()
            if not any("crash" in step.line for step in scenario.steps):
                journal = self.server.journal.getvalue()
                assert " crash " not in journal, journal
        finally:
            await self.lines.aclose()
            await self.server.close()

    async def close_screen(self, who: str) -> None:
        """Let somebody close their window; nothing has gone wrong in it."""
        one = self.screens[who].pop()
        if isinstance(one, Person):
            await one.drop()
            assert "crash" not in one.journal.getvalue(), one.journal.getvalue()
        else:
            await one.go()

    async def close_screens(self) -> None:
        """Let everybody close their windows."""
        for who, windows in self.screens.items():
            while windows:
                await self.close_screen(who)

    def pop_screens_at(self, process: Process) -> list[Person]:
        """Take the windows of a process, which is killed, from its people."""
        found: list[Person] = []
        for who, windows in self.screens.items():
            for one in [*windows]:
                if isinstance(one, Person) and one.services is process.services:
                    self.screens[who].remove(one)
                    found.append(one)
        return found

    def screen(self, who: str) -> Person | Walker:
        """Return the newest window of somebody."""
        assert self.screens[who], f"{who} has no window"
        return self.screens[who][-1]

    def key_of(self, who: str) -> asyncssh.SSHKey:
        """Return the SSH key of somebody."""
        if who not in self.keys:
            self.keys[who] = asyncssh.generate_private_key("ssh-ed25519")
        return self.keys[who]

    async def take_name(self, who: str) -> None:
        """Let the key of somebody open their name."""
        server = await self.server.processes[0].listen()
        await server.reception.accounts.add_key(who, key_line(self.key_of(who)))

    async def do(self, step: Step) -> None:
        """Do a step. Raises `ScenarioError`."""
        try:
            await self.attempt(step)
        except (*REFUSALS, AssertionError) as error:
            raise ScenarioError(f"{step.where}: {step.line}: {error}") from error

    async def do_line(self, line: str) -> None:
        """Do what a line says, and wait until nothing is under way."""
        await self.attempt(self._language.read_step(line, "another line"))
        await self.server.settle()

    async def attempt(self, step: Step) -> None:
        """Do a step. Raises `AssertionError` if it is not so, and one of `REFUSALS`."""
        try:
            await step.do(self, step.values)
        except REFUSALS as error:
            if not any(one in f"{error}" for one in step.refused):
                raise
        else:
            assert not step.refused, "it is not refused"

    def process(self, who: str) -> Process:
        """Return the process that somebody uses."""
        self.server.names.add(who)
        home = self.homes.setdefault(who, len(self.homes))
        at = _ELSEWHERE.get(-1)
        here = [one.process for one in self.windows.get(who, ()) if not one.why]
        if at < 0 and here:
            return here[-1]
        at = home if at < 0 else at
        return self.server.processes[at % len(self.server.processes)]

    def services(self, who: str) -> Services:
        """Return the services of the process that somebody uses."""
        return self.process(who).services

    def api(self, who: str) -> Api:
        """Return what somebody sees and does at their process."""
        process = self.process(who)
        for window in self.windows.get(who, ()):
            if window.process is process and not window.why:
                return window.api
        return self.api_at(process.services, who)

    def api_at(self, services: Services, who: str) -> Api:
        """Return what somebody sees and does at a process."""
        return make_api(services, self.visitor(who))

    def visitor(self, who: str) -> Visitor:
        """Return somebody who comes."""
        return Visitor(who, is_guest(who), "xterm", {}, address=self.address)

    def id(self, table: str) -> str:
        """Return the id of a table."""
        assert table in self.tables, f"there is no table {table}"
        return self.tables[table]

    def letters(self, tables: Sequence[str]) -> str:
        """Return the letters of tables."""
        known = {one: letter for letter, one in self.tables.items()}
        return ", ".join(known.get(one, one) for one in tables)

    def name(self, table: str, found: str) -> None:
        """Give a table a letter, or see that it has this one."""
        is_known = table in self.tables or found in self.tables.values()
        assert not is_known or self.tables.get(table) == found, f"it is {self.letters([found])}"
        self.tables[table] = found

    async def state(self, table: str, process: Process) -> TableState:
        """Return a table as a process knows it, open or over."""
        tables, found = process.services.tables, self.id(table)
        await tables.read(found)
        return tables.whole(found) if found in tables else await tables.read_state(found)

    async def run_command(self, who: str, table: str, command: Command) -> None:
        """Let somebody do something at a table."""
        await self.services(who).commands.do(self.id(table), who, command)


async def do_command(world: World, make: Any, who: str, table: str, **values: Any) -> None:
    """Let somebody do at a table what `make(state, **values)` returns, if it is not a command."""
    if callable(make):
        make = make(await world.state(table, world.process(who)), **values)
    await world.run_command(who, table, make)


async def check(world: World, find: Callable[..., object], wanted: str, **values: Any) -> None:
    """See that `find(world, services, **values)` is what a line says, at all processes.

    Of a table it gets the state.
    """
    for process in world.server.processes:
        given = {**values}
        if table := given.pop("table", ""):
            given |= {"state": await world.state(table, process), "at": world.id(table)}
        found = find(world, process.services, **given)
        if isinstance(found, Awaitable):
            found = await found
        if isinstance(found, Sequence) and not isinstance(found, str):
            found = ", ".join(map(str, found))
        wanted = "" if wanted in ("none", "nobody", "nothing") else wanted
        assert f"{found}" == wanted, f"it is {found or 'nothing'}"


# ---------------------------------------------------------------- prefixes


async def _at_second(world: World, _: None, step: Sequence[Step]) -> None:
    before = _ELSEWHERE.set(1)
    try:
        await world.attempt(step[0])
    finally:
        _ELSEWHERE.reset(before)


async def _from(world: World, _: None, word: str, step: Sequence[Step]) -> None:
    world.address = word
    try:
        await world.attempt(step[0])
    finally:
        world.address = ""


async def _repeat(world: World, _: None, number: int, step: Sequence[Step]) -> None:
    for _i in range(number):
        await world.attempt(step[0])
        await world.server.settle()


async def _write_nothing(world: World, _: None, step: Sequence[Step]) -> None:
    before = world.server.appended
    await world.attempt(step[0])
    await world.server.settle()
    assert world.server.appended == before, "something is written"


async def _at_once(world: World, _: None, number: int, step: Sequence[Step]) -> None:
    tries = [world.attempt(one) for one in step]
    found = await asyncio.gather(*tries, return_exceptions=True)
    refused = sum(isinstance(one, REFUSALS) for one in found)
    assert refused == number, f"{refused} are refused"
    assert not [one for one in found if one is not None and not isinstance(one, REFUSALS)]


def _set(world: World, _: None, setting: str, word: str) -> None:
    world.server.set_up(setting, word)


def begin_language() -> Language:
    """Return a language with the prefixes alone."""
    language = Language()
    prefixes: Mapping[str, Callable[..., Any]] = {
        r"with (?P<setting>[a-z ]+) {word}": _set,
        "at the second process: {step}": _at_second,
        "from {word}: {step}": _from,
        "{number} times: {step}": _repeat,
        "nothing is written: {step}": _write_nothing,
        "at once(, {number} refused): {step}": _at_once,
    }
    for sentence, run in prefixes.items():
        language.add(sentence, run, None)
    return language
