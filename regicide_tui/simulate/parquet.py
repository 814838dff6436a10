"""The package for Parquet, which may be missing."""

from types import ModuleType

from regicide_tui.simulate.errors import BadFile

PARQUET = ".parquet"


def load_pyarrow() -> ModuleType:
    """Return the package for Parquet. Raises `BadFile` if it is missing."""
    try:
        import pyarrow.parquet

        found: ModuleType = pyarrow
    except ImportError:
        raise BadFile("Parquet needs more: pip install 'regicide-tui[parquet]'") from None
    return found
