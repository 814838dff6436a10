"""The castle: the enemy and his figures, and around him what lies on the table."""

from regicide_tui.games.base import Value
from regicide_tui.games.regicide.state import (
    ATTACK,
    HEALTH,
    ROYAL_COUNT,
    State,
    attack,
    fallen,
    immune_suit,
    remaining,
    shield,
)
from regicide_tui.games.regicide.telling import royal_name
from regicide_tui.tui.cardart import HUGE, LARGE, NORMAL, SMALL, CardSize, card_rows
from regicide_tui.tui.paint import (
    Row,
    Run,
    card_style,
    panel,
    part_run,
    side_by_side,
    width_of,
    wrap,
)
from regicide_tui.tui.regicide.piles import (
    piles_drawn,
    piles_text,
    plays_drawn,
    plays_text,
    tiers,
)
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.scene import Odds
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import Stage
from regicide_tui.tui.words import of_100

_PORTRAIT = CardSize(9, 7)
_BAR = {_PORTRAIT.width: 20, LARGE.width: 30, HUGE.width: 40}
"""Cells of the bar of health beside a portrait so wide, at most."""
_FACTS = 30
"""Cells that the figures beside a portrait need."""
_PILES = 48
"""Cells that the words of the piles take at most in a solo game."""


class Castle(Stage[Scene]):
    """The upper left of the table."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return castle_rows(scene, width, height, symbols)


class _Plan(Value, frozen=True):
    """How densely a castle is drawn: the portrait's size, and what is drawn as cards."""

    portrait: CardSize | None = None
    plays: CardSize | None = None
    piles: CardSize | None = None


_LADDER = (
    (HUGE.height + 2 * (NORMAL.height + 1) + 4, _Plan(HUGE, NORMAL, NORMAL)),
    (LARGE.height + 2 * (SMALL.height + 1) + 3, _Plan(LARGE, SMALL, SMALL)),
    (LARGE.height + SMALL.height + 1 + 4, _Plan(LARGE, SMALL)),
    (_PORTRAIT.height + 2, _Plan(_PORTRAIT)),
    (0, _Plan()),
)
"""The rows that each plan needs, the roomiest first; two of them for the words below."""


def castle_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the castle's panel."""
    view, inner = scene.view, width - 4
    number = min(fallen(view) + 1, ROYAL_COUNT)
    title = (
        Run("Castle", "primary+bold"),
        Run(f" {number} of {ROYAL_COUNT}", "muted"),
        *(_odds(scene.odds, symbols) if scene.odds else ()),
    )
    written = wrap(piles_text(scene, symbols), inner)
    if scene.alone and inner < _PILES:
        written += [()] * (2 - len(written))  # a pile that grows must not move what stands above
    plan = _plan(height - 2 - max(0, len(written) - 1), inner)
    piles = piles_drawn(scene, plan.piles, symbols) if plan.piles else written
    below = [tiers(view, inner, symbols), *piles]
    if plan.piles:
        below = [*piles, tiers(view, inner, symbols)]
    room = height - 2 - len(below)
    rows = _upper(scene, plan, inner, room, symbols)[:room]
    rows += [()] * (room - len(rows))
    return panel(title, [(Run(" "), *row) for row in [*rows, *below]], width, height, symbols.panel)


def _odds(odds: Odds, symbols: Symbols) -> Row:
    """Return the chance of winning, and that after the action that is ready."""
    shown: Row = (Run("  win ", "muted"), Run(_percent(odds.now), "text+bold"))
    if odds.then is not None:
        shown += (Run(f" {symbols.arrow} ", "muted"), Run(_percent(odds.then), "accent+bold"))
    return shown


def _percent(chance: float | None) -> str:
    return "?" if chance is None else f"{of_100(chance)}%"


def _plan(room: int, width: int) -> _Plan:
    """Return the roomiest plan for so many rows and cells."""
    for rows, plan in _LADDER:
        if room >= rows and (plan.portrait is None or width >= plan.portrait.width + _FACTS):
            return plan
    return _Plan()


def _upper(scene: Scene, plan: _Plan, width: int, room: int, symbols: Symbols) -> list[Row]:
    """Return the enemy with his figures, and the plays against him."""
    view, size = scene.view, plan.portrait
    if view.enemy is None:
        fallen_castle = f"{symbols.star}  The castle has fallen.  {symbols.star}"
        return [*[()] * ((room - 1) // 2), (Run(f"{fallen_castle:^{width}}", "accent+bold"),)]
    if size is None:
        facts = figures(view, width, room, None, symbols)
        return [*facts, *plays_text(scene, width, max(1, room - len(facts)), symbols)]
    beside = width - size.width - 2
    facts = figures(view, beside, size.height, size, symbols)
    plays = plays_drawn(scene, width, plan.plays, symbols) if plan.plays else []
    if not plan.plays:
        facts += plays_text(scene, beside, max(1, room - len(facts)), symbols)
    portrait = card_rows(view.enemy, size, symbols.card, "line", symbols)
    upper = side_by_side(portrait, facts, size.width + 2)
    spare = room - len(upper) - len(plays)
    gap: list[Row] = [()]
    return [*gap * (spare > 1), *upper, *gap * (spare > 0), *plays]


def figures(
    view: State, width: int, room: int, size: CardSize | None, symbols: Symbols
) -> list[Row]:
    """Return the enemy's name, immunity, health and attack, beside a portrait of some size."""
    assert view.enemy is not None
    immune = immune_suit(view)
    immunity: Row = (
        (Run("immune to ", "muted"), part_run(immune, symbols))
        if immune
        else (Run("immune to nothing", "muted"),)
    )
    title: Row = (Run(royal_name(view.enemy), f"{card_style(view.enemy)}+bold"),)
    together = (*title, Run("  "), *immunity)
    cramped = size is None and room < _PORTRAIT.height and width_of(together) <= width
    head = [together] if cramped else [title, immunity]
    air: list[Row] = [()] if size in (LARGE, HUGE) else []
    longest = _BAR[size.width if size else _PORTRAIT.width]
    return [
        *air,
        *head,
        *air,
        _health(view, min(longest, width - 16), symbols),
        *air,
        _attack(view),
    ]


def _health(view: State, cells: int, symbols: Symbols) -> Row:
    assert view.enemy is not None
    health, left = HEALTH[view.enemy.rank], remaining(view)
    cells = max(5, cells)
    full = max(1, round(cells * left / health)) if left else 0
    return (
        Run("Health  ", "muted"),
        Run(symbols.full * full, card_style(view.enemy)),
        Run(symbols.empty * (cells - full), "faint"),
        Run(f" {left}", "text+bold"),
        Run(f"/{health}", "muted"),
    )


def _attack(view: State) -> Row:
    assert view.enemy is not None
    strength, shielded = ATTACK[view.enemy.rank], shield(view)
    row: Row = (Run("Attack  ", "muted"), Run(str(strength), "text+bold"))
    if shielded:
        row += (Run(f" - {shielded} shield = ", "muted"), Run(str(attack(view)), "text+bold"))
    return row
