"""Tests of Regicide Duel."""
