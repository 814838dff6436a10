"""The castle: the enemy with its health and attack, and the cards on the table around it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.cards import JESTER, UNKNOWN
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.regicide.rules import PlayPreview
from regicide_tui.games.regicide.state import (
    ATTACK,
    HEALTH,
    SOLO_JESTERS,
    Played,
    State,
    attack,
    immune_suit,
    remaining,
    shield,
)
from regicide_tui.games.regicide.words import royal_name
from regicide_tui.tui.games.regicide.model import BAND, RegicideModel
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.faces import CardSize, CardState, bar, face, fan, number, pile
from regicide_tui.tui.rendering.layout import (
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    board_of,
    piles_drawn,
    stage_measures,
)
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    card_style,
    part_run,
    shorten,
    width_of,
)
from regicide_tui.tui.table.card_lists import on_paper
from regicide_tui.tui.table.hand import line_above

GROUND = "stone"
_CARD_STATE = CardState(GROUND)
_SMALL_PILE = CardSize(8, 4)
_PLAYED = (CardSize(13, 10), CardSize(9, 6), CardSize(6, 3))
"""Sizes of the cards in play."""
_NARROW = 4
"""Cells from one card of a play to the next, at least."""


class _Plan(Value):
    """The places of the parts on a board, from its left edge and the first row of the castle."""

    enemy: CardSize
    at: tuple[int, int]
    """Column and row of the enemy's card."""
    facts: int
    """Column of the facts beside it."""
    health: int
    """Row of the health in a large number."""
    attack: tuple[int, int]
    """Columns from the facts to the attack, and its row."""
    drop: bool
    """Whether these numbers begin half a cell lower."""
    bar: tuple[int, int, int]
    """Row, cells and rows of the bar of health."""
    played: CardSize | None
    plays: int
    """Row of the cards in play."""
    piles: tuple[int, int]
    """Column and row of the piles."""
    pile: CardSize | None
    """The size of the card on top of a pile; None if it is written."""
    stacked: bool = False
    """Whether the second pile is below the first, and not beside it."""
    written: bool = False
    """Whether health and attack are written in one row, and not drawn."""
    band: int = 1
    """Rows of the preview below."""


_PLANS = {
    HUGE: _Plan(
        *(
            CardSize(44, 30),
            (3, 2),
            52,
            6,
            (0, 18),
            False,
            (14, 40, 2),
            CardSize(13, 10),
            23,
            (99, 2),
        ),
        CardSize(13, 10),
        band=2,
    ),
    LARGE: _Plan(
        *(CardSize(22, 16), (5, 2), 31, 5, (26, 5), False, (9, 48, 2), CardSize(9, 6), 13, (84, 1)),
        CardSize(9, 6),
    ),
    MEDIUM: _Plan(
        *(CardSize(13, 9), (3, 0), 19, 1, (19, 1), True, (5, 36, 1), CardSize(6, 3), 6, (57, 0)),
        _SMALL_PILE,
    ),
    SMALL: _Plan(
        *(CardSize(11, 8), (1, 0), 14, 1, (19, 1), False, (4, 34, 1), None, 5, (50, 0), None),
        stacked=True,
    ),
}


def _plan_for(board: int, height: int, *, alone: bool) -> _Plan:
    """Return the plan of a castle. With several players the log needs more of a small one."""
    plan = _PLANS[stage_measures(board, height)]
    if plan.stacked and not alone:
        return replace(plan, written=True, bar=(2, *plan.bar[1:]), plays=3)
    if not piles_drawn(board, height, alone=alone):
        return replace(plan, pile=None)
    large = plan.at[1] > 0
    return plan if alone or not large else _raised(plan)


def _raised(plan: _Plan) -> _Plan:
    """Return a plan that begins a row higher, directly below the line of the players."""

    def up(place: tuple[int, int]) -> tuple[int, int]:
        return place[0], place[1] - 1

    return replace(
        plan,
        at=up(plan.at),
        health=plan.health - 1,
        attack=up(plan.attack),
        bar=(plan.bar[0] - 1, *plan.bar[1:]),
        plays=plan.plays - 1,
        piles=up(plan.piles),
    )


class _Table(NamedTuple):
    """The parts of a model that don't depend on the picked cards."""

    view: State
    seats: tuple[str, ...]
    alone: bool
    landing: bool


