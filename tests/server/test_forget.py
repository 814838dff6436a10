"""Who is forgotten or renamed leaves every log of the store, and all games stay whole."""

from pathlib import Path
from typing import get_args
from unittest.mock import patch

import msgspec
import pytest

from regicide_tui.play.table import Table
from regicide_tui.server.model.names import Account, NameRefused
from regicide_tui.server.model.order import OPERATOR, Kind
from regicide_tui.server.model.review import commands as review_commands
from regicide_tui.server.model.review import log as review_log
from regicide_tui.server.model.review.notes import project_notes
from regicide_tui.server.model.review.state import Note
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.record import AnyEvent
from regicide_tui.server.operator import CommandError
from regicide_tui.server.running.lock import lock_folder
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.forget import NAMES, forget, rename
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import BadEntry
from tests.server.gatherings import (
    begin,
    enter_review,
    first_action,
    opened,
    preferences_in,
    said_in,
)
from tests.server.operating import operate

KEY = "ssh-ed25519 AAAAsecretkeyofada"


def left_in(folder: Path) -> bytes:
    """Return all bytes of the files in a folder, without capitals."""
    return b"".join(one.read_bytes() for one in folder.iterdir()).lower()


async def fill(store: SqliteStore) -> str:
    """Let ada play, talk and be muted; return the table of a game that goes on."""
    await Accounts(store).add_key("ada", KEY)
    await Accounts(store).add_key("adam", "ssh-ed25519 BBBB")
    async with opened(store) as services:
        await services.chats.say("ada", "my words in the lobby")
        await services.chats.say("adam", "hello ada")
        table = await begin(services, "duel")
        await services.commands.do(table, "ada", commands.Tell("my words at the table"))
        over = await begin(services, "duel")
        await services.commands.do(over, "ada", commands.Resign())
        await review_together(services, over)
    await Moderation(Common(store)).act(Kind.MUTE, OPERATOR, "ada", "rude")
    return table


async def review_together(services: Services, table: str) -> None:
    """Let ada and bea do all that names them in a review."""
    await services.idle()
    ada, bea = [await enter_review(services, table, name) for name in ("ada", "bea")]
    await ada.say("my words in the review")
    await ada.do(review_commands.HandOver("bea"))
    await bea.do(review_commands.HandOver("ada"))
    await ada.do(review_commands.GoTo(0))
    await ada.do(review_commands.BeginWhatIf())
    await ada.do(review_commands.Play(first_action_in(ada.state.seen_by("ada")), 0))
    await ada.do(review_commands.Point(0, 0))
    with patch.object(review_log, "MOST_ENTRIES", 1):
        await ada.say("my words in the review")


def first_action_in(table: Table) -> str:
    """Return an action that can be taken now, as text."""
    return table.game.format(table.game.legal_actions(table.view(table.to_act))[0])


