"""The command line. Everything heavy is imported late, so that small answers are quick."""

import sys


def main() -> int:
    """Run `regicide-tui` and return its exit code."""
    if sys.argv[1:2] == ["engine"]:
        from regicide_tui.engine import run

        run(sys.stdin.buffer, sys.stdout.buffer)
    return 0
