"""What can be done: the list of offers, which the picked cards make."""

from collections.abc import Sequence

from regicide_tui.cards import Card
from regicide_tui.games.king_of_the_dead.actions import Play, Score
from regicide_tui.games.king_of_the_dead.preview import Possible, why_nothing
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.king_of_the_dead.scene import WELL, Scene
from regicide_tui.tui.paint import Row, Run, fit, part_run, prose, width_of, wrap
from regicide_tui.tui.scene import Notice
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.foresight import (
    GAP,
    Foresight,
    step_row,
    waiting_row,
    with_cards,
)


class Offers(Foresight[Scene]):
    """The rows above the hand: what the picked cards can do, or what lies in the hand."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the rows; a notice takes the last of them."""
        rows = offers_rows(scene, width - 2, height, symbols, self.look.keymap)
        return [(Run(" "), *row) for row in rows]


def offers_rows(
    scene: Scene, width: int, height: int, symbols: Symbols, keymap: Keymap = OWN_KEYS
) -> list[Row]:
    """Return the offers in at most so many rows, those around the marked one, and the notice."""
    notice = _noticed(scene.notice, width, symbols)[:height]
    room = height - len(notice)
    if scene.step:
        return [step_row(scene.step, symbols), *notice][:height]
    if scene.curtain or not room:
        return notice
    if scene.waiting:
        return [waiting_row(scene), *notice]
    if scene.over:
        return [(Run("The game is over.", "muted"),), *notice]
    rows, here = _offers(scene, width, room, symbols, keymap)
    first = max(0, min(here - room // 2, len(rows) - room))
    shown = rows[first : first + room]
    below = len(rows) - first - len(shown)
    if below:
        more = (Run(f" {symbols.down} more" if scene.chosen else f" {symbols.ellipsis}", "muted"),)
        shown[-1] = (*fit(shown[-1], min(width_of(shown[-1]), width - width_of(more))), *more)
    return [*shown, *notice]


def _offers(
    scene: Scene, width: int, room: int, symbols: Symbols, keymap: Keymap
) -> tuple[list[Row], int]:
    """Return all rows of the offers, and which of them has the marked one."""
    if not scene.picking:
        return [], 0
    if scene.chosen and not scene.offered:
        if scene.notice.text:
            return [], 0
        text = why_nothing(scene.view, scene.picked)
        if scene.well_open and WELL not in scene.chosen:
            text = f"{text} {keymap.shown(c.WELL)} adds {scene.view.well[0]} of the Well."
        return _lines(text, "muted", width, symbols), 0
    blocks = [_offer(scene, place, width, symbols, keymap) for place in range(len(scene.offered))]
    if not scene.chosen:
        words = [row for block in blocks for row in block]
        return wrap([*words, *_lying(scene, symbols, keymap)], width, GAP.text), 0
    if sum(map(len, blocks)) <= room:  # one below the other
        return [row for block in blocks for row in block], sum(map(len, blocks[: scene.mark]))
    rows: list[Row] = []
    here = 0
    for place, block in enumerate(blocks):
        beside = bool(rows) and len(block) == 1
        if beside and width_of((*rows[-1], GAP, *block[0])) <= width:
            rows[-1] = (*rows[-1], GAP, *block[0])
        else:
            rows += block
        here = len(rows) - len(block) if place == scene.mark else here
    return rows, here


def _noticed(notice: Notice, width: int, symbols: Symbols) -> list[Row]:
    if notice.verbatim:
        return prose(notice.text, notice.style, width)
    return _lines(notice.text, notice.style, width, symbols)


def _lines(text: str, style: str, width: int, symbols: Symbols) -> list[Row]:
    """Return a sentence in rows, its cards drawn with their signs."""
    return wrap([with_cards(word, style, symbols) for word in text.split()], width)


def _offer(scene: Scene, place: int, width: int, symbols: Symbols, keymap: Keymap) -> list[Row]:
    """Return one offer in as many rows as it takes: its key, its name, and what it means."""
    one, here = scene.offered[place], place == scene.mark
    key = keymap.shown(c.DO[place]) if place < len(c.DO) else " "
    mark = Run(f"{symbols.pointer if here else ' '}{key} ", "accent+bold")
    name = with_cards(one.name, "text+bold", symbols)
    if isinstance(one.action, Score):
        name += _run(one.action, symbols)
    style = "text" if here else "muted"
    text = [with_cards(word, style, symbols) for word in one.text.split()]
    rows = wrap([(*name, Run(":", style)), *text], width - width_of((mark,)))
    margins = [mark, *[Run(" " * width_of((mark,)))] * (len(rows) - 1)]
    return [
        tuple([run._replace(action=f"do({place + 1})") for run in (margin, *row)])
        for margin, row in zip(margins, rows, strict=True)
    ]


def _run(action: Score, symbols: Symbols) -> Row:
    """Return the cards of a run, with the Well's as such."""
    cards = _of_run(action.cards, symbols)
    return (Run(" (", "muted"), *_spaced(cards), Run(")", "muted"))


def _of_run(cards: Sequence[Card | None], symbols: Symbols) -> list[Run]:
    return [part_run(card, symbols) if card else Run("the Well", "muted") for card in cards]


# ---------------------------------------------------------------- with nothing picked


def _lying(scene: Scene, symbols: Symbols, keymap: Keymap) -> list[Row]:
    """Return what lies in the hand, each with the cards to pick for it, or that nothing does."""
    if not any(scene.open_cards):
        why = "Nothing more can be done with your hand." if scene.hand else "Your hand is empty."
        end = f"{keymap.shown(c.END_TURN)} ends your turn."
        return [(Run(why, "muted"),), (Run(end, "muted"),)]
    buying: Row = (Run("Pick cards to see what they buy.", "muted"),)
    if not scene.lying:
        return [(Run("No run and no power lies in your hand.", "muted"),), buying]
    words: list[Row] = [_found(one, symbols) for one in scene.lying]
    return [(Run("In your hand: ", "muted"), *words[0]), *words[1:], buying]


def _found(one: Possible, symbols: Symbols) -> Row:
    """Return one of these."""
    match one.action:
        case Score(cards):
            name = with_cards(one.name, "text", symbols)
            where = " of the Well on " if cards[-1] is None else " on "
            return (*name, Run(where, "muted"), *_spaced(_of_run(cards[:-1], symbols)))
        case Play(cards):
            return (Run(f"{one.name} "), *_spaced([part_run(card, symbols) for card in cards]))
    return ()


def _spaced(runs: Sequence[Run]) -> Row:
    return tuple([run for place, one in enumerate(runs) for run in (Run(" " * (place > 0)), one)])
