"""A server of a test, as the tests of the server have it."""

from tests.server.conftest import path, services, store

__all__ = ["path", "services", "store"]
