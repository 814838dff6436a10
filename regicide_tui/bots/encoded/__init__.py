"""Games of plays and payments as encoded states, and a fast search over them.

An encoded state is one array of numbers (state.py).
"""
