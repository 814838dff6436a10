"""The zone `hand`: the player's cards, a list to choose from, or the curtain."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from regicide_tui.cards import UNKNOWN, Card, card
from regicide_tui.games.base import Value
from regicide_tui.games.regicide_family.plays import PayPreview
from regicide_tui.games.words import be
from regicide_tui.tui.input.commands import CONFIRM
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.faces import CardSize, CardState, face
from regicide_tui.tui.rendering.layout import HAND_SIZES, board_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, card_style, part_run, width_of, wrap
from regicide_tui.tui.table.table_model import Notice, ReplayStep, TableModel

M = TypeVar("M", bound=TableModel)

FELT = "felt"
_USUAL = 8
"""Hands of up to this number of cards have cards of one size; more cards may overlap."""
_NARROWEST = 4
"""Readable cells of a card below another one."""
_WORD = 6
"""Cells of a written card, with its number and brackets."""


class Fan(NamedTuple):
    """The layout of a hand: the size of its cards, the cells from card to card, the first column.

    Without a size, the cards are written in rows.
    """

    size: CardSize | None
    step: int
    left: int = 0


def fan_of(cards: int, width: int, height: int) -> Fan:
    """Return the layout of this number of cards: side by side, if they fit."""
    left, board = board_of(width)
    for measures in HAND_SIZES:
        size = measures.card
        if size.height + 2 > height or (_USUAL - 1) * measures.step + size.width > board:
            continue
        room = board - 1 - size.width
        step = min(measures.step, room // (max(cards, _USUAL) - 1))
        if step >= _NARROWEST:
            usual = (_USUAL - 1) * measures.step + size.width
            wide = max(usual, (cards - 1) * step + size.width)
            return Fan(size, step, left + max(0, (board - wide) // 2))
    return Fan(None, _WORD)


def _across(width: int) -> int:
    """Return the number of written cards in a row."""
    return max(1, (width - 2) // _WORD)


def cursor_cell(model: TableModel, width: int, height: int) -> tuple[int, int] | None:
    """Return the cell for the terminal's cursor: the number of the current card."""
    if model.curtain or model.choosing or not model.hand:
        return None
    fan = fan_of(len(model.hand), width, height)
    if fan.size:
        return _number_column(fan, model.cursor, len(model.hand)), height - 1
    across = _across(width)
    above = _lines_above(model, width, height)
    return 1 + model.cursor % across * _WORD, 1 + model.cursor // across - above


def cards_across(cards: int, width: int, height: int) -> int:
    """Return the number of cards in a row if they are written in several rows, otherwise 1."""
    return _across(width) if fan_of(cards, width, height).size is None else 1


