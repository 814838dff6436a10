"""Tests of the app on the screen, without a terminal."""
