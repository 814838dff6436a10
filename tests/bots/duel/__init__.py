"""Tests of the bots of Regicide Duel."""
