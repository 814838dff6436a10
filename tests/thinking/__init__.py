"""Tests of the process in which bots think, and of what is asked there."""
