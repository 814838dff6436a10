"""Card games for the terminal: Regicide, with its engine, its saves and its table."""

__version__ = "1.0.0"
