"""Opening and closing a server, and the keys of names."""

import asyncio
from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.operator import CommandError
from regicide_tui.server.running import process
from regicide_tui.server.running.listening import describe_way_in, visitor_port
from regicide_tui.server.running.lock import lock_folder
from regicide_tui.server.running.status import serve_status
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.clients import KEY, OTHER_KEY, connect, open_server, session, visit
from tests.server.operating import operate
from tests.server.waiting import PATIENCE


@pytest.mark.parametrize("host", ["a\x00b", "a" * 64, f"{'a' * 64}.example", "a..b"])
async def test_a_host_that_can_be_no_name_is_told_with_its_place_and_a_reason(host: str) -> None:
    with pytest.raises(
        OSError, match=r"^.*The server can't listen at .*, port 0: [a-z ]+\."
    ) as found:
        await visitor_port(Config(host=host, port=0)).check()
    assert "\x00" not in str(found.value)


async def test_no_table_is_closed_behind_the_back_of_a_server(tmp_path: Path) -> None:
    await SqliteStore(tmp_path / "house.db").close()
    with lock_folder(tmp_path), pytest.raises(CommandError, match="Stop it first"):
        await operate(tmp_path, "tables", "--close", "table")
    with pytest.raises(CommandError, match="no open table"):
        await operate(tmp_path, "tables", "--close", "table")


