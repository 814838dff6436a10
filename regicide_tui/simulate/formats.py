"""The file formats, by file extension. The package for Parquet is optional."""

from pathlib import Path
from types import ModuleType

from regicide_tui.simulate.errors import BadFile

CSV, PARQUET = ".csv", ".parquet"


def check_format(path: Path, *formats: str) -> None:
    """Raise `BadFile` unless the file's name ends with one of these formats."""
    if path.suffix not in formats:
        raise BadFile(f"The name of this file must end with {' or '.join(formats)}: {path}.")


def load_pyarrow() -> ModuleType:
    """Import the package for Parquet. Raises `BadFile` if it is missing."""
    try:
        import pyarrow.parquet

        found: ModuleType = pyarrow
    except ImportError:
        raise BadFile("Parquet needs an extra: pip install 'regicide-tui[parquet]'") from None
    return found
