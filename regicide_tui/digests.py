"""BLAKE2 without `hashlib`, whose import of OpenSSL costs milliseconds and a megabyte."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python with another layout
    from hashlib import blake2b

__all__ = ["blake2b"]
