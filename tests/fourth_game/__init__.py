"""A fourth game, installed as a package of its own: the proof that a game is a plug-in."""
