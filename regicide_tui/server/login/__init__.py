"""How visitors come in: keys, refusals, guests, and the choice of a name."""
