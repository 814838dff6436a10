"""The players: the points, hand, draw pile, discard pile and open cards of each."""

from collections.abc import Sequence

from msgspec.structs import replace
from rich.cells import cell_len

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import Play, Score
from regicide_tui.games.king_of_the_dead.preview import PossibleAction
from regicide_tui.games.king_of_the_dead.state import RESHUFFLES, Familiar, Side, points
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.parade import chip, fan_width
from regicide_tui.tui.rendering.canvas import Canvas, paint_figures
from regicide_tui.tui.rendering.faces import CardSize, CardState, fan, number
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    fit,
    part_run,
    prose,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.table.hand import with_cards

_GROUND = "stone"
_CARD_STATE = CardState(_GROUND, filled=True)
_LONGEST_NAME, _SHORTEST_NAME = 20, 3
_FIGURES = (("hand", 5), ("draw", 5), ("disc", 5))
"""The columns of numbers after the points, with their widths, if a player has one line."""
_POINTS = "pts"
_GAP = 2
"""Cells between a name and the player's task."""
_MARK = 2
"""Cells before a name: the sign of the player who must act."""
_MARKS = 4
"""Cells before a name in a line, including the sign of the round's first player."""
_BLOCK, _BLOCK_OF_MANY = 18, 24
"""Cells of the narrowest block with drawn points; the second is for many players in a low one."""
_LOW = 4
"""Rows of the lowest block: the name, and the points."""
_WIDE = 30
"""Wider blocks have a blank cell beside them."""
_FIGURE = 7
"""Cells of a number beside the points."""
_NAMED_DRAW = 12
"""With at least this many cells beside the points, the draw pile has its full name."""
_DISCARD_NAMES = ((19, "discard pile"), (10, "discard"), (0, "disc"))
"""Names of the discard pile by the cells beside the points; with 14, its top card follows."""
_SPACED = 9
"""Higher blocks have a blank row above their cards."""
_TALL, _BROAD = 18, 38
"""The fewest rows and cells of a block with points in the largest numbers."""
_SIZES = (CardSize(9, 6), CardSize(6, 3))


class _Block(Value):
    """The block of a player, and the sizes of its parts."""

    x: int
    y: int
    width: int
    height: int
    large: bool = False
    """Whether the points are written in the largest numbers."""
    size: CardSize | None = None
    """The size of the cards; None if they are written."""
    without: int = 0
    """The number of groups that are left out, because numbers show their piles."""

    points: int = 0
    """Cells of the widest number of points."""

    @property
    def cards(self) -> int:
        """The first row of the cards, from the first row of the block."""
        return _LOW + 3 * self.large + (self.height > _SPACED)


