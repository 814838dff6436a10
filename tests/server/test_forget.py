"""Who wants to be forgotten leaves every log of the store, and the games of others stay whole."""

from pathlib import Path

import pytest

from regicide_tui.server.moderation.acts import Kind
from regicide_tui.server.moderation.moderation import OPERATOR, Moderation
from regicide_tui.server.operations import serve
from regicide_tui.server.storage.accounts import Accounts, NameRefused
from regicide_tui.server.storage.forget import forget
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.tables import commands
from regicide_tui.server.tables.hub import Hub
from tests.server.gatherings import begin

KEY = "ssh-ed25519 AAAAsecretkeyofada"


async def fill(store: SqliteStore) -> str:
    """Let ada play, talk and be muted; return the table of a game that goes on."""
    await Accounts(store).add_key("ada", KEY)
    await Accounts(store).add_key("adam", "ssh-ed25519 BBBB")
    hub = Hub(store, pause=0)
    await hub.open()
    hub.say("ada", "my words in the lobby")
    hub.say("adam", "hello ada")
    table = await begin(hub, "duel")
    await hub.do(table, "ada", commands.Tell("my words at the table"))
    over = await begin(hub, "duel")
    await hub.do(over, "ada", commands.Resign())
    await hub.close()
    await Moderation(store).act(Kind.MUTE, OPERATOR, "ada", "rude")
    return table


async def test_nothing_of_a_person_is_left_and_the_games_of_others_are_whole(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    table = await fill(store)
    other = await forget(store, "Ada")
    await store.close()
    left = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for word in (b"AAAAsecretkeyofada", b"my words", b'"ada"'):
        assert word not in left, word
    store = SqliteStore(path)
    accounts = Accounts(store)
    assert await accounts.find("ada") is None
    assert await accounts.opened_by(KEY) is None
    assert await accounts.find("adam") is not None, "nobody else is forgotten"
    hub = Hub(store, pause=0)
    await hub.open()
    await hub.read(table)
    assert hub.tables[table].people == (other, "bea")
    assert not hub.tables[table].unreadable
    assert [one.seats for one in hub.finished] == [(other, "bea")]
    assert [*hub.chat] == [("adam", "hello ada")]
    await hub.close()
    await store.close()


async def test_who_has_no_name_can_not_be_forgotten(store: SqliteStore) -> None:
    with pytest.raises(NameRefused, match="Nobody has the name ada"):
        await forget(store, "ada")


async def test_the_command_forgets_once_and_says_the_other_name(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await Accounts(store).add_key("ada", KEY)
    await store.close()
    assert "ada is forgotten: the logs say gone-" in await serve.forget_user(tmp_path, "ada")
    with pytest.raises(NameRefused):
        await serve.forget_user(tmp_path, "ada")
