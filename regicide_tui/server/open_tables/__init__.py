"""What the hub knows of the people and the games at open tables."""
