"""Tests of the players of Regicide."""
