"""Tests of the bot process, and of foreign programs that play."""
