"""Names and keys: a name once taken opens only with its keys."""

import asyncio
from pathlib import Path

import pytest

from regicide_tui.server.model.names import RESERVED, Account, AlreadyNamed, NameRefused
from regicide_tui.server.services.accounts import KEYS_LIMIT, Accounts
from regicide_tui.server.storage.sqlite import SqliteStore

ONE, TWO = "ssh-ed25519 AAAA1", "ssh-ed25519 AAAA2"


@pytest.fixture
def accounts(store: SqliteStore) -> Accounts:
    """An empty book of names."""
    return Accounts(store)


async def test_a_name_belongs_to_the_key_that_chose_it(accounts: Accounts) -> None:
    assert await accounts.choose("ada", ONE) == Account("ada", (ONE,))
    assert await accounts.opened_by(ONE) == Account("ada", (ONE,))
    assert await accounts.opened_by(TWO) is None
    with pytest.raises(NameRefused, match="someone else's"):
        await accounts.choose("ada", TWO)


async def test_a_key_chooses_one_name(accounts: Accounts) -> None:
    await accounts.choose("ada", ONE)
    with pytest.raises(AlreadyNamed, match="ada"):
        await accounts.choose("bea", ONE)
    assert [*await accounts.list_all()] == ["ada"]


async def test_a_key_to_which_the_operator_gave_several_names_opens_the_oldest(
    accounts: Accounts,
) -> None:
    for name in ("ada", "bea", "cyd"):
        await accounts.add_key(name, ONE)
    await accounts.add_key("ada", TWO)
    await accounts.drop_key("ada", ONE)
    assert await accounts.opened_by(ONE) == Account("bea", (ONE,))
    assert await accounts.opened_by(TWO) == Account("ada", (TWO,))


async def test_names_that_differ_in_case_alone_are_one(accounts: Accounts) -> None:
    await accounts.choose("Ada", ONE)
    assert await accounts.find("aDA") == Account("Ada", (ONE,))
    with pytest.raises(NameRefused):
        await accounts.choose("ADA", TWO)


@pytest.mark.parametrize(
    "name", [*sorted(RESERVED), "ROOT", "r00t", "play", "p1ay", "Wat", "Adm1n"]
)
async def test_nobody_chooses_a_name_of_the_house_but_the_operator_may_give_it(
    accounts: Accounts, name: str
) -> None:
    with pytest.raises(NameRefused):
        await accounts.choose(name, ONE)
    with pytest.raises(NameRefused):
        await accounts.check_free(name)
    assert await accounts.list_all() == {}
    if name != "play":
        assert (await accounts.choose(name, ONE, listed=True)).name == name


@pytest.mark.parametrize("name", ["sir-bevis", "Grey_Marshal"])
async def test_nobody_is_called_like_a_bot(accounts: Accounts, name: str) -> None:
    with pytest.raises(NameRefused, match="bots"):
        await accounts.choose(name, ONE)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("alice", "aIice"), ("alice", "A1ICE"), ("bob", "b0b"), ("ada-b", "ada_b")),
        *(("mona", "rnona"), ("avw", "avvv"), ("avvv", "avw"), ("will", "vvill")),
        *(("wvill", "vwill"), ("sas", "sa5"), ("ZoE", "2oe"), ("Bo8", "80b")),
        *(("alice", "alice_"), ("alice-_", "alice"), ("ad_a", "ad__a")),
    ],
)
async def test_nobody_new_has_a_name_that_looks_like_another_one(
    accounts: Accounts, name: str, other: str
) -> None:
    await accounts.choose(name, ONE)
    with pytest.raises(NameRefused, match=f"{other} looks like {name}"):
        await accounts.choose(other, TWO)
    assert await accounts.find(other) is None
    assert (await accounts.add_key(other, TWO)).name == other, "the operator may give it"
    assert await accounts.opened_by(TWO) == await accounts.find(other)


