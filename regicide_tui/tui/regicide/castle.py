"""The castle: the enemy, what was played against him, and the piles."""

from regicide_tui.games.base import Pile
from regicide_tui.games.regicide.state import (
    ATTACK,
    HEALTH,
    ROYAL_COUNT,
    ROYALS,
    Played,
    State,
    attack,
    fallen,
    immune_suit,
    remaining,
    shield,
)
from regicide_tui.games.regicide.telling import RANK_NAMES, royal_name
from regicide_tui.tui.paint import Row, Run, card_style, panel, part_run, shorten, width_of, wrap
from regicide_tui.tui.regicide.cardart import royal_art
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.regicide.zone import Zone
from regicide_tui.tui.symbols import Symbols

_ART_WIDTH = 11
_ROOM_FOR_NAMES = 38
_SHORT_NAME = 5
_ROOM_FOR_ART = 7
"""Inner rows from which the enemy is drawn as a card."""


class Castle(Zone):
    """The upper left of the table."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return castle_rows(scene, width, height, symbols)


def castle_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the castle's panel."""
    view, inner = scene.view, width - 4
    number = min(fallen(view) + 1, ROYAL_COUNT)
    title = (Run("Castle", "primary+bold"), Run(f" {number} of {ROYAL_COUNT}", "muted"))
    below = [_tiers(view, inner, symbols), *wrap(_piles(scene, symbols), inner)]
    room = height - 2 - len(below)
    spare = room - _ROOM_FOR_ART
    if spare >= 0 and width >= 40:
        facts = _facts(scene, inner - _ART_WIDTH, room, symbols)
        art = royal_art(view.enemy, symbols)
        upper = _side_by_side(art, facts, _ART_WIDTH)
        gap: list[Row] = [()] if spare > 1 else []
        rows = [*gap, *upper[:room]]
    else:
        rows = _facts(scene, inner, room, symbols)[:room]
    rows += [()] * (room - len(rows))
    padded = [(Run(" "), *row) for row in [*rows, *below]]
    return panel(title, padded, width, height, symbols.panel)


def _side_by_side(left: list[Row], right: list[Row], width: int) -> list[Row]:
    blank: Row = (Run(" " * width),)
    count = max(len(left), len(right))
    lefts = [*left, *[blank] * (count - len(left))]
    rights = [*right, *[()] * (count - len(right))]
    return [(*one, *other) for one, other in zip(lefts, rights, strict=True)]


def _facts(scene: Scene, width: int, room: int, symbols: Symbols) -> list[Row]:
    view = scene.view
    if view.enemy is None:
        return [(Run("The castle has fallen.", "accent+bold"),)]
    immune = immune_suit(view)
    immunity: Row = (
        (Run("immune to ", "muted"), part_run(immune, symbols))
        if immune
        else (Run("immune to nothing", "muted"),)
    )
    name = royal_name(view.enemy)
    title: Row = (Run(name, f"{card_style(view.enemy)}+bold"),)
    together = (*title, Run("  "), *immunity)
    cramped = room < _ROOM_FOR_ART and width_of(together) <= width
    facts = [together] if cramped else [title, immunity]
    facts += [_health(view, width, symbols), _attack(view)]
    return [*facts, *_in_play(scene, width, max(1, room - len(facts)), symbols)]


def _health(view: State, width: int, symbols: Symbols) -> Row:
    assert view.enemy is not None
    health, left = HEALTH[view.enemy.rank], remaining(view)
    cells = max(5, min(20, width - 16))
    full = max(1, round(cells * left / health))
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


def _in_play(scene: Scene, width: int, room: int, symbols: Symbols) -> list[Row]:
    """Return the plays against this enemy, oldest first; the oldest are left out at need."""
    if not scene.view.table:
        return [(Run("In play ", "muted"), Run("nothing yet", "faint"))]
    words = [_laid(play, scene, symbols) for play in scene.view.table]
    rows = wrap(words, width - 8)
    while len(rows) > room and len(words) > 1:
        words = words[1:]
        rows = wrap([(Run(symbols.ellipsis, "faint"),), *words], width - 8)
    label = Run("In play ", "muted")
    return [(label if number == 0 else Run(" " * 8), *row) for number, row in enumerate(rows)]


def _laid(play: Played, scene: Scene, symbols: Symbols) -> Row:
    """Return one play, in company after the name of who laid it."""
    first, *others = [part_run(card, symbols) for card in play.cards]
    plus = Run("+", "faint")
    cards = (first, *[run for card in others for run in (plus, card)])
    if scene.alone:
        return cards
    name = shorten(scene.seats[play.seat], _SHORT_NAME, symbols.ellipsis)
    return (Run(f"{name} ", "muted"), *cards)


def _tiers(view: State, width: int, symbols: Symbols) -> Row:
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
        runs.append(Run(symbols.empty * to_come + "  ", "faint"))
    return tuple(runs)


def _piles(scene: Scene, symbols: Symbols) -> list[Row]:
    """Return the piles, each as a word of its own: it is never broken."""
    view = scene.view
    tavern = _pile("Tavern", len(view.tavern), view.tavern[: view.tavern_known], symbols)
    discard = _pile("Discard", len(view.discard), view.discard[:1], symbols)
    if not scene.alone:
        return [tavern, discard]
    unused = view.jesters_unused
    stars = symbols.star * unused + symbols.spent * (2 - unused)
    return [tavern, discard, (Run("Jesters ", "muted"), Run(stars, "accent"))]


def _pile(name: str, count: int, known: Pile, symbols: Symbols) -> Row:
    row: Row = (Run(f"{name} ", "muted"), Run(str(count), "text+bold"))
    if known:
        row += (Run(" top", "muted"),)
        row += tuple([run for card in known for run in (Run(" "), part_run(card, symbols))])
    return (*row, Run(" "))
