"""A server of a test, as the tests of the server have it."""

from tests.server.conftest import hub, path, store

__all__ = ["hub", "path", "store"]
