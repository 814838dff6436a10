"""Tests of the real program, in a real terminal."""
