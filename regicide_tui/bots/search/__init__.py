"""A tree search for every game, which plays on the engine itself."""