def castle_rows(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the castle."""
    table = _Table(model.view, model.seats, model.alone, model.landing)
    rows = [*_still_rows(table, width, height, symbols)]
    left, board = board_of(width)
    plan = _plan_for(board, height, alone=model.alone)
    if model.view.enemy is not None:
        for y, row in enumerate(_health(model, plan, symbols), plan.bar[0]):
            if y < height:
                rows[y] = _written(rows[y], left + plan.facts, row)
    if above := line_above(BAND.lines(model, width, symbols), width, plan.band):
        (rows[-1],) = filled("band", [above], width, 1)
    return rows


def _written(row: Row, x: int, words: Row) -> Row:
    """Return a row whose cells from column `x` on are replaced by words."""
    canvas = Canvas(width_of(row), 1, GROUND)
    canvas.paste(0, 0, [row])
    canvas.text(x, 0, words)
    (written,) = canvas.rows()
    return written


@lru_cache(maxsize=32)
def _still_rows(table: _Table, width: int, height: int, symbols: Symbols) -> tuple[Row, ...]:
    """Return the rows of the castle without the preview of the picked cards.

    The result is cached, since the cursor moves often and doesn't change these rows.
    """
    left, board = board_of(width)
    plan = _plan_for(board, height, alone=table.alone)
    canvas = Canvas(width, height, GROUND, pixels=symbols.pixels)
    if table.view.enemy is None:
        words = f"{symbols.star}  The castle is yours.  {symbols.star}"
        canvas.text((width - len(words)) // 2, height // 2, words, "accent+bold")
    else:
        _paint_enemy(canvas, table.view, plan, left, symbols)
    _paint_plays(canvas, table, plan, left, symbols)
    _paint_piles(canvas, table, plan, left, symbols)
    return tuple(canvas.rows())


# ---------------------------------------------------------------- the enemy


def _paint_enemy(canvas: Canvas, view: State, plan: _Plan, left: int, symbols: Symbols) -> None:
    assert view.enemy is not None
    column, row = plan.at
    size = plan.enemy
    if row + size.height > canvas.height:
        size = CardSize(size.width, canvas.height - row)
    canvas.paste(left + column, row, face(view.enemy, size, symbols, _CARD_STATE))
    x = left + plan.facts
    end = canvas.text(x, row, royal_name(view.enemy).upper(), "text+bold")
    immunity = _immunity(view, symbols, long=plan.enemy.height > 12)
    if plan.enemy.height > 12:
        canvas.text(x, row + 1, immunity)
    else:
        canvas.text(end + 2, row, immunity)
    if plan.written:
        canvas.text(x, plan.health, _figures_in_words(view, symbols))
    else:
        _paint_figures(canvas, view, plan, x, symbols)


def _health(model: RegicideModel, plan: _Plan, symbols: Symbols) -> Sequence[Row]:
    """Return the bar of health, with its numbers below if there is room."""
    enemy = model.view.enemy
    assert enemy is not None
    assert enemy.suit is not None
    _, cells, high = plan.bar
    total, left, after = HEALTH[enemy.rank], remaining(model.view), _after(model)
    exact = isinstance(model.play_preview, PlayPreview) and model.play_preview.exact
    drawn = bar(cells, total, left, after, enemy.suit, symbols, high=high, exact=exact)
    return [*drawn, _legend(cells, total, left, after)] if high > 1 else drawn


def _immunity(view: State, symbols: Symbols, *, long: bool) -> Row:
    immune = immune_suit(view)
    if not immune:
        return (Run("no immunity", "muted"),)
    sign = part_run(immune, symbols)
    name = (Run(f" {immune.name.title()}", sign.style),) if long else ()
    return (Run("immune to ", "muted"), sign, *name)


def _after(model: RegicideModel) -> int:
    """Return the enemy's health after the picked cards."""
    left = remaining(model.view)
    play_preview = model.play_preview
    return (
        play_preview.after
        if isinstance(play_preview, PlayPreview) and not play_preview.jester
        else left
    )


def _paint_figures(canvas: Canvas, view: State, plan: _Plan, x: int, symbols: Symbols) -> None:
    """Paint health and attack as large numbers, with the attack's parts beside them."""
    assert view.enemy is not None
    low = "" if symbols.mono else f"bar-{card_style(view.enemy)}"
    large, across, down = plan.enemy.height > LARGE.card.height * 2, *plan.attack
    total = (Run("of ", "muted"), Run(str(HEALTH[view.enemy.rank]), "text+bold"))
    told = (
        (x, plan.health, remaining(view), "text", low, large, total, "health"),
        (x + across, down, attack(view), "pay", "", False, _strength(view, symbols), "attack"),
    )
    for at, row, value, ink, shade, tall, above, below in told:
        shape = number(value, ink, GROUND, low=shade, large=tall, drop=plan.drop)
        middle = row + len(shape) // 2 - (not plan.drop)
        if symbols.pixels:
            canvas.paste(at, row, shape)
            end = at + width_of(shape[0])
        else:
            end = canvas.text(at, middle, str(value), f"{ink}+bold")
        canvas.text(end + 1, middle, above)
        canvas.text(end + 1, middle + 1, below, "muted")


def _figures_in_words(view: State, symbols: Symbols) -> Row:
    assert view.enemy is not None
    health = Run(f" of {HEALTH[view.enemy.rank]} health  ", "muted")
    strength = _strength(view, symbols)
    equals = (Run(" = ", "muted"), *strength) if strength else ()
    return (
        *(Run(str(remaining(view)), "text+bold"), health),
        *(Run(str(attack(view)), "pay+bold"), Run(" attack", "muted"), *equals),
    )


def _strength(view: State, symbols: Symbols) -> Row:
    """Return the parts of the attack: the enemy's strength less the shield."""
    assert view.enemy is not None
    strength, shielded = ATTACK[view.enemy.rank], shield(view)
    if not shielded:
        return ()
    sign = symbols.suits[3]
    return (Run(f"{strength} - ", "muted"), Run(f"{shielded} {sign}", "spades+bold"))


def _legend(cells: int, total: int, left: int, after: int) -> Row:
    """Return the numbers below a bar: zero, health after the play, health now, total."""
    here = max(1, round(cells * left / total))
    words: list[tuple[int, Row]] = [(0, (Run("0", "muted"),))]
    if after != left:
        words.append((4, (Run(str(after), "text+bold"), Run(" left after this play", "muted"))))
    if left != total:
        words.append((max(0, here - 3), (Run(str(left), "text+bold"), Run(" now", "muted"))))
    words.append((cells - len(str(total)), (Run(str(total), "muted"),)))
    row: Row = ()
    for column, runs in words:
        room = column - width_of(row)
        if room < (1 if row else 0):
            continue
        row += (Run(" " * room), *runs)
    return row


# ---------------------------------------------------------------- in play


def _paint_plays(canvas: Canvas, table: _Table, plan: _Plan, left: int, symbols: Symbols) -> None:
    """Paint the plays against this enemy, the oldest first.

    Many plays have smaller cards. If they still don't fit, the oldest plays are left out.
    """
    plays = list(table.view.table)
    x, row = left + plan.facts, plan.plays
    if not plays:
        canvas.text(x, row, "Nothing in play yet", "muted")
        return
    end = left + plan.piles[0] - 2
    if plan.played is None:
        _paint_plays_in_words(canvas, table, x, row, end, symbols)
        return
    size, step = _size_of_plays(plays, plan.played, end - x)
    widths = _widths(plays, size, step)
    names = size.height > 3 and not table.alone
    while len(plays) > 1 and sum(widths) > end - x:
        del plays[0], widths[0]
    if len(plays) < len(table.view.table):
        canvas.text(x - 1, row, symbols.ellipsis, "muted")
    for play, width in zip(plays, widths, strict=True):
        landing = table.landing and play is table.view.table[-1]
        cards = fan(play.cards, size, step, symbols, _CARD_STATE, edge=None)
        canvas.paste(x, row - landing, cards)
        if names:
            room = end - x if play is plays[-1] else width - 1
            name = shorten(table.seats[play.seat], room, symbols.ellipsis)
            canvas.text(x, row - 1, name, "muted")
        x += width
    if x + 12 <= end:
        canvas.lines(x + 1, row + (size.height > 3), _sums(table)[: size.height])


def _size_of_plays(plays: Sequence[Played], largest: CardSize, room: int) -> tuple[CardSize, int]:
    """Return the largest card size with which all plays fit, and the step within a play."""
    sizes = [size for size in _PLAYED if size.height <= largest.height]
    ways = [(size, step) for size in sizes for step in (size.width // 2 + 1, _NARROW)]
    return next((way for way in ways if sum(_widths(plays, *way)) <= room), ways[-1])


def _widths(plays: Sequence[Played], size: CardSize, step: int) -> list[int]:
    """Return the cells of each play with the gap after it."""
    return [size.width + (len(play.cards) - 1) * step + 1 for play in plays]


def _sums(table: _Table) -> list[Row]:
    """Return the totals of the plays against this enemy."""
    view = table.view
    words: list[Row] = [(Run("in play", "muted"),)]
    words.append((Run(f"{view.damage}", "text+bold"), Run(" damage", "muted")))
    if shield(view):
        words.append((Run(f"{shield(view)}", "text+bold"), Run(" shield", "muted")))
    return words


def _paint_plays_in_words(
    canvas: Canvas, table: _Table, x: int, row: int, end: int, symbols: Symbols
) -> None:
    x = canvas.text(x, row, "in play ", "muted")
    cards = [card for play in table.view.table for card in play.cards]
    while len(cards) > 1 and x + sum(len(symbols.card_text(card)) + 3 for card in cards) > end:
        del cards[0]
    for card in cards:
        x = canvas.text(x, row, (on_paper(f" {symbols.card_text(card)} ", card),)) + 1


# ---------------------------------------------------------------- the piles


def _stars(view: State, symbols: Symbols) -> str:
    unused = view.jesters_unused
    return symbols.star * unused + symbols.spent * (SOLO_JESTERS - unused)


def _paint_piles(canvas: Canvas, table: _Table, plan: _Plan, left: int, symbols: Symbols) -> None:
    """Paint the Tavern, the discard pile and, in a solo game, the Jesters."""
    view, (column, row) = table.view, plan.piles
    known = view.tavern[: view.tavern_known][:1]
    beside = (plan.pile or _SMALL_PILE).width + 3
    tops = (("Tavern", view.tavern, known), ("Discard", view.discard, view.discard[:1]))
    apart = 2 if plan.written else 3  # the row between them holds the name of a large attack
    for place, (name, cards, top) in enumerate(tops):
        x = left + column + (0 if plan.stacked else place * beside)
        y = row + (place * apart if plan.stacked else 0)
        _paint_label(canvas, x, y, name, str(len(cards)))
        if plan.pile is not None:
            canvas.paste(x, y + 1, _pile(cards, plan.pile, symbols, fanned=place == 1))
        elif top:
            canvas.text(x + 1, y + 1, (on_paper(f" {symbols.card_text(top[0])} ", top[0]),))
    if not table.alone:
        return
    if plan.pile is not None and plan.pile != _SMALL_PILE:
        _paint_jesters(canvas, view, plan, left, symbols)
    else:
        below = apart + 2 if plan.stacked else _SMALL_PILE.height + 1
        # Cards in this size have no shadow.
        canvas.fill(left + column, row + below, 2 * beside, 1, GROUND)
        _paint_label(canvas, left + column, row + below, "Jesters", _stars(view, symbols))


def _paint_label(canvas: Canvas, x: int, y: int, name: str, figure: str) -> None:
    end = canvas.text(x, y, f"{name} ", "muted")
    canvas.text(end, y, figure, "text+bold")


def _paint_jesters(canvas: Canvas, view: State, plan: _Plan, left: int, symbols: Symbols) -> None:
    """Paint the Jesters beside the piles or, on the largest board, below them."""
    assert plan.pile is not None
    (column, row), beside = plan.piles, plan.pile.height < 10
    column += left + (2 * (plan.pile.width + 3) + 1 if beside else 0)
    row += 0 if beside else plan.pile.height + 4
    small = CardSize(7, 6) if beside else CardSize(11, 10)
    unused = view.jesters_unused
    _paint_label(canvas, column, row, "Jesters", str(unused))
    top = face(JESTER if unused else UNKNOWN, small, symbols, _CARD_STATE)
    depth = max(0, unused - 1)
    canvas.paste(column, row + 1, pile(top, small, depth, symbols, _CARD_STATE))


def _pile(cards: Pile, size: CardSize, symbols: Symbols, *, fanned: bool) -> list[Row]:
    """Return a pile with its top card, or its empty place."""
    if not cards:
        canvas = Canvas(size.width, size.height, "stone2")
        return canvas.rows()
    depth = min(2, len(cards) - 1) if fanned else 0
    narrower = CardSize(size.width - depth, size.height)
    return pile(
        face(cards[0], narrower, symbols, _CARD_STATE), narrower, depth, symbols, _CARD_STATE
    )
