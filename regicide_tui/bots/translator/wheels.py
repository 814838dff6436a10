"""Builds wheels for all platforms on one machine: `python -m regicide_tui.bots.translator.wheels`.

They are written to `dist`. This needs the packages hatchling and ziglang.
"""

import os
import subprocess
import sys

from regicide_tui.bots.translator.building import TARGETS
from regicide_tui.bots.translator.hook import PLATFORM


def main() -> None:
    """Build them, one after the other."""
    for platform in TARGETS:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
        subprocess.run(command, env={**os.environ, PLATFORM: platform}, check=True)  # noqa: S603


if __name__ == "__main__":
    main()
