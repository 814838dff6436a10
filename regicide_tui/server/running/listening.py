"""Where the server listens, and why it can't."""

import asyncio
import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from socket import gaierror
from typing import TYPE_CHECKING

from regicide_tui.printable import printable
from regicide_tui.server.base.config import Config, read_address
from regicide_tui.server.model.names import PLAY

if TYPE_CHECKING:
    from prometheus_client.registry import Collector


async def check_port(config: Config) -> None:
    """Raise the `OSError` with which the server could not listen; nobody is let in meanwhile."""
    loop = asyncio.get_running_loop()
    with listen_errors(config):
        bound = await loop.create_server(
            asyncio.Protocol, config.host, config.port, start_serving=False
        )
        bound.close()


async def check_metrics_port(config: Config) -> None:
    """Raise the `OSError` with which the metrics could not be shown."""
    if config.metrics:
        loop, (host, port) = asyncio.get_running_loop(), read_address(config.metrics)
        try:
            bound = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
            bound.close()
        except OSError as error:
            raise _metrics_error(host, port, error) from None


@contextmanager
def showing_metrics(registry: "Collector", address: str) -> Iterator[str]:
    """Answer scrapes within this context; give a line that says where.

    Raises `OSError` if the server can't listen there.
    """
    from regicide_tui.server.running.metrics import serve_metrics

    host, port = read_address(address)
    with ExitStack() as serving:
        try:
            port = serving.enter_context(serve_metrics(registry, host, port))
        except OSError as error:
            raise _metrics_error(host, port, error) from None
        shown = f"[{host}]" if ":" in host else host
        yield f"Prometheus reads: http://{shown}:{port}/metrics"


@contextmanager
def listen_errors(config: Config) -> Iterator[None]:
    """Say why the server can't listen. Raises `OSError`."""
    try:
        yield
    except OSError as error:
        raise _listen_error(config, error.errno, _reason(error)) from None
    except ValueError:  # Python looks up no name with a zero byte or a part of 64 letters
        why = "that is no address and no name of a host"
        raise _listen_error(config, errno.EADDRNOTAVAIL, why) from None


def describe_way_in(config: Config, port: int, fingerprint: str) -> list[str]:
    """Return the lines that say how people reach the server."""
    host = "localhost" if config.host in ("127.0.0.1", "::1") else config.host
    lines = [
        f"The server is running: ssh -p {port} NAME@{host}",
        f"Its key is {fingerprint}.",
    ]
    if config.lets_guests_in:
        lines.append(f"Guests come by: ssh -p {port} {PLAY}@{host}")
    return lines


def _listen_error(config: Config, number: int | None, why: str) -> OSError:
    message = f"The server can't listen at {printable(config.host)}, port {config.port}: {why}."
    return OSError(number, message)


def _metrics_error(host: str, port: int, error: OSError) -> OSError:
    message = f"The server can't show metrics at {host}, port {port}: {_reason(error)}."
    return OSError(error.errno, message)


def _reason(error: OSError) -> str:
    """Return why listening failed, in words that don't depend on the Python version."""
    if isinstance(error, gaierror) or error.filename is not None:
        return f"{error.strerror}".lower()
    # Since Python 3.12 asyncio gives no number to the one error it does not raise at once.
    return os.strerror(error.errno or errno.EADDRNOTAVAIL).lower()
