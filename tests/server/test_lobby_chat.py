"""The chat of the lobby outlives the server, and has a bound."""

from regicide_tui.server.services.lobby_chat import MOST_KEPT, LobbyChat
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore


async def test_the_last_hundred_messages_are_there_after_a_restart(store: SqliteStore) -> None:
    chat = LobbyChat(store)
    await chat.open()
    for number in range(3 * MOST_KEPT + 50):
        chat.add("ada", f"{number}")
        await chat.save()
    assert len(await store.read("lobby")) <= 2 * MOST_KEPT
    later = LobbyChat(store)
    await later.open()
    assert [*later.messages] == [*chat.messages]
    assert [text for _, text in later.messages] == [f"{250 + number}" for number in range(100)]
    later.add("bea", "hello")
    await later.save()
    assert (await store.read("lobby"))[-1].body == {"by": "bea", "text": "hello"}


async def test_a_hub_shows_what_was_said_before_it_was_opened_again(store: SqliteStore) -> None:
    services = make_services(store, pause=0)
    await services.open()
    services.lobby.say("ada", "see you tomorrow")
    services.lobby.say("bea", "good night")
    await services.idle()
    await services.close()
    again = make_services(store, pause=0)
    await again.open()
    assert [*again.lobby.chat] == [("ada", "see you tomorrow"), ("bea", "good night")]
    await again.close()


async def test_a_message_is_told_once_although_it_is_stored_after_that(
    services: Services,
) -> None:
    await services.idle()
    told: list[object] = []
    services.lobby.said.subscribe(lambda: told.append({}))
    services.lobby.say("ada", "hello")
    await services.idle()
    assert told == [{}]


async def test_a_damaged_or_planted_message_harms_nobody(store: SqliteStore) -> None:
    await store.append("lobby", 0, "a", {"by": 7})
    await store.append("lobby", 1, "b", {"by": "ada\x1b[2J", "text": "x\x1b]0;y\x07" * 100})
    await store.append("lobby", 2, "c", {})
    chat = LobbyChat(store)
    await chat.open()
    ((name, text),) = chat.messages
    assert "\x1b" not in name + text
    assert len(text) <= 160


async def test_what_another_writer_has_said_meanwhile_is_kept(store: SqliteStore) -> None:
    one, other = LobbyChat(store), LobbyChat(store)
    for chat, name in ((one, "ada"), (other, "bea"), (one, "cyd")):
        chat.add(name, "hello")
        await chat.save()
    assert [entry.body["by"] for entry in await store.read("lobby")] == ["ada", "bea", "cyd"]
