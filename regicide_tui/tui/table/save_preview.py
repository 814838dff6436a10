"""The preview of a saved game, made from its label without opening the game.

The game's own UI draws its state, or words describe it.
"""

from regicide_tui import games
from regicide_tui.games.base import BadSetup
from regicide_tui.games.words import counted
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.play.saves.summary import describe_progress, game_title, player_list, saved_minute
from regicide_tui.printable import printable
from regicide_tui.tui.rendering.paint import Row, Run, prose, shorten, wrap
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.game_ui import has_table
from regicide_tui.tui.table.table_pages import pages_of
from regicide_tui.tui.widgets.choice import say

_GAP = "   "


def save_preview_rows(label: SaveLabel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return rows about a save, the most important first; the last rows may be cut off."""
    file = (Run(shorten(printable(label.path.name), width, symbols.ellipsis), "faint"),)
    if label.fault:
        more = "It can't be played. The file stays as it is until you delete it."
        return [*prose(label.fault, "error", width), *prose(more, "muted", width), file]
    facts = wrap(_facts(label, width, symbols), width, _GAP)
    if label.goal:
        facts = [*prose(label.goal, "accent", width), *facts]
    return [*_state_rows(label, width, height - len(facts), symbols), *facts, file]


def _state_rows(label: SaveLabel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the state of the game, as a picture or in words."""
    rows: list[Row] = []
    if has_table(label.game) and label.start and not label.match.called_off:
        game = games.find(label.game)
        try:
            state = game.load(label.snapshot, label.start.seed, label.start.options)
        except BadSetup:
            pass  # the label was not verified and is wrong
        else:
            view, pages = game.view(state, None), pages_of(label.game)
            rows = pages.save_preview(view, label.seats, width, height, symbols)
    return rows or prose(f"{player_list(label)}, {describe_progress(label)}", "text", width)


def _facts(label: SaveLabel, width: int, symbols: Symbols) -> list[Row]:
    """Return the other facts of a label, one row for each."""
    players = "solo" if len(label.seats) == 1 else counted(len(label.seats), "player")
    facts: list[Row] = [(Run(f"{game_title(label)}, {players}", "muted"),)]
    if label.name:
        facts.append((Run("a saved position", "accent"),))
    facts.append((Run(f"after {counted(label.actions, 'action')}", "muted"),))
    if saved_minute(label):
        facts.append((Run(saved_minute(label), "muted"),))
    facts += _rules(label)
    if label.start:
        seed = shorten(printable(label.start.seed), width - 5, symbols.ellipsis)
        facts.append((Run(f"seed {seed}", "muted"),))
    return facts


def _rules(label: SaveLabel) -> list[Row]:
    """Return the house rules that differ from the defaults."""
    if label.start is None or not games.is_known(label.game):
        return []
    given = label.start.options
    return [
        (Run(f"{say(option.name)} ", "muted"), Run(say(given[option.name])))
        for option in games.find(label.game).options(len(label.seats))
        if given.get(option.name, option.default) != option.default
    ]
