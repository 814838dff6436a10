"""Looking ahead in any game of the house: a tree search that plays on the engine itself."""
