"""What a TCP balancer sends first: headers of the PROXY protocol, made without the code that reads.

The layouts are those of HAProxy's document `proxy-protocol.txt`.
"""

import ipaddress

BINARY_BEGIN = bytes.fromhex("0d0a0d0a000d0a515549540a")


def line_header(addresses: tuple[str, str], ports: tuple[int, int] = (50000, 2222)) -> bytes:
    """Return the header of version 1 for a client and the address to which it has connected."""
    family = "TCP6" if ":" in addresses[0] else "TCP4"
    return f"PROXY {family} {' '.join(addresses)} {ports[0]} {ports[1]}\r\n".encode()


def binary_header(
    addresses: tuple[str, str], ports: tuple[int, int] = (50000, 2222), additions: bytes = b""
) -> bytes:
    """Return the header of version 2 for a client and the address to which it has connected."""
    packed = b"".join(ipaddress.ip_address(one).packed for one in addresses)
    numbers = b"".join(one.to_bytes(2, "big") for one in ports)
    body = packed + numbers + additions
    family = b"\x21" if ":" in addresses[0] else b"\x11"
    return BINARY_BEGIN + b"\x21" + family + len(body).to_bytes(2, "big") + body


def check_header() -> bytes:
    """Return the header with which a balancer checks a server."""
    return BINARY_BEGIN + b"\x20\x00\x00\x00"
