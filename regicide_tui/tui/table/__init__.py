"""What the tables of all games share: models, controls, bots and hints. No widgets."""
