"""The zones of a table of Regicide around the castle: hand, players, royals, panel."""

from rich.cells import cell_len

from regicide_tui.bots.base import whole_percent
from regicide_tui.cards import ROYALS
from regicide_tui.games.base import Value
from regicide_tui.games.regicide.state import HAND_MAXIMUM, ROYAL_COUNT, fallen
from regicide_tui.games.words import YOU, counted
from regicide_tui.tui.games.regicide.model import RegicideModel
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import Canvas, on, paint_counts, paint_figures
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.faces import (
    TRACK_SIZE,
    CardState,
    RoyalState,
    face,
    number,
    portrait,
)
from regicide_tui.tui.rendering.layout import HUGE, LARGE, board_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, fit, part_run, shorten, width_of
from regicide_tui.tui.table.hand import FELT, fan_of, hand_painter
from regicide_tui.tui.table.play_or_pay import out_of_sight
from regicide_tui.tui.table.table_model import Odds


def _label(model: RegicideModel) -> Row:
    """Return the title of the hand, with the maximum hand size."""
    maximum = HAND_MAXIMUM[len(model.seats)]
    count = f"{len(model.hand)} of {maximum}"
    words = count if model.alone or model.own else f"{model.hand_title}, {count}"
    return (Run(words, "on-felt"), Run(" cards", "on-felt"))


