"""Tests of the table of Regicide Duel."""
