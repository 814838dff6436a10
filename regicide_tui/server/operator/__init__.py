"""The operator's tasks: run the server, inspect it, configure it."""


class CommandError(Exception):
    """A command of the operator failed; the message says why."""
