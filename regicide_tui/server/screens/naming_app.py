"""The app of a visitor whose key is new: it asks for a name, and nothing else."""

from textual.screen import Screen

from regicide_tui.server.apps.app import AppServer, SshApp
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.model.visitor import Newcomer, Visitor
from regicide_tui.server.screens.choose_name import ChooseNameScreen
from regicide_tui.server.screens.visitor_app import VISITOR_SETTINGS
from regicide_tui.tui.card_app import CardApp

SECONDS = 300.0
"""Seconds that somebody has to choose a name: they hold a connection meanwhile."""
_TOO_LONG = "You chose no name for five minutes. Come again when you have one."
_NO_NAME = "You left without a name. Come again whenever you like."


class NamingApp(SshApp, CardApp):
    """Asks for a name. Another app follows once there is one."""

    def __init__(self, server: AppServer, visitor: Visitor, newcomer: Newcomer, line: Line) -> None:
        super().__init__(
            server,
            visitor,
            line,
            settings=VISITOR_SETTINGS,
            plain=not visitor.writes_utf8,
            colours=visitor.colours,
        )
        self._newcomer = newcomer

    def get_default_screen(self) -> Screen[None]:
        """Return the question for a name."""
        look_around = self._newcomer.may_look_around
        return ChooseNameScreen(
            self.look,
            self._newcomer,
            self.visitor.server,
            self._look_around if look_around else self._leave,
            lambda: self.exit(""),
            "look around as a guest" if look_around else "leave",
        )

    def on_mount(self) -> None:
        """Set the end of the time."""
        self.set_timer(SECONDS, lambda: self.exit(_TOO_LONG))

    def take_notice(self, sentence: str, *, rings: bool = True) -> None:
        """Show a sentence below the field."""
        if isinstance(self.screen, ChooseNameScreen):
            self.screen.say(sentence)
            if rings:
                self.bell()

    def _look_around(self) -> None:
        """Go on as a guest. Raises `NameRefused`."""
        self._newcomer.look_around()
        self.exit("")

    def _leave(self) -> None:
        self.exit(_NO_NAME)
