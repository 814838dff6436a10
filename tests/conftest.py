"""The options and hooks of pytest for all tests."""

import gc
import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
"""No property depends on the clock: other load on the machine would decide the result."""
settings.load_profile("any machine")
settings.register_profile("some", settings.get_profile("any machine"), max_examples=25)
"""For `make test`."""
settings.register_profile("fast", settings.get_profile("any machine"), max_examples=10)
"""For the inner loop: `make test-fast`."""

SEARCHES = (50_000, 20, 100)
"""The thresholds of garbage collection: the numbers that a server uses."""


def pytest_configure() -> None:
    """Let signals end the processes of tests, even where `nohup` or a script's `&` ignores them."""
    for name, usual in (("SIGHUP", signal.SIG_DFL), ("SIGINT", signal.default_int_handler)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option to update pages: see `tests/tui/test_pages.py`."""
    parser.addoption(
        "--update-pages",
        action="store_true",
        help="save the app's current pages, and remove unused ones",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report tests that were skipped because of a missing program: a mere number is overlooked."""
    skipped = [f"{one.longrepr[2]}" for one in terminalreporter.stats.get("skipped", [])]
    for why in sorted({one for one in skipped if "is not installed" in one}):
        terminalreporter.write_line(f"{skipped.count(why)} tests: {why}", yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude long-lived objects, such as modules and tests, from garbage collection.

    A collection visits all living objects. With Python's default thresholds it takes a fifth of the
    tests' time, mostly to visit long-lived ones again and again.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SEARCHES)
        gc.enable()
