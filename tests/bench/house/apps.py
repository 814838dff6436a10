"""What the house shows while it is measured: factories of apps, by name."""

import tempfile
from collections.abc import Mapping

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.places import find_places
from regicide_tui.play.settings import Settings
from regicide_tui.server.door import Visitor
from regicide_tui.server.guest import Guest
from regicide_tui.server.house import AppMaker, House
from regicide_tui.server.line import SshLine
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.opening import Opening


class TableApp(Guest, RegicideApp):
    """The app of one's own terminal, at a table, for a visitor."""

    async def _shutdown(self) -> None:
        """End the thread that saves."""
        await self.keeper.end()
        await super()._shutdown()


def _table(house: House, visitor: Visitor, line: SshLine) -> TableApp:
    return TableApp(
        *(house, visitor, line),
        places=find_places(tempfile.mkdtemp(dir=house.folder)),
        settings=Settings(motion=False),
        plain=not visitor.writes_utf8,
        colourless=visitor.colours == "none",
        opening=Opening(deal(Start("regicide", 1, "7F3K", {}))),
    )


APPS: Mapping[str, AppMaker] = {"table": _table}
