"""Tests of the text sessions."""
