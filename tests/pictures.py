"""The documentation's screenshots, drawn by the real app: `make pictures`.

Each one is an SVG of a screen after some keys. The seeds of the deals are fixed, so a screenshot
only changes when the app does.
"""

import asyncio
import html
import re
import tempfile
from pathlib import Path

from rich.cells import cell_len

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.paths import find_paths
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.startup.page import Opening
from tests.tui.duel.moments import MOMENTS as DUELS
from tests.tui.king_of_the_dead.moments import MOMENTS as KINGS
from tests.tui.moments import BATTLE, MOMENTS

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
FONTS = "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace"

_SOLO = ("6D", "pay 3H 7S", "9C", "9S")
"""A game that waits for a payment; with `_PAID` for a play."""
_PAID = (*_SOLO, "pay 3D")


def _solo(actions: tuple[str, ...] = _PAID) -> Table:
    """A solo game after some turns."""
    saved = deal(Start("regicide", 1, "7F3K", {}))
    history = saved.history
    for action in actions:
        history = history.take_text(action)
    return Table(history, saved.seats)


def _three() -> Table:
    """A new game for three."""
    return deal(Start("regicide", 3, "7F3K", {}), ("Ada", "Bea", "Cyd"))


def pictures() -> dict[str, tuple[Opening, tuple[int, int], tuple[str, ...], Settings]]:
    """Return each screenshot's opening, size, keys and settings, by its name."""
    dark, light = Settings(motion=False), Settings(theme="light", motion=False)
    usual, won = (80, 24), MOMENTS["result-gold"]
    duel, king = DUELS["play-picked"], KINGS["buy"]
    return {
        "menu": (Opening(), (100, 34), (), dark),
        "new-game": (Opening(), usual, ("n", "down", "3"), dark),
        "lesson": (Opening(), usual, ("l", "1", "enter", "6"), dark),
        "table": (Opening(_solo()), usual, ("2",), dark),
        "paying": (Opening(_solo(_SOLO)), usual, ("1",), dark),
        "exact": (Opening(), usual, ("p", "1", "enter", "6", "1"), dark),
        "curtain": (Opening(_three()), usual, (), dark),
        "jester": (Opening(MOMENTS["choose"].game), usual, ("enter", "down"), dark),
        "won": (Opening(won.game), usual, won.keys, dark),
        "large": (Opening(BATTLE), (120, 40), ("4", "1"), dark),
        "duel": (Opening(duel.game), usual, duel.keys, dark),
        "king": (Opening(king.game), (120, 40), king.keys, dark),
        "light": (Opening(_solo()), usual, ("1",), light),
    }


def standing_alone(svg: str) -> str:
    """Return an SVG that looks the same everywhere.

    Common fonts replace fonts to download, and every word gets its own position, since some
    viewers can't fit a line to a given length.
    """
    svg = re.sub(r"@font-face\s*{.*?}", "", svg, flags=re.DOTALL)
    svg = svg.replace("font-family: Fira Code, monospace", f"font-family: {FONTS}")
    text = r'<text([^>]*?)x="([^"]+)" y="([^"]+)" textLength="([^"]+)"([^>]*)>([^<]*)</text>'
    return re.sub(text, _words, svg)


def _words(match: re.Match[str]) -> str:
    """Split a line of text into words, each at its own position."""
    head, x, y, length, tail, line = match.groups()
    line = html.unescape(line)
    cell = float(length) / max(1, cell_len(line))
    placed = [
        f'<text{head}x="{float(x) + cell * cell_len(line[: word.start()]):.1f}" y="{y}" '
        f'textLength="{cell * cell_len(word[0]):.1f}"{tail}>{html.escape(word[0])}</text>'
        for word in re.finditer(r"[^\s\u00a0]+", line)
    ]
    return "".join(placed)


async def draw(
    opening: Opening, size: tuple[int, int], keys: tuple[str, ...], settings: Settings
) -> str:
    """Run the app, press the keys, and return the screen as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        app = RegicideApp(find_paths(folder), settings, opening)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            return standing_alone(app.export_screenshot(title="Regicide"))


def main() -> None:
    """Draw all screenshots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        svg = asyncio.run(draw(*picture))
        (FOLDER / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")
        print(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
