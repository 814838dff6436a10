"""A chat outlives the server, and has a bound."""

from pathlib import Path
from weakref import ref

from regicide_tui.server.services.chats import LOBBY, LOBBY_KEPT, Chat
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import begin, enter_table, opened, said_in


def lobby(store: SqliteStore) -> Chat:
    """Return the chat of the lobby."""
    return Chat(store, LOBBY, LOBBY_KEPT)


async def test_the_last_hundred_messages_are_there_after_a_restart(store: SqliteStore) -> None:
    chat = lobby(store)
    await chat.log.catch_up()
    for number in range(3 * LOBBY_KEPT + 50):
        await chat.add("ada", f"{number}")
    assert len(await store.read("lobby")) <= 2 * LOBBY_KEPT
    later = lobby(store)
    await later.log.catch_up()
    assert [*later] == [*chat]
    assert [one.text for one in later] == [f"{250 + number}" for number in range(100)]
    await later.add("bea", "hello")
    assert (await store.read("lobby"))[-1].body == {"by": "bea", "text": "hello"}


async def test_a_message_is_told_once(services: Services) -> None:
    await services.idle()
    told: list[object] = []
    services.chats.said.subscribe(told.append)
    await services.chats.say("ada", "hello")
    await services.idle()
    assert told == [""]


async def test_a_damaged_or_planted_message_harms_nobody(store: SqliteStore) -> None:
    await store.append("lobby", 0, "a", {"by": 7})
    await store.append("lobby", 1, "b", {"by": "ada\x1b[2J", "text": "x\x1b]0;y\x07" * 100})
    await store.append("lobby", 2, "c", {})
    chat = lobby(store)
    await chat.log.catch_up()
    (said,) = chat
    assert "\x1b" not in said.by + said.text
    assert len(said.text) <= 160


async def test_what_another_writer_has_said_meanwhile_is_kept(store: SqliteStore) -> None:
    one, other = lobby(store), lobby(store)
    for chat, name in ((one, "ada"), (other, "bea"), (one, "cyd")):
        await chat.add(name, "hello")
    assert [entry.body["by"] for entry in await store.read("lobby")] == ["ada", "bea", "cyd"]


async def test_what_spectators_said_is_there_after_a_restart_and_leaves_the_memory(
    path: Path,
) -> None:
    async with opened(path) as services:
        table = await begin(services)
        cyd = enter_table(services, table, "cyd")
        await cyd.tell("hello")
        await services.idle()
        chat = ref(services.chats.of(table))
        assert said_in(cyd.spectator_chat) == [("cyd", "hello")]
        del cyd
        assert chat() is None, "nobody holds it"
        dee, told = enter_table(services, table, "dee"), list[str]()
        services.chats.said.subscribe(told.append)
        assert not dee.spectator_chat
        await services.idle()
        assert (said_in(dee.spectator_chat), told) == ([("cyd", "hello")], [table])
        await dee.tell("good evening")
        await services.close()
    async with opened(path) as services:
        await services.tables.read(table)
        eve = enter_table(services, table, "eve")
        await services.idle()
        assert said_in(eve.spectator_chat) == [("cyd", "hello"), ("dee", "good evening")]


async def test_of_what_spectators_said_the_last_two_hundred_are_kept(services: Services) -> None:
    table = await begin(services)
    chat = services.chats.of(table)
    await services.idle()
    for number in range(250):
        await chat.add("cyd", f"{number}")
    assert [one.text for one in chat] == [f"{number}" for number in range(50, 250)]
    assert said_in(chat)[-1] == ("cyd", "249")
    for number in range(200):
        await chat.add("cyd", f"{number}")
    assert len(await services.store.read(f"watchers/{table}")) <= 400
