"""King of the Dead as encoded states, and a fast search over them.

An encoded state is one array of numbers (layout.py).
"""
