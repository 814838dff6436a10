"""Public keys as one line in OpenSSH's format: the algorithm and the key, without a comment."""

from pathlib import Path

import asyncssh
from asyncssh.packet import SSHPacket

SIGNATURES = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
)
"""The accepted signature algorithms. asyncssh announces them, but accepts others as well."""
_RSA = "ssh-rsa"
_READABLE = (*SIGNATURES, _RSA, "ssh-dss", "ssh-ed448")
"""The kinds of keys that are parsed, some only to explain their refusal. No certificates."""
_LEAST_RSA_BITS = 2048
_MOST_BYTES = 2200
"""The maximum bytes of a key: an RSA key of 16,384 bits has 2,071."""
_MAKE_ONE = "Make one with: ssh-keygen -t ed25519."


class NoKey(Exception):
    """A file without a public key."""


def key_line(key: asyncssh.SSHKey) -> str:
    """Return a public key as one line."""
    return " ".join(key.export_public_key().decode().split()[:2])


def is_readable(key_data: bytes) -> bool:
    """Return whether the key data that a client offers may be parsed.

    The server accepts no certificates, and parsing a long one takes seconds.
    """
    end = 4 + int.from_bytes(key_data[:4])
    return len(key_data) <= _MOST_BYTES and key_data[4:end] in [one.encode() for one in _READABLE]


def find_weakness(key: asyncssh.SSHKey) -> str:
    """Return a sentence that says why a key is not accepted; empty if it is."""
    if len(key.public_data) > _MOST_BYTES:
        return f"A key may have at most {_MOST_BYTES} bytes. {_MAKE_ONE}"
    algorithm = key.get_algorithm()
    if algorithm == _RSA:
        bits = _modulus(key).bit_length()
        weak = bits < _LEAST_RSA_BITS
        return f"An RSA key needs {_LEAST_RSA_BITS} bits, this one has {bits}. {_MAKE_ONE}" * weak
    return "" if algorithm in SIGNATURES else f"Keys of this kind are not accepted. {_MAKE_ONE}"


def _modulus(rsa: asyncssh.SSHKey) -> int:
    packet = SSHPacket(rsa.public_data)
    packet.get_string()  # the algorithm
    packet.get_mpint()  # the exponent
    return packet.get_mpint()


def signature_algorithm(signature: bytes) -> str:
    """Return the algorithm of a signature."""
    return SSHPacket(signature).get_string().decode("ascii", "replace")


def read_strong_key(path: Path) -> str:
    """Return the public key in a file as one line. Raises `NoKey` (also if weak), `OSError`."""
    line = read_key(path)
    if why := find_weakness(asyncssh.import_public_key(line)):
        raise NoKey(f"{path} can't be used: {why}")
    return line


def read_key(path: Path) -> str:
    """Return the public key in a file as one line. Raises `NoKey`, `OSError`."""
    try:
        return key_line(asyncssh.read_public_key(path))
    except (asyncssh.KeyImportError, ValueError):
        raise NoKey(f"{path} contains no public key.") from None
