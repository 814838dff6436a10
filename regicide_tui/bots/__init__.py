"""Players that see what a seat sees and answer an action. docs/bots.md tells how they think."""
