"""How one app looks: its colours, characters and keys. Every widget of the app shares it."""

from msgspec.structs import replace

from regicide_tui.play.settings import Settings
from regicide_tui.tui.input.commands import Command
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap, read_keymap
from regicide_tui.tui.rendering.palette import Palette, palette_of
from regicide_tui.tui.rendering.symbols import DRAWN, PLAIN, Symbols


class Look:
    """The palette, symbols and keys of one app, and whether cards are always small.

    The app alone changes it, when the player's settings change, and then shows all anew.
    """

    def __init__(
        self,
        palette: Palette,
        symbols: Symbols = DRAWN,
        *,
        compact: bool = False,
        keymap: Keymap = OWN_KEYS,
    ) -> None:
        self.palette = palette
        self.symbols = symbols
        self.compact = compact
        self.keymap = keymap
        self._of_games: dict[str, Look] = {}

    def change(self, palette: Palette, symbols: Symbols, *, compact: bool) -> None:
        """Look so from now on, at the tables of all games too."""
        self.palette, self.symbols, self.compact = palette, symbols, compact
        for game, look in self._of_games.items():
            look.change(palette.of_game(game), symbols, compact=compact)

    def of_game(self, game: str) -> "Look":
        """Return how the table of a game looks, which may have colours of its own."""
        found = self._of_games.get(game)
        if found is None:
            found = self._of_games[game] = Look(
                self.palette.of_game(game), self.symbols, compact=self.compact, keymap=self.keymap
            )
        return found

    def key(self, command: Command) -> tuple[str, str, str]:
        """Return a command as key lines show it: its key, its word, its action."""
        return self.keymap.shown(command), command.word, command.action

    def keys(self, word: str, *commands: Command) -> tuple[str, str, str]:
        """Return commands that go together as one key; a click on it means the last of them."""
        shown = " ".join([self.keymap.shown(command) for command in commands])
        return shown, word, commands[-1].action


def look_for(settings: Settings, *, plain: bool, colourless: bool) -> Look:
    """Return how an app looks by a player's settings, on a terminal that has this or that."""
    return Look(
        palette_for(settings, colourless=colourless),
        symbols_for(settings, plain=plain, colourless=colourless),
        compact=settings.density == "compact",
        keymap=read_keymap(settings.keys),
    )


def palette_for(settings: Settings, *, colourless: bool) -> Palette:
    """Return the styles that the settings ask for."""
    return palette_of(
        "none" if colourless else settings.theme,
        four_colours=settings.four_colours,
        king_four_colours=settings.king_four_colours,
    )


def symbols_for(settings: Settings, *, plain: bool, colourless: bool) -> Symbols:
    """Return the characters that the settings ask for, and the terminal has."""
    wanted = settings.symbols
    signs = PLAIN if wanted == "letters" or (wanted == "auto" and plain) else DRAWN
    if colourless:
        return replace(signs, mono=True, shadows=False)
    return replace(signs, shadows=False) if settings.theme == "ansi" else signs
