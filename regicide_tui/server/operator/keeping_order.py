"""Keeping order from the command line; the server may run meanwhile and notices soon."""

from collections.abc import Mapping
from datetime import UTC, datetime

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.order import LIFTED, Act, Kind
from regicide_tui.server.services.moderation import OPERATOR, Moderation
from regicide_tui.server.storage.opening import StorePlace, opened
from regicide_tui.server.storage.store import Store

KINDS: Mapping[str, Kind] = {
    one.value: one for one in (Kind.BAN, Kind.UNBAN, Kind.MUTE, Kind.UNMUTE, Kind.KICK)
}
"""The acts of the command line, by the names of their options."""


async def act(place: StorePlace, kind: str, whom: str, why: str, seconds: float) -> str:
    """Add an act to the log; return a sentence. Raises `StoreError`."""
    async with opened(place) as store:
        moderation = _moderation_of(store)
        await moderation.catch_up()
        done = KINDS[kind]
        if done in LIFTED and moderation.order.lifted_by(done, whom, moderation.now) is None:
            return f"There is no {LIFTED[done]} of {whom}."
        return _line_of(await moderation.act(done, OPERATOR, whom, why, seconds))


async def list_acts(place: StorePlace) -> str:
    """Return all acts, one a line, the newest last. Raises `StoreError`."""
    async with opened(place) as store:
        moderation = _moderation_of(store)
        await moderation.catch_up()
        acts = moderation.order.acts
    return "\n".join(map(_line_of, acts)) or "Nothing was done yet."


def _moderation_of(store: Store) -> Moderation:
    """Return the acts in a store. The journal is that of the server, so nothing is noted here."""
    return Moderation(store, journal=Journal(lambda _: None))


def _line_of(act: Act) -> str:
    """Return who did what to whom, why, and until when."""
    at = f"{datetime.fromtimestamp(act.at / 1000, UTC):%Y-%m-%d %H:%M} UTC  " if act.at else ""
    end = f"  {act.describe_end()}" if act.kind in (Kind.BAN, Kind.MUTE) else ""
    end = f" to {act.new_name}" if act.new_name else end
    return f"{at}{act.by}: {act.kind} {act.whom}{end}" + (f"  ({act.why})" if act.why else "")
