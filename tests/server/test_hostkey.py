"""The host key: made once, kept, and guarded."""

import stat
from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.ssh.hostkey import BadHostKey, check_host_key, load_host_key


def test_it_is_made_on_the_first_start_and_the_same_ever_after(tmp_path: Path) -> None:
    path = tmp_path / "server" / "host_key"
    first = load_host_key(path)
    assert first.get_algorithm() == "ssh-ed25519"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert load_host_key(path).get_fingerprint() == first.get_fingerprint()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666])
def test_one_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "host_key"
    load_host_key(path)
    path.chmod(mode)
    with pytest.raises(BadHostKey, match="chmod 600"):
        load_host_key(path)


@pytest.mark.parametrize("length", [0, 1, 40, 200, 380])
def test_a_key_that_is_cut_off_is_refused_with_what_to_do(tmp_path: Path, length: int) -> None:
    path = tmp_path / "host_key"
    load_host_key(path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(BadHostKey, match=r"cut off.*remove the file"):
        load_host_key(path)
    assert path.stat().st_size == length


@pytest.mark.parametrize("held", [b"Bring the cards.", b"\xff" * 100, b"\0"])
def test_what_is_no_key_is_refused_and_left_alone(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "host_key"
    path.touch(0o600)
    path.write_bytes(held)
    with pytest.raises(BadHostKey, match="no private key"):
        load_host_key(path)
    assert path.read_bytes() == held


def test_a_key_with_a_passphrase_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    path.touch(0o600)
    key = asyncssh.generate_private_key("ssh-ed25519")
    path.write_bytes(key.export_private_key("pkcs8-pem", "harbour"))
    with pytest.raises(BadHostKey, match="no private key"):
        load_host_key(path)


@pytest.mark.parametrize("kind", ["ssh-dss", "ssh-ed448"])
def test_a_key_that_clients_do_not_accept_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "host_key"
    path.touch(0o600)
    asyncssh.generate_private_key(kind).write_private_key(path)
    for read in (check_host_key, load_host_key):
        with pytest.raises(BadHostKey, match=r"not accepted.*ssh-keygen -t ed25519"):
            read(path)


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"])
def test_a_key_that_clients_accept_is_used(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "host_key"
    path.touch(0o600)
    asyncssh.generate_private_key(kind).write_private_key(path)
    check_host_key(path)
    assert load_host_key(path).get_algorithm() == kind


def test_a_folder_where_nothing_can_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "host_key").mkdir()
    with pytest.raises(BadHostKey):
        load_host_key(tmp_path / "host_key")
