"""The header of the PROXY protocol, in both of its versions."""

import struct
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.ssh.proxy_header import (
    LONGEST,
    BadHeader,
    Header,
    is_header,
    read_header,
)
from tests.server.balancer import BINARY_BEGIN, binary_header, line_header

ports = st.integers(0, 65535)
addresses = st.one_of(
    *[st.tuples(one.map(str), one.map(str)) for one in (st.ip_addresses(v=4), st.ip_addresses(v=6))]
)
headers = st.one_of(
    st.builds(line_header, addresses, st.tuples(ports, ports)),
    st.builds(binary_header, addresses, st.tuples(ports, ports), additions=st.binary(max_size=300)),
)


def plain(address: str) -> str:
    """Return an address as Python writes it."""
    kind = IPv6Address if ":" in address else IPv4Address
    return str(kind(address))


@given(addresses, st.tuples(ports, ports), st.binary(max_size=40), st.binary(max_size=40))
def test_both_versions_tell_who_has_connected_and_where_the_header_ends(
    pair: tuple[str, str], numbers: tuple[int, int], additions: bytes, rest: bytes
) -> None:
    client, server = ((plain(one), port) for one, port in zip(pair, numbers, strict=True))
    for header in (line_header(pair, numbers), binary_header(pair, numbers, additions=additions)):
        assert read_header(header + rest) == Header(len(header), client, server)


@given(headers, st.data())
def test_a_header_in_pieces_is_waited_for(header: bytes, data: st.DataObject) -> None:
    end = data.draw(st.integers(0, len(header) - 1))
    assert read_header(header[:end]) is None
    assert is_header(header[:end]) in (None, True)
    assert is_header(header) is True


@given(st.binary(max_size=2 * LONGEST))
def test_of_any_bytes_it_is_known_within_the_longest_header_what_they_are(received: bytes) -> None:
    for begin in (b"", b"PROXY ", b"PROXY TCP4 ", b"PROXY UNKNOWN", BINARY_BEGIN):
        try:
            found = read_header(begin + received)
        except BadHeader:
            continue
        assert found is not None or len(begin + received) < LONGEST
        assert found is None or found.length <= min(LONGEST, len(begin + received))


@given(st.binary(min_size=1, max_size=40).filter(lambda one: one[:1] not in b"P\r"))
def test_what_begins_otherwise_is_refused_at_its_first_byte(received: bytes) -> None:
    assert is_header(received) is False
    with pytest.raises(BadHeader, match="no header"):
        read_header(received[:1])


@pytest.mark.parametrize(
    "checks",
    [
        b"PROXY UNKNOWN\r\n",
        b"PROXY UNKNOWN ffff:f...f:ffff 1 2 3\r\n",
        BINARY_BEGIN + b"\x20\x00\x00\x00",
        BINARY_BEGIN + b"\x20\x11\x00\x0c" + bytes(12),
        BINARY_BEGIN + b"\x20\x77\x00\x03abc",
        BINARY_BEGIN + b"\x21\x00\x00\x00",
    ],
)
def test_a_check_has_no_addresses(checks: bytes) -> None:
    assert read_header(checks + b"SSH") == Header(len(checks))


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (b"SSH-2.0-OpenSSH", "no header"),
        (b"PROXY TCP5 1.2.3.4 1.2.3.4 1 2\r\n", "not about TCP"),
        (b"PROXY UDP4 1.2.3.4 1.2.3.4 1 2\r\n", "not about TCP"),
        (b"PROXY \r\n", "not about TCP"),
        (b"PROXY TCP4\r\n", "damaged"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n", "damaged"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n", "damaged"),
        (b"PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", "damaged"),
        (b"PROXY TCP4 ::1 ::1 1 2\r\n", "no IPv4 address"),
        (b"PROXY TCP4 1.2.3 1.2.3.4 1 2\r\n", "no IPv4 address"),
        (b"PROXY TCP4 01.2.3.4 1.2.3.4 1 2\r\n", "no IPv4 address"),
        (b"PROXY TCP4 1.2.3.4 localhost 1 2\r\n", "no IPv4 address"),
        (b"PROXY TCP4 1.2.3.\xb2 1.2.3.4 1 2\r\n", "no IPv4 address"),
        (b"PROXY TCP6 1.2.3.4 ::1 1 2\r\n", "no IPv6 address"),
        (b"PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n", "no IPv6 address"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 65536 2\r\n", "no port"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 1 -2\r\n", "no port"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n", "no port"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 1_0 2\r\n", "no port"),
        (b"PROXY TCP4 1.2.3.4 1.2.3.4 1 \r\n", "no port"),
        (b"PROXY UNKNOWN " + b"x" * 93, "too long"),
        (b"PROXY TCP4 " + b"\n" * 96, "too long"),
        (BINARY_BEGIN + b"\x11\x11\x00\x0c" + bytes(12), "version or command"),
        (BINARY_BEGIN + b"\x22\x11\x00\x0c" + bytes(12), "version or command"),
        (BINARY_BEGIN + b"\x21\x12\x00\x0c" + bytes(12), "not about TCP"),
        (BINARY_BEGIN + b"\x21\x31\x00\xd8" + bytes(216), "not about TCP"),
        (BINARY_BEGIN + b"\x21\x11\x00\x0b" + bytes(11), "damaged"),
        (BINARY_BEGIN + b"\x21\x21\x00\x0c" + bytes(12), "damaged"),
        (BINARY_BEGIN + b"\x21\x11" + struct.pack("!H", LONGEST - 15), "too long"),
        (BINARY_BEGIN + b"\x20\x00\xff\xff", "too long"),
    ],
)
def test_what_is_no_header_of_a_tcp_connection_is_refused(header: bytes, why: str) -> None:
    with pytest.raises(BadHeader, match=why):
        read_header(header)


def test_a_line_may_be_as_long_as_the_specification_says() -> None:
    line = b"PROXY UNKNOWN " + b"x" * 91 + b"\r\n"
    assert len(line) == 107
    assert read_header(line) == Header(107)
    with pytest.raises(BadHeader, match="too long"):
        read_header(b"x".join(line.rsplit(b"\r", 1)) + b"\r\n")
