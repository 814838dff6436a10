"""The translator of the bots to C."""
