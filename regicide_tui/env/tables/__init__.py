"""Many tables at once, in machine code: Regicide and Regicide Duel on encoded states."""

from regicide_tui.env.tables.compiling import JIT
from regicide_tui.env.tables.tables import Step, Tables

__all__ = ["JIT", "Step", "Tables"]
