"""Tests of where bots think, and of foreign programs that play."""
