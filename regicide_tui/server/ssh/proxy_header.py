"""The header of the PROXY protocol: a balancer says whose connection it passes on.

It is what HAProxy's document `proxy-protocol.txt` specifies, versions 1 and 2, for TCP. The header
stands before everything that the client sends. Its additions (TLVs) are skipped.
"""

import re
from ipaddress import IPv4Address, IPv6Address
from struct import Struct

from regicide_tui.games.base import Value

LONGEST = 536
"""The most bytes of a header: more may not arrive in one piece, as the specification says."""
_LONGEST_LINE = 107
_LINE_BEGIN, _BINARY_BEGIN = b"PROXY ", b"\r\n\r\n\0\r\nQUIT\n"
"""The first bytes of version 1, and those of version 2."""
_FIXED = Struct("!12sBBH")
_IPV4, _IPV6 = Struct("!4s4sHH"), Struct("!16s16sHH")
_LOCAL, _PROXY = 0x20, 0x21
"""Version 2 with each of its commands. The balancer itself has made a local connection."""
_UNSPECIFIED, _TCP4, _TCP6 = 0x00, 0x11, 0x21
_PORT = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_MOST_PORT = 65535
_PARTS = 6

Address = tuple[str, int]
"""An IP address and a port."""


class Header(Value):
    """Who has connected to which address of the balancer, and the length of the header.

    Both addresses are None if the balancer has made the connection itself, for example to check
    whether the server is there, or does not know who has.
    """

    length: int
    client: Address | None = None
    server: Address | None = None


class BadHeader(Exception):
    """These bytes begin no valid header; the message says why, and repeats none of them."""


def read_header(received: bytes) -> Header | None:
    """Return the header at the beginning of what was received; None if more must come.

    `LONGEST` bytes are always enough. Raises `BadHeader`, as soon as that is certain.
    """
    if _BINARY_BEGIN.startswith(received[: len(_BINARY_BEGIN)]):
        return _read_binary(received)
    if _LINE_BEGIN.startswith(received[: len(_LINE_BEGIN)]):
        return _read_line(received)
    raise BadHeader("no header of the PROXY protocol")


def is_header(received: bytes) -> bool | None:
    """Tell whether bytes begin with a header, valid or not; None if more must come."""
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
    if parts[1] == "UNKNOWN":  # what follows has no meaning
        return Header(length)
    if parts[1] not in ("TCP4", "TCP6"):
        raise BadHeader("the PROXY header is not about TCP")
    if len(parts) != _PARTS:
        raise BadHeader("the PROXY header is damaged")
    _, family, client, server, client_port, server_port = parts
    read = _read_ipv4 if family == "TCP4" else _read_ipv6
    return Header(
        length,
        (read(client), _read_port(client_port)),
        (read(server), _read_port(server_port)),
    )


def _read_ipv4(text: str) -> str:
    try:
        return str(IPv4Address(text))
    except ValueError:
        raise BadHeader("the PROXY header has no IPv4 address") from None


def _read_ipv6(text: str) -> str:
    try:
        address = IPv6Address(text)
    except ValueError:
        raise BadHeader("the PROXY header has no IPv6 address") from None
    if address.scope_id is not None:  # it would name a network of another machine
        raise BadHeader("the PROXY header has no IPv6 address")
    return str(address)


def _read_port(text: str) -> int:
    if not _PORT.fullmatch(text) or int(text) > _MOST_PORT:
        raise BadHeader("the PROXY header has no port")
    return int(text)


def _read_binary(received: bytes) -> Header | None:
    """Return the header of version 2. Raises `BadHeader`."""
    if len(received) < _FIXED.size:
        return None
    _, command, family, rest = _FIXED.unpack_from(received)
    length = _FIXED.size + rest
    if command not in (_LOCAL, _PROXY):
        raise BadHeader("the PROXY header has an unknown version or command")
    if length > LONGEST:
        raise BadHeader("the PROXY header is too long")
    if command == _PROXY and family not in (_UNSPECIFIED, _TCP4, _TCP6):
        raise BadHeader("the PROXY header is not about TCP")
    if len(received) < length:
        return None
    if command == _LOCAL or family == _UNSPECIFIED:
        return Header(length)
    layout = _IPV4 if family == _TCP4 else _IPV6
    if rest < layout.size:
        raise BadHeader("the PROXY header is damaged")
    client, server, client_port, server_port = layout.unpack_from(received, _FIXED.size)
    kind = IPv4Address if family == _TCP4 else IPv6Address
    return Header(length, (str(kind(client)), client_port), (str(kind(server)), server_port))
