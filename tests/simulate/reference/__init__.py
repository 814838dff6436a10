"""Tests of the players of simulations alone."""
