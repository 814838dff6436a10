"""What can be said to pytest about our tests."""

import pytest
from hypothesis import settings

settings.register_profile("fast", max_examples=10)
"""For the inner loop: `make test-fast`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let pages be made anew: see `tests/tui/test_pages.py`."""
    parser.addoption(
        "--update-pages",
        action="store_true",
        help="Keep the pages of the app as they are now, and remove those no test asks for.",
    )
