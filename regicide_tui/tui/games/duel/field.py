"""The middle of the table: Castle, Tavern, discard pile, the played cards and the attack."""

from rich.cells import cell_len

from regicide_tui.cards import ROYALS, Card
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.duel.rules import PlayPreview, attack_of
from regicide_tui.games.duel.state import PLAY, State
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import RANK_NAMES, PlayerNames, counted
from regicide_tui.tui.games.duel.model import BAND, DuelModel
from regicide_tui.tui.games.duel.sides import chip, fanned, paint_number, written
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize, CardState, castle_back, face, pile
from regicide_tui.tui.rendering.layout import HUGE, LARGE, MEDIUM, board_of
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    part_run,
    prose,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.table.hand import FELT, line_above

GROUND = "felt2"
_CARD_STATE = CardState(GROUND)
_EDGES = 2
"""Cells of the edges of other cards beside the top of the discard pile."""


class Plan(Value):
    """Places of the parts: columns from the board's left edge, rows from the plan's first row."""

    board: int
    """Cells of the narrowest board it needs."""
    least: int
    """The fewest rows that it needs."""
    rows: int
    """Rows it takes."""
    piles: tuple[int, ...]
    """Columns of the Castle, the Tavern and the discard pile; empty if they are written."""
    card: CardSize
    played: tuple[int, int]
    """Column and row of the name above the played cards."""
    end: int
    """The first column after these cards."""
    attack: tuple[int, int]
    """Column and row of the attack."""
    laid: CardSize = CardSize(0, 0)
    """The size of these cards."""
    words: tuple[int, int] | None = None
    """Column and row of the attack's parts, if they aren't beside it."""
    large: bool = False
    """Whether the attack is written as a large number."""
    line: int = 0
    """Rows that stay free for the player's shield and for a long preview."""
    band: int = 1
    """Rows of the preview below."""


PLANS = (
    Plan(
        *(
            HUGE.board,
            14,
            12,
            (4, 30, 48),
            CardSize(13, 10),
            (68, 0),
            97,
            (100, 1),
            CardSize(13, 10),
        ),
        words=(100, 8),
        large=True,
        band=2,
    ),
    Plan(LARGE.board, 10, 10, (4, 30, 46), CardSize(11, 8), (63, 0), 88, (91, 3), CardSize(11, 8)),
    Plan(
        *(
            MEDIUM.board,
            7,
            5,
            (1, 19, 29),
            CardSize(8, 4),
            (40, 0),
            58,
            (59, 0),
            CardSize(6, 4),
            (59, 3),
        ),
        line=2,
    ),
    Plan(0, 7, 5, (), CardSize(0, 0), (1, 1), 35, (1, 2), line=2),
    Plan(0, 0, 2, (), CardSize(0, 0), (1, 1), 35, (36, 1), line=2),
)
"""The plans, the roomiest first. In the last two, cards are written; the last one is for
lessons."""


def plan_of(width: int, height: int) -> Plan:
    """Return the plan of a field of this size."""
    board = board_of(width)[1]
    return next(one for one in PLANS if board >= one.board and height >= one.least)


