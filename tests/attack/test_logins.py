"""Logins by hand: every order of messages that a client may send before it is let in."""

import os
import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.login import Login as ServerLogin
from regicide_tui.server.ssh.limits import Connection
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.ssh.visits import LoginVisits
from tests.attack.logins import GONE, Step, login, run
from tests.server.clients import connect, open_server, session
from tests.server.waiting import until

pytestmark = pytest.mark.processes

WORD = "harbour"
NAMES = ("ada", "bea", "play")
"""Ada has been here with her key; nobody has been bea, and by the name `play` anybody comes."""
KEYS = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("hers", "another")}
_MANY = Limits(
    logins_a_minute=100_000,
    connections=1000,
    connections_by_address=1000,
    new_names_by_address=100_000,
    guests_by_address=100_000,
)


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server with a password, in which no failure bars anybody: it would hide others."""
    names = {"ada": KEYS["hers"]}
    async with open_server(
        tmp_path, names=names, password=WORD, guests=True, limits=_MANY
    ) as server:
        monkeypatch.setattr(server.reception.limiter, "note_failure", _never)
        yield server


def _never(_: Connection, __: str) -> None:
    """Count nothing."""


def steps_of(name: str) -> list[Step]:
    """Return the messages that can be sent for a name."""
    keys = [Step(method, name, key=key) for method in ("query", "sign") for key in KEYS]
    others = [Step("password", name, word=WORD), Step("none", name), Step("give up", name)]
    return [*keys, *others]


def orders(length: int) -> Iterator[tuple[Step, ...]]:
    """Return every order of so many messages, for one name or with a second one at the end.

    A second name ends a connection (which is tested), so nothing needs to come after it.
    """
    for name, other in permutations(NAMES, 2):
        for steps in product(steps_of(name), repeat=length):
            yield steps
            for last in steps_of(other):
                yield (*steps[:-1], last)


class Entered:
    """Notes the login of whoever was let in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.logins: list[ServerLogin] = []
        made = LoginVisits.__init__

        def note(
            visits: LoginVisits, host: Any, login: ServerLogin, *more: Any, **most: Any
        ) -> None:
            self.logins.append(login)
            made(visits, host, login, *more, **most)

        monkeypatch.setattr(LoginVisits, "__init__", note)


async def check_all(
    server: Server, tries: Iterable[Sequence[Step]], monkeypatch: pytest.MonkeyPatch
) -> int:
    """Try many orders; return how many came in."""
    entered = Entered(monkeypatch)
    came_in = 0
    for steps in tries:
        entered.logins.clear()
        client, taken = await run(server.port, KEYS, steps)
        if not client.inside:
            assert not entered.logins
            continue
        came_in += 1
        await until(lambda: bool(entered.logins))
        (login,) = entered.logins
        assert {step.name for step in steps[:taken]} == {login.name}, steps
        said = Step("password", login.name, word=WORD) in steps[:taken]
        if login.key:
            (signed,) = [one for one in KEYS if key_line(one) == login.key]
            assert (login.name, signed) in client.signed, steps
            assert (login.account is not None) == (signed == "hers"), steps
        if login.account is not None:
            assert login.account.name == "ada"
        else:
            assert said, steps
            assert login.name != "ada"
            assert login.key or login.name == "play"
    return came_in


def key_line(name: str) -> str:
    return KEYS[name].export_public_key().decode().strip()


