"""Values about which a test knows more than their types say."""

from typing import Any


def loose(value: object) -> Any:
    """Return a value for tests to inspect or pass on, whatever its type."""
    return value
