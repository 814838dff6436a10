"""The header of the PROXY protocol: a balancer says whose connection it forwards.

HAProxy's document `proxy-protocol.txt` specifies it, in versions 1 and 2, for TCP. The header comes
before everything that the client sends. Its additions (TLVs) are skipped.
"""

import re
from ipaddress import IPv4Address, IPv6Address
from struct import Struct
from typing import NamedTuple

from regicide_tui.games.base import Value

LONGEST = 536
"""The maximum bytes of a header: by the specification, more may not arrive in one piece."""
_LONGEST_LINE = 107
_LINE_BEGIN, _BINARY_BEGIN = b"PROXY ", b"\r\n\r\n\0\r\nQUIT\n"
"""The first bytes of version 1 and of version 2."""
_FIXED = Struct("!12sBBH")
_LOCAL, _PROXY = 0x20, 0x21
"""Version 2 with each of its commands. A local connection is the balancer's own."""
_UNSPECIFIED = 0x00
_PORT = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_MOST_PORT = 65535
_PARTS = 6

Address = tuple[str, int]
"""An IP address and a port."""


class _Family(NamedTuple):
    """A kind of address: its name, its type, and its layout in version 2."""

    name: str
    kind: type[IPv4Address] | type[IPv6Address]
    layout: Struct


_IPV4 = _Family("IPv4", IPv4Address, Struct("!4s4sHH"))
_IPV6 = _Family("IPv6", IPv6Address, Struct("!16s16sHH"))
_BY_WORD, _BY_CODE = {"TCP4": _IPV4, "TCP6": _IPV6}, {0x11: _IPV4, 0x21: _IPV6}
"""The names of TCP with each family in the two versions."""


class Header(Value):
    """The client's address, the balancer's address, and the length of the header.

    Both addresses are None if the connection is the balancer's own, for example a health check, or
    if it doesn't know the client.
    """

    length: int
    client: Address | None = None
    server: Address | None = None


class BadHeader(Exception):
    """Bytes that don't start a valid header; the message says why, without repeating them."""


def read_header(received: bytes) -> Header | None:
    """Return the header at the start of received bytes; None if more are needed.

    `LONGEST` bytes are always enough. Raises `BadHeader` as soon as that is certain.
    """
    if _BINARY_BEGIN.startswith(received[: len(_BINARY_BEGIN)]):
        return _read_binary(received)
    if _LINE_BEGIN.startswith(received[: len(_LINE_BEGIN)]):
        return _read_line(received)
    raise BadHeader("no header of the PROXY protocol")


def is_header(received: bytes) -> bool | None:
    """Return whether bytes start with a header, valid or not; None if more are needed."""
    for begin in (_BINARY_BEGIN, _LINE_BEGIN):
        if received.startswith(begin):
            return True
        if begin.startswith(received):
            return None
    return False


def _read_line(received: bytes) -> Header | None:
    """Return the header of version 1. Raises `BadHeader`."""
    line, end, _ = received[:_LONGEST_LINE].partition(b"\r\n")
    if not end:
        if len(received) >= _LONGEST_LINE:
            raise BadHeader("the PROXY header is too long")
        return None
    length = len(line) + len(end)
    parts = line.decode("latin-1").split(" ")
    if parts[1] == "UNKNOWN":  # the rest has no meaning
        return Header(length)
    family = _BY_WORD.get(parts[1])
    if family is None:
        raise BadHeader("the PROXY header is not about TCP")
    if len(parts) != _PARTS:
        raise BadHeader("the PROXY header is damaged")
    client, server, client_port, server_port = parts[2:]
    return Header(
        length,
        _read_address(family, client, client_port),
        _read_address(family, server, server_port),
    )


def _read_address(family: _Family, host: str, port: str) -> Address:
    """Return an address of version 1. Raises `BadHeader`."""
    try:
        address = f"{family.kind(host)}"
    except ValueError:
        address = ""
    if not address or "%" in address:  # a scope would name a network of another machine
        raise BadHeader(f"the PROXY header has no {family.name} address")
    if not _PORT.fullmatch(port) or int(port) > _MOST_PORT:
        raise BadHeader("the PROXY header has no port")
    return address, int(port)


def _read_binary(received: bytes) -> Header | None:
    """Return the header of version 2. Raises `BadHeader`."""
    if len(received) < _FIXED.size:
        return None
    _, command, code, rest = _FIXED.unpack_from(received)
    length = _FIXED.size + rest
    if command not in (_LOCAL, _PROXY):
        raise BadHeader("the PROXY header has an unknown version or command")
    if length > LONGEST:
        raise BadHeader("the PROXY header is too long")
    family = _BY_CODE.get(code)
    if command == _PROXY and family is None and code != _UNSPECIFIED:
        raise BadHeader("the PROXY header is not about TCP")
    if len(received) < length:
        return None
    if command == _LOCAL or family is None:
        return Header(length)
    if rest < family.layout.size:
        raise BadHeader("the PROXY header is damaged")
    client, server, client_port, server_port = family.layout.unpack_from(received, _FIXED.size)
    kind = family.kind
    return Header(length, (f"{kind(client)}", client_port), (f"{kind(server)}", server_port))
