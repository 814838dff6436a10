"""The entry point of `regicide-tui` and of `python -m regicide_tui`."""

import gc
import sys


def main() -> int:
    """Run `regicide-tui` and return its exit code."""
    gc.disable()  # until the first frame: a collection costs more than it frees
    from regicide_tui import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
