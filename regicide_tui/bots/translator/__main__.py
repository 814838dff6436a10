"""Builds the library beside the sources: `python -m regicide_tui.bots.translator`.

For another platform, add its name as in wheels, and a path.
"""

import os
import sys
from pathlib import Path

from regicide_tui.bots.nets import library_file


def main() -> None:
    """Build it, without loading an existing one, which may be outdated."""
    os.environ["REGICIDE_TUI_PYTHON_RUNS_SEARCHES"] = "1"
    from regicide_tui.bots.translator.building import build

    platform, path = sys.argv[1:] or ("", library_file())
    build(Path(path), platform)


if __name__ == "__main__":
    main()
