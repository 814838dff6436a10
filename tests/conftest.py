"""The options and hooks of pytest for all tests."""

import gc
import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
"""No property depends on the clock: what else runs on the machine would decide it."""
settings.load_profile("any machine")
settings.register_profile("some", settings.get_profile("any machine"), max_examples=25)
"""For `make test`."""
settings.register_profile("fast", settings.get_profile("any machine"), max_examples=10)
"""For the inner loop: `make test-fast`."""

SEARCHES = (50_000, 20, 100)
"""After how many new objects garbage is searched for: the numbers that a server uses."""


def pytest_configure() -> None:
    """Let signals end the processes of tests, also where `nohup` or a script's `&` ignores them."""
    for name, usual in (("SIGHUP", signal.SIG_DFL), ("SIGINT", signal.default_int_handler)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let pages be made anew: see `tests/tui/test_pages.py`."""
    parser.addoption(
        "--update-pages",
        action="store_true",
        help="Keep the pages of the app as they are now, and remove those no test asks for.",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests were skipped for want of a program: a number alone is overlooked."""
    skipped = [f"{one.longrepr[2]}" for one in terminalreporter.stats.get("skipped", [])]
    for why in sorted({one for one in skipped if "is not installed" in one}):
        terminalreporter.write_line(f"{skipped.count(why)} tests: {why}", yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what lives until the end, modules and tests, out of every search for garbage.

    A search goes through all that lives. At Python's usual pace it takes a fifth of the time of the
    tests, most of it to look again and again at what stays.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SEARCHES)
        gc.enable()