def top_of(plan: Plan, height: int) -> int:
    """Return the first row of a plan in a field of this height; an odd row is below."""
    return max(0, (height - plan.rows - plan.line) // 2)


def field_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the field. The last row is kept free for a long preview."""
    left, board = board_of(width)
    plan = plan_of(width, height)
    canvas = Canvas(width, height, GROUND, pixels=symbols.pixels)
    top = top_of(plan, height)
    if plan.piles:
        _paint_piles(canvas, model, plan, left, top, symbols)
    else:
        words = wrap(_piles_in_words(model.view, symbols), board - 2, "  ")
        canvas.lines(left + 1, top, words)
    end = _paint_played(canvas, model, plan, left, top, symbols)
    shown = attack_shown(model, symbols)
    if shown is not None and plan is PLANS[-1]:
        canvas.text(end, top + plan.played[1], _attack_in_words(shown))
    elif shown is not None:
        _paint_attack(canvas, shown, plan, left, top, symbols)
    if plan.line:
        canvas.fill(0, height - plan.line, width, plan.line, FELT)
    if above := line_above(BAND.lines(model, width, symbols), width, plan.band):
        canvas.fill(0, height - 1, width, 1, "band")
        canvas.text(0, height - 1, above)
    return canvas.rows()


# ---------------------------------------------------------------- the piles


def next_royals(view: State) -> str:
    """Return the next royals of the Castle, which follow from its number of cards."""
    left = len(view.castle)
    if not left:
        return "empty"
    rank = ROYALS[-1 - min((left - 1) // 4, 2)]
    return f"{counted(left - 4 * ((left - 1) // 4), RANK_NAMES[rank])} next"


def piles_of(view: State) -> list[tuple[str, Pile]]:
    """Return the piles with their names."""
    return [("Castle", view.castle), ("Tavern", view.tavern), ("Discard", view.discard)]


def _piles_in_words(view: State, symbols: Symbols) -> list[Row]:
    rows: list[Row] = []
    for name, cards in piles_of(view):
        row: Row = (Run(f"{name} ", "muted"), Run(str(len(cards)), "text+bold"))
        if name == "Castle":
            row += (Run(f" {next_royals(view)}", "muted"),)
        elif name == "Discard" and cards:
            row += (Run(" "), part_run(cards[0], symbols))
        rows.append(row)
    return rows


def _paint_piles(
    canvas: Canvas, model: DuelModel, plan: Plan, left: int, top: int, symbols: Symbols
) -> None:
    size = plan.card
    for column, (name, cards) in zip(plan.piles, piles_of(model.view), strict=True):
        x = left + column
        end = canvas.text(x, top, f"{name} ", "muted")
        end = canvas.text(end, top, str(len(cards)), "text+bold")
        if name == "Castle":
            _paint_next(canvas, next_royals(model.view), (x, end), top, size)
        if not cards:
            canvas.fill(x, top + 1, size.width, size.height, FELT)
        elif name == "Castle":
            canvas.paste(x, top + 1, castle_back(size, symbols, _CARD_STATE))
        else:
            depth = min(_EDGES, len(cards) - 1) if name == "Discard" else 0
            canvas.paste(x, top + 1, _pile(cards[0], size, depth, symbols))


def _paint_next(
    canvas: Canvas, words: str, columns: tuple[int, int], top: int, size: CardSize
) -> None:
    """Write the next royals after the number of cards, or beside the pile if it is small."""
    x, end = columns
    if size.height >= LARGE.card.height - 2:
        canvas.text(end + 2, top, words, "muted")
        return
    canvas.lines(x + size.width + 1, top + 2, prose(words, "muted", 8))


def _pile(top: Card, size: CardSize, depth: int, symbols: Symbols) -> list[Row]:
    return pile(face(top, size, symbols, _CARD_STATE), size, depth, symbols, _CARD_STATE)


# ---------------------------------------------------------------- the attack


def _paint_played(
    canvas: Canvas, model: DuelModel, plan: Plan, left: int, top: int, symbols: Symbols
) -> int:
    """Paint the cards of the attack that must be paid; return the first column after them."""
    cards = model.view.played
    x, y = left + plan.played[0], top + plan.played[1]
    if not cards:
        if plan.piles:
            canvas.text(x, y, "No attack to pay", "muted")
            canvas.fill(x, y + 1, plan.laid.width, plan.laid.height, FELT)
        return x
    room = plan.end - plan.played[0]
    written = () if plan.piles else chip(cards, symbols)
    turn = model.view.turn
    name = model.seats[turn]
    plays = Run(f" {PlayerNames(model.seats).verb(turn, 'play')} ", "muted")
    left_over = room - width_of(written) - width_of((plays,))
    if plan.piles and cell_len(name) > left_over:  # the number of cards shows it
        plays, left_over = Run(""), room - 2
    name = shorten(name, left_over, symbols.ellipsis)
    end = canvas.text(x, y, (Run(name, "text+bold"), plays, *written)) + 2
    if plan.piles:
        usual = plan.laid.width // 2 + 1
        step = min(usual, (room - 1 - plan.laid.width) // max(1, len(cards) - 1))
        canvas.paste(x, y + 1, fanned(cards, plan.laid, step, symbols, GROUND))
    return end


class Attack(Value):
    """An attack as a number, and its parts in words."""

    number: int
    ink: str
    words: tuple[Row, ...]


def attack_shown(model: DuelModel, symbols: Symbols) -> Attack | None:
    """Return the attack that must be paid or, before a play, the attack of that play."""
    view = model.view
    if view.played:
        attack = attack_of(view.played)
        shield = attack - view.due
        return Attack(
            view.due,
            "pay" if model.holder != view.turn else "text",
            (
                (Run("was due" if model.over else "to pay", "text"),),
                (Run("attack ", "muted"), Run(str(attack), "text+bold"), *_less(shield, symbols)),
                _doubled(attack > total(view.played), symbols),
            ),
        )
    play_preview = model.play_preview
    if not isinstance(play_preview, PlayPreview) or model.phase is not PLAY:
        return None
    against: Row = (Run("no shield", "muted"),)
    if play_preview.against:
        sign = Run(f" {symbols.suits[3]}", "spades")
        against = (Run("against ", "muted"), Run(str(play_preview.against), "text+bold"), sign)
    words = ((Run("attack", "text"),), against, _doubled(play_preview.doubled, symbols))
    return Attack(play_preview.attack, "text", words)


def _less(shield: int, symbols: Symbols) -> Row:
    if not shield:
        return ()
    return (
        Run(" - ", "muted"),
        Run(str(shield), "text+bold"),
        Run(f" {symbols.suits[3]}", "spades"),
    )


def _doubled(doubled: bool, symbols: Symbols) -> Row:
    return (Run("doubled by ", "muted"), Run(symbols.suits[0], "clubs")) if doubled else ()


def _attack_in_words(shown: Attack) -> Row:
    row: Row = (written(shown.number, shown.ink), Run(" "))
    for place, words in enumerate(words for words in shown.words if words):
        row += ((Run(", ", "muted"),) if place else ()) + words
    return row


def _paint_attack(
    canvas: Canvas, shown: Attack, plan: Plan, left: int, top: int, symbols: Symbols
) -> None:
    x, y = left + plan.attack[0], top + plan.attack[1]
    end = paint_number(canvas, (x, y), shown.number, shown.ink, symbols, large=plan.large) + 1
    words = shown.words
    if plan.words is not None:
        if not plan.large:
            canvas.text(end, y + 1, words[0])
            words = words[1:]
        end, y = left + plan.words[0], top + plan.words[1]
    canvas.lines(end, y, words)
