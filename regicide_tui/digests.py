"""BLAKE2 without `hashlib`, which initialises OpenSSL: milliseconds and a megabyte at a start."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python that has it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
