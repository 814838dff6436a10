"""Many games among bots: played by several processes or machines, counted, and written down."""
