"""The errors of simulations."""


class SimulationError(Exception):
    """A simulation can't be run. The text explains why."""


class BadBots(SimulationError):
    """These bots can't play."""


class BadFile(SimulationError):
    """A file can't be written, or it can't be continued."""


class WorkersDied(SimulationError):
    """The worker processes keep dying."""


class ClusterUnavailable(SimulationError):
    """The package for Dask clusters is not installed."""


def not_ours(path: object) -> BadFile:
    """Return the error for a file that no simulation has written."""
    return BadFile(f"{path} is not a file of a simulation.")


def of_other_games(path: object) -> BadFile:
    """Return the error for a file of another plan."""
    return BadFile(f"{path} contains other games. Choose another file.")
