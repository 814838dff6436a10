"""Plays the benchmark: `python -m regicide_tui.simulate.benchmark`, or `make benchmark`."""

import sys

from regicide_tui.thinking.machine_code import make_ready


def main() -> int:
    """Play what the command line asks for. Return the exit code."""
    make_ready()  # the next import looks for the machine code
    from regicide_tui.simulate.benchmark.command import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
