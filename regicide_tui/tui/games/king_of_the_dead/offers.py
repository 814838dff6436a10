"""The band of offers: a badge for the marked offer, and the other offers."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Play, Score
from regicide_tui.games.king_of_the_dead.preview import PossibleAction, why_nothing
from regicide_tui.games.king_of_the_dead.rules import is_payment, payment_value
from regicide_tui.games.king_of_the_dead.state import is_red
from regicide_tui.tui.games import king_of_the_dead as own
from regicide_tui.tui.games.king_of_the_dead.dialog import question_rows
from regicide_tui.tui.games.king_of_the_dead.model import WELL, KingModel
from regicide_tui.tui.input.commands import HELP, OFFER_DOWN, game_action
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    clickable,
    fit,
    joined,
    part_run,
    prose,
    text_of,
    width_of,
    wrap,
)
from regicide_tui.tui.table.hand import (
    GAP,
    Badge,
    hand_painter,
    replay_rows,
    waiting_row,
    with_cards,
    words_with_cards,
)
from regicide_tui.tui.table.table_model import Notice

_BADGE_COLUMNS = ((120, 30), (76, 22), (56, 17), (0, 0))
"""The column of the badge, by the width of the band; 0 for a row of its own."""


def paint_offers(model: KingModel, width: int, height: int, look: Look) -> list[Row]:
    """Return the band above the hand; a notice takes its last row."""
    left, board = board_of(width)
    margin = 4 if board >= 110 else 1
    canvas = Canvas(width, height, "band")
    # One more cell stays blank on the right: the text of a lesson may begin there.
    rows = offers_rows(model, board - 2 * margin - 1, height, look.symbols, look.keymap)
    canvas.lines(left + margin, 0, rows)
    return canvas.rows()


def offers_rows(
    model: KingModel, width: int, height: int, symbols: Symbols, keymap: Keymap = OWN_KEYS
) -> list[Row]:
    """Return the band in at most `height` rows: the offers, and the notice."""
    choice = model.choice
    if choice:
        return question_rows(model, choice, width, height, symbols)
    notice = _noticed(model.notice, width, symbols)[:height]
    yields, room = model.notice.yields and model.chosen, height - len(notice)
    said = _said(model, width, height if yields else room, symbols, keymap)
    if yields and len(said) > room:
        return said[:height]
    return [*said[:room], *notice]


def _said(model: KingModel, width: int, room: int, symbols: Symbols, keymap: Keymap) -> list[Row]:
    """Return the text about a model, without the notice."""
    if model.replay_step:
        return replay_rows(model.replay_step, width, room, symbols)
    if model.waiting:
        return [waiting_row(model)]
    if model.over:
        return [(Run("The game is over.", "muted"),)]
    if not room or not model.picking:
        return []
    if not model.chosen:
        recalls = [_other(model, place, symbols, keymap) for place in range(len(model.offered))]
        explained, short = [
            _wrapped([*recalls, *_hand_actions(model, symbols, keymap, brief=brief)], width)
            for brief in (True, False)
        ]
        lists_all = f"{symbols.ellipsis} {keymap.shown(HELP)} lists all"
        return _cut(explained if len(explained) <= room else short, room, width, lists_all)
    badge = badge_of(model, symbols, keymap)
    if badge is None:
        return _nothing(model, width, room, symbols, keymap)
    return _marked_offer(model, badge, width, room, symbols, keymap)


def _wrapped(items: Sequence[Row], width: int) -> list[Row]:
    """Return items in rows; an item that is too wide for a row is wrapped at its words."""
    rows: list[Row] = []
    waiting: list[Row] = []
    for item in items:
        if width_of(item) <= width:
            waiting.append(item)
            continue
        words = [(run._replace(text=word),) for run in item for word in run.text.split()]
        rows += [*wrap(waiting, width, GAP.text), *wrap(words, width)]
        waiting = []
    return [*rows, *wrap(waiting, width, GAP.text)]


def _cut(rows: Sequence[Row], room: int, width: int, sign: str) -> list[Row]:
    """Return the rows that fit; the last one ends with `sign` if others are left out."""
    shown = _cut_each(rows[:room], width, sign)
    if len(rows) > room and shown and shown[-1] is rows[room - 1]:
        shown[-1] = _cut_row(shown[-1], width, sign)
    return shown


def _cut_each(rows: Sequence[Row], width: int, sign: str) -> list[Row]:
    """Return rows of at most `width` cells."""
    return [row if width_of(row) <= width else _cut_row(row, width, sign) for row in rows]


def _cut_row(row: Row, width: int, sign: str) -> Row:
    """Return the words of a row that fit, and the sign for what is left out."""
    more = (Run(f" {sign}", "muted"),)
    room = width - width_of(more)
    if width_of(row) > room:
        room = max(0, text_of(row)[: room + 1].rfind(" ")) or room
    return (*fit(row, min(width_of(row), room)), *more)


def _noticed(notice: Notice, width: int, symbols: Symbols) -> list[Row]:
    if notice.verbatim:
        return prose(notice.text, notice.style, width)
    return wrap(words_with_cards(notice.text, notice.style, symbols), width)


# ---------------------------------------------------------------- with cards picked


def badge_of(model: KingModel, symbols: Symbols, keymap: Keymap = OWN_KEYS) -> Badge | None:
    """Return the badge of the next action, such as `a BUY 6♣`, and its meaning."""
    one = model.offer
    if one is None or not model.chosen:
        return None
    key = keymap.shown(own.DO[model.mark]) if model.mark < len(own.DO) else ""
    name = text_of(with_cards(_named(one), "text", symbols))
    said = words_with_cards(one.text, "text", symbols)
    behind = tuple([run for word in said for run in (*word, Run(" "))])
    return Badge(f"{key} {name}".strip(), "accent", behind)


def _named(one: PossibleAction) -> str:
    """Return the name of an offer in capitals, except the notation of its card."""
    verb, _, rest = one.name.partition(" ")
    return f"{verb.upper()} {rest.removeprefix('the ').upper()}".strip()


def _marked_offer(
    model: KingModel, badge: Badge, width: int, room: int, symbols: Symbols, keymap: Keymap
) -> list[Row]:
    """Return the picked cards, the badge and its meaning, then the other offers."""
    column = next(at for least, at in _BADGE_COLUMNS if width >= least)
    total = sum_of_picked(model, symbols, tight=width < 100)
    action = game_action("do", model.mark + 1)
    shown = _badge_row(badge, symbols, action)
    meaning = [(run._replace(action=action),) for run in badge.behind if run.text.strip()]
    first = (*fit(total, max(column - 1, width_of(total) + 1)), *shown) if column else shown
    above = [] if column else [total]
    rows = wrap([first, *meaning], width)
    others = [
        _other(model, place, symbols, keymap)
        for place in range(len(model.offered))
        if place != model.mark
    ]
    others = [(Run("also ", "muted"), *others[0]), *others[1:]] if others else []
    others = _cut_each(others, width, symbols.ellipsis)  # an offer takes one row
    sign = f"{symbols.ellipsis} {keymap.shown(OFFER_DOWN)} next" if others else symbols.ellipsis
    left = room - len(above)
    if others:
        together = wrap([first, *meaning, (GAP,), *others], width)
        apart = [
            *_cut(rows, max(1, left - 1), width, symbols.ellipsis),
            *wrap(others, width, GAP.text),
        ]
        rows = together if len(together) == 1 else apart
    return _cut([*above, *rows], room, width, sign)


def _badge_row(badge: Badge, symbols: Symbols, action: str) -> Row:
    """Return a badge on its ground, and the blank after it."""
    style = f"on-{badge.style}/{badge.style}+bold"
    middle = Run(f" {badge.text} ", style, action)
    if not symbols.pixels:
        return (middle,)
    return (Run("▐", badge.style, action), middle, Run("▌", badge.style, action))


def _other(model: KingModel, place: int, symbols: Symbols, keymap: Keymap) -> Row:
    """Return another offer: its key, its name, and its cost."""
    one = model.offered[place]
    key = keymap.shown(own.DO[place]) if place < len(own.DO) else ""
    name = with_cards(one.name, "text", symbols)
    row = (Run(f"{key} " if key else "", "accent+bold"), *name)
    if not isinstance(one.action, Play):
        row += (Run(": ", "muted"), *joined(words_with_cards(one.text, "muted", symbols), Run(" ")))
    return clickable(row, game_action("do", place + 1))


def sum_of_picked(model: KingModel, symbols: Symbols, *, tight: bool) -> Row:
    """Return the picked cards, and the amount that they can pay."""
    cards = model.picked.cards
    plus = Run("+" if tight else " + ", "muted")
    words: list[Row] = [(part_run(card, symbols),) for card in cards]
    if model.picked.well:
        words.append((Run("Well ", "muted"), part_run(model.view.well[0], symbols)))
    row = joined(words, plus)
    if not model.picked.well and is_payment(cards):
        colour = "red" if any(is_red(card) for card in cards if card.rank != "A") else "black"
        row += (Run(f" = {payment_value(cards)} {colour}", "text+bold"),)
    return row


def _nothing(
    model: KingModel, width: int, room: int, symbols: Symbols, keymap: Keymap
) -> list[Row]:
    """Return the picked cards, and why there is no offer for them yet."""
    total = sum_of_picked(model, symbols, tight=width < 100)
    if model.notice.text:
        return [total]
    text = why_nothing(model.view, model.picked)
    if model.well_open and WELL not in model.chosen:
        text = f"{text} {keymap.shown(own.WELL)} adds {model.view.well[0]} from the Well."
    words = words_with_cards(text, "muted", symbols)
    return _cut(wrap([(*total, GAP), *words], width), room, width, symbols.ellipsis)


# ---------------------------------------------------------------- with nothing picked


def _hand_actions(model: KingModel, symbols: Symbols, keymap: Keymap, *, brief: bool) -> list[Row]:
    """Return the runs and powers in the hand, each with its cards; or that there are none.

    If `brief`, each power has a short description.
    """
    if model.points_fixed:
        end = f"{keymap.shown(own.END_TURN)} ends the game."
        return [(Run("The score can't change any more.", "muted"),), (Run(end, "text"),)]
    if not any(model.pickable):
        why = "You can't do anything more with your hand." if model.hand else "Your hand is empty."
        end = f"{keymap.shown(own.END_TURN)} ends your turn."
        return [(Run(why, "muted"),), (Run(end, "muted"),)]
    buying = (Run("Pick cards to see what they buy.", "muted"),)
    if not model.hand_actions:
        return [(Run("You have no runs or powers in your hand.", "muted"),), buying]
    words = [_found(one, model.view.well[:1], symbols, brief=brief) for one in model.hand_actions]
    return [(Run("In your hand: ", "muted"), *words[0]), *words[1:], buying]


def _found(one: PossibleAction, top: Pile, symbols: Symbols, *, brief: bool) -> Row:
    """Return a run or a power with its cards; `top` is the top card of the Well."""
    match one.action:
        case Score(cards):
            name = with_cards(one.name, "text", symbols)
            where = " from the Well with " if cards[-1] is None else " with "
            below = _spaced([card for card in cards[:-1] if card], symbols)
            row = (*name, Run(where, "muted"), *below)
            if None not in cards[:-1]:
                return row
            well = [part_run(card, symbols) for card in top]
            return (*row, Run(" and ", "muted"), *well, Run(" from the Well", "muted"))
        case Play(cards):
            row = (Run(f"{one.name} "), *_spaced(cards, symbols))
            return (*row, Run(f" ({one.brief})", "muted")) if brief else row
    return ()


def _spaced(cards: Sequence[Card], symbols: Symbols) -> Row:
    return joined([(part_run(card, symbols),) for card in cards], Run(" "))


def as_to_play(model: KingModel) -> KingModel:
    """Return the model with the chosen cards of the hand shown like picked cards."""
    choice = model.choice
    if choice is None or not model.choosing_in_hand:
        return model
    every = (True,) * len(model.hand)
    return replace(model, asked=None, chosen=choice.marked, pickable=every)


def _label(model: KingModel) -> Row:
    row: Row = (Run(f"{model.hand_title}, {len(model.hand)}", "on-felt"),)
    cards = model.picked.cards
    if is_payment(cards):
        row += (Run(f"  pays {payment_value(cards)}", "text+bold"),)
    return row


paint_hand = hand_painter(_label, filled=True)
