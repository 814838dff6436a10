"""Whoever comes in while the house closes is told so, and is not let in."""

import asyncio
import io
from pathlib import Path

import pytest

from regicide_tui.server.accounts import Account
from tests.server.clients import connect, open_house, session


async def test_who_comes_while_the_house_closes_is_told_like_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = io.StringIO()
    async with open_house(tmp_path, journal) as house:
        kept, enter = asyncio.Event(), house.accounts.enter

        async def slowly(name: str, key: str) -> Account:
            await kept.wait()
            return await enter(name, key)

        monkeypatch.setattr(house.accounts, "enter", slowly)
        async with connect(house) as connection:
            client = await session(connection)
            closing = asyncio.ensure_future(house.close("Come back soon."))
            await asyncio.sleep(0)  # it has begun
            kept.set()
            assert b"Come back soon." in await client.ends()
        await closing
        assert not house.sessions
        assert "came" not in journal.getvalue()
