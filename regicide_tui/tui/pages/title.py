"""The top line of a table: the game, the deal, the turn, and the chances."""

from collections.abc import Sequence

from regicide_tui.bots.base import Chances, whole_percent
from regicide_tui.play.table import TableView
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.words import percent_text
from regicide_tui.tui.rendering.paint import Row, Run, shorten
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.table_model import Odds, TableModel


def deal_run(model: TableModel, table: TableView, look: Look) -> Run:
    """Return the text beside the name of the game: which deal it is."""
    seed = shorten(model.seed, 16, look.symbols.ellipsis)
    return Run(f"deal of {table.day}" if table.day else f"seed {seed}", "muted")


def title_of(game: str, model: TableModel, asides: Sequence[Run], look: Look) -> tuple[Row, ...]:
    """Return the two ends of the title, and shorter left ends for narrow windows."""
    name: Row = (Run(game.upper(), "primary+bold"), Run(f"  {model.subtitle}"))
    key, word, action = look.key(c.HELP)
    help_key: Row = (Run(f"{key} ", "primary+bold", action), Run(word, "muted", action))
    if model.goal:  # the goal needs the room, and the turns of a puzzle don't matter
        left = (*name, Run(f"  {model.goal}", "accent"))
        return left, (Run("  "), *help_key), (Run(model.goal, "accent"),)
    aside, *shorter = asides
    left = (*name, aside._replace(text=f"  {aside.text}"))
    right: Row = (Run("turn ", "muted"), Run(f"{model.turn}   ", "text+bold"), *help_key)
    right = (*_odds(model.odds, look.symbols), *right) if model.odds else right
    right = (Run("NOT SAVED  ", "error+bold"), *right) if model.unsaved else right
    right = (Run("  "), *right)
    if not shorter:
        subtitle = model.shorter_subtitles(look.symbols.ellipsis)
        return left, right, *[(name[0], Run(f"  {one}")) for one in subtitle]
    return left, right, (name[0], *left[-1:]), *[(one,) for one in (aside, *shorter)]


def _odds(odds: Odds, symbols: Symbols) -> Row:
    """Return the chances by their names, now and after the action that is ready."""
    names = ["gold", "any win"] if odds.now and odds.now.gold is not None else ["win"]
    shown: Row = ()
    for name in names:
        now, then = _percent(odds.now, name), _percent(odds.then, name)
        shown += (Run(f"{'  ' if shown else ''}{name} ", "muted"), Run(now, "text+bold"))
        if odds.then is not None:
            style = "warning" if _is_lower(odds.then, odds.now, name) else "success"
            shown += (Run(f" {symbols.arrow} ", "muted"), Run(then, f"{style}+bold"))
    return (*shown, Run("   "))


def _percent(chances: Chances | None, name: str) -> str:
    if chances is None:
        return "?"
    chance = _chance(chances, name)
    return "none" if name == "gold" and not chance else percent_text(chance)


def _is_lower(then: Chances, now: Chances | None, name: str) -> bool:
    """Tell whether the chance after an action is lower than now, in whole percent."""
    if now is None:
        return False
    return whole_percent(_chance(then, name)) < whole_percent(_chance(now, name))


def _chance(chances: Chances, name: str) -> float:
    return chances.gold or 0.0 if name == "gold" else chances.win
