"""Names and keys: a name once taken opens only with its keys."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.storage.accounts import KEYS_LIMIT, Account, Accounts, NameRefused
from regicide_tui.server.storage.sqlite import SqliteStore

ONE, TWO = "ssh-ed25519 AAAA1", "ssh-ed25519 AAAA2"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """An empty store."""
    store = SqliteStore(tmp_path / "house.db")
    yield store
    await store.close()


@pytest.fixture
def accounts(store: SqliteStore) -> Accounts:
    """An empty book of names."""
    return Accounts(store)


async def test_a_name_belongs_to_the_key_it_first_came_with(accounts: Accounts) -> None:
    assert await accounts.enter("ada", ONE) == Account("ada", (ONE,))
    assert await accounts.enter("ada", ONE) == Account("ada", (ONE,))
    with pytest.raises(NameRefused, match="somebody else's"):
        await accounts.enter("ada", TWO)


async def test_names_that_differ_in_case_alone_are_one(accounts: Accounts) -> None:
    await accounts.enter("Ada", ONE)
    assert (await accounts.enter("aDA", ONE)).name == "Ada"
    with pytest.raises(NameRefused):
        await accounts.enter("ADA", TWO)


@pytest.mark.parametrize(
    ("name", "other"),
    [("alice", "aIice"), ("alice", "A1ICE"), ("bob", "b0b"), ("ada-b", "ada_b"), ("mona", "rnona")],
)
async def test_nobody_new_has_a_name_that_looks_like_another_one(
    accounts: Accounts, name: str, other: str
) -> None:
    await accounts.enter(name, ONE)
    with pytest.raises(NameRefused, match=f"{other} looks like {name}"):
        await accounts.enter(other, TWO)
    assert await accounts.find(other) is None
    assert (await accounts.add_key(other, TWO)).name == other, "the operator may give it"
    assert (await accounts.enter(other, TWO)).name == other


async def test_a_name_that_the_operator_has_listed_may_look_like_another_one(
    accounts: Accounts,
) -> None:
    for name, key in (("ian", ONE), ("lan", TWO), ("-ada", ONE)):
        assert (await accounts.enter(name, key, listed=True)).name == name


async def test_of_two_who_come_at_once_with_names_that_look_alike_one_is_refused(
    store: SqliteStore,
) -> None:
    tries = [Accounts(store).enter(name, ONE) for name in ("alice", "aIice", "a1ice")]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Account) for one in answers) == 1


@pytest.mark.parametrize("name", ["-ada", "_ada"])
async def test_a_new_name_begins_with_a_letter_or_a_digit(accounts: Accounts, name: str) -> None:
    with pytest.raises(NameRefused, match="begins with a letter or a digit"):
        await accounts.enter(name, ONE)
    await accounts.add_key(name, ONE)
    assert (await accounts.enter(name, ONE)).name == name, "who has one keeps it"


async def test_of_two_who_come_at_once_one_has_the_name(store: SqliteStore) -> None:
    tries = [Accounts(store).enter("ada", f"ssh-ed25519 {n}") for n in range(5)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Account) for one in answers) == 1
    assert sum(isinstance(one, NameRefused) for one in answers) == 4


async def test_who_comes_twice_at_once_for_the_first_time_has_the_name(store: SqliteStore) -> None:
    here, there = Accounts(store), Accounts(store)
    found = await asyncio.gather(
        *[accounts.enter("ada", "key") for accounts in (here, here, there, there)]
    )
    assert {one.name for one in found} == {"ada"}
    assert (await here.list_all())["ada"].keys == ("key",)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "a" * 17,
        "ada lovelace",
        "../ada",
        "ad\x1b[m",
        "ádá",
        "аdа",
        "ada\n",
        "guest-1",
        "Guest",
    ],
)
async def test_what_is_no_name_is_refused(accounts: Accounts, name: str) -> None:
    with pytest.raises(NameRefused):
        await accounts.enter(name, ONE)
    with pytest.raises(NameRefused):
        await accounts.add_key(name, ONE)
    assert await accounts.list_all() == {}


async def test_several_keys_open_a_name(accounts: Accounts) -> None:
    await accounts.enter("ada", ONE)
    await accounts.add_key("Ada", TWO)
    assert (await accounts.enter("ada", TWO)).keys == (ONE, TWO)


async def test_a_lost_key_is_replaced(accounts: Accounts) -> None:
    await accounts.enter("ada", ONE)
    with pytest.raises(NameRefused, match="only key"):
        await accounts.drop_key("ada", ONE)
    await accounts.add_key("ada", TWO)
    await accounts.drop_key("ada", ONE)
    with pytest.raises(NameRefused):
        await accounts.enter("ada", ONE)
    with pytest.raises(NameRefused, match="no such key"):
        await accounts.drop_key("ada", ONE)


async def test_the_keys_of_a_name_have_a_limit(accounts: Accounts) -> None:
    for number in range(KEYS_LIMIT):
        await accounts.add_key("ada", f"{number}")
    await accounts.add_key("ada", "0")
    with pytest.raises(NameRefused, match="keys already"):
        await accounts.add_key("ada", "another")


async def test_what_the_operator_changes_counts_at_the_next_login(store: SqliteStore) -> None:
    server, operator = Accounts(store), Accounts(store)
    await server.enter("ada", ONE)
    await operator.add_key("ada", TWO)
    assert (await server.enter("ada", TWO)).name == "ada"


async def test_the_accounts_outlive_the_server(tmp_path: Path) -> None:
    for _ in range(2):
        store = SqliteStore(tmp_path / "book.db")
        assert (await Accounts(store).enter("ada", ONE)).keys == (ONE,)
        await store.close()