async def test_a_name_that_the_operator_has_listed_may_look_like_another_one(
    accounts: Accounts,
) -> None:
    for name, key in (("ian", ONE), ("lan", TWO), ("-ada", "another key")):
        assert (await accounts.choose(name, key, listed=True)).name == name


async def test_of_two_who_come_at_once_with_names_that_look_alike_one_is_refused(
    store: SqliteStore,
) -> None:
    names = ("alice", "aIice", "a1ice")
    tries = [Accounts(store).choose(name, f"key of {name}") for name in names]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Account) for one in answers) == 1


@pytest.mark.parametrize("name", ["-ada", "_ada"])
async def test_a_new_name_begins_with_a_letter_or_a_digit(accounts: Accounts, name: str) -> None:
    with pytest.raises(NameRefused, match="must start with a letter or a digit"):
        await accounts.choose(name, ONE)
    await accounts.add_key(name, ONE)
    assert await accounts.opened_by(ONE) == Account(name, (ONE,)), "who has one keeps it"


async def test_of_two_who_come_at_once_one_has_the_name(store: SqliteStore) -> None:
    tries = [Accounts(store).choose("ada", f"ssh-ed25519 {n}") for n in range(5)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, Account) for one in answers) == 1
    assert sum(isinstance(one, NameRefused) for one in answers) == 4


async def test_a_key_that_chooses_twice_at_once_has_one_name(store: SqliteStore) -> None:
    tries = [Accounts(store).choose(name, ONE) for name in ("ada", "bea", "cyd", "dee")]
    found = await asyncio.gather(*tries, return_exceptions=True)
    (account,) = [one for one in found if isinstance(one, Account)]
    others = [one for one in found if isinstance(one, AlreadyNamed)]
    assert len(others) == 3
    assert {one.account for one in others} == {account}
    assert [*(await Accounts(store).list_all()).values()] == [account]


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
        "play",
        "PLAY",
    ],
)
async def test_what_is_no_name_is_refused(accounts: Accounts, name: str) -> None:
    with pytest.raises(NameRefused):
        await accounts.choose(name, ONE)
    with pytest.raises(NameRefused):
        await accounts.choose(name, ONE, listed=True)
    with pytest.raises(NameRefused):
        await accounts.add_key(name, ONE)
    assert await accounts.list_all() == {}


async def test_several_keys_open_a_name(accounts: Accounts) -> None:
    await accounts.choose("ada", ONE)
    await accounts.add_key("Ada", TWO)
    assert await accounts.opened_by(TWO) == Account("ada", (ONE, TWO))


async def test_a_lost_key_is_replaced(accounts: Accounts) -> None:
    await accounts.choose("ada", ONE)
    with pytest.raises(NameRefused, match="only key"):
        await accounts.drop_key("ada", ONE)
    await accounts.add_key("ada", TWO)
    await accounts.drop_key("ada", ONE)
    assert await accounts.opened_by(ONE) is None
    with pytest.raises(NameRefused, match="no such key"):
        await accounts.drop_key("ada", ONE)


async def test_the_keys_of_a_name_have_a_limit(accounts: Accounts) -> None:
    for number in range(KEYS_LIMIT):
        await accounts.add_key("ada", f"{number}")
    await accounts.add_key("ada", "0")
    with pytest.raises(NameRefused, match="already has 20 keys"):
        await accounts.add_key("ada", "another")


async def test_what_the_operator_changes_counts_at_the_next_login(store: SqliteStore) -> None:
    server, operator = Accounts(store), Accounts(store)
    await server.choose("ada", ONE)
    await operator.add_key("ada", TWO)
    assert await server.opened_by(TWO) == Account("ada", (ONE, TWO))


async def test_the_accounts_outlive_the_server(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "book.db")
    chosen = await Accounts(store).choose("ada", ONE)
    await store.close()
    store = SqliteStore(tmp_path / "book.db")
    assert await Accounts(store).opened_by(ONE) == chosen
    await store.close()