async def test_nothing_of_a_person_is_left_and_the_games_of_others_are_whole(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    table = await fill(store)
    other = await forget(store, "Ada")
    await store.close()
    for word in (b"aaaasecretkeyofada", b"my words", b'"ada"'):
        assert word not in left_in(tmp_path), word
    store = SqliteStore(path)
    accounts = Accounts(store)
    assert await accounts.find("ada") is None
    assert await accounts.opened_by(KEY) is None
    assert await accounts.find("adam") is not None, "nobody else is forgotten"
    async with opened(store) as services:
        await services.tables.read(table)
        assert services.tables[table].people == (other, "bea")
        assert [one.seats for one in services.tables.results.finished] == [(other, "bea")]
        assert said_in(services.chats.lobby) == [("adam", "hello ada")]
    await store.close()


async def test_the_command_forgets_once_and_says_the_other_name(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await Accounts(store).add_key("ada", KEY)
    await store.close()
    said = await operate(tmp_path, "users", "--forget", "ada")
    assert "ada is forgotten. The logs now say gone-" in said
    with pytest.raises(CommandError, match="Nobody has the name ada"):
        await operate(tmp_path, "users", "--forget", "ada")


# ---------------------------------------------------------------- notes and preferences


async def test_notes_and_preferences_of_a_person_are_forgotten_too(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    for name in ("ada", "bea"):
        await Accounts(store).add_key(name, f"{KEY}{name}")
    await fill_notes(store)
    preferences = preferences_in(store)
    await preferences.choose("ada", "notices", False)
    await preferences.ignore("ada", "bea", True)
    await preferences.ignore("bea", "ada", True)
    other = await forget(store, "ada")
    await store.close()
    for word in (b"my own thought", b'"ada"'):
        assert word not in left_in(tmp_path), word
    store = SqliteStore(path)
    assert await notes_of(store) == (Note("bea", 2, "a thought of bea"),)
    preferences = preferences_in(store)
    await preferences.open()
    assert preferences.settings_of("ada").notices, "the name is free, and begins anew"
    assert not preferences.ignored_by("ada")
    assert [*preferences.ignored_by("bea")] == [other]
    await store.close()


async def fill_notes(store: SqliteStore) -> None:
    """Let ada and bea each write a note on a game."""
    notes = project_notes(store, "t", report)
    await notes.append(lambda _: msgspec.to_builtins(Note("ada", 1, "my own thought")))
    await notes.append(lambda _: msgspec.to_builtins(Note("bea", 2, "a thought of bea")))


async def notes_of(store: SqliteStore) -> tuple[Note, ...]:
    """Return the notes on the game."""
    return await project_notes(store, "t", report).catch_up()


def report(bad: BadEntry) -> None:
    """Fail: every entry can be read."""
    raise bad


# ---------------------------------------------------------------- another name


async def test_another_name_takes_everything_along(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    table = await fill(store)
    await fill_notes(store)
    await preferences_in(store).ignore("adam", "ada", True)
    await Moderation(Common(store)).act(Kind.BAN, OPERATOR, "ADA", "spam", 1000.0)
    await store.close()
    said = await operate(tmp_path, "users", "--rename", "Ada", "Zoe-2")
    assert said == "ada is now Zoe-2 in all logs."
    store = SqliteStore(tmp_path / "house.db")
    accounts = Accounts(store)
    assert await accounts.find("ada") is None
    assert await accounts.opened_by(KEY) == Account("Zoe-2", (KEY,))
    assert [*preferences_in(store).ignored_by("adam")] == []
    preferences = preferences_in(store)
    await preferences.open()
    assert [*preferences.ignored_by("adam")] == ["Zoe-2"]
    assert [one.by for one in await notes_of(store)] == ["Zoe-2", "bea"]
    moderation = Moderation(Common(store))
    await moderation.open()
    assert moderation.refuse("Zoe-2", "", "")
    assert not moderation.refuse("ada", "", "")
    assert moderation.refuse_talk("zoe-2")
    last = moderation.order.acts[-1]
    assert (last.kind, last.whom, last.old_name) == (Kind.RENAME, "Zoe-2", "ada")
    async with opened(store) as services:
        await services.tables.read(table)
        assert services.tables[table].people == ("Zoe-2", "bea")
        assert services.tables[table].host == "Zoe-2"
        assert [one.text for one in services.tables[table].said] == ["my words at the table"]
        assert [(one.seats, one.winners) for one in services.tables.results.finished] == [
            (("Zoe-2", "bea"), ("bea",))
        ]
        assert said_in(services.chats.lobby) == [
            ("Zoe-2", "my words in the lobby"),
            ("adam", "hello ada"),
        ]
        name, action = first_action(services.tables.whole(table))
        await services.commands.do(table, name, commands.Act(action))
    await store.close()
    assert "(operator): rename ada to Zoe-2" in await operate(tmp_path, "users", "--acts")
    await operate(tmp_path, "users", "--forget", "Zoe-2")
    assert b'"ada"' not in left_in(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("cyd", "dee", "Nobody has the name cyd"),
        ("ada", "ADAM", "adam is someone else's name"),
        ("ada", "ada", "already has this name"),
        ("ada", "guest-1", "are for guests"),
        ("ada", "a b", "3 to 16 letters"),
    ],
)
async def test_a_name_that_nobody_can_have_is_refused(
    store: SqliteStore, old: str, new: str, why: str
) -> None:
    for name in ("ada", "adam"):
        await Accounts(store).add_key(name, f"{KEY}{name}")
    with pytest.raises(NameRefused, match=why):
        await rename(store, old, new)
    assert [*await Accounts(store).list_all()] == ["ada", "adam"]


async def test_a_name_may_get_other_capitals(store: SqliteStore) -> None:
    await Accounts(store).add_key("ada", KEY)
    await rename(store, "ada", "Ada")
    assert [one.name for one in (await Accounts(store).list_all()).values()] == ["Ada"]


@pytest.mark.parametrize("name", ["duel", "SeatTaken", "closed", "mute", "ended"])
async def test_a_name_that_is_a_word_of_the_logs_harms_nothing(
    store: SqliteStore, name: str
) -> None:
    await Accounts(store).add_key(name, KEY)
    async with opened(store) as services:
        table = await services.joining.open_table(name, commands.Open("duel", 2, {}))
        await services.commands.do(table, "bea", commands.Sit(1))
        await services.commands.do(table, "bea", commands.BeReady(True))
        await services.commands.do(table, name, commands.StartGame())
    await rename(store, name, "zoe")
    async with opened(store) as later:
        await later.tables.read(table)
        assert later.tables[table].people == ("zoe", "bea")
        assert later.tables[table].game == "duel"


def test_every_text_of_an_event_is_known_to_be_a_name_or_not() -> None:
    texts = {
        field.name
        for event in get_args(AnyEvent)
        for field in msgspec.structs.fields(event)
        if "str" in str(field.type) and field.name != "options"
    }
    others = {"game", "password", "after", "invitation", "level", "seed", "action", "what"}
    others |= {"board", "series"}
    assert texts - NAMES == others | {"phrase", "text"}


async def test_nobody_is_renamed_beside_a_running_server(
    store: SqliteStore, tmp_path: Path
) -> None:
    with (
        lock_folder(tmp_path),
        pytest.raises(CommandError, match="Stop it first"),
    ):
        await operate(tmp_path, "users", "--rename", "ada", "zoe")


async def test_what_a_moderator_wrote_is_forgotten_with_them(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = SqliteStore(path)
    await Accounts(store).add_key("ada", KEY)
    moderation = Moderation(Common(store), ("ada",))
    await moderation.act(Kind.SAY, "ada", "", "my words to all")
    await moderation.act(Kind.MUTE, "ada", "bea", "my reason")
    await moderation.act(Kind.MUTE, OPERATOR, " Ada ", "rude")
    await forget(store, "ada")
    await store.close()
    for word in (b"my words", b"my reason", b" ada ", b'"ada"'):
        assert word not in left_in(tmp_path), word


async def test_what_is_replaced_is_gone_from_the_file(store: SqliteStore) -> None:
    # Not every SQLite overwrites it by itself.
    (found,) = await store.do(lambda database: database.execute("PRAGMA secure_delete").fetchone())
    assert found == 1
