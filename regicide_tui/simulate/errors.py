"""Why a simulation can't be run."""


class SimulationError(Exception):
    """A simulation can't be run. The text says why."""


class BadBots(SimulationError):
    """These bots can't play."""


class BadFile(SimulationError):
    """A file can't be written, or not be continued."""


class WorkersDied(SimulationError):
    """The processes that play died again and again."""


class ClusterUnavailable(SimulationError):
    """The package for clusters is not installed."""


def not_ours(path: object) -> BadFile:
    """Return the error for a file that no simulation has written."""
    return BadFile(f"{path} is no file of a simulation.")


def of_other_games(path: object) -> BadFile:
    """Return the error for a file of another plan."""
    return BadFile(f"{path} holds other games: name another file.")
