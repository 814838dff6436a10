"""What the operator gives the server by mistake keeps nobody out."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import asyncssh
import pytest

from regicide_tui.server.base.config import BadConfig, read_config
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.commands import users
from regicide_tui.server.operator.serve import add_key, list_users
from tests.server.clients import KEY, OTHER_KEY, connect, open_server


def change(folder: Path, *, add: Path | None = None, drop: Path | None = None) -> None:
    """Call `regicide-tui users` for ada."""
    keys = {"add_key": add, "drop_key": drop}
    given = {option: ("ada", str(file)) if file else None for option, file in keys.items()}
    users(SimpleNamespace(config=None, store=None, **given), folder)


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
def test_what_is_no_public_key_is_not_added(tmp_path: Path, held: bytes) -> None:
    """Else the key that opens the name could be dropped, and nothing would open it."""
    file = tmp_path / "new.pub"
    file.write_bytes(held)
    with pytest.raises(CommandError, match=r"new\.pub holds no public key"):
        change(tmp_path / "house", add=file)


def test_a_weak_key_is_not_added_and_can_be_dropped(tmp_path: Path) -> None:
    file = tmp_path / "weak.pub"
    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    file.write_bytes(weak.export_public_key("pkcs8-pem"))
    with pytest.raises(CommandError, match="2048 bits"):
        change(tmp_path, add=file)
    for key in (weak, KEY):
        asyncio.run(add_key(tmp_path / "house.db", "ada", line_of(key)))
    change(tmp_path, drop=file)
    assert asyncio.run(list_users(tmp_path / "house.db")) == f"ada  {line_of(KEY)}"


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
        await asyncio.to_thread(change, tmp_path, add=file)
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


def test_what_was_added_and_is_no_key_can_be_dropped(tmp_path: Path) -> None:
    file = tmp_path / "old.pub"
    file.write_text('from="10.0.0.1" ssh-ed25519 AAAA')
    asyncio.run(add_key(tmp_path / "house.db", "ada", 'from="10.0.0.1" ssh-ed25519'))
    asyncio.run(add_key(tmp_path / "house.db", "ada", line_of(KEY)))
    change(tmp_path, drop=file)
    assert asyncio.run(list_users(tmp_path / "house.db")) == f"ada  {line_of(KEY)}"
