"""Tests of the bots of King of the Dead and of the search that works for every game.

Some of them run for both games of rivals. Tests of the Duel alone are in `tests/bots/duel`.
"""
