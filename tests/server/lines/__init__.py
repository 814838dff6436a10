"""Visits without a screen: lines of text, and of JSON."""
