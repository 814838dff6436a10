"""What the operator gives the server by mistake keeps nobody out."""

from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.base.config import BadConfig, read_config
from regicide_tui.server.operator import CommandError
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.clients import KEY, OTHER_KEY, connect, open_server
from tests.server.operating import operate


async def change(folder: Path, option: str, file: Path) -> str:
    """Call `regicide-tui users` for a key of ada."""
    return await operate(folder, "users", option, "ada", file)


def line_of(key: asyncssh.SSHKey) -> str:
    return key.export_public_key().decode().strip()


CERTIFICATE = KEY.generate_user_certificate(OTHER_KEY, "ada")


@pytest.mark.parametrize(
    "held",
    [
        f'from="10.0.0.1" {line_of(KEY)}'.encode(),
        f"{line_of(KEY)} ada".encode("utf-16"),
        CERTIFICATE.export_certificate(),
        b"ssh-ed25519 AAAA",
        b"ssh-ed25519",
        b"",
    ],
    ids=["options", "utf-16", "certificate", "cut off", "one word", "empty"],
)
async def test_what_is_no_public_key_is_not_added(tmp_path: Path, held: bytes) -> None:
    """Else the key that opens the name could be dropped, and nothing would open it."""
    file = tmp_path / "new.pub"
    file.write_bytes(held)
    with pytest.raises(CommandError, match=r"new\.pub contains no public key"):
        await change(tmp_path / "house", "--add-key", file)


async def add(folder: Path, *lines: str) -> None:
    """Let these keys open the name of ada, whatever they are."""
    store = SqliteStore(folder / "house.db")
    for line in lines:
        await Accounts(store).add_key("ada", line)
    await store.close()


async def test_a_weak_key_is_not_added_and_can_be_dropped(tmp_path: Path) -> None:
    file = tmp_path / "weak.pub"
    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    file.write_bytes(weak.export_public_key("pkcs8-pem"))
    with pytest.raises(CommandError, match="2048 bits"):
        await change(tmp_path, "--add-key", file)
    await add(tmp_path, line_of(weak), line_of(KEY))
    await change(tmp_path, "--drop-key", file)
    assert await operate(tmp_path, "users") == f"ada  {line_of(KEY)}"


@pytest.mark.parametrize(
    "held",
    [
        *[OTHER_KEY.export_public_key(form) for form in ("openssh", "rfc4716", "pkcs8-pem")],
        OTHER_KEY.export_private_key(),
    ],
    ids=["openssh", "rfc4716", "pem", "the private key itself"],
)
async def test_a_key_that_was_added_opens_the_name_whatever_its_form(
    tmp_path: Path, held: bytes
) -> None:
    file = tmp_path / "new.pub"
    file.write_bytes(held)
    async with open_server(tmp_path) as server:
        async with connect(server):
            pass
        await change(tmp_path, "--add-key", file)
        async with connect(server, key=OTHER_KEY):
            pass


@pytest.mark.parametrize(
    "held",
    ['password = "é"'.encode("latin-1"), "port = 22".encode("utf-16"), b"port = " + b"9" * 5000],
    ids=["latin-1", "utf-16", "a number without end"],
)
def test_a_file_in_no_encoding_of_ours_is_refused(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(held)
    with pytest.raises(BadConfig, match=r"house\.toml"):
        read_config(path)


@pytest.mark.parametrize("password", ["naïve", "nai\u0308ve", "\ufb01sh", "a\u00a0b", "１２３"])
async def test_a_password_is_what_a_client_makes_of_it(tmp_path: Path, password: str) -> None:
    """By SSH's own rules a client's spelling is made one: no other can ever be right."""
    path = tmp_path / "house.toml"
    path.write_text(f'password = "{password}"', encoding="utf-8")
    async with (
        open_server(tmp_path, password=read_config(path).password) as server,
        connect(server, password=password),
    ):
        pass


def test_a_password_that_nobody_can_type_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('password = "a\\u0007b"')
    with pytest.raises(BadConfig, match="password"):
        read_config(path)


async def test_what_was_added_and_is_no_key_can_be_dropped(tmp_path: Path) -> None:
    file = tmp_path / "old.pub"
    file.write_text('from="10.0.0.1" ssh-ed25519 AAAA')
    await add(tmp_path, 'from="10.0.0.1" ssh-ed25519', line_of(KEY))
    await change(tmp_path, "--drop-key", file)
    assert await operate(tmp_path, "users") == f"ada  {line_of(KEY)}"
