"""The stores of all released versions are read without a conversion, and show what they showed."""

from pathlib import Path
from typing import get_args

import pytest
from msgspec import convert

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.record import AnyEvent
from regicide_tui.server.operator.check_store import find_faults
from regicide_tui.server.storage.opening import StorePlace, check_place, open_store
from tests.server.gatherings import first_action, opened
from tests.server.old_stores import FILE, load, unpack, what_was_shown
from tests.server.shown import shown
from tests.server.waiting import Time

_RELEASED = sorted((Path(__file__).parents[1] / "data" / "released").glob(f"*/{FILE}"))
assert _RELEASED, "there is no store of a release"


@pytest.fixture(params=[path.parent for path in _RELEASED], ids=lambda folder: folder.name)
def released(request: pytest.FixtureRequest) -> Path:
    """The folder of each release that has a store."""
    folder: Path = request.param
    return folder


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, released: Path, tmp_path: Path) -> StorePlace:
    """A copy of each store."""
    if request.param == "sqlite":
        return unpack(tmp_path, released)
    return load(request.getfixturevalue("cluster"), released)


@pytest.mark.slow
async def test_a_store_shows_what_it_showed_then(place: StorePlace, released: Path) -> None:
    expected = what_was_shown(released)
    await check_place(place)
    store = await open_store(place)
    assert [fault async for fault in find_faults(store, await store.logs())] == []
    found = await shown(store, expected["now"])
    await store.close()
    for part in expected.keys() - {"now"}:
        assert found[part] == expected[part], part


async def test_they_have_every_event_of_a_table(tmp_path: Path) -> None:
    events = set()
    for number, folder in enumerate(path.parent for path in _RELEASED):
        (tmp_path / f"{number}").mkdir()
        store = await open_store(unpack(tmp_path / f"{number}", folder))
        for log in [one for one in await store.logs() if one.startswith("table/")]:
            for entry in await store.read(log):
                records = convert(entry.body["events"], list[dict[str, object]])
                events |= {event["event"] for event in records}
        await store.close()
    assert events == {kind.__name__ for kind in get_args(AnyEvent)}


async def test_its_games_go_on(place: StorePlace, released: Path) -> None:
    expected = what_was_shown(released)
    store = await open_store(place)
    async with opened(store, clock=Time(expected["now"] / 1000)) as services:
        playing = {name for name, one in expected["tables"].items() if one["is"] == "playing"}
        assert {expected["tables"][name]["game"] for name in playing} == {
            *("duel", "king_of_the_dead", "regicide"),
        }
        for table in playing:
            await services.tables.read(table)
            state = services.tables.whole(table)
            if state.facts.acting_bot is not None:
                continue
            by, action = first_action(state)
            await services.commands.do(table, by, commands.Act(action))
            game = services.tables.whole(table).game
            assert game is not None
            assert state.game is not None
            assert game.moves == state.game.moves + 1
    await store.close()
