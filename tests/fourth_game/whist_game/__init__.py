"""Little Whist, as a game of regicide-tui: this manifest is all that the app must know of it."""

from regicide_tui.games.manifest import Emblem, Manifest

MANIFEST = Manifest(
    name="whist",
    title="Little Whist",
    rules=f"{__name__}.game:GAME",
    document=f"{__name__}:rules.md",
    ui=f"{__name__}.ui:GAME_UI",
    pages=f"{__name__}.pages:PAGES",
    bots=f"{__name__}.bots:FACTORY",
    emblem=Emblem("AH", "navy", "Take the most tricks.", "2 to 4, each alone"),
    first_opponents=("", "page"),
)
