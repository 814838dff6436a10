"""The parts of the hub: what it knows of open tables, and what it does there without a command."""
