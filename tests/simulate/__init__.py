"""Many games among bots."""
