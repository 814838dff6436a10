"""The common parts of the tables of all games: models, controls, bots, hints. No widgets."""