async def test_whoever_comes_while_a_server_is_drained_reads_why_they_can_not_stay(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server, connect(server) as connection:
        await server.drain(PATIENCE, asyncio.Event())
        client = await session(connection)
        assert b"This server is about to restart." in await client.ends()
        with pytest.raises(OSError, match="Connect call failed"):
            await connect(server)


async def test_a_drain_ends_when_its_time_is_over_or_somebody_hurries_it(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, visit(server):
        await server.drain(0.01, asyncio.Event())
        hurry = asyncio.Event()
        hurry.set()
        async with asyncio.timeout(PATIENCE):
            await server.drain(PATIENCE * 2, hurry)
        assert len(server.reception.visitors) == 1


async def test_the_operator_reads_how_many_keys_open_a_name(tmp_path: Path) -> None:
    async def change(option: str, key: asyncssh.SSHKey) -> str:
        file = tmp_path / "key.pub"
        file.write_bytes(key.export_public_key())
        return await operate(tmp_path / "house", "users", option, "ada", file)

    assert await change("--add-key", KEY) == "ada now has 1 key."
    assert await change("--add-key", OTHER_KEY) == "ada now has 2 keys."
    assert await change("--drop-key", KEY) == "ada now has 1 key."
    assert await operate(tmp_path / "house", "users") == f"ada  {key_line(OTHER_KEY)}"


async def test_a_name_that_looks_like_an_option_is_written_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key.pub"
    file.write_bytes(KEY.export_public_key())
    said = await operate(tmp_path / "house", "users", "--add-key", "./-ada", file)
    assert said == "-ada now has 1 key."


async def test_a_start_knows_the_moderators_and_gives_the_names_that_they_ordered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await Accounts(store).add_key("ada", key_line(KEY))
    await Moderation(Common(store), ("bea",)).order_rename("bea", "ada", "zoe", "")
    await store.close()

    async def look(server: Server, *_: object) -> None:
        moderation = server.reception.moderation
        assert [moderation.is_moderator(name) for name in ("bea", "zoe")] == [True, False]

    monkeypatch.setattr(process, "StopSignals", lambda _: None)
    monkeypatch.setattr(process, "wait_for_signal", look)
    await process.serve(tmp_path, Config(port=0, pars=False, moderators=("bea",)), print)
    assert await operate(tmp_path, "users") == f"zoe  {key_line(KEY)}"
    acts = await operate(tmp_path, "users", "--acts")
    assert "bea: rename at the next start ada to zoe" in acts


# ---------------------------------------------------------------- acts on nobody


@pytest.fixture
async def with_ada(tmp_path: Path) -> Path:
    """The folder of a server on which ada has a name."""
    store = SqliteStore(tmp_path / "house.db")
    await Accounts(store).add_key("ada", key_line(KEY))
    await store.close()
    return tmp_path


@pytest.mark.parametrize("act", ["--ban", "--mute", "--kick"])
async def test_an_act_on_a_name_that_nobody_has_is_refused(with_ada: Path, act: str) -> None:
    with pytest.raises(CommandError, match="no name adda"):
        await operate(with_ada, "users", act, "adda")
    async with serve_status(with_ada, 2222, lambda: {"names": ["ada"]}):
        assert "Ada" in await operate(with_ada, "users", act, "Ada")


@pytest.mark.parametrize("whom", ["ada", "guest-7kq2mz"])
async def test_nobody_is_sent_away_who_is_not_here(with_ada: Path, whom: str) -> None:
    with pytest.raises(CommandError, match=f"{whom} isn't on the server now"):
        await operate(with_ada, "users", "--kick", whom)
    async with serve_status(with_ada, 2222, lambda: {"names": ["bea", "guest-2a4b6c"]}):
        with pytest.raises(CommandError, match=f"{whom} isn't on the server now"):
            await operate(with_ada, "users", "--kick", whom)
    assert await operate(with_ada, "users", "--acts") == "No moderation so far."
    async with serve_status(with_ada, 2222, lambda: {"names": ["bea", whom]}):
        assert whom in await operate(with_ada, "users", "--kick", whom)


@pytest.mark.parametrize("act", ["--ban", "--mute"])
async def test_an_act_on_a_guest_is_refused_because_it_would_end_with_the_visit(
    with_ada: Path, act: str
) -> None:
    with pytest.raises(CommandError, match=r"one visit.*Ban the address"):
        await operate(with_ada, "users", act, "guest-7kq2mz")


@pytest.mark.parametrize(
    "whom", ["192.0.2.0/24", "2001:db8::1", key_line(OTHER_KEY)], ids=["range", "address", "key"]
)
async def test_a_key_and_addresses_can_only_be_banned(with_ada: Path, whom: str) -> None:
    assert "ban" in await operate(with_ada, "users", "--ban", whom)
    for act in ("--mute", "--kick"):
        with pytest.raises(CommandError, match="Only bans"):
            await operate(with_ada, "users", act, whom)


@pytest.mark.parametrize(
    ("whom", "why"),
    [
        ("ssh-ed25519 AAAA", "isn't a public key"),
        ("127.0.9.9/0", "every address"),
        ("::ffff:127.0.9.9/96", "every address"),
    ],
)
async def test_a_ban_that_would_apply_to_nobody_or_everyone_is_refused(
    with_ada: Path, whom: str, why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        await operate(with_ada, "users", "--ban", whom)
    assert await operate(with_ada, "users", "--acts") == "No moderation so far."


@pytest.mark.parametrize(
    "words",
    [
        *[("users", f"--{one}") for one in ("ban", "unban", "mute", "unmute", "kick", "forget")],
        *[("tables", "--log"), ("tables", "--close")],
        *[("tournament", "--results"), ("tournament", "--cancel")],
    ],
)
async def test_an_empty_word_is_refused_instead_of_ignored(
    with_ada: Path, words: tuple[str, str]
) -> None:
    with pytest.raises(CommandError):
        await operate(with_ada, *words, "")


async def test_what_does_not_hold_can_not_be_lifted(with_ada: Path) -> None:
    with pytest.raises(CommandError, match="There is no ban of ada"):
        await operate(with_ada, "users", "--unban", "ada")


@pytest.mark.parametrize("words", ["users", "users --ban ada", "tables", "tournament"])
async def test_a_folder_without_a_server_stays_as_it_is(tmp_path: Path, words: str) -> None:
    folder = tmp_path / "elsewhere"
    with pytest.raises(CommandError, match=f"no server in {folder}"):
        await operate(folder, *words.split())
    assert not folder.exists()


# ---------------------------------------------------------------- what is said at the start


@pytest.mark.parametrize(
    ("config", "way_in"),
    [
        (Config(), "ssh -p 2022 NAME@localhost"),
        (Config(host="::1"), "ssh -p 2022 NAME@localhost"),
        (Config(host="10.0.0.5"), "ssh -p 2022 NAME@10.0.0.5"),
        (
            Config(host="0.0.0.0", public_host="play.example.org", public_port=22),
            "ssh -p 22 NAME@play.example.org",
        ),
    ],
)
def test_the_operator_reads_how_others_reach_the_server(config: Config, way_in: str) -> None:
    first, *_ = describe_way_in(config, 2022, "SHA256:x")
    assert first == f"The server is running: {way_in}"
