"""Renames ordered by moderators, done before a server uses the store."""

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.model.order import Act, Order
from regicide_tui.server.services.forget import rename
from regicide_tui.server.storage.opening import StorePlace, opened
from regicide_tui.server.storage.store import Store, StoreError


async def do_ordered_renames(place: StorePlace, journal: Journal) -> None:
    """Rename people as moderators have ordered.

    If other servers use the store, they know people by their old names, so this waits for a later
    start. A refusal, for example of a taken name, is noted in the journal. Raises
    `StoreError`.
    """
    async with opened(place) as store:
        order = await Order.project(store, lambda bad: journal.note("store", failed=bad)).catch_up()
    if not (renames := order.renames()):
        return
    try:
        async with opened(place, alone=True) as store:
            for act in renames:
                await _try_to_rename(store, act, journal)
    except StoreError as error:
        journal.note("store", failed=error)


async def _try_to_rename(store: Store, act: Act, journal: Journal) -> None:
    try:
        await rename(store, act.whom, act.new_name)
    except NameRefused as error:
        journal.note("rename refused", whom=act.whom, to=act.new_name, why=error)
    else:
        journal.note("renamed", whom=act.whom, to=act.new_name)
