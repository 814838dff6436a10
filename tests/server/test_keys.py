"""Which keys may open a name."""

from base64 import b64encode
from collections.abc import Callable
from functools import cache

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


# Some keys take a while, so none of these is made while tests are only collected.


@cache
def rsa(size: int = 2048) -> asyncssh.SSHKey:
    """Return an RSA key, by default a good one."""
    return asyncssh.generate_private_key("ssh-rsa", key_size=size)


@cache
def dsa() -> asyncssh.SSHKey:
    """Return a DSA key."""
    return asyncssh.generate_private_key("ssh-dss")


Make = Callable[[], asyncssh.SSHKey]

GOOD: list[Make] = [
    lambda: ED25519,
    lambda: ECDSA,
    rsa,
    lambda: on_a_token(ED25519),
    lambda: on_a_token(ECDSA),
]
LONG = on_a_token(ED25519, "ssh:" + 2200 * "x")
WEAK: list[Make] = [
    dsa,
    lambda: rsa(1024),
    lambda: LONG,
]
_GOOD_NAMES = ["ed25519", "ecdsa", "rsa", "ed25519 on a token", "ecdsa on a token"]
_WEAK_NAMES = ["dsa", "short rsa", "long"]


@pytest.mark.parametrize("make", GOOD, ids=_GOOD_NAMES)
def test_a_good_key_is_taken(make: Make) -> None:
    assert find_weakness(make()) == ""


@pytest.mark.parametrize("make", WEAK, ids=_WEAK_NAMES)
def test_a_weak_key_is_refused_with_a_sentence(make: Make) -> None:
    assert find_weakness(make()).endswith("ssh-keygen -t ed25519.")


def test_a_signature_names_its_algorithm() -> None:
    names = [signature_algorithm(rsa().sign(b"x", one)) for one in (b"ssh-rsa", b"rsa-sha2-512")]
    assert names == ["ssh-rsa", "rsa-sha2-512"]
    assert [one in SIGNATURES for one in names] == [False, True]


@pytest.mark.parametrize("make", [*GOOD, *WEAK[:2]], ids=[*_GOOD_NAMES, *_WEAK_NAMES[:2]])
def test_a_key_is_read(make: Make) -> None:
    assert is_readable(make().public_data)


CERTIFICATE = ED25519.generate_user_certificate(ED25519, "ada").public_data
STRANGE = [b"", b"\0\0", b"\xff" * 8, b"\0\0\0\0", CERTIFICATE, LONG.public_data]


@pytest.mark.parametrize("data", STRANGE, ids=["", "2", "8", "no name", "certificate", "long"])
def test_certificates_long_keys_and_nonsense_are_not_read(data: bytes) -> None:
    assert not is_readable(data)
