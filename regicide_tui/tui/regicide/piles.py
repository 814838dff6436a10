"""What lies on the table beside the enemy: the plays against him, the piles and the tiers.

Where there is room they are drawn as cards, and else written.
"""

from regicide_tui.cards import JESTER, UNKNOWN, Card
from regicide_tui.games.base import Pile
from regicide_tui.games.plays import ROYALS
from regicide_tui.games.regicide.state import SOLO_JESTERS, Played, State
from regicide_tui.games.sentences import RANK_NAMES
from regicide_tui.tui.cardart import CardSize, card_rows
from regicide_tui.tui.paint import Row, Run, fit, shorten, width_of, wrap
from regicide_tui.tui.piles import (
    columns,
    joined,
    overlapping,
    overlapping_width,
    pile_top,
    pile_words,
)
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols

_ROOM_FOR_NAMES = 38
_SHORT_NAME = 5
_LABEL = 8
"""Cells of the words before a row."""


def plays_text(scene: Scene, width: int, room: int, symbols: Symbols) -> list[Row]:
    """Return the plays against this enemy, oldest first; the oldest are left out at need."""
    if not scene.view.table:
        return [(Run("In play ", "muted"), Run("nothing yet", "muted"))]
    words = [_laid(play, scene, symbols) for play in scene.view.table]
    if scene.landing:
        words[-1] = tuple([run._replace(style="accent+bold") for run in words[-1]])
    rows = wrap(words, width - _LABEL)
    while len(rows) > room and len(words) > 1:
        words = words[1:]
        rows = wrap([(Run(symbols.ellipsis, "muted"),), *words], width - _LABEL)
    label = Run("In play ", "muted")
    return [(label if number == 0 else Run(" " * _LABEL), *row) for number, row in enumerate(rows)]


def _laid(play: Played, scene: Scene, symbols: Symbols) -> Row:
    """Return one play, in company after the name of who laid it."""
    cards = joined(play.cards, symbols)
    if scene.alone:
        return cards
    name = shorten(scene.seats[play.seat], _SHORT_NAME, symbols.ellipsis)
    comma = "" if play is scene.view.table[-1] else ","
    return (Run(f"{name} ", "muted"), *cards, Run(comma, "muted"))


def plays_drawn(scene: Scene, width: int, size: CardSize, symbols: Symbols) -> list[Row]:
    """Return the plays as cards, in company below who laid them; at need without the oldest."""
    label = Run("In play ", "muted")
    if not scene.view.table:
        return [(label, Run("nothing yet", "muted"))]
    newest = len(scene.view.table) - 1
    groups = [
        _group(play, scene, size, symbols, landing=scene.landing and place == newest)
        for place, play in enumerate(scene.view.table)
    ]
    shown = list(groups)
    while len(shown) > 1 and sum([width_of(group[0]) for group in shown]) > width - _LABEL - 2:
        del shown[0]
    before = symbols.ellipsis + " " if len(shown) < len(groups) else ""
    rows: list[Row] = []
    for y, line in enumerate(zip(*shown, strict=True)):
        margin = (label, Run(before, "muted")) if y == 0 else (Run(" " * (_LABEL + len(before))),)
        rows.append((*margin, *[run for cells in line for run in cells]))
    return rows


def _group(
    play: Played, scene: Scene, size: CardSize, symbols: Symbols, *, landing: bool
) -> list[Row]:
    """Return the overlapping cards of one play, in company with a name above them."""
    width = overlapping_width(len(play.cards), size) + 1
    edge = "accent" if landing else "line"
    name = shorten(scene.seats[play.seat], width - 1, symbols.ellipsis)
    head: list[Row] = [] if scene.alone else [(Run(name, "muted"),)]
    return [fit(row, width) for row in (*head, *overlapping(play.cards, size, symbols, edge))]


def piles_text(scene: Scene, symbols: Symbols) -> list[Row]:
    """Return the piles, each as a word of its own: it is never broken."""
    view = scene.view
    tavern = pile_words("Tavern", len(view.tavern), _known(view), symbols)
    discard = pile_words("Discard", len(view.discard), view.discard[:1], symbols)
    if not scene.alone:
        return [tavern, discard]
    unused = view.jesters_unused
    stars = symbols.star * unused + symbols.spent * (SOLO_JESTERS - unused)
    return [tavern, discard, (Run("Jesters ", "muted"), Run(stars, "accent"))]


def _known(view: State) -> Pile:
    return view.tavern[: view.tavern_known]


def piles_drawn(scene: Scene, size: CardSize, symbols: Symbols) -> list[Row]:
    """Return the piles as cards below their words."""
    view = scene.view
    tops = [pile_top(view.tavern, size, symbols), pile_top(view.discard, size, symbols)]
    if scene.alone:
        tops.append(_jesters(view.jesters_unused, size, symbols))
    heads = piles_text(scene, symbols)
    return columns([[head, *top] for head, top in zip(heads, tops, strict=True)])


def _jesters(unused: int, size: CardSize, symbols: Symbols) -> list[Row]:
    """Return the solo Jesters; those that were flipped show their backs."""
    faces: list[Card] = [JESTER] * unused + [UNKNOWN] * (SOLO_JESTERS - unused)
    drawn = [card_rows(card, size, symbols.card, "line", symbols) for card in faces]
    return [tuple([run for cells in line for run in cells]) for line in zip(*drawn, strict=True)]


def tiers(view: State, width: int, symbols: Symbols) -> Row:
    """Return the Castle's three tiers: who has fallen, who stands before us, who is to come."""
    ahead = len(view.castle)
    runs: list[Run] = []
    for place, rank in enumerate(ROYALS):
        to_come = min(4, max(0, ahead - 4 * (2 - place)))
        here = view.enemy is not None and view.enemy.rank == rank
        gone = 4 - to_come - here
        name = f"{RANK_NAMES[rank]}s" if width >= _ROOM_FOR_NAMES else rank
        runs.append(Run(f"{name} ", "muted"))
        runs.append(Run(symbols.full * gone, "success"))
        runs.append(Run(symbols.pointer * here, "accent+bold"))
        runs.append(Run(symbols.empty * to_come + "  ", "muted"))
    return tuple(runs)
