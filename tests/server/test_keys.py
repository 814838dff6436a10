"""Which keys may open a name."""

from base64 import b64encode

import asyncssh
import pytest
from asyncssh.packet import SSHPacket, String

from regicide_tui.server.ssh.keys import SIGNATURES, find_weakness, is_readable, signature_algorithm

ED25519 = asyncssh.generate_private_key("ssh-ed25519")
ECDSA = asyncssh.generate_private_key("ecdsa-sha2-nistp256")


def on_a_token(key: asyncssh.SSHKey, application: str = "ssh:") -> asyncssh.SSHKey:
    """Return a public key as if a token held it for some application."""
    packet = SSHPacket(key.public_data)
    algorithm = b"sk-" + packet.get_string() + b"@openssh.com"
    data = String(algorithm) + packet.get_remaining_payload() + String(application)
    return asyncssh.import_public_key(algorithm + b" " + b64encode(data))


RSA = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
GOOD = [ED25519, ECDSA, RSA, on_a_token(ED25519), on_a_token(ECDSA)]
WEAK = [
    asyncssh.generate_private_key("ssh-dss"),
    asyncssh.generate_private_key("ssh-rsa", key_size=1024),
    on_a_token(ED25519, "ssh:" + 2200 * "x"),
]


@pytest.mark.parametrize("key", GOOD, ids=asyncssh.SSHKey.get_algorithm)
def test_a_good_key_is_taken(key: asyncssh.SSHKey) -> None:
    assert find_weakness(key) == ""


@pytest.mark.parametrize("key", WEAK, ids=asyncssh.SSHKey.get_algorithm)
def test_a_weak_key_is_refused_with_a_sentence(key: asyncssh.SSHKey) -> None:
    assert find_weakness(key).endswith("ssh-keygen -t ed25519.")


def test_a_signature_names_its_algorithm() -> None:
    names = [signature_algorithm(RSA.sign(b"x", one)) for one in (b"ssh-rsa", b"rsa-sha2-512")]
    assert names == ["ssh-rsa", "rsa-sha2-512"]
    assert [one in SIGNATURES for one in names] == [False, True]


@pytest.mark.parametrize("key", [*GOOD, *WEAK[:2]], ids=asyncssh.SSHKey.get_algorithm)
def test_a_key_is_read(key: asyncssh.SSHKey) -> None:
    assert is_readable(key.public_data)


CERTIFICATE = ED25519.generate_user_certificate(ED25519, "ada").public_data
STRANGE = [b"", b"\0\0", b"\xff" * 8, b"\0\0\0\0", CERTIFICATE, WEAK[2].public_data]


@pytest.mark.parametrize("data", STRANGE, ids=["", "2", "8", "no name", "certificate", "long"])
def test_certificates_long_keys_and_nonsense_are_not_read(data: bytes) -> None:
    assert not is_readable(data)
