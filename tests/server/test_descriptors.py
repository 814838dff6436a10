"""A server opens only where the system lets it have enough files open."""

import resource
from collections.abc import Iterator

import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.running.listening import RESERVE, TooFewDescriptors, allow_connections


@pytest.fixture(autouse=True)
def limits() -> Iterator[None]:
    """Give the process its own limits back."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_limit_is_raised_as_far_as_the_connections_need() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
    allow_connections(Config())
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (200 + RESERVE, most)


def test_a_limit_that_is_high_enough_stays() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1000, most))
    allow_connections(Config())
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1000, most)


def test_where_it_can_not_be_raised_the_server_says_what_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 256))

    def refuse(_: int, limits: tuple[int, int]) -> None:
        assert limits == (500, 256)
        raise ValueError("current limit exceeds maximum limit")

    raises_limits = resource.setrlimit
    monkeypatch.setattr(resource, "setrlimit", refuse)
    with pytest.raises(TooFewDescriptors) as found:
        allow_connections(Config())
    monkeypatch.setattr(resource, "setrlimit", raises_limits)
    assert str(found.value) == (
        "The system allows the server only 256 open files, but 200 connections need 500. "
        "Allow more (ulimit -n 500), or set fewer connections in the [limits] of its configuration."
    )
