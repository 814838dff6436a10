"""Stores that earlier programs wrote: each is a file, and a database of PostgreSQL."""

import gzip
import json
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests.server.postgres import Cluster

FOLDER = Path(__file__).parents[1] / "data" / "stores"
"""The stores that the program before the redesign wrote."""
FILE, DUMP, SHOWN = "house.db.gz", "postgres.sql", "shown.json"
_numbers = count(1)


def unpack(folder: Path, source: Path = FOLDER) -> Path:
    """Write the store into a folder; return its file."""
    path = folder / "house.db"
    path.write_bytes(gzip.decompress((source / FILE).read_bytes()))
    path.chmod(0o600)
    return path


def load(cluster: Cluster, source: Path = FOLDER) -> str:
    """Load the dump into a new database; return its URL."""
    url = new_database(cluster)
    with psycopg.connect(url) as connection:
        connection.execute((source / DUMP).read_bytes())
    return url


def new_database(cluster: Cluster) -> str:
    """Make an empty database; return its URL. A dump names its schema, so none can be shared."""
    name = f"old_{next(_numbers)}"
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return cluster.url().replace("/postgres?", f"/{name}?")


def what_was_shown(source: Path = FOLDER) -> dict[str, Any]:
    """Return what the program that wrote the stores showed of them, and `now`, its time."""
    found: dict[str, Any] = json.loads((source / SHOWN).read_text(encoding="utf-8"))
    return found
