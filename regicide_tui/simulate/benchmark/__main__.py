"""Plays the benchmark: `python -m regicide_tui.simulate.benchmark`, or `make benchmark`."""

import sys

from regicide_tui.simulate.benchmark.command import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
