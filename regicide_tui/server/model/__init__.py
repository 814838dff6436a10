"""Pure decisions and values: no clock, no disk, no loop."""
