"""Three servers on one database, people who play, and everything that can go wrong, for a while."""

import json
import os
import shutil
from argparse import Namespace
from pathlib import Path

import pytest

from tests.chaos.__main__ import run
from tests.chaos.network import MISSING, can_make_hosts
from tests.server.postgres import MISSING as NO_POSTGRES
from tests.server.postgres import REQUIRED, find_programs

_NO_BALANCER = "haproxy is not installed. For Debian: apt-get install haproxy"


def _what_is_missing() -> str:
    """Return why there can be no chaos on this machine, or nothing."""
    if find_programs() is None:
        return NO_POSTGRES
    if shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin") is None:
        return _NO_BALANCER
    return "" if can_make_hosts() else MISSING


@pytest.mark.attack
@pytest.mark.timeout(600)
async def test_no_action_is_lost_doubled_or_shown_in_vain(tmp_path: Path) -> None:
    if missing := _what_is_missing():
        assert REQUIRED not in os.environ, missing
        pytest.skip(missing)
    given = Namespace(seed="1", actions=10_000, people=15, servers=3, seconds=60.0, calm=False)
    figures, holds = await run(given, tmp_path)
    assert holds, json.dumps(figures["wrong"], indent=1)
    assert figures["faults"], figures
    assert not figures["tracebacks in journals"], figures