def sides_rows(model: KingModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the players: side by side or, in a narrow window, a line for each."""
    canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
    players, margin = len(model.seats), 3 if width >= 100 else 0
    across = players
    wide, high = (width - margin) // across, height - (height > _LOW + 4)
    narrowest = _BLOCK if players < 4 or high > _LOW + 4 else _BLOCK_OF_MANY
    if wide < narrowest or high < _LOW:
        _paint_lines(canvas, model, symbols)
        return canvas.rows()
    inner = wide - _MARK - (1 if wide > _WIDE else 0)
    large = high >= _TALL and inner >= _BROAD
    cells = max([_points_width(side, large) for side in _sides(model)]) if symbols.pixels else 4
    block = _planned(model, _Block(0, height - high, inner, high, large, points=cells))
    for seat in range(players):
        _paint_block(canvas, model, seat, replace(block, x=margin + seat * wide), symbols)
    return canvas.rows()


# ---------------------------------------------------------------- a block for each player


def _points_width(side: Side, large: bool) -> int:
    """Return the cells of a player's points in drawn numbers; a one is narrower than the others."""
    return width_of(number(points(side.scores), "text", _GROUND, large=large)[0])


def _planned(model: KingModel, block: _Block) -> _Block:
    """Return the block with the largest cards in which every player's cards fit."""
    rest = block.height - block.cards
    for without in range(3):
        for size in _SIZES:
            groups = [_groups(side, without) for side in _sides(model)]
            if all(_laid(some, size, block.width, rest) is not None for some in groups):
                return replace(block, size=size, without=without)
    return block


def _sides(model: KingModel) -> tuple[Side, ...]:
    return model.view.sides


def _paint_block(
    canvas: Canvas, model: KingModel, seat: Seat, block: _Block, symbols: Symbols
) -> None:
    """Paint a player: the name, the points in a large number, the piles, and the cards."""
    side, x, y = _sides(model)[seat], block.x + _MARK, block.y
    acts = seat == model.acting and not model.over
    if acts and (symbols.mono or not symbols.pixels):
        canvas.put(block.x, y, symbols.pointer, "accent")
    elif acts:
        for below in range(block.height):
            canvas.put(block.x, y + below, "▐", "accent")
    name = model.seats[seat]
    room = block.width - width_of((Run(name),)) - _GAP
    before_log = seat == len(model.seats) - 1  # a blank must separate it from the log
    status = next((one for one in _statuses(model, seat) if len(one) + before_log <= room), "")
    at = x
    if seat == model.view.first and not status:
        canvas.put(x - 1, y, "1", "muted")
        at += room != -_GAP  # a blank between, unless that would cut the name
    name = shorten(name, block.width + x - at, symbols.ellipsis)
    end = canvas.text(at, y, name, "accent+bold" if acts else "text+bold")
    canvas.text(end + _GAP, y, status, "muted")
    _paint_points(canvas, side, x, block, symbols)
    _paint_cards(canvas, side, x, block, symbols)


def _statuses(model: KingModel, seat: Seat) -> Sequence[str]:
    """Return the task of a player and whether they started this round, the longest form first."""
    task = "to choose" if model.view.prompt else "to play"
    acts, began = seat == model.acting and not model.over, seat == model.view.first
    if acts and began:
        return (f"{task}, started this round", f"{task}, 1st", "1st")
    if began:
        return ("started this round", "1st")
    return (task,) if acts else ()


def _paint_points(canvas: Canvas, side: Side, x: int, block: _Block, symbols: Symbols) -> None:
    """Write the points, and beside them the numbers of cards."""
    value, y = points(side.scores), block.y + 1
    if symbols.pixels and block.points <= block.width - _FIGURE:
        canvas.paste(x, y, number(value, "text", _GROUND, large=block.large))
    else:
        canvas.text(x, y + 1, str(value), "text+bold")
    beside = min(block.points + 1 + block.large, block.width - _FIGURE)
    figures = _figures(side, block.width - beside, symbols)
    canvas.lines(x + beside, y + block.large, figures)


def _figures(side: Side, width: int, symbols: Symbols) -> list[Row]:
    """Return the numbers of a player's cards in three rows."""

    def figure(word: str, count: int) -> Row:
        return (Run(f"{word} ", "muted"), Run(str(count), "text+bold"))

    name = next(word for least, word in _DISCARD_NAMES if width >= least)
    discard = figure(name, len(side.discard))
    if side.discard and width >= 14:
        discard = (*discard, Run(" "), part_run(side.discard[0], symbols))
    draw = figure("draw pile" if width >= _NAMED_DRAW else "draw", len(side.draws))
    return [figure("hand", len(side.hand)), draw, discard]


# ---------------------------------------------------------------- cards before a player


class _Group(Value):
    """A group of cards with a title."""

    word: str
    cards: Pile


def _groups(side: Side, without: int = 0) -> list[_Group]:
    """Return the groups of a player, the most important first, without the last `without` ones."""
    found = [_Group("scored", side.scores[::-1]), _Group("in play", side.plays)]
    found += [_Group("kept", (one.ace, one.card)) for one in side.familiars]
    piles = [_Group("discard", side.discard[:1]), _Group("draw", side.draws[:1] and (UNKNOWN,))]
    return [one for one in (*found, *piles[: len(piles) - without]) if one.cards]


def _paint_cards(canvas: Canvas, side: Side, x: int, block: _Block, symbols: Symbols) -> None:
    """Paint the cards, or write them; if many are scored, only the last are painted."""
    y, rest, size = block.y + block.cards, block.height - block.cards, block.size
    if size is None and rest > _SIZES[-1].height + 2 and side.scores:
        small = _SIZES[-1]
        scored = _newest(_Group("scored", side.scores[::-1]), small, block.width)
        _paint_groups(canvas, [(scored, 0, 0)], x, y, block.width, small, symbols)
        below = small.height + 2
        words = _in_words(side, block.width, symbols, scored=False)
        canvas.lines(x, y + below, words[: rest - below])
    elif size is None:
        canvas.lines(x, y, _in_words(side, block.width, symbols)[:rest])
    else:
        groups = _groups(side, block.without)
        laid = _laid(groups, size, block.width, rest) or []
        _paint_groups(canvas, laid, x, y, block.width, size, symbols)


def _newest(group: _Group, size: CardSize, width: int) -> _Group:
    """Return the last cards of a group, as many as fit."""
    cards = group.cards
    while len(cards) > 1 and fan_width(len(cards), size, width)[1] > width:
        cards = cards[1:]
    return replace(group, cards=cards)


_GroupPlaces = Sequence[tuple[_Group, int, int]]
"""Groups with their column and row."""


def _laid(groups: Sequence[_Group], size: CardSize, width: int, height: int) -> _GroupPlaces | None:
    """Return the places of groups, in as many lines as needed; None if they don't fit."""
    found: list[tuple[_Group, int, int]] = []
    x, y = 0, 0
    for group in groups:
        wide = max(fan_width(len(group.cards), size, width)[1], len(group.word))
        if x and x + wide > width:
            x, y = 0, y + size.height + 2
        if wide > width or y + size.height + 2 > height:
            return None
        found.append((group, x, y))
        x += wide + 2
    return found


def _paint_groups(
    canvas: Canvas, laid: _GroupPlaces, x: int, y: int, width: int, size: CardSize, symbols: Symbols
) -> None:
    for group, column, row in laid:
        canvas.text(x + column, y + row, group.word, "muted")
        step = fan_width(len(group.cards), size, width)[0]
        canvas.paste(x + column, y + row + 1, fan(group.cards, size, step, symbols, _CARD_STATE))


# ---------------------------------------------------------------- in words


def _in_words(side: Side, width: int, symbols: Symbols, *, scored: bool = True) -> list[Row]:
    """Return a player's open cards in words; fewer words in a narrow window."""
    found = [_before(side, width, symbols)]
    if scored:
        found.append(_pile("scored", side.scores, width, symbols))
    found.append(_pile("disc", side.discard, width, symbols))
    return [row for row in found if row]


def _before(side: Side, width: int, symbols: Symbols) -> Row:
    """Return the Familiars and the cards in play in words; fewer words in a narrow window."""
    kept = [part_run(one.card, symbols) for one in side.familiars]
    played = _spaced("plays", [part_run(card, symbols) for card in side.plays])
    gap = Run("  " if kept and played else "")
    pairs = tuple([run for one in side.familiars for run in _familiar(one, symbols)])
    keeps = _spaced("keeps", kept)
    short = (Run(f"+{len(kept)}", "muted"),) if kept else ()
    tight = tuple([part_run(card, symbols) for card in side.plays])
    both = (*kept, Run(" kept  ", "muted"), *tight) if kept and tight else ()
    ways = [(*pairs, gap, *played), (*keeps, gap, *played)]
    ways += [both] * bool(both) + [keeps, tuple(kept), short]
    found = next((way for way in ways if width_of(way) <= width), ())
    return found if width_of(found) else ()


def _familiar(one: Familiar, symbols: Symbols) -> Row:
    keeps = Run(" keeps ", "muted")
    return (part_run(one.ace, symbols), keeps, part_run(one.card, symbols), Run(" "))


def _spaced(word: str, runs: list[Run]) -> Row:
    if not runs:
        return ()
    return (Run(word, "muted"), *[run for one in runs for run in (Run(" "), one)])


def _pile(word: str, pile: Pile, width: int, symbols: Symbols) -> Row:
    """Return a pile in words, the top card first, as far as it fits."""
    row = _spaced(word, [part_run(card, symbols) for card in pile])
    if width_of(row) <= width:
        return row
    most = (width - len(word) - 2) // 4
    return (*_pile(word, pile[:most], width, symbols), Run(f" {symbols.ellipsis}", "muted"))


# ---------------------------------------------------------------- a line for each player


def _paint_lines(canvas: Canvas, model: KingModel, symbols: Symbols) -> None:
    """Write a line of numbers for each player below a heading, and their open cards."""
    inner = canvas.width - 1
    wide = 1 + max(len(str(points(side.scores))) for side in _sides(model))
    figures = wide + sum([cells for _, cells in _FIGURES]) + _MARKS - 1
    longest = max(map(cell_len, model.seats))
    name = max(_SHORTEST_NAME, min(longest, _LONGEST_NAME, inner - figures - 5))
    head = _POINTS + "".join([f"{word:>{cells}}" for word, cells in _FIGURES])
    headed = canvas.height > len(model.seats)
    if headed:
        canvas.text(_MARKS + name + wide - len(_POINTS), 0, f"{head} top", "muted")
    room = max(1, (canvas.height - headed) // len(model.seats))
    for seat in range(len(model.seats)):
        y = headed + seat * room
        end = canvas.text(1, y, _line(model, seat, (name, wide), symbols))
        side = model.view.sides[seat]
        if room == 1:
            left = canvas.width - end - 2
            scored = _pile("scored", side.scores, left, symbols) if left >= 12 else ()
            canvas.text(end + 1, y, _before(side, left, symbols) or scored)
            continue
        canvas.lines(_MARKS, y + 1, _in_words(side, inner - _MARKS, symbols)[: room - 1])


def _line(model: KingModel, seat: Seat, cells: tuple[int, int], symbols: Symbols) -> Row:
    """Return a player's line; `cells` are those of the name and of the points."""
    name, wide = cells
    side = model.view.sides[seat]
    acts = seat == model.acting and not model.over
    called = shorten(model.seats[seat], name, symbols.ellipsis)
    counts = (len(side.hand), len(side.draws), len(side.discard))
    top = part_run(side.discard[0], symbols) if side.discard else Run("")
    return (
        Run(symbols.pointer if acts else " ", "accent+bold"),
        Run("1 " if seat == model.view.first else "  ", "muted"),
        *fit((Run(called, "accent+bold" if acts else "text+bold"),), name),
        Run(f"{points(side.scores):>{wide}}", "text+bold"),
        *[Run(f"{count:>{room}}") for count, (_, room) in zip(counts, _FIGURES, strict=True)],
        Run(" "),
        *fit((top,), 3),
    )


_ASIDE_GROUND = "band"
_MARGIN = 2
_CHIP = 6
_WELL_ROWS = 4


def aside_rows(model: KingModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel: this game, the Well and, as far as they fit, the actions in the hand."""
    canvas = Canvas(width, height, _ASIDE_GROUND, pixels=symbols.pixels)
    row = _paint_game(canvas, model, 1)
    row = _paint_well(canvas, model, row + 1, symbols)
    _paint_hand(canvas, model, row + 1, symbols)
    return canvas.rows()


def _title(canvas: Canvas, row: int, words: str) -> int:
    canvas.text(_MARGIN, row, words, "accent+bold")
    return row + 2


def _paint_game(canvas: Canvas, model: KingModel, row: int) -> int:
    view = model.view
    falls = "none" if view.final_round else str(len(model.seats))
    figures = [
        ("round", str(model.round)),
        ("reshuffled", f"{view.reshuffles} of {RESHUFFLES[len(model.seats)]}"),
        ("cards in the Gate", str(len(view.gate))),
        ("fall at the round's end", falls),
    ]
    return paint_figures(canvas, row, "THIS GAME", figures)


def _paint_well(canvas: Canvas, model: KingModel, row: int, symbols: Symbols) -> int:
    """Write the cards of the Well that fit, the top one first."""
    well = model.view.well
    row = _title(canvas, row, f"THE WELL  {len(well)}")
    across = (canvas.width - 2 * _MARGIN + 1) // _CHIP
    shown = well[: across * _WELL_ROWS]
    for place, card in enumerate(shown):
        x, y = _MARGIN + place % across * _CHIP, row + place // across
        canvas.text(x, y, (chip(card, symbols),))
    if len(shown) < len(well):
        more = f"{symbols.ellipsis} {len(well) - len(shown)} more"
        canvas.text(_MARGIN, row + _WELL_ROWS, more, "muted")
        return row + _WELL_ROWS + 1
    return row + -(-len(shown) // across)


def _paint_hand(canvas: Canvas, model: KingModel, row: int, symbols: Symbols) -> None:
    """Write the runs and powers that the hand holds, and the meaning of the powers."""
    if not model.hand_actions or model.waiting:
        return
    row = _title(canvas, row, "IN YOUR HAND")
    width = canvas.width - 2 * _MARGIN
    for one in model.hand_actions:
        rows = _hand_action_rows(one, width, symbols)
        if row + len(rows) > canvas.height:
            break
        canvas.lines(_MARGIN, row, rows)
        row += len(rows) + 1


def _hand_action_rows(one: PossibleAction, width: int, symbols: Symbols) -> Sequence[Row]:
    """Return a run or a power in rows: its name and its cards, then its meaning."""
    cards: Row = ()
    if isinstance(one.action, Play | Score):
        for card in one.action.cards:
            sign = part_run(card, symbols) if card else Run("Well", "muted")
            cards += (Run(" "), sign)
    head = wrap([(*with_cards(one.name, "text+bold", symbols), Run(" "), *cards)], width)
    return [*head, *prose(one.text, "muted", width)]
