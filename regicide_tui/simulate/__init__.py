"""Simulations: many games among bots, in several processes or on several machines."""
