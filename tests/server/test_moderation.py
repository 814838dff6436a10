"""Who keeps order: what the acts of moderators mean, and that they hold for real clients."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import to_builtins

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import NameRefused, check_choice, claims_to_be
from regicide_tui.server.model.order import OPERATOR, Act, Kind, Order, is_too_wide
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.forget import forget
from regicide_tui.server.services.moderation import Moderation, do_ordered_renames
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry
from tests.server.clients import KEY, OTHER_KEY, connect
from tests.server.gatherings import opened
from tests.server.operating import operate
from tests.server.test_forget import left_in
from tests.server.waiting import until
from tests.server.whole import House, open_house


def entry(act: Act) -> LogEntry:
    """Return the entry of an act."""
    return LogEntry(1, "", act.at, to_builtins(act))


def order_of(*acts: Act) -> Order:
    order = Order()
    for act in acts:
        order.take(entry(act))
    return order


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("carol-mod", True),
        ("CAROL_ADMIN", True),
        ("Mod-Carol", True),
        ("caro1moderator", True),
        ("TheRealCarol", True),
        ("carol_staff_2", True),
        ("carol-m0d1", True),
        ("c-arol-mod", True),
        ("real-c4rol", True),
        ("carol-bot", True),
        ("carol-mod-bot", True),
        ("Bot_Carol2", True),
        ("caroline", False),
        ("carol7", False),
        ("carol-b", False),
        ("carolmodesto", False),
        ("mod-team", False),
        ("carmod", False),
    ],
)
def test_nobody_adds_a_role_to_the_name_of_a_moderator(name: str, refused: bool) -> None:
    assert claims_to_be(name, "Carol") is refused


@pytest.mark.parametrize("name", ["c-arol", "c_a-r_o_l", "Car-0l", "c4rol", "carol_", "ca--rol"])
async def test_nobody_takes_a_name_that_differs_from_a_moderators_by_dashes_or_digits(
    store: SqliteStore, name: str
) -> None:
    with pytest.raises(NameRefused, match="looks like carol, a moderator"):
        Moderation(Common(store), ("carol",)).check_choice(name)


@pytest.mark.parametrize("name", ["carola", "caro", "car", "carol7", "carol-b", "karol", "carrol"])
async def test_who_is_called_much_like_a_moderator_keeps_the_name(
    store: SqliteStore, name: str
) -> None:
    Moderation(Common(store), ("carol",)).check_choice(name)


@pytest.mark.parametrize(
    "name", ["ad-min", "r-o-o-t", "4dmin", "s3rv3r", "Ros-alind", "mode-rator", "admin1", "mod-22"]
)
def test_no_dash_or_digit_makes_a_reserved_name_free(name: str) -> None:
    with pytest.raises(NameRefused, match="reserved"):
        check_choice(name)


@pytest.mark.parametrize(
    "name", ["admin-bot", "system-bot", "Lobby_Bot", "Gawen-bot", "mod-team-bot", "r00t-bot1"]
)
def test_no_program_has_a_reserved_name(name: str) -> None:
    with pytest.raises(NameRefused, match="reserved"):
        check_choice(name)


@pytest.mark.parametrize("name", ["real-admin", "The_Mod-Team", "server-op2", "realowner"])
def test_nobody_has_a_name_of_roles_alone(name: str) -> None:
    with pytest.raises(NameRefused, match="reserved"):
        check_choice(name)


@pytest.mark.parametrize(
    "name",
    [
        *("rooty", "mode-r", "adam-in", "bot-ani", "hel-en", "t0m-4", "teambea", "mod-bea"),
        *("ann-bot", "Abbot", "robot", "knight", "knight-bot"),
    ],
)
def test_a_name_that_only_begins_like_a_reserved_one_is_free(name: str) -> None:
    check_choice(name)


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
        ("::ffff:1.2.3.4", "", "", "1.2.3.4", True),
        ("::ffff:1.2.3.4", "", "", "::/64", False),
        ("::ffff:1.2.3.0/120", "", "", "1.2.4.4", False),
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
    order.take(entry(Act(Kind.UNMUTE, "bea", "CYD")))
    assert not order.find(Kind.MUTE, "cyd", 0)
    assert len(order.acts) == 3, "the log forgets nothing"


def test_a_range_may_not_be_too_wide() -> None:
    assert [
        one
        for one in ("0.0.0.0/0", "::/0", "1.0.0.0/8", "::ffff:1.2.3.4/96")
        if not is_too_wide(one)
    ] == []
    assert not any(map(is_too_wide, ("1.2.0.0/16", "1.2.3.4", "2001:db8::/32", "ada")))


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


async def test_what_somebody_left_who_was_banned_while_no_server_ran_goes_at_the_start(
    store: SqliteStore,
) -> None:
    async with opened(store) as services:
        await services.joining.open_table("ada", Open("duel", 2, {}))
    await Moderation(Common(store)).act(Kind.BAN, OPERATOR, "ada", "spam")
    async with opened(store) as services:
        await services.idle()
        assert [*services.tables] == []
        assert [act.kind for act in services.moderation.order.acts] == [Kind.BAN, Kind.CLOSE]


async def test_a_damaged_act_harms_no_other(store: SqliteStore) -> None:
    await store.append("moderation", 0, "x", {"kind": "ban", "whom": 7})
    moderation = Moderation(Common(store, Journal(io.StringIO().write)), ("bea",))
    await moderation.act(Kind.BAN, "bea", "ada")
    assert moderation.refuse("ada", "", "")


# ---------------------------------------------------------------- real clients


async def act(folder: Path, kind: str, whom: str) -> str:
    """Act on the command line."""
    return await operate(folder, "users", f"--{kind}", whom, "--why", "spam")


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """An open server in which bea is a moderator; it looks for acts of the command line at once."""
    monkeypatch.setattr("regicide_tui.server.storage.sqlite.LOOK_SECONDS", 0.02)
    limits = Limits(logins_a_minute=1000)
    async with open_house(tmp_path, moderators=("bea", "zoe"), limits=limits) as house:
        yield house


processes = pytest.mark.processes


@processes
async def test_a_connection_that_waited_since_before_a_ban_leads_nowhere(
    house: House, tmp_path: Path
) -> None:
    # Found by an attack: the session of a connection that was there was asked by nobody.
    async with (
        connect(house.server) as named,
        connect(house.server, "guest", client_keys=None) as guest,
    ):
        await act(tmp_path, "ban", "ada")
        await act(tmp_path, "ban", "127.0.0.0/24")
        await until(lambda: len(house.services.moderation.holding) == 2)
        for one in (named, guest):
            process = await one.create_process(term_type="xterm")
            said = await process.stdout.read()
            assert "banned from this server" in said
            assert "Welcome" not in said
    assert not house.services.presence.names


@processes
async def test_a_ban_of_a_key_is_lifted_with_or_without_its_comment(
    house: House, tmp_path: Path
) -> None:
    await act(tmp_path, "ban", f"{key_line(KEY)} ada@home")
    assert "There is no ban" not in await act(tmp_path, "unban", key_line(KEY))
    await until(lambda: not house.services.moderation.holding)


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
    with pytest.raises(NameRefused, match="cyd is someone else's name"):
        await moderation.order_rename("bea", "ada", "cyd", "")
    with pytest.raises(NameRefused, match="Nobody has the name guest"):
        await moderation.order_rename("bea", "guest-x", "zoe", "")
    with pytest.raises(Refused, match="Only moderators"):
        await moderation.order_rename("ada", "ada", "zoe", "")
    with pytest.raises(Refused, match="bea is a moderator"):
        await moderation.order_rename("bea", "bea", "zoe", "")
    await moderation.order_rename("bea", "ada", "zoe", "")
    await Accounts(store).add_key("zoe", "ssh-ed25519 AAAA")
    store, told = await start_again(store, tmp_path)
    assert "rename refused whom='ada' to='zoe' why=\"zoe is someone else's name.\"" in told
    assert (await Accounts(store).list_all())["ada"].keys == (KEY_LINE,)
    await store.close()


async def test_a_name_is_not_given_while_others_use_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.storage.sqlite_file.PATIENCE", 0.1)
    store = await store_with_ada(tmp_path)
    await Moderation(Common(store), ("bea",)).order_rename("bea", "ada", "zoe", "")
    journal = io.StringIO()
    await do_ordered_renames(tmp_path / "house.db", Journal(journal.write))
    assert "is in use" in journal.getvalue()
    assert "ada" in await Accounts(store).list_all()
    await store.close()


@pytest.mark.slow
async def test_who_is_forgotten_leaves_no_name_that_was_given_to_them(tmp_path: Path) -> None:
    store = await store_with_ada(tmp_path)
    await Moderation(Common(store), ("bea",)).order_rename("bea", "ada", "zoelastname", "")
    store, _ = await start_again(store, tmp_path)
    await forget(store, "zoelastname")
    await store.close()
    assert b"zoelastname" not in left_in(tmp_path)