async def test_an_unproved_key_opens_no_name(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = Step("query", "stranger1", key="hers")
    said = Step("password", "ada", word=WORD)
    tries = [[offered, said], [replace(offered, name="ada"), said]]
    assert not await check_all(server, tries, monkeypatch)
    assert [*await server.reception.accounts.list_all()] == ["ada"]


async def test_a_second_name_ends_a_connection(server: Server) -> None:
    for first, second in product(NAMES, repeat=2):
        if first != second:
            for one, two in product(steps_of(first), steps_of(second)):
                async with login(server.port, KEYS) as client:
                    if await client.take(one) not in (GONE, 52):
                        assert await client.take(two) == GONE


async def test_two_messages_at_once_are_one_after_the_other(server: Server) -> None:
    entering = [Step("sign", name, key="hers") for name in NAMES]
    for one, two in product(steps_of("ada"), steps_of("bea")):
        async with login(server.port, KEYS) as client:
            client.send(one)
            client.send(two)
            while (answer := await client.answer()) not in (GONE, 52):
                pass
            assert not client.inside or one in entering, (one, two)
            assert client.inside == (answer != GONE)
    assert [*await server.reception.accounts.list_all()] == ["ada"]


async def test_whoever_comes_in_has_signed_with_a_key_of_that_name(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = random.Random("logins").sample([*orders(3)], 150)
    assert await check_all(server, [*orders(1), *some], monkeypatch)
    assert [*await server.reception.accounts.list_all()] == ["ada"], (
        "no login takes a name by itself"
    )


@pytest.mark.attack
@pytest.mark.timeout(1200)
async def test_whoever_comes_in_has_signed_whatever_came_before(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = int(os.environ.get("ATTACK_STEPS", "4"))
    assert await check_all(server, dict.fromkeys(orders(longest)), monkeypatch)


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        (asyncssh.generate_private_key("ssh-dss"), "ssh-dss"),
        (asyncssh.generate_private_key("ssh-rsa", key_size=1024), "rsa-sha2-512"),
        (asyncssh.generate_private_key("ssh-rsa", key_size=2048), "ssh-rsa"),
    ],
    ids=["dsa", "rsa 1024", "sha-1"],
)
async def test_no_name_is_bound_by_a_weak_key_or_a_weak_signature(
    tmp_path: Path, key: asyncssh.SSHKey, algorithm: str
) -> None:
    keys = {"weak": key}
    async with open_server(tmp_path, names={}) as server:
        for method in ("query", "sign"):
            client, _ = await run(server.port, keys, [Step(method, "cyd", "weak", "", algorithm)])
            assert not client.inside
        assert await server.reception.accounts.list_all() == {}


@pytest.mark.parametrize("algorithm", ["rsa-sha2-256", "rsa-sha2-512"])
async def test_a_name_is_bound_by_a_good_rsa_key(tmp_path: Path, algorithm: str) -> None:
    keys = {"rsa": asyncssh.generate_private_key("ssh-rsa", key_size=2048)}
    async with open_server(tmp_path) as server:
        client, _ = await run(server.port, keys, [Step("sign", "cyd", "rsa", "", algorithm)])
        assert client.inside


async def test_who_shows_a_weak_key_is_told_why_it_is_not_taken(tmp_path: Path) -> None:
    said: list[str] = []

    class Client(asyncssh.SSHClient):
        def auth_banner_received(self, msg: str, lang: str) -> None:
            said.append(msg)

    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    async with open_server(tmp_path) as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server, "cyd", weak, client_factory=Client)
    assert "2048 bits" in said[0]


async def test_guests_by_any_spelling_have_one_name_each(server: Server) -> None:
    for _ in range(20):
        async with login(server.port, KEYS) as client:
            for name in ("guest", "Guest", "GUEST", "guest"):
                if await client.take(Step("none", name)) == GONE:
                    break
            else:
                pytest.fail("a connection had two names")
    assert server.reception.guest_names.taken == set()


async def test_guests_come_and_go_and_keep_no_name(server: Server) -> None:
    for _ in range(3):
        guest = asyncssh.connect(
            *("127.0.0.1", server.port),
            username="guest",
            password=WORD,
            known_hosts=None,
            config=None,
            client_keys=None,
            agent_path=None,
        )
        async with guest as connection:
            client = await session(connection)
            await client.shows("<guest-")
            assert len(server.reception.guest_names.taken) == 1
            client.process.stdin.write(b"q")
            await client.ends()
            assert server.reception.guest_names.taken == set()


async def test_nobody_waits_for_a_name_without_end(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.choice", lambda letters: letters[0])
    options = {"username": "guest", "password": WORD, "known_hosts": None, "config": None}
    address = ("127.0.0.1", server.port)
    async with (
        asyncssh.connect(*address, **options, client_keys=None, agent_path=None) as one,
        asyncssh.connect(*address, **options, client_keys=None, agent_path=None) as two,
    ):
        first = await session(one)
        await first.shows("<guest-222222")
        assert b"There is no free guest name now" in await (await session(two)).ends()
