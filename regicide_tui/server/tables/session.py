"""A seat at a table of the server, or a place from which to watch it, as a game to play at."""

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.seat import SeatTable
from regicide_tui.server.storage.store import StoreError, sentence
from regicide_tui.server.tables.commands import UNDO, Act, Ask, Command, Draw, Resign
from regicide_tui.server.tables.decide import Refused
from regicide_tui.server.tables.handle import TableHandle
from regicide_tui.server.tables.table_info import TableInfo


class RemoteSession:
    """Holds what this seat may know, as it was looked at last; what is done goes to the log.

    An action becomes text here: the log keeps it in the notation of the game.
    """

    def __init__(self, place: TableHandle) -> None:
        self.place = place
        self.company: TableInfo = place.company
        """All there is to see but the cards."""
        self.table = self._seen()

    @property
    def whole(self) -> None:
        """None: this process owns the game, but no seat does."""

    @property
    def ended(self) -> bool:
        """Whether nothing is left to be done here."""
        return self.company.over

    @property
    def moved(self) -> bool:
        """Whether actions were taken, or taken back, since it was looked at last."""
        table = self.place.table
        return table is not None and table.moves != self.table.moves

    def renew(self) -> None:
        """Look at the table as it stands now."""
        self.company, self.table = self.place.company, self._seen()

    def _seen(self) -> SeatTable:
        table = self.place.table
        assert table is not None  # a session begins with the game
        return table

    async def do(self, command: Command) -> None:
        """Do anything at the table. Raises `IllegalAction` if that can't be done."""
        try:
            await self.place.do(command)
        except (Refused, StoreError) as error:
            raise IllegalAction("refused", sentence(error)) from None

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for this seat. Raises `IllegalAction`."""
        await self.do(Act(self.table.game.format(action)))
        self.renew()

    async def undo(self) -> None:
        """Ask all to take the last action back. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, moves=self.table.moves))

    async def agree_to_undo(self, asked_at: int) -> None:
        """Agree to what was asked at that entry of the log. Raises `IllegalAction`."""
        await self.do(Ask(UNDO, answers=asked_at))

    async def redo(self) -> None:
        """Do nothing: what all have taken back is gone."""

    async def resign(self, seat: Seat) -> None:
        """Resign for this seat (D-21). Raises `IllegalAction`."""
        await self.do(Resign())
        self.renew()

    async def agree_on_draw(self) -> None:
        """Offer a draw; if both do, it is one (D-21). Raises `IllegalAction`."""
        await self.do(Draw(self.table.moves))
        self.renew()
