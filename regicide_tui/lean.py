"""A quick start: what is imported without what it does not need."""

import sys


def import_msgspec() -> None:
    """Import msgspec without `typing_extensions`: it then uses `typing` instead.

    The imports of `typing_extensions` take a tenth of the time until the first picture.
    """
    unwanted = "typing_extensions"
    if unwanted in sys.modules:
        return
    sys.modules[unwanted] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules[unwanted]
