"""Builds the library in its place beside the sources: `python -m regicide_tui.bots.translator`.

For another platform, its name as wheels have it and a path follow.
"""

import os
import sys
from pathlib import Path

from regicide_tui.bots.nets import library_file


def main() -> None:
    """Build it. What is there already may be old, so it is not loaded."""
    os.environ["REGICIDE_TUI_PYTHON_RUNS_SEARCHES"] = "1"
    from regicide_tui.bots.translator.building import build

    platform, path = sys.argv[1:] or ("", library_file())
    build(Path(path), platform)


if __name__ == "__main__":
    main()
