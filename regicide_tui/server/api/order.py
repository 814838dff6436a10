"""What a moderator sees and does."""

from collections.abc import Sequence

from regicide_tui.server.api.part import Part
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.order import TO_ALL, Act, Kind, has_address
from regicide_tui.server.model.table.command import Refused, refusing


class Order(Part):
    """Moderation by one visitor; everything is refused unless they are a moderator."""

    @property
    def is_moderator(self) -> bool:
        """Whether the visitor is a moderator."""
        return self._services.moderation.is_moderator(self._name)

    @property
    def holding(self) -> Sequence[Act]:
        """The bans and mutes in force, the newest last; empty unless the visitor is a moderator."""
        return self._services.moderation.holding if self.is_moderator else ()

    def against(self, name: str) -> Sequence[Act]:
        """Return the bans and mutes against a person; none unless the visitor is a moderator."""
        if not self.is_moderator:
            return ()
        moderation = self._services.moderation
        return moderation.order.against(name, self.address_of(name), moderation.now())

    def address_of(self, name: str) -> str:
        """Return a person's address; empty if they aren't here."""
        return self._services.presence.facts_of(name).address if self.is_moderator else ""

    def others_at(self, whom: str, name: str = "") -> list[str]:
        """Return who else is here from an address, or a range, that a moderator would ban.

        Moderators aren't included: such a ban doesn't keep them out.
        """
        presence, is_moderator = self._services.presence, self._services.moderation.is_moderator
        return [
            one
            for one in presence.names
            if one != name
            and self.is_moderator
            and not is_moderator(one)
            and has_address(whom, presence.facts_of(one).address)
        ]

    @refusing
    async def act(self, kind: Kind, whom: str, why: str, seconds: float = 0.0) -> Act:
        """Act, for a reason. Raises `Refused`."""
        if kind is Kind.KICK and self.is_moderator and whom not in self._services.presence.names:
            raise Refused(f"{whom} has already left.")
        if kind in (Kind.BAN, Kind.MUTE):
            await self._services.moderation.check_target(whom)
        if kind is Kind.SAY and self.is_moderator:
            await self._services.chats.say(self._name, f"{TO_ALL}{why}", self._visitor.address)
        return await self._services.moderation.act(kind, self._name, whom, why, seconds)

    @refusing
    async def close_table(self, table: str, why: str) -> Act:
        """Close a table without a result. Raises `Refused`."""
        return await self._services.clearing.close_table(table, self._name, why)

    @refusing
    async def cancel_tournament(self, tournament: Tournament, why: str) -> Act:
        """Cancel a tournament before its first round. Raises `Refused`."""
        return await self._services.clearing.cancel_tournament(tournament, self._name, why)

    @refusing
    async def check_rename(self, whom: str, new_name: str) -> None:
        """Raise `Refused` if the visitor can't give someone this name."""
        await self._services.moderation.check_rename(self._name, whom, new_name)

    @refusing
    async def rename(self, whom: str, new_name: str, why: str) -> Act:
        """Rename someone when the server next starts. Raises `Refused`."""
        return await self._services.moderation.order_rename(self._name, whom, new_name, why)