def _lines_above(model: TableModel, width: int, height: int) -> int:
    """Return the number of rows of written cards above the visible ones."""
    across, room = _across(width), height - 2
    lines = -(-len(model.hand) // across)
    here = 0 if model.choosing else model.cursor // across
    return max(0, min(here - room // 2, lines - room))


def hand_painter(
    label: Callable[[M], Row],
    choices: Callable[[M, int, int, Symbols], Sequence[Row]] = lambda *_: (),
    *,
    filled: bool = False,
) -> Callable[[M, int, int, Look], list[Row]]:
    """Return the painter of the zone: the cards, the choices if there are any, or the curtain.

    `label` says whose cards they are; its last runs are left out if there is no room for them.
    With `filled`, whole rows of a card have the colour of its suit.
    """

    def paint(model: M, width: int, height: int, look: Look) -> list[Row]:
        rows = choices(model, width, height, look.symbols)
        return _hand_rows(model, label(model), rows, width, height, look, filled=filled)

    return paint


def _hand_rows(
    model: TableModel,
    label: Row,
    choices: Sequence[Row],
    width: int,
    height: int,
    look: Look,
    *,
    filled: bool,
) -> list[Row]:
    """Return the rows of the zone."""
    symbols = look.symbols
    laid = model.hand and not model.curtain and not choices
    if laid and fan_of(len(model.hand), width, height).size is not None:
        return _card_rows(model, label, width, height, symbols, CardState(FELT, filled=filled))
    canvas = Canvas(width, height, FELT, pixels=symbols.pixels)
    if model.curtain:
        _paint_curtain(canvas, model, look.keymap.shown(CONFIRM))
    elif choices:
        canvas.paste(board_of(width)[0], 0, on(FELT, choices))
    elif not model.hand:
        canvas.text(board_of(width)[0] + 2, height // 2, "No cards in hand.", "on-felt")
    else:
        _write_cards(canvas, model, symbols)
    return canvas.rows()


def _paint_curtain(canvas: Canvas, model: TableModel, confirm: str) -> None:
    lines = [
        (Run(f"Pass the keyboard to {model.actor}.", "text+bold"),),
        (Run(f"Press {confirm} when nobody else is looking.", "on-felt", CONFIRM.action),),
    ]
    above = max(0, (canvas.height - len(lines)) // 2)
    for below, line in enumerate(lines):
        canvas.text(max(0, (canvas.width - width_of(line)) // 2), above + below, line)


def _write_cards(canvas: Canvas, model: TableModel, symbols: Symbols) -> None:
    """Write the cards, if there is no room to draw them."""
    width, height = canvas.width, canvas.height
    words = [_word(model, place, symbols) for place in range(len(model.hand))]
    above = _lines_above(model, width, height)
    canvas.lines(1, 1, wrap(words, width - 2, "")[above:][:height])


def _card_rows(
    model: TableModel, label: Row, width: int, height: int, symbols: Symbols, usual: CardState
) -> list[Row]:
    """Return the rows of the cards; `usual` is the state of a card that can be picked."""
    fan = fan_of(len(model.hand), width, height)
    assert fan.size is not None
    states = [_state(model, place) for place in range(len(model.hand))]
    laid = [
        _DrawnCard(card, state.chosen, replace(usual, worn=state.worn, new=state.fresh))
        for card, state in zip(model.hand, states, strict=True)
    ]
    *rows, last = _laid_rows(tuple(laid), width, height, symbols)
    canvas = Canvas(width, 1, usual.ground)
    canvas.paste(0, 0, [last])
    for place, state in enumerate(states):
        _paint_number(canvas, state, place, len(states), fan, symbols)
    end = fan.left + (len(laid) - 1) * fan.step + fan.size.width + 2
    room = board_of(width)[0] + board_of(width)[1] - end - 1
    if model.fresh:
        label = (*label, Run(f"  {symbols.new} new", "on-felt"))
    while label and width_of(label) > room:
        label = label[:-1]
    canvas.text(end, 0, label)
    return [*rows, *canvas.rows()]


class _DrawnCard(NamedTuple):
    """A card of the hand: whether it is picked, and the state in which its face is drawn."""

    card: Card
    chosen: bool
    card_state: CardState


@lru_cache(maxsize=64)
def _laid_rows(
    laid: tuple[_DrawnCard, ...], width: int, height: int, symbols: Symbols
) -> tuple[Row, ...]:
    """Return the rows of the cards without numbers; cached, since few moves change them."""
    fan = fan_of(len(laid), width, height)
    assert fan.size is not None
    canvas = Canvas(width, height, laid[0].card_state.ground, pixels=symbols.pixels)
    top = height - 1 - fan.size.height - (1 if fan.size.height > 8 else 0)
    overlap = fan.step <= fan.size.width
    for place, (shown, chosen, usual) in enumerate(laid):
        card_state = replace(usual, shadow=not overlap or place == len(laid) - 1)
        x, y = fan.left + place * fan.step, top - chosen
        canvas.paste(x, y, face(shown, fan.size, symbols, card_state))
        canvas.on_click(x, y, fan.size.width, fan.size.height, _pick(place))
        if place and overlap:
            for below in range(fan.size.height):
                canvas.put(x, y + below, symbols.edge, "worn-edge")
    return tuple(canvas.rows())


class _HandCard(NamedTuple):
    """The state of a card in the hand."""

    chosen: bool
    here: bool
    worn: bool
    """Whether it can't be picked now."""
    numbered: bool
    """Whether a digit picks it now."""
    fresh: bool
    """Whether it is new."""


def _state(model: TableModel, place: int) -> _HandCard:
    still = model.over or bool(model.replay_step)
    hidden = model.hand[place] is UNKNOWN  # nobody picks a card that they can't see
    elsewhere = model.choosing or still or hidden
    return _HandCard(
        chosen=place in model.chosen and not model.choosing,
        here=place == model.cursor and not elsewhere,
        worn=not (still or model.pickable[place]),
        numbered=not (model.choosing or hidden),
        fresh=place in model.fresh,
    )


def digit(place: int) -> str:
    """Return the digit that picks a card: 0 for the tenth, a blank for later ones."""
    return str((place + 1) % 10) if place < 10 else " "


def _number_column(fan: Fan, place: int, cards: int) -> int:
    """Return the column of a card's number: the middle of its visible part."""
    assert fan.size is not None
    seen = fan.size.width if place == cards - 1 else min(fan.step, fan.size.width)
    return fan.left + place * fan.step + seen // 2


def _paint_number(
    canvas: Canvas, state: _HandCard, place: int, cards: int, fan: Fan, symbols: Symbols
) -> None:
    """Write the number of a card in a row of `cards`; at the cursor its ground is gold."""
    assert fan.size is not None
    if not state.numbered:
        return
    y = 0
    x = _number_column(fan, place, cards)
    seen = fan.size.width if place == cards - 1 else min(fan.step, fan.size.width)
    left = fan.left + place * fan.step
    if state.here:
        canvas.fill(left, y, seen, 1, "accent")
        mark = symbols.raised if state.chosen else " "
        if symbols.mono or not symbols.pixels:
            mark = symbols.pointer + mark.strip()
        canvas.text(x - len(mark), y, f"{mark}{digit(place)}", "on-accent/accent+bold")
    elif state.chosen:
        canvas.text(x - 1, y, f"{symbols.raised}{digit(place)}", "accent+bold")
    else:
        canvas.text(x, y, digit(place), "on-felt")
    canvas.on_click(left, y, seen, 1, _pick(place))


def _word(model: TableModel, place: int, symbols: Symbols) -> Row:
    """Return a card as a word with its number."""
    card, state, action = model.hand[place], _state(model, place), _pick(place)
    text = f"{symbols.card_text(card):<3}"
    number = digit(place) if state.numbered else " "
    marked = "accent+bold" if state.chosen else "faint" if state.worn else "on-felt"
    style = "on-accent/accent+bold" if state.here else marked
    label = Run(symbols.pointer if state.here and place >= 10 else number, style, action)
    ink = "faint" if state.worn else f"{card_style(card)}+bold"
    left, right = ("[", "]") if state.chosen else (" ", symbols.new if state.fresh else " ")
    before, after = Run(left, "accent", action), Run(right, "accent", action)
    return (label, before, Run(text, ink, action), after)


def _pick(place: int) -> str:
    """Return the click action of a card."""
    return f"pick({place + 1})"


Paint = Callable[..., list[Row]]
"""Returns the rows of a model (of the game's own type) for a width, a height and a look."""


def by_symbols(
    rows: Callable[[M, int, int, Symbols], list[Row]],
) -> Callable[[M, int, int, Look], list[Row]]:
    """Return the painter of a zone that needs only the symbols of a look."""
    return lambda model, width, height, look: rows(model, width, height, look.symbols)


GAP = Run("   ")
"""The gap between the parts of a preview."""
_CARD = re.compile(r"(\*|\b[2-9TJQKA][CDHS]\b)")
_WIDE = 110
"""Cells of a board from which a preview is written in whole words."""
_BADGE_COLUMNS = ((130, 92), (110, 84), (78, 48), (0, 34))
"""The column of the badge, by the width of the board."""
_LOG = 24
"""Cells at the right of a board that the log may take in the row above the band, except on a board
narrower than `_SMALL`, where the log ends higher up."""
_SMALL = 78


class Badge(Value):
    """The most important part of a preview on its own ground, and the text after it."""

    text: str
    style: str = "pay"
    """The ground: `pay` or `accent`."""
    behind: Row = ()
    before: str = ""
    """Text to put first, if there is room."""
    verdict: str = ""
    """A short form of the text behind it, used where that has no room."""

    @property
    def forms(self) -> list[Row]:
        """The badge in a line with other texts, from the longest form to the shortest."""
        style = f"on-{self.style}/{self.style}+bold"
        texts = (f" {self.before}{self.text} ", f" {self.text} ")
        bare = [(Run(text, style),) for text in texts]
        whole = [(*row, Run(" "), *self.behind) for row in bare] if self.behind else []
        judged = [(Run(f" {self.text}: {self.verdict} ", style),)]
        return [*whole, *(judged if self.verdict else bare)]


def pay_badge(play_preview: PayPreview, *, tight: bool) -> Badge:
    """Return what must be paid, and the value of the hand that can pay it."""
    held = Run("of ", "muted"), Run(str(play_preview.hand), "text+bold")
    in_hand = Run(" in your hand", "muted")
    return Badge(f"PAY {play_preview.due}", behind=held if tight else (*held, in_hand))


def _no_badge(model: TableModel, *, tight: bool) -> None:
    """Show no badge."""


class Band(NamedTuple):
    """The band between table and hand: a preview, a badge, a notice.

    There are at most two lines. If the band has one row, the first of two lines is above it, on the
    last row of the table (`line_above`). `preview` returns the preview line of a model, and `badge`
    its badge; both take `tight`, for as few words as possible.
    """

    preview: Callable[..., Row]
    badge: Callable[..., Badge | None] = _no_badge

    def lines(self, model: TableModel, width: int, symbols: Symbols) -> list[Row]:
        """Return the lines of the band in a window of this width."""
        tight = is_tight(width)
        shown, badge = self.preview(model, symbols, tight=tight), self.badge(model, tight=tight)
        return band_lines(model, shown, badge, width, symbols)

    def paint(self, model: TableModel, width: int, height: int, look: Look) -> list[Row]:
        """Return the rows of the zone."""
        symbols, badge = look.symbols, self.badge(model, tight=is_tight(width))
        left, board = board_of(width)
        lines = self.lines(model, width, symbols)[-height:]
        canvas = Canvas(width, height, "band", pixels=symbols.pixels)
        canvas.lines(left + _margin(board), 0, lines)
        if badge is not None and _leaves_room(lines, width):
            column = _badge_column(board)
            _paint_badge(canvas, left + column, board - column, badge, symbols)
        return canvas.rows()


def band_room(width: int) -> int:
    """Return the cells of a line of the band in a window of this width."""
    board = board_of(width)[1]
    return board - 2 * _margin(board)


def is_tight(width: int) -> bool:
    """Return whether a preview must use as few words as possible."""
    return board_of(width)[1] < _WIDE


def band_lines(
    model: TableModel, preview: Row, badge: Badge | None, width: int, symbols: Symbols
) -> list[Row]:
    """Return the lines of the band, two at most: the preview, a notice after its first line."""
    board, whole = board_of(width)[1], band_room(width)
    room = whole if badge is None else _badge_column(board) - _margin(board) - 1
    above = whole - (_LOG if board >= _SMALL else 0)
    if model.replay_step:
        lines = replay_rows(model.replay_step, above, 2, symbols)
    else:
        lines = [preview] if width_of(preview) <= room else wrap(_split(preview), above, "  ")
    if width_of(lines[-1]) > room:
        lines.append(())  # the badge is on the second line
    if not model.notice.text:
        return lines[:2]
    notice = _noticed(model.notice, symbols)
    if model.notice.yields and model.chosen:
        moves = badge is not None and room < width_of(notice)
        first = (*lines[0], GAP, *badge.forms[-1]) if badge is not None and moves else lines[0]
        if any(lines[1:]) or width_of(first) > above or width_of(notice) > whole:
            return lines[:2]
    end = Run(symbols.ellipsis, model.notice.style) if model.notice.verbatim else None
    return _with_notice(lines, notice, badge, (whole, above, room), end)


def _with_notice(
    lines: Sequence[Row],
    notice: Row,
    badge: Badge | None,
    widths: tuple[int, int, int],
    end: Run | None,
) -> list[Row]:
    """Return the lines with a notice as the last line; it has this `end` if it is cut.

    If the notice leaves no room for the badge, the badge moves to the line above: the payment due
    is always shown, and whether it can't be paid. `widths` are the cells of the band, of the line
    above it, and of the band before the badge.
    """
    whole, above, room = widths
    words, first = _words(notice), lines[0] if lines else ()
    if width_of(first) > above:  # the log takes the cells after it
        first = wrap(_split(first), above, GAP.text)[0]
    if width_of(notice) > whole:
        noticed = _beside_badge(words, above, room) or _beside_log(words, above, whole, end)
        return [*[first] * bool(first), *noticed][-2:]
    if badge is not None and room < width_of(notice):
        first = _with_badge(first, badge.forms, above)
    return [first, notice] if first else [notice]


def _with_badge(line: Row, forms: Sequence[Row], width: int) -> Row:
    """Return a line and the longest form of a badge; if none fits, cut parts of the line."""
    for form in forms:
        written = (*line, GAP, *form)
        if width_of(written) <= width:
            return written
    room = width - width_of((GAP, *forms[-1]))
    return (*wrap(_split(line), room, GAP.text)[0], GAP, *forms[-1])


def _beside_badge(words: Sequence[Row], above: int, room: int) -> list[Row]:
    """Return words in at most two lines; if possible, the last leaves room for the badge.

    The payment due is always shown beside other text. No line is longer than the one above the
    band, which leaves room for the log.
    """
    for width in (min(room, above), above):
        lines = wrap(words, width)
        if len(lines) <= 2 and width_of(lines[-1]) <= room:
            return lines
    return []


def _beside_log(words: Sequence[Row], above: int, whole: int, end: Run | None) -> list[Row]:
    """Return words in two lines; the first leaves room for the log.

    If the words don't fit, `end` shows that there are more; without it, whole sentences at the end
    are left out.
    """
    first = _fitting(words, above)
    both = first + _fitting(words[first:], whole)
    if both < len(words) and end is not None:
        both = first + _fitting(words[first:], whole - width_of((end,)))
        *others, last = [*wrap(words[:first], above), *wrap(words[first:both], whole)]
        return [*others, (*last, end)]
    if both < len(words):
        ends = [end for end in range(first + 1, both + 1) if words[end - 1][-1].text.endswith(".")]
        both = ends[-1] if ends else both
    return [*wrap(words[:first], above), *wrap(words[first:both], whole)]


def _fitting(words: Sequence[Row], width: int) -> int:
    """Return the number of words that fit into a line of this width, at least one."""
    return max(1, sum([len(wrap(words[: end + 1], width)) == 1 for end in range(len(words))]))


def line_above(lines: Sequence[Row], width: int, height: int) -> Row:
    """Return the line that doesn't fit into a band of this height, with its margin."""
    if len(lines) <= height:
        return ()
    left, board = board_of(width)
    return (Run(" " * (left + _margin(board))), *lines[0])


def _margin(board: int) -> int:
    return 4 if board >= _WIDE else 1


def _badge_column(board: int) -> int:
    return next(column for least, column in _BADGE_COLUMNS if board >= least)


def _leaves_room(lines: Sequence[Row], width: int) -> bool:
    """Return whether the first line of the band ends before the badge."""
    board = board_of(width)[1]
    return not lines or _margin(board) + width_of(lines[0]) < _badge_column(board)


def _words(row: Row) -> list[Row]:
    """Return the words of a row, each in its style."""
    words: list[Row] = []
    glued = False
    for run in row:
        for place, word in enumerate(re.split(" +", run.text)):
            if not word:
                glued = False
            elif place == 0 and glued and words:
                words[-1] = (*words[-1], run._replace(text=word))
            else:
                words.append((run._replace(text=word),))
            glued = bool(word)
    return words


def _paint_badge(canvas: Canvas, x: int, width: int, badge: Badge, symbols: Symbols) -> None:
    style = f"on-{badge.style}/{badge.style}+bold"
    under = canvas.ground(x, 0)
    text = f" {badge.before}{badge.text} "
    if len(text) + 3 + width_of(badge.behind) > width:
        text = f" {badge.text} "
    if symbols.pixels:
        canvas.put(x, 0, "▐", badge.style, under)
    end = canvas.text(x + 1, 0, text, style)
    if symbols.pixels:
        canvas.put(end, 0, "▌", badge.style, under)
    canvas.text(end + 2, 0, badge.behind)


def waiting_row(model: TableModel) -> Row:
    """Return who must act and how, or that the game is over; empty behind the curtain."""
    if model.curtain:
        return ()
    if model.stopped:
        return (Run("The game is over.", "muted"),)
    doing = f" {be([model.actor])} {model.task}."
    return (Run(model.actor, "text+bold"), Run(doing, "muted"))


def _noticed(notice: Notice, symbols: Symbols) -> Row:
    if notice.verbatim:
        return (Run(notice.text, notice.style),)
    return with_cards(notice.text, notice.style, symbols)


def replay_rows(replay_step: ReplayStep, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the step of a replay in at most `height` rows, with the signs of cards.

    If there is no room for all its parts, the last action is left out.
    """
    parts = [with_cards(part, "muted", symbols) for part in replay_step]
    whole, brief = [wrap(some, width, GAP.text) for some in (parts, parts[:1] + parts[2:])]
    return (whole if len(whole) <= height else brief)[:height]


def with_cards(text: str, style: str, symbols: Symbols) -> Row:
    """Return text in one style, with the signs of cards."""
    pieces = _CARD.split(text)  # text and cards alternate
    runs = [
        part_run(card(piece), symbols) if place % 2 else Run(piece, style)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return tuple(runs)


def words_with_cards(text: str, style: str, symbols: Symbols) -> list[Row]:
    """Return the words of a sentence in one style, with the signs of cards."""
    return [with_cards(word, style, symbols) for word in text.split()]


def _split(row: Row) -> list[Row]:
    """Return the parts of a preview between its gaps."""
    parts: list[Row] = [()]
    for run in row:
        if run == GAP:
            parts.append(())
        else:
            parts[-1] += (run,)
    return [part for part in parts if part]
