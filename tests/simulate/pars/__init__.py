"""The games that are played for pars."""
