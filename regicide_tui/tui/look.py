"""The look of an app: its colours, characters and keys, shared by all its widgets."""

from collections.abc import Mapping

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.play.settings import Settings
from regicide_tui.terminal import Colours
from regicide_tui.tui.input.commands import Command
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap, read_keymap
from regicide_tui.tui.rendering.colours import Palette, palette_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols


class Look:
    """The palette, symbols and keys of an app, and whether cards are always small.

    Only the app changes it, when the settings change, and then repaints every screen.
    """

    def __init__(
        self,
        palette: Palette,
        symbols: Symbols = DRAWN,
        *,
        compact: bool = False,
        keymap: Keymap = OWN_KEYS,
        ways: Mapping[Command, Command] | None = None,
    ) -> None:
        """`ways` are the commands that have another word and another meaning in this app."""
        self.palette = palette
        self.symbols = symbols
        self.compact = compact
        self.keymap = keymap
        self._ways = ways or {}
        self._game_looks: dict[str, Look] = {}

    def change(self, palette: Palette, symbols: Symbols, *, compact: bool) -> None:
        """Change the look, including those of single games' tables."""
        self.palette, self.symbols, self.compact = palette, symbols, compact
        for game, look in self._game_looks.items():
            look.change(palette.at_place(_place_of(game)), symbols, compact=compact)

    def game_look(self, game: str) -> "Look":
        """Return the look of a game's table, which may have its own colours."""
        found = self._game_looks.get(game)
        if found is None:
            found = self._game_looks[game] = Look(
                self.palette.at_place(_place_of(game)),
                self.symbols,
                compact=self.compact,
                keymap=self.keymap,
                ways=self._ways,
            )
        return found

    def named(self, command: Command) -> Command:
        """Return a command with its word and meaning in this app."""
        return self._ways.get(command, command)

    def key(self, command: Command) -> tuple[str, str, str]:
        """Return a command as the line of keys shows it: its key, its word and its action."""
        command = self.named(command)
        return self.keys(command.word, command)

    def keys(self, word: str, *commands: Command) -> tuple[str, str, str]:
        """Return several commands as one key; a click on it runs the last of them."""
        shown = " ".join([self.keymap.shown(command) for command in commands])
        return shown, word, commands[-1].action


def look_for(
    settings: Settings,
    *,
    plain: bool,
    colours: Colours,
    light: bool = False,
    ways: Mapping[Command, Command] | None = None,
) -> Look:
    """Return the look for the settings, on a terminal that may lack colours or symbols.

    `light` says whether the background of the terminal is light.

    `ways` are the commands that have another word and another meaning in the app.
    """
    return Look(
        palette_for(settings, colours, light=light),
        symbols_for(settings, colours, plain=plain),
        compact=settings.density == "compact",
        keymap=read_keymap(settings.keys),
        ways=ways,
    )


def theme_for(settings: Settings, colours: Colours, *, light: bool) -> str:
    """Return the name of the theme that the settings ask for, in the colours of the terminal."""
    if colours == "none":
        return "none"
    few = colours == "16" or settings.theme == "ansi"
    if settings.theme in ("dark", "light"):
        light = settings.theme == "light"
    if few:
        return "ansi-on-light" if light else "ansi"
    name = "light" if light else "dark"
    return f"{name}-256" if colours == "256" else name


def palette_for(settings: Settings, colours: Colours, *, light: bool) -> Palette:
    """Return the styles that the settings ask for."""
    return palette_of(
        theme_for(settings, colours, light=light),
        four_colours=settings.four_colours,
        places={"crypt": settings.king_four_colours},
    )


def _place_of(game: str) -> str:
    """Return the place of a game's table; an empty string for the usual one."""
    return games.manifest(game).place if games.is_known(game) else ""


def symbols_for(settings: Settings, colours: Colours, *, plain: bool) -> Symbols:
    """Return the characters that the settings ask for, as far as the terminal has them."""
    wanted = settings.symbols
    signs = PLAIN if wanted == "letters" or (wanted == "auto" and plain) else DRAWN
    if colours == "none":
        return replace(signs, mono=True, shadows=False)
    few = colours == "16" or settings.theme == "ansi"
    return replace(signs, shadows=False) if few else signs
