"""Coming to a server for the first time: as a guest, with a new key, and by an invitation."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from regicide_tui.server.apps.driver import LineDriver
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import check_choice
from regicide_tui.server.model.refusals import Reason, Refusal
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.screens.choose_name import ChooseNameScreen
from regicide_tui.server.screens.naming_app import NamingApp
from regicide_tui.server.services.nameless import Kind, NamelessPlaces
from regicide_tui.server.services.services import make_services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.store import StoreError
from tests.attack.walking import SIZES, Walker
from tests.server.clients import KEY, Listener, connect, refused
from tests.server.gatherings import enter_table
from tests.server.waiting import PATIENCE, until
from tests.server.whole import House, open_house

pytestmark = pytest.mark.processes

GUEST = "You are a guest."
NAMING = "CHOOSE YOUR NAME"
_MANY = Limits(logins_a_minute=10_000, new_names_by_address=10_000, guests_by_address=10_000)


async def names_in(house: House) -> set[str]:
    """Return the names that are taken."""
    return {one.name for one in (await house.server.reception.accounts.list_all()).values()}


async def open_table(house: House, players: int = 2, password: str = "") -> tuple[str, str]:
    """Let ada open a table; return it, and the word of its invitation."""
    table = await house.services.joining.open_table(
        "ada", commands.Open("regicide", players, {}, password)
    )
    return table, house.services.tables.whole(table).secrets.invitation


def opened(folder: Path, **more: Any) -> AbstractAsyncContextManager[House]:
    """Open a server in which ada has a name."""
    return open_house(folder, names={"ada": KEY}, limits=_MANY, **more)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """An open server that lets guests in."""
    async with opened(tmp_path) as house:
        yield house


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[House]:
    """An open server without guests."""
    async with opened(tmp_path, guests=False) as house:
        yield house


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


# ---------------------------------------------------------------- guests


async def test_a_stranger_without_a_key_is_a_guest_and_learns_how_to_get_a_name(
    house: House,
) -> None:
    guest = await house.come("play", without_key=True)
    await guest.sees(GUEST, "Get a name", "Play with bots", "Learn", "Puzzles")
    await guest.press("s")
    await guest.sees("ssh-keygen -t ed25519", f"ssh -p {house.server.port} YOURNAME@localhost")
    await guest.press("enter", "x", "enter")
    await guest.sees("ssh-keygen")
    await guest.press("escape")
    await guest.sees(GUEST)
    assert await names_in(house) == {"ada"}


async def test_a_stranger_with_a_new_key_is_a_guest_who_gets_a_name_by_a_key(house: House) -> None:
    key = new_key()
    guest = await house.come("play", key=key)
    await guest.sees(GUEST)
    await guest.press("s")
    await guest.sees(NAMING)
    await guest.press(*"bea", "enter")
    await guest.sees("Welcome, bea.", "Open a table")
    assert house.services.presence.names == ("bea",)
    assert not house.server.reception.guest_names.taken
    for name in ("play", "bea", "root"):
        again = await house.come(name, key=key)
        await again.sees("Welcome, bea.")


async def test_whoever_has_a_name_comes_in_under_it_by_the_name_play(house: House) -> None:
    ada = await house.come("play", key=KEY)
    await ada.sees("Welcome, ada.")


async def test_without_guests_a_stranger_without_a_key_is_told_why(strict: House) -> None:
    said = await refused(strict.server, "play", client_keys=None)
    assert "ssh-keygen -t ed25519" in said
    assert "look around" not in said
    await until(lambda: "why='no key'" in strict.journal.getvalue())


async def test_without_guests_a_new_key_by_the_name_play_is_asked_for_a_name(
    strict: House,
) -> None:
    new = await strict.come("play")
    await new.sees(NAMING, "leave")
    assert strict.services.presence.names == ()
    await new.press(*"bea", "enter")
    await new.sees("Welcome, bea.")


async def test_many_guests_leave_room_for_those_who_have_names(house: House) -> None:
    house.server.reception.nameless = NamelessPlaces(2, 10)
    for _ in range(2):
        guest = await house.come("guest", without_key=True)
        await guest.sees(GUEST)
    late = Listener()
    async with connect(
        house.server, "guest", client_keys=None, client_factory=lambda: late
    ) as connection:
        process = await connection.create_process(term_type="xterm")
        assert "no room for another guest" in await process.stdout.read()
    ada = await house.come("ada", key=KEY)
    await ada.sees("Welcome, ada.")


async def test_many_who_choose_names_leave_room_for_those_who_have_some(house: House) -> None:
    house.server.reception.nameless = NamelessPlaces(1, 10)
    first = await house.come("bea")
    await first.sees(NAMING)
    async with connect(house.server, "cyd", new_key()) as connection:
        process = await connection.create_process(term_type="xterm")
        assert "Too many people choose a name" in await process.stdout.read()
    ada = await house.come("ada", key=KEY)
    await ada.sees("Welcome, ada.")
    await first.press("enter")
    await first.sees("Welcome, bea.")
    assert not house.server.reception.nameless.count(Kind.NAMING)


async def test_whoever_the_operator_keeps_out_reads_why(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    banned = Refusal(Reason.BANNED, "You are banned until Sunday.")

    def judge(name: str, key: str, address: str) -> Refusal | None:
        return banned if name in ("ada", "") else None

    monkeypatch.setattr(house.server.reception, "judge", judge)
    for name in ("ada", "play", "root"):
        assert "banned until Sunday" in await refused(house.server, name)
    assert "banned until Sunday" in await refused(house.server, "play", new_key())
    await until(lambda: "why='banned'" in house.journal.getvalue())
    async with connect(house.server, "guest", client_keys=None) as connection:
        process = await connection.create_process(term_type="xterm")
        assert "banned until Sunday" in await process.stdout.read()


async def test_a_guest_takes_a_lesson_and_solves_a_puzzle(house: House) -> None:
    guest = await house.come("guest", without_key=True)
    await guest.sees(GUEST)
    await guest.press("l")
    await guest.sees("LEARN TO PLAY")
    await guest.press("enter")
    await guest.sees("Lesson 1 of", "lobby")
    await guest.press("enter")
    await guest.press("m")
    await guest.sees(GUEST)
    await guest.press("p")
    await guest.sees("PUZZLES")
    await guest.press("enter")
    await guest.sees("again", "lobby")
    await guest.press("h", "m")
    await guest.sees(GUEST)


async def test_a_guest_plays_with_bots_and_nothing_of_it_is_left(house: House) -> None:
    guest = await house.come("guest", without_key=True)
    await guest.sees(GUEST)
    await guest.press("n")
    await guest.sees("OPEN A TABLE")
    assert "Who may sit" not in guest.page
    await guest.press("down", "2", "enter")
    await guest.sees("host of the table")
    assert "join" not in guest.page, "nobody can be invited"
    await guest.press("b")
    await guest.sees("Which bot")
    await guest.press("1")
    await guest.sees("All are ready.")
    await guest.press("G")
    await guest.sees("Tavern")
    (table,) = house.services.tables
    assert not [one for one, _ in house.services.lobby.offered("ada")], "nobody else sees it"
    await guest.go()
    await until(lambda: not house.services.tables)
    assert not house.services.tables.results.count
    assert house.services.tables.find_finished(table) is None


async def test_a_guest_neither_talks_nor_sits_with_people_by_any_key(house: House) -> None:
    table, word = await open_table(house)
    guest = await house.come("guest", without_key=True, command=f"join {word}")
    await guest.sees("Guests don't sit with people.")
    await guest.press("1", "2", "enter", "G", "R", "b", "x", "O", "X", "t")
    await guest.sees("Guests don't sit with people.")
    assert house.services.tables[table].people == ("ada",)
    await guest.press("m")
    await guest.sees(GUEST)
    await guest.press("t", *"hello", "enter")
    assert not [*house.services.chats.lobby]


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_the_name_of_the_ssh_command_is_a_suggestion(
    house: House, size: tuple[int, int]
) -> None:
    new = await house.come("bea", size=size)
    await new.sees(NAMING, "bea", "take this name", "look around")
    assert await names_in(house) == {"ada"}
    await new.press("2", "enter")
    await new.sees("Welcome, bea2.")
    assert await names_in(house) == {"ada", "bea2"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("root", "root is reserved for the server"),
        ("Adm1n", "reserved for the server"),
        ("tib", "reserved for the server and its bots"),
        ("ab", "3 to 16 letters"),
        ("ada lovelace", "3 to 16 letters"),
        ("x" * 200, "3 to 16 letters"),
        ("guest-7", "for guests"),
    ],
)
async def test_a_user_name_that_is_no_name_is_not_suggested(
    house: House, name: str, why: str
) -> None:
    new = await house.come(name)
    await new.sees(NAMING, *why.split())
    await new.press("enter")
    await new.sees("3 to 16 letters")
    assert await names_in(house) == {"ada"}


async def test_a_name_that_is_taken_is_refused_with_a_sentence(house: House) -> None:
    new = await house.come("cyd")
    await new.sees(NAMING)
    await new.press(*["backspace"] * 3, *"Ada", "enter")
    await new.sees("ada is somebody else's name.")
    await new.press("2", "enter")
    await new.sees("Welcome, Ada2.")


async def test_of_two_who_ask_for_one_name_at_once_one_has_it(house: House) -> None:
    people = [await house.come("bea") for _ in range(2)]
    for one in people:
        await one.sees(NAMING)
    await asyncio.gather(*[one.press("enter") for one in people])
    async with asyncio.timeout(PATIENCE):
        while not all("Welcome" in one.page or "somebody else's" in one.page for one in people):
            for one in people:
                await one.look()
    assert sum("Welcome, bea." in one.page for one in people) == 1
    assert sum("bea is somebody else's name." in one.page for one in people) == 1


async def test_a_key_in_two_windows_has_one_name(house: House) -> None:
    key = new_key()
    people = [await house.come(name, key=key) for name in ("bea", "cyd")]
    for one in people:
        await one.sees(NAMING)
    await people[0].press("enter")
    await people[0].sees("Welcome, bea.")
    await people[1].press("enter")
    await people[1].sees("Welcome, bea.")
    assert await names_in(house) == {"ada", "bea"}


async def test_while_names_can_not_be_saved_one_learns_so_and_tries_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise StoreError("database or disk is full")

    new = await house.come("bea")
    await new.sees(NAMING)
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "append", full)
        for _ in range(20):  # more often than an address may take names
            await new.press("enter")
        await new.sees("can't save")
    await new.press("enter")
    await new.sees("Welcome, bea.")


async def test_whoever_hangs_up_before_the_name_is_taken_has_none(house: House) -> None:
    key = new_key()
    new = await house.come("bea", key=key)
    await new.sees(NAMING)
    await new.go()
    await until(lambda: not len(house.server.reception.visitors))
    assert await names_in(house) == {"ada"}
    again = await house.come("bea", key=key)
    await again.sees(NAMING)


async def test_whoever_wants_no_name_looks_around_as_a_guest(house: House) -> None:
    new = await house.come("bea")
    await new.sees(NAMING)
    await new.press("escape")
    await new.sees(GUEST)
    assert await names_in(house) == {"ada"}
    await new.press("s")
    await new.sees(NAMING, "bea")
    await new.press("enter")
    await new.sees("Welcome, bea.")


async def test_nobody_chooses_a_name_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.screens.naming_app.SECONDS", 0.2)
    assert NamingApp.__module__ == "regicide_tui.server.screens.naming_app"
    async with connect(house.server, "bea", new_key()) as connection:
        process = await connection.create_process(term_type="xterm")
        assert "You chose no name for five minutes." in await process.stdout.read()


async def test_a_name_that_belongs_to_another_key_is_refused_with_the_way_in(
    house: House,
) -> None:
    said = await refused(house.server, "ada", new_key())
    assert "your key does not open it" in said
    assert f"ssh -p {house.server.port} play@localhost" in said
    await until(lambda: "why='name of another key'" in house.journal.getvalue())


# ---------------------------------------------------------------- invitations


async def test_an_invitation_leads_to_its_table_after_the_name(house: House) -> None:
    ada = await house.come("ada", key=KEY)
    table, word = await open_table(house)
    await ada.sees("1  Wait for Regicide")
    await ada.press("1")
    await ada.sees(f"ssh -t -p {house.server.port} play@localhost join {word}")
    new = await house.come("bea", command=f"join {word}")
    await new.sees(NAMING)
    await new.press("enter")
    await new.sees("Choose a free seat to sit down.", "host of the table")
    await new.press("enter")
    await until(lambda: house.services.tables[table].people == ("ada", "bea"))


async def test_the_operator_says_which_host_and_port_an_invitation_names(house: House) -> None:
    house.server.reception.config = Config(
        port=0, limits=_MANY, public_host="play.example.org", public_port=22
    )
    ada = await house.come("ada", key=KEY, size=(60, 20))
    _, word = await open_table(house)
    await ada.sees("1  Wait for Regicide")
    await ada.press("1")
    await ada.sees(f"ssh -t play@play.example.org join {word}")


async def test_at_a_private_table_the_word_stands_for_its_password(house: House) -> None:
    table, word = await open_table(house, password="harbour")
    key = new_key()
    await house.add_key("bea", key)
    bea = await house.come("play", key=key, command=f"join {word}")
    await bea.sees("Choose a free seat to sit down.")
    await bea.press("enter")
    await until(lambda: house.services.tables[table].people == ("ada", "bea"))


async def test_at_a_full_table_one_watches_and_at_a_game_too(house: House) -> None:
    table, word = await open_table(house, password="harbour")
    await house.services.commands.do(table, "bea", commands.Sit(1, "harbour"))
    cyd = await house.come("cyd", command=f"join {word}")
    await cyd.sees(NAMING)
    await cyd.press("enter")
    await cyd.sees("You watch until a seat is free, or the game begins.")
    await house.services.commands.do(table, "bea", commands.BeReady(True))
    await house.services.commands.do(table, "ada", commands.StartGame())
    await cyd.sees("watching")
    dee = await house.come("guest", without_key=True, command=f"join {word}")
    await dee.sees("The game has started, so you watch it.", "watching")


async def test_an_invited_stranger_with_a_new_key_gets_a_name_and_then_comes_to_the_table(
    house: House,
) -> None:
    _, word = await open_table(house)
    new = await house.come("play", key=new_key(), command=f"join {word}")
    await new.sees(NAMING, "look around as a guest")
    await new.press(*"bea", "enter")
    await new.sees("REGICIDE FOR 2", "ada", "Choose a free seat to sit down.")
    assert await names_in(house) == {"ada", "bea"}


async def test_an_invited_stranger_may_look_at_the_table_without_a_name(house: House) -> None:
    _, word = await open_table(house)
    guest = await house.come("play", key=new_key(), command=f"join {word}")
    await guest.sees(NAMING)
    await guest.press("escape")
    await guest.sees("REGICIDE FOR 2", "ada")
    assert await names_in(house) == {"ada"}
    assert house.server.reception.nameless.count(Kind.GUEST) == 1
    assert house.server.reception.nameless.count(Kind.NAMING) == 0


async def test_who_leaves_reads_in_the_terminal_how_to_come_again(house: House) -> None:
    for name, words in (
        ("ada", "Goodbye, ada. To come again:\r\nssh -p {} ada@localhost"),
        ("guest", "Goodbye. To come again:\r\nssh -p {} play@localhost"),
    ):
        guest = name == "guest"
        more = {"client_keys": None} if guest else {}
        async with connect(house.server, name, KEY, **more) as connection:
            process = await connection.create_process(term_type="xterm", term_size=(80, 24))
            said = ""
            async with asyncio.timeout(PATIENCE):
                while GUEST not in said and "Welcome" not in said:
                    said += await process.stdout.read(4096)
                process.stdin.write("q")
                said += await process.stdout.read()
        last = said.rpartition("\x1b[?1049l")[2]
        assert words.format(house.server.port) in last


async def test_who_was_sent_away_from_a_waiting_table_comes_back_by_no_way(house: House) -> None:
    table, word = await open_table(house, players=3)
    key = new_key()
    await house.add_key("bea", key)
    ada = await house.come("ada", key=KEY, command=f"join {word}")
    bea = await house.come("bea", key=key, command=f"join {word}")
    await bea.sees("Choose a free seat to sit down.")
    await bea.press("enter")
    await ada.sees("Send bea away")
    while "› Send bea away" not in " ".join(ada.page.split()):
        before = ada.page
        await ada.press("down")
        while ada.page == before:  # under load the line is quiet before the pointer has moved
            assert await ada.look()
    await ada.press("enter")
    await bea.sees("ada has sent you away from the table.", "Welcome, bea.")
    assert house.services.tables[table].people == ("ada",)
    await bea.press("1")
    await bea.sees("ada does not want you at this table.")
    again = await house.come("play", key=key, command=f"join {word}")
    await again.sees("Welcome, bea.", "ada does not want you at this table.")


async def test_an_invitation_dies_with_its_table(house: House) -> None:
    table, word = await open_table(house)
    await house.services.commands.do(table, "ada", commands.Stand())
    await until(lambda: not house.services.tables)
    ada = await house.come("ada", key=KEY, command=f"join {word}")
    await ada.sees("Welcome, ada.", "This invitation leads nowhere")


async def test_an_invitation_outlives_a_restart_of_the_server(house: House) -> None:
    table, word = await open_table(house)
    again = make_services(house.store, pause=0)
    await again.open()
    assert again.joining.find_invited(word, "name bea") == table
    await again.close()


async def test_words_are_guessed_as_slowly_as_passwords(house: House) -> None:
    _, word = await open_table(house)
    for number in range(6):
        guesser = await house.come("guest", without_key=True, command=f"join {number}")
        await guesser.sees("This invitation leads nowhere")
    late = await house.come("guest", without_key=True, command=f"join {word}")
    await late.sees("Too many wrong passwords. Try again in")
    ada = await house.come("ada", key=KEY, command=f"join {word}")
    await ada.sees("host of the table")


# ---------------------------------------------------------------- what is typed too early


@pytest.mark.parametrize("typed", [b"\r", b"\r" * 4, b"x\r", b"\x1b", b"\r" * 99])
async def test_what_is_typed_before_the_first_picture_takes_no_name(
    house: House, monkeypatch: pytest.MonkeyPatch, typed: bytes
) -> None:
    received, receive, mount = asyncio.Event(), LineDriver.receive, ChooseNameScreen.on_mount

    def note(driver: LineDriver, data: bytes, came: float) -> None:
        receive(driver, data, came)
        received.set()

    async def mount_late(screen: ChooseNameScreen) -> None:
        await received.wait()
        mount(screen)

    monkeypatch.setattr(LineDriver, "receive", note)
    monkeypatch.setattr(ChooseNameScreen, "on_mount", mount_late)
    new = await house.come("bea", typed=typed)
    await new.sees(NAMING, "bea", "take this name")
    assert await names_in(house) == {"ada"}
    await new.press("2", "enter")
    await new.sees("Welcome, bea2.")


async def test_a_guest_takes_no_name_that_was_not_shown(house: House) -> None:
    new = await house.come("bea")
    await new.sees(NAMING)
    await new.press("escape")
    await new.sees(GUEST)
    new.process.stdin.write(b"s\r\r\r")
    await new.sees(NAMING, "take this name")
    assert await names_in(house) == {"ada"}
    await new.press("enter")
    await new.sees("Welcome, bea.")


# ---------------------------------------------------------------- who is here


async def test_names_stand_before_guests_and_guests_are_a_number(house: House) -> None:
    for _ in range(6):
        await (await house.come("guest", without_key=True)).sees(GUEST)
    for name in ("zoe", "yve"):
        await house.add_key(name, key := new_key())
        last = await house.come(name, key=key)
        await last.sees(f"Welcome, {name}.")
    await last.sees("8 people", "yve", "zoe", "and 6 guests")
    assert "guest-" not in last.page
    guest = await house.come("guest", without_key=True)
    await guest.sees("9 people", "guest-", "yve", "zoe", "and 6 guests")


# ---------------------------------------------------------------- lines, keys and time


async def test_a_name_is_chosen_over_a_slow_line_that_changes_its_keys(house: House) -> None:
    new = await house.come("bea", rekey_bytes=3000, window=600, max_pktsize=1024)
    await new.sees(NAMING, "take this name")
    await new.press("2", "enter")
    await new.sees("Welcome, bea2.")


async def test_an_idle_guest_is_told_to_come_again_and_no_word_of_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.screens.app.LOOK", 0.05)
    async with opened(tmp_path, idle=0.3) as house:
        async with connect(house.server, "guest", client_keys=None) as connection:
            process = await connection.create_process(term_type="xterm")
            async with asyncio.timeout(PATIENCE):
                said = await process.stdout.read()
        assert "You were away for too long. Come again whenever you like." in said
        assert "seats" not in said.rpartition("too long")[2]
        await until(lambda: not house.server.reception.nameless.count(Kind.GUEST))


async def test_who_leaves_the_list_of_allowed_names_stays_out_and_keeps_the_name(
    house: House,
) -> None:
    house.server.reception.config = Config(port=0, allowed=("bea", "Root"))
    assert "your name is not on it" in await refused(house.server, "ada", KEY)
    assert "your key opens none of them" in await refused(house.server, "play", new_key())
    new = await house.come("root")
    await new.sees(NAMING)
    await new.press(*"root", "enter")
    await new.sees("Welcome, root.")
    late = await house.come("bea", key=(key := new_key()))
    await late.sees(NAMING, "leave")
    house.server.reception.config = Config(port=0, allowed=("ada",))
    await late.press("enter")
    await late.sees("This server has a list of names, and your name is not on it.")
    ada = await house.come("ada", key=KEY)
    await ada.sees("Welcome, ada.")
    assert await names_in(house) == {"ada", "root"}
    assert key_line(key) not in house.journal.getvalue()


async def test_all_that_is_noted_of_odd_visitors_is_a_line_of_json(tmp_path: Path) -> None:
    async with opened(tmp_path, as_json=True) as house:
        for name in ("evil' why='x'", "a\\b", "root", "\xe9" * 50):
            await house.come(name)
        async with connect(house.server, "ada", KEY) as connection:
            process = await connection.create_process("id\n\x1b[2J", term_type="x\x1b[31m")
            await process.wait_closed()
        written = house.journal.getvalue()
    lines = [json.loads(line) for line in written.splitlines()]
    assert {line["event"] for line in lines} == {"came", "refused"}
    assert written.isascii()
    assert "\x1b" not in written


async def test_a_guest_is_silent_at_every_table_by_every_way_to_talk(house: House) -> None:
    table, _ = await open_table(house)
    await house.services.commands.do(table, "bea", commands.Sit(1))
    await house.services.commands.do(table, "bea", commands.BeReady(True))
    await house.services.commands.do(table, "ada", commands.StartGame())
    guest = await house.come("guest", without_key=True)
    await guest.sees("1  Watch")
    await guest.press("1")
    await guest.sees("watching")
    await guest.press("t")
    await guest.sees("guests only listen")
    await guest.press("t", *"hello", "enter", "1", "+", "y", "escape")
    (name,) = house.services.presence.names
    with pytest.raises(Refused, match="Guests only listen"):
        house.services.chats.say(name, "hello")
    with pytest.raises(Refused, match="Guests only listen"):
        enter_table(house.services, table, name).say_to_spectators("hello")
    with pytest.raises(Refused, match="Guests only listen"):
        await house.services.commands.tell(table, name, "hello")
    assert not house.services.tables[table].said
    assert not enter_table(house.services, table, "ada").spectator_chat


# ---------------------------------------------------------------- walks


@pytest.mark.parametrize("seed", range(3))
async def test_a_guest_who_presses_whatever_comes_to_mind_crashes_nothing(
    house: House, seed: int
) -> None:
    table, word = await open_table(house)
    command = f"join {word}" if seed == 2 else None
    guest = Walker(house.server, "guest", seed, SIZES[seed], without_key=True, command=command)
    await guest.come()
    await guest.wander(60)
    await guest.go()
    assert await names_in(house) == {"ada"}
    assert not [*house.services.chats.lobby]
    assert house.services.tables[table].people == ("ada",)


@pytest.mark.parametrize("seed", range(3))
async def test_keys_without_a_plan_on_the_screen_of_names_crash_nothing(
    house: House, seed: int
) -> None:
    key = new_key()
    new = Walker(house.server, "root", seed, SIZES[seed], key=key, takes_name=False)
    await new.come()
    await new.wander(60)
    await new.go()
    taken = (await names_in(house)) - {"ada"}
    assert len(taken) <= 1
    for name in taken:
        check_choice(name)
