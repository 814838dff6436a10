"""Who keeps order: what the acts of moderators mean, and that they hold for real clients."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.model.order import Act, Kind, Order, is_too_wide
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.forget import forget
from regicide_tui.server.services.moderation import OPERATOR, Moderation, NotModerator
from regicide_tui.server.services.renames import do_ordered_renames
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.attack.walking import Walker
from tests.server.clients import KEY, OTHER_KEY, connect, refused
from tests.server.operating import operate
from tests.server.waiting import until
from tests.server.whole import House, open_house

DAY = 86_400.0


def order_of(*acts: Act) -> Order:
    order = Order()
    for act in acts:
        order.note(act)
    return order


@pytest.mark.parametrize(
    ("whom", "name", "key", "address", "banned"),
    [
        ("Ada", "aDA", "", "1.2.3.4", True),
        ("ada", "adam", "", "1.2.3.4", False),
        ("ssh-ed25519 AAAA comment", "ada", "ssh-ed25519 AAAA", "", True),
        ("ssh-ed25519 AAAA", "ada", "ssh-ed25519 aaaa", "", False),
        ("1.2.3.4", "", "", "1.2.3.4", True),
        ("1.2.3.0/24", "", "", "1.2.3.4", True),
        ("1.2.3.4/24", "", "", "1.2.4.4", False),
        ("2001:db8::/32", "", "", "2001:db8:1:2::/64", True),
        ("2001:db8:1:2::7", "", "", "2001:db8:1:2::/64", True),
        ("2001:db8::/32", "", "", "1.2.3.4", False),
        ("1.2.3.4", "", "", "?", False),
        ("", "", "", "1.2.3.4", False),
    ],
)
def test_a_ban_is_about_a_name_a_key_an_address_or_a_range(
    whom: str, name: str, key: str, address: str, banned: bool
) -> None:
    order = order_of(Act(Kind.BAN, "bea", whom))
    assert bool(order.bans_of(name, key, address, 0)) == banned


def test_a_ban_ends_at_its_time_or_when_it_is_lifted() -> None:
    order = order_of(Act(Kind.BAN, "bea", "ada", "", 1000), Act(Kind.MUTE, "bea", "cyd"))
    assert order.bans_of("ada", "", "", 999)
    assert not order.bans_of("ada", "", "", 1000)
    assert [act.whom for act in order.holding(1000)] == ["cyd"]
    order.note(Act(Kind.UNMUTE, "bea", "CYD"))
    assert not order.mute_of("cyd", 0)
    assert len(order.acts) == 3, "the log forgets nothing"


def test_a_range_may_not_be_too_wide() -> None:
    assert [one for one in ("0.0.0.0/0", "::/0", "1.0.0.0/8") if not is_too_wide(one)] == []
    assert not any(map(is_too_wide, ("1.2.0.0/16", "1.2.3.4", "2001:db8::/32", "ada")))


async def test_only_moderators_act_and_not_on_each_other(store: SqliteStore) -> None:
    moderation = Moderation(Common(store), ("bea", "dee"))
    with pytest.raises(NotModerator, match="Only moderators"):
        await moderation.act(Kind.BAN, "ada", "bea", "revenge")
    with pytest.raises(NotModerator, match="ask the operator"):
        await moderation.act(Kind.BAN, "bea", "Dee", "spam")
    with pytest.raises(NotModerator, match="too many addresses"):
        await moderation.act(Kind.BAN, "bea", "0.0.0.0/0", "spam")
    assert not moderation.order.acts
    await moderation.act(Kind.BAN, "bea", "127.0.0.0/24", "spam")
    assert moderation.refuse("ada", "", "127.0.0.1")
    assert not moderation.refuse("dee", "", "127.0.0.1"), "no moderator locks another one out"
    await moderation.act(Kind.BAN, OPERATOR, "dee", "spam")
    assert moderation.refuse("dee", "", "127.0.0.1")


async def test_acts_stand_in_the_journal_and_in_a_lasting_log(store: SqliteStore) -> None:
    journal = io.StringIO()
    await Moderation(Common(store, Journal(journal.write)), ("bea",)).act(
        Kind.MUTE, "bea", "ada", "rude", DAY
    )
    assert "order act='mute' by='bea' whom='ada' why='rude' until='until 20" in journal.getvalue()
    later = Moderation(Common(store))
    await later.open()
    (act,) = later.order.acts
    assert (act.by, act.whom, act.why) == ("bea", "ada", "rude")
    assert act.at < act.until
    assert "The reason: rude" in later.refuse_talk("Ada")


async def test_a_moderator_who_is_muted_says_nothing_to_all(store: SqliteStore) -> None:
    moderation = Moderation(Common(store), ("bea", "dee"))
    await moderation.act(Kind.MUTE, OPERATOR, "bea", "rude")
    with pytest.raises(NotModerator, match="The reason: rude"):
        await moderation.act(Kind.SAY, "bea", "", "hello")
    await moderation.act(Kind.SAY, "dee", "", "hello")


async def test_only_the_operator_lifts_what_the_operator_did(store: SqliteStore) -> None:
    moderation = Moderation(Common(store), ("bea", "dee"))
    await moderation.act(Kind.MUTE, OPERATOR, "bea")
    await moderation.act(Kind.BAN, OPERATOR, "1.2.3.0/24")
    for by, kind, whom in (
        ("bea", Kind.UNMUTE, "Bea"),
        ("dee", Kind.UNMUTE, "bea"),
        ("dee", Kind.UNBAN, "1.2.3.4/24"),
    ):
        with pytest.raises(NotModerator, match="only the operator"):
            await moderation.act(kind, by, whom)
    await moderation.act(Kind.MUTE, "dee", "ada")
    await moderation.act(Kind.UNMUTE, "bea", "ada")
    await moderation.act(Kind.UNMUTE, OPERATOR, "bea")
    assert [act.whom for act in moderation.holding] == ["1.2.3.0/24"]


async def test_a_reason_moves_nothing_on_a_terminal(store: SqliteStore) -> None:
    moderation = Moderation(Common(store))
    act = await moderation.act(Kind.KICK, OPERATOR, "ada", "\x1b]0;gone\x07 \x1b[31m\u202espam\x9b")
    assert act.why == "]0;gone [31mspam"


async def test_acts_of_before_a_start_are_no_news(store: SqliteStore) -> None:
    await Moderation(Common(store)).act(Kind.MUTE, OPERATOR, "ada", "rude")
    journal = io.StringIO()
    heard: list[Act] = []
    later = Moderation(Common(store, Journal(journal.write)))
    later.acted.subscribe(heard.append)
    await later.open()
    await Moderation(Common(store, Journal(io.StringIO().write))).act(Kind.KICK, OPERATOR, "cyd")
    await later.catch_up()
    assert [act.whom for act in heard] == ["cyd"]
    assert "ada" not in journal.getvalue()


async def test_a_damaged_act_harms_no_other(store: SqliteStore) -> None:
    await store.append("moderation", 0, "x", {"kind": "ban", "whom": 7})
    moderation = Moderation(Common(store, Journal(io.StringIO().write)), ("bea",))
    await moderation.act(Kind.BAN, "bea", "ada")
    assert moderation.refuse("ada", "", "")


# ---------------------------------------------------------------- real clients


async def act(house: House, kind: str, whom: str, *more: str) -> str:
    """Act on the command line."""
    return await operate(house.folder, "users", f"--{kind}", whom, "--why", "spam", *more)


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """An open server in which bea is a moderator; it looks for acts of the command line at once."""
    monkeypatch.setattr("regicide_tui.server.storage.sqlite.LOOK_SECONDS", 0.02)
    limits = Limits(logins_a_minute=1000)
    async with open_house(tmp_path, moderators=("bea", "zoe"), limits=limits) as house:
        yield house


async def choose(moderator: Walker, *lines: str) -> None:
    """Choose a line of each list, one after the other."""
    for line in lines:
        await moderator.sees(line)
        while f"› {line}" not in (pointed := pointed_line(moderator)):
            await moderator.press("down")
            while pointed_line(moderator) == pointed:
                assert await moderator.look()
        await moderator.press("enter")


def pointed_line(moderator: Walker) -> str:
    """Return the line of a list at which the pointer is."""
    found = [line for line in moderator.page.splitlines() if "› " in line]
    return " ".join(" ".join(found).split())


async def choose_person(moderator: Walker, name: str, what: str, why: str) -> None:
    """Act on a person, from the lobby."""
    await moderator.sees("Keep order")
    await moderator.press("!")
    await moderator.sees("KEEP ORDER", "Each act stands in a log")
    await choose(moderator, name)
    await moderator.sees("address: 127.0.0.1")
    number = moderator.page.partition(what)[0].split()[-1]
    await moderator.press(number)
    await moderator.sees("Why?")
    await moderator.press(*why, "enter")
    await moderator.sees("That is done, and it is in the log.")


processes = pytest.mark.processes


@processes
async def test_a_ban_ends_the_visit_and_says_why_at_the_next(house: House) -> None:
    ada, bea = await house.come("ada", KEY), await house.come("bea", OTHER_KEY)
    await ada.sees("Welcome, ada.")
    assert "Keep order" not in ada.page
    await choose_person(bea, "ada", "Ban for a day", "spam")
    await until(lambda: house.services.presence.names == ("bea",))
    for name in ("ada", "play"):
        said = await refused(house.server, name)
        assert "You are banned from this server until 20" in said
        assert "The reason: spam" in said
    await until(lambda: "why='banned'" in house.journal.getvalue())
    assert "order act='ban' by='bea' whom='ada' why='spam'" in house.journal.getvalue()
    await bea.press("escape")
    await choose(bea, "Lift the ban")
    await bea.sees("Why?")
    await bea.press(*"sorry", "enter")
    await bea.sees("That is done")
    async with connect(house.server):
        pass


@processes
async def test_bans_and_mutes_hold_after_a_restart(house: House) -> None:
    await act(house, "ban", "ada", "--days", "1")
    await act(house, "mute", "bea", "--why", "rude")
    await house.close()
    await house.open()
    assert "The reason: spam" in await refused(house.server, "ada")
    with pytest.raises(Refused, match=r"You can't talk here for good.*The reason: rude"):
        house.services.chats.say("bea", "hello")


@processes
async def test_guests_are_banned_by_their_address(house: House) -> None:
    guest = await house.come("guest", without_key=True)
    await guest.sees("You are a guest.")
    await act(house, "ban", "127.0.0.0/24")
    await until(lambda: not house.services.presence.names)
    async with connect(house.server, "guest", client_keys=None) as connection:
        process = await connection.create_process(term_type="xterm")
        assert "You are banned" in await process.stdout.read()
    assert "There is no ban of 1.2.3.4." in await act(house, "unban", "1.2.3.4")
    await act(house, "unban", "127.0.0.0/24")
    await until(lambda: not house.services.moderation.holding)
    back = await house.come("guest", without_key=True)
    await back.sees("You are a guest.")


@processes
async def test_a_key_that_is_banned_gets_no_other_name(house: House) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    new = await house.come("cyd", key)
    await new.sees("CHOOSE YOUR NAME")
    await act(house, "ban", key_line(key))
    await until(lambda: not len(house.server.reception.visitors))
    for name in ("cyd", "dee", "play"):
        assert "You are banned" in await refused(house.server, name, key)


@processes
async def test_a_connection_that_waited_since_before_a_ban_leads_nowhere(house: House) -> None:
    # Found by an attack: the session of a connection that was there was asked by nobody.
    async with (
        connect(house.server) as named,
        connect(house.server, "guest", client_keys=None) as guest,
    ):
        await act(house, "ban", "ada")
        await act(house, "ban", "127.0.0.0/24")
        await until(lambda: len(house.services.moderation.holding) == 2)
        for one in (named, guest):
            process = await one.create_process(term_type="xterm")
            said = await process.stdout.read()
            assert "You are banned" in said
            assert "Welcome" not in said
    assert not house.services.presence.names


@processes
async def test_a_second_window_hides_no_address(house: House) -> None:
    first = await house.come("ada", KEY)
    await first.sees("Welcome, ada.")
    second = await house.come("ada", KEY)
    await second.sees("Welcome, ada.")
    await until(lambda: len(house.server.reception.visitors) == 1)
    assert house.services.presence.facts_of("ada").address == "127.0.0.1"


@processes
async def test_a_ban_of_a_key_is_lifted_with_or_without_its_comment(house: House) -> None:
    await act(house, "ban", f"{key_line(KEY)} ada@home")
    assert "There is no ban" not in await act(house, "unban", key_line(KEY))
    await until(lambda: not house.services.moderation.holding)


@processes
async def test_who_is_muted_reads_so_and_may_play_on(house: House) -> None:
    ada, bea = await house.come("ada", KEY), await house.come("bea", OTHER_KEY)
    await choose_person(bea, "ada", "Mute for an hour", "rude")
    await ada.press("t", *"hello", "enter")
    await ada.sees("You can't talk here until", "The reason: rude")
    assert not [*house.services.chats.lobby]
    table = await house.services.joining.open_table("ada", commands.Open("duel", 2, {}))
    with pytest.raises(Refused, match="muted"):
        await house.services.commands.tell(table, "ada", "hello")


@processes
async def test_a_moderator_sends_away_closes_tables_and_talks_to_all(house: House) -> None:
    ada, bea = await house.come("ada", KEY), await house.come("bea", OTHER_KEY)
    table = await house.services.joining.open_table("ada", commands.Open("duel", 2, {}))
    await ada.sees("1  Wait for Regicide Duel")
    await ada.press("1")
    await bea.press("!")
    await bea.sees("KEEP ORDER")
    await bea.press("t")
    await bea.sees("To all who are here:")
    await bea.press(*"closing soon", "enter")
    await ada.sees("To all from bea: closing soon")
    await choose(bea, "Close a table")
    await bea.sees("Why?")
    await bea.press(*"rude name", "enter")
    await until(lambda: table not in house.services.tables)
    assert "act='close table' by='bea'" in house.journal.getvalue()
    await ada.sees("Welcome, ada.")
    await bea.press("escape")
    await choose_person(bea, "ada", "Send away now", "rude")
    await until(lambda: house.services.presence.names == ("bea",))
    async with connect(house.server):
        pass


async def test_nobody_takes_the_name_of_a_moderator(house: House) -> None:
    new = await house.come("zoe")
    await new.sees("CHOOSE YOUR NAME")
    await new.press("enter")
    await new.sees("zoe is a moderator here: the operator adds the key.")


KEY_LINE = key_line(KEY)


async def store_with_ada(folder: Path) -> SqliteStore:
    store = SqliteStore(folder / "house.db")
    await Accounts(store).add_key("ada", KEY_LINE)
    await Accounts(store).add_key("cyd", key_line(OTHER_KEY))
    return store


async def start_again(store: SqliteStore, folder: Path) -> tuple[SqliteStore, str]:
    """Do what a start of the server does with the store; return it, and the journal."""
    await store.close()
    journal = io.StringIO()
    await do_ordered_renames(folder / "house.db", Journal(journal.write))
    return SqliteStore(folder / "house.db"), journal.getvalue()


async def test_who_is_given_another_name_has_it_from_the_next_start_on(tmp_path: Path) -> None:
    store = await store_with_ada(tmp_path)
    moderation = Moderation(Common(store), ("bea",))
    await moderation.order_rename("bea", "Ada", "zoe", "a bad word")
    assert (await Accounts(store).list_all()).keys() == {"ada", "cyd"}
    store, told = await start_again(store, tmp_path)
    assert "renamed whom='ada' to='zoe'" in told
    assert (await Accounts(store).list_all())["zoe"].keys == (KEY_LINE,)
    await Moderation(Common(store), ("bea",)).order_rename("bea", "zoe", "yan", "")
    store, told = await start_again(store, tmp_path)
    assert "renamed whom='zoe' to='yan'" in told
    store, told = await start_again(store, tmp_path)
    assert told == ""
    assert {*await Accounts(store).list_all()} == {"yan", "cyd"}
    await store.close()


async def test_of_two_names_that_are_given_to_somebody_the_last_one_counts(tmp_path: Path) -> None:
    store = await store_with_ada(tmp_path)
    for name in ("zoe", "yan"):
        await Moderation(Common(store), ("bea",)).order_rename("bea", "ada", name, "")
    store, told = await start_again(store, tmp_path)
    assert told.count("renamed") == 1
    assert {*await Accounts(store).list_all()} == {"yan", "cyd"}
    store, told = await start_again(store, tmp_path)
    assert told == ""
    await store.close()


async def test_a_name_that_is_taken_meanwhile_is_not_given(tmp_path: Path) -> None:
    store = await store_with_ada(tmp_path)
    moderation = Moderation(Common(store), ("bea",))
    with pytest.raises(NameRefused, match="cyd is somebody else's name"):
        await moderation.order_rename("bea", "ada", "cyd", "")
    with pytest.raises(NameRefused, match="Nobody has the name guest"):
        await moderation.order_rename("bea", "guest-x", "zoe", "")
    with pytest.raises(NotModerator, match="Only moderators"):
        await moderation.order_rename("ada", "ada", "zoe", "")
    with pytest.raises(NotModerator, match="bea is a moderator"):
        await moderation.order_rename("bea", "bea", "zoe", "")
    await moderation.order_rename("bea", "ada", "zoe", "")
    await Accounts(store).add_key("zoe", "ssh-ed25519 AAAA")
    store, told = await start_again(store, tmp_path)
    assert "rename refused whom='ada' to='zoe' why=\"zoe is somebody else's name.\"" in told
    assert (await Accounts(store).list_all())["ada"].keys == (KEY_LINE,)
    await store.close()


async def test_a_name_is_not_given_while_others_use_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.storage.sqlite.PATIENCE", 0.1)
    store = await store_with_ada(tmp_path)
    await Moderation(Common(store), ("bea",)).order_rename("bea", "ada", "zoe", "")
    journal = io.StringIO()
    await do_ordered_renames(tmp_path / "house.db", Journal(journal.write))
    assert "is in use" in journal.getvalue()
    assert "ada" in await Accounts(store).list_all()
    await store.close()


async def test_who_is_forgotten_leaves_no_name_that_was_given_to_them(tmp_path: Path) -> None:
    store = await store_with_ada(tmp_path)
    await Moderation(Common(store), ("bea",)).order_rename("bea", "ada", "zoelastname", "")
    store, _ = await start_again(store, tmp_path)
    await forget(store, "zoelastname")
    await store.close()
    left = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert b"zoelastname" not in left


@processes
async def test_a_moderator_gives_somebody_another_name(house: House) -> None:
    ada, bea = await house.come("ada", KEY), await house.come("bea", OTHER_KEY)
    await ada.sees("Welcome, ada.")
    await bea.sees("Keep order")
    await bea.press("!")
    await choose(bea, "ada")
    await bea.sees("Give another name", "when the server starts again")
    number = bea.page.partition("Give another name")[0].split()[-1]
    await bea.press(number)
    await bea.sees("Their new name:")
    await bea.press(*"zoe", "enter")
    await bea.sees("Why?")
    await bea.press(*"politer", "enter")
    await bea.sees("That is done, and it is in the log.")
    await ada.sees("A moderator gives you the name zoe when the", "The reason: politer")