def _choices(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the players to choose from, and the player's cards, drawn if there is room."""
    if not model.choosing:
        return []
    rows = [(Run("  Who goes next?", "text+bold"),), *_seats(model, symbols)]
    margin: Row = ()
    if height >= LARGE.hand - 1:
        margin = (Run("  "),)
        rows = [(), *[(*margin, *row) for row in rows], ()]
    fan = fan_of(len(model.hand), width - 2, height - len(rows) + 1)
    if fan.size is None or not model.hand:
        held = [run for card in model.hand for run in (part_run(card, symbols), Run(" "))]
        rows[0] = (*rows[0], Run(f"   {model.owner} cards ", "on-felt"), *held)
        return rows
    card_state = CardState(FELT)
    drawn = [face(card, fan.size, symbols, card_state) for card in model.hand]
    step = fan.step
    cards = [
        (*margin, Run("  "), *[run for card in drawn for run in fit(card[y], step)])
        for y in range(fan.size.height + 1)
    ]
    return [*rows, *cards]


def _seats(model: RegicideModel, symbols: Symbols) -> list[Row]:
    longest = max([cell_len(name) for name in model.seats])
    oneself = "yourself" if model.view.turn == model.reader else "themselves"
    rows: list[Row] = []
    for seat, name in enumerate(model.seats):
        here = seat == model.cursor
        pointer = symbols.pointer if here else " "
        count = len(model.view.hands[seat])
        own = "" if seat != model.view.turn or name == YOU else f" ({oneself})"
        action = f"pick({seat + 1})"
        ground = "/accent" if here else ""
        ink = "on-accent" if here else "text"
        soft = "on-accent" if here else "on-felt"
        rows.append(
            (
                Run(f" {pointer} {seat + 1} ", f"{soft}{ground}+bold", action),
                *fit((Run(name, f"{ink}{ground}+bold", action),), longest, f"{ink}{ground}"),
                Run(f"  {counted(count, 'card')}{own} ", f"{soft}{ground}", action),
            )
        )
    return rows


paint_hand = hand_painter(_label, _choices)

_SHORTEST = 3
"""Cells of a name at least."""


def paint_players(model: RegicideModel, width: int, _: int, look: Look) -> list[Row]:
    """Return the line of the players, with its margin."""
    left, board = board_of(width)
    margin = 4 if board >= LARGE.board else 0
    row = players_row(model, board - max(1, margin), look.symbols)
    return on("stone", [fit((Run(" " * (left + margin)), *row), width)])


def players_row(model: RegicideModel, width: int, symbols: Symbols) -> Row:
    """Return the line, with fewer words and shorter names until all players fit."""
    longest = max([cell_len(name) for name in model.seats])
    limits = range(max(longest, _SHORTEST), _SHORTEST - 1, -1)
    rows = [_row(model, longest, symbols, words=True)]
    rows += [_row(model, limit, symbols, words=False) for limit in limits]
    return next((row for row in rows if width_of(row) <= width), rows[-1])


def _row(model: RegicideModel, limit: int, symbols: Symbols, *, words: bool) -> Row:
    view = model.view
    runs: list[Run] = []
    for seat, name in enumerate(model.seats):
        acts = seat == view.turn
        runs.append(Run(f" {symbols.pointer}" if acts else "  ", "accent+bold"))
        shown = shorten(name, limit, symbols.ellipsis)
        runs.append(Run(shown, "text+bold" if acts else "text"))
        held = len(view.hands[seat])
        runs.append(Run(f"  {counted(held, 'card')}" if words else f" {held}", "muted"))
        runs.append(Run(" yielded" if view.yielded[seat] else "", "warning"))
        runs.append(Run("   " if words else ""))
    return tuple(runs)


class _Steps(Value):
    """The places of the royals: first column, cells per royal, and gap between ranks."""

    first: int
    step: int
    gap: int
    merlon: int
    """Cells of the wall below a royal."""


_STEPS = (
    (HUGE.board, _Steps(4, 10, 2, 7)),
    (LARGE.board, _Steps(6, 9, 3, 7)),
    (0, _Steps(3, 6, 2, 5)),
)


_RANKS = tuple([rank for rank in ROYALS for _ in range(4)])


def track_rows(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the twelve royals: three rows of portraits, or one of names."""
    draw = name_rows if height < TRACK_SIZE.height else portrait_rows
    return draw(royal_states(model), width, height, symbols)


def royal_states(model: RegicideModel) -> list[RoyalState]:
    """Return the royals in order: the defeated ones, the enemy, the hidden ones.

    In a game from a position, some royals may be gone, and nothing else is known about them.
    """
    view = model.view
    gone = [RoyalState(rank, absent=True) for rank in _RANKS[: fallen(view) - len(model.fates)]]
    gone += [RoyalState(card.rank, card.suit, exact=exact) for card, exact in model.fates]
    here = [RoyalState(view.enemy.rank, view.enemy.suit, here=True)] if view.enemy else []
    return [*gone, *here, *[RoyalState(rank) for rank in _RANKS[len(gone) + len(here) :]]]


def portrait_rows(
    royals: list[RoyalState],
    width: int,
    height: int,
    symbols: Symbols,
    *,
    ground: str = "night",
    wall: str = "stone",
) -> list[Row]:
    """Return the royals in portraits of three rows, each on a merlon of the wall."""
    left, board = board_of(width)
    steps = next(one for least, one in _STEPS if board >= least)
    canvas = Canvas(width, height, ground, pixels=symbols.pixels)
    for place, royal in enumerate(royals):
        x = left + steps.first + place * steps.step + place // 4 * steps.gap
        beside = (steps.merlon - TRACK_SIZE.width) // 2
        canvas.fill(x - beside, 0, steps.merlon, height, wall)
        canvas.paste(x, 0, portrait(royal, symbols))
    return canvas.rows()


def name_rows(
    royals: list[RoyalState], width: int, height: int, symbols: Symbols, *, ground: str = "stone"
) -> list[Row]:
    """Return the royals in one row of names."""
    canvas = Canvas(width, height, ground)
    for place, royal in enumerate(royals):
        x = 1 + place * 5
        if royal.suit is None:
            canvas.fill(x, 0, 4, 1, "stone2")
            canvas.text(x + 1, 0, royal.rank + symbols.fallen * royal.absent, "muted")
            continue
        name = royal.rank + symbols.suit(royal.suit)
        ground, ink, sign = "stone2", "muted", symbols.fallen
        if royal.here:
            ground, ink, sign = "accent", "on-accent", ""
        elif royal.exact:
            ground, ink, sign = "paper", f"ink-{SUIT_NAMES[royal.suit]}", symbols.star
        star = "star" if royal.exact else "muted"
        if symbols.mono:  # a filled cell would merge with the card of the enemy below it
            ground, ink, star = "stone2", "text", "text"
            canvas.text(x, 0, symbols.pointer if royal.here else " ", "text+bold")
        else:
            canvas.fill(x, 0, 4, 1, ground)
        canvas.text(x + 1, 0, name, f"{ink}/{ground}+bold")
        canvas.text(x + 3, 0, sign, star)
    return canvas.rows()


_GROUND = "band"


def figure_rows(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel at the left of the largest board."""
    canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
    row = _paint_odds(canvas, model, 1, symbols)
    row = paint_counts(canvas, row, "OUT OF SIGHT", out_of_sight(model.view), symbols)
    paint_figures(canvas, row, "THIS GAME", figures_of(model))
    return canvas.rows()


def _paint_odds(canvas: Canvas, model: RegicideModel, row: int, symbols: Symbols) -> int:
    """Write the chances of winning, if the win meter is on; return the next row."""
    if model.odds is None:
        return row
    canvas.text(2, row, "THE ODDS", "accent+bold")
    for chance, ink, words in _odds(model.odds):
        percent = min(99, max(1, whole_percent(chance)))  # an estimate is never certain
        if symbols.pixels:
            drawn = number(percent, ink, _GROUND)
            canvas.paste(2, row + 1, drawn)
            end = 15
        else:
            end = canvas.text(2, row + 3, str(percent), f"{ink}+bold")
        canvas.text(end, row + 3, f"% {words}", "muted")
        row += 4
    return row + 2


def _odds(odds: Odds) -> list[tuple[float, str, str]]:
    """Return each chance to show, its ink and its name."""
    found: list[tuple[float, str, str]] = []
    for chances, ink, when in ((odds.now, "text", "now"), (odds.then, "success", "with this play")):
        if chances is None:
            continue
        if chances.gold is not None:
            found.append((chances.gold, ink, f"gold {when}"))
        found.append((chances.win, ink, f"{'win' if chances.gold is None else 'any win'} {when}"))
    return found


def figures_of(model: RegicideModel) -> list[tuple[str, str]]:
    """Return the numbers of this game."""
    view = model.view
    return [
        ("royals defeated", f"{fallen(view)} of {ROYAL_COUNT}"),
        ("exactly", str(sum(exact for _, exact in model.fates))),
        ("cards in the Tavern", str(len(view.tavern))),
        ("cards discarded", str(len(view.discard))),
        ("turn", str(model.turn)),
    ]
