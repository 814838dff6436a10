"""Choosing a name for a new key: the screen, and the app that shows only this screen."""

from collections.abc import Callable, Sequence
from typing import cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input, Label

from regicide_tui.play.settings import ChoiceSetting
from regicide_tui.server.apps.app import AppServer, SshApp
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.model.names import LETTERS, NameRefused
from regicide_tui.server.model.refusals import MAKE_KEY
from regicide_tui.server.model.visitor import Newcomer, PublicAddress, Visitor
from regicide_tui.server.screens.visitor_app import ServerCards
from regicide_tui.server.screens.words import (
    HAVE_KEY,
    NAMING_SECONDS,
    NEW_KEY,
    NO_KEY,
    NO_NAME,
    NO_NAME_YET,
    suggest_name,
)
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.screens.page import Page

LONGEST = 16
"""The maximum letters of a name."""
_WAIT = "The name is being saved."


class ChooseNameScreen(Page):
    """Asks for a name, or shows how to make a key.

    `leave` is called to close the screen without a name. Once there is one, the app ends.
    """

    DEFAULT_CSS = """
    ChooseNameScreen { align: center middle; }
    ChooseNameScreen Vertical {
        width: 64; max-width: 95%; height: auto; background: $band; padding: 1 2;
    }
    ChooseNameScreen Label { width: 100%; }
    ChooseNameScreen .muted { color: $muted; }
    ChooseNameScreen .gap { margin: 1 0 0 0; }
    ChooseNameScreen #fault { color: $warning; }
    ChooseNameScreen Input, ChooseNameScreen Input:focus {
        height: 1; width: 22; border: none; padding: 0 1; margin: 1 0 0 0; background: $chip;
    }
    """
    headline = "Choose your name"
    BINDINGS = c.bindings((*c.NAMING, c.FORM_QUIT))

    def __init__(
        self,
        look: Look,
        newcomer: Newcomer,
        server: PublicAddress,
        leave: Callable[[], object],
        leaving: str,
    ) -> None:
        """`leaving` is the word of the key that leaves the screen."""
        super().__init__(look)
        self._newcomer = newcomer
        self._server = server
        self._leave, self._leaving = leave, leaving
        self._suggestion, self._fault = suggest_name(newcomer.suggestion)
        self._judged = self._suggestion
        """The name to which the fault belongs."""
        self._saving = False

    def content(self) -> ComposeResult:
        """Yield the question, or how to make a key."""
        with Vertical():
            if self._newcomer.has_key:
                yield Label(NEW_KEY, markup=False)
                yield Input(
                    self._suggestion,
                    placeholder="your name",
                    max_length=LONGEST,
                    select_on_focus=False,
                )
                yield Label(self._fault, id="fault", markup=False)
                letters = Label(LETTERS, id="letters", classes="muted gap", markup=False)
                letters.display = LETTERS not in self._fault
                yield letters
            else:
                yield Label(NO_KEY, markup=False)
                yield Label(f"  {MAKE_KEY}", classes="gap", markup=False)
                yield Label(f"  {self._server.ssh('YOURNAME')}", markup=False)
                yield Label(HAVE_KEY, classes="muted gap", markup=False)

    def on_mount(self) -> None:
        """Focus the field."""
        if self._newcomer.has_key:
            self.query_one(Input).focus()
        self._ssh_app.forget_keys_before_picture(self)

    @property
    def _ssh_app(self) -> SshApp:
        return cast("SshApp", self.app)

    @property
    def _is_early(self) -> bool:
        """Whether the last key is from before the first frame: no one takes a name unseen."""
        return self._ssh_app.is_early_key(self)

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        take = self.look.keys("take this name", c.SUBMIT)
        keys = [take] if self._newcomer.has_key else []
        return [*keys, self.look.keys(self._leaving, c.CANCEL)]

    def say(self, fault: str) -> None:
        """Show a sentence below the field, and the allowed letters unless it names them."""
        if not is_closed(self):
            for label in self.query("#fault").results(Label):
                label.update(fault)
            self.query("#letters").set(display=LETTERS not in fault)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ignore letters that were typed too early; clear the sentence about another name."""
        if self._is_early:
            event.input.value = self._suggestion
        elif event.value != self._judged and not self._saving:
            self.say("")

    async def on_input_submitted(self) -> None:
        """Take the name."""
        await self.action_submit()

    async def action_submit(self) -> None:
        """Take the typed name, or show why it is impossible."""
        if self._saving or not (self._newcomer.has_key and self.is_current):
            return
        if self._is_early:
            return
        self._saving = True
        self.say(_WAIT)
        try:
            self._judged = self.query_one(Input).value
            await self._newcomer.choose(self._judged.strip())
        except NameRefused as error:
            self.say(str(error))
        else:
            self.app.exit("")
        finally:
            self._saving = False

    def action_close(self) -> None:
        """Leave without a name, unless one is being saved."""
        if self.is_current and not (self._saving or self._is_early):
            try:
                self._leave()
            except NameRefused as error:
                self.say(str(error))


class NamingApp(ServerCards):
    """Asks for a name. Another app follows once there is one."""

    def __init__(self, server: AppServer, visitor: Visitor, newcomer: Newcomer, line: Line) -> None:
        super().__init__(server, visitor, line)
        self._newcomer = newcomer

    def get_default_screen(self) -> Screen[None]:
        """Return the question for a name."""
        look_around = self._newcomer.may_look_around
        return ChooseNameScreen(
            self.look,
            self._newcomer,
            self.visitor.server,
            self._look_around if look_around else self._leave,
            "look around as a guest" if look_around else "leave",
        )

    @property
    def choices(self) -> Sequence[ChoiceSetting]:
        """No settings: without a name, none can be saved."""
        return ()

    def on_mount(self) -> None:
        """Start the timeout."""
        self.set_timer(NAMING_SECONDS, lambda: self.exit(NO_NAME_YET))

    def take_notice(self, sentence: str, *, rings: bool = True) -> None:
        """Show a sentence below the field."""
        if isinstance(self.screen, ChooseNameScreen):
            self.screen.say(sentence)
            if rings:
                self.bell()

    def _look_around(self) -> None:
        """Continue as a guest. Raises `NameRefused`."""
        self._newcomer.look_around()
        self.exit("")

    def _leave(self) -> None:
        self.exit(NO_NAME)
