"""The hand of Regicide: its title, what is due, and the choice of the next player."""

from rich.cells import cell_len

from regicide_tui.games.regicide.state import HAND_MAXIMUM
from regicide_tui.games.words import counted
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.input.commands import CONFIRM
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.faces import CardState, face
from regicide_tui.tui.rendering.layout import LARGE
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, fit, part_run
from regicide_tui.tui.table.hand import FELT, fan_of, hand_rows


def paint_hand(model: RegicideModel, width: int, height: int, look: Look) -> list[Row]:
    """Return the rows of the zone."""
    return hand_panel(model, width, height, look.symbols, look.keymap.shown(CONFIRM))


def hand_panel(
    model: RegicideModel, width: int, height: int, symbols: Symbols, confirm: str = CONFIRM.shown
) -> list[Row]:
    """Return the rows of the zone; `confirm` is the key that opens the curtain."""
    choices = _choices(model, width, height, symbols) if model.choosing else []
    return hand_rows(model, _label(model), choices, width, height, symbols, confirm)


def _label(model: RegicideModel) -> Row:
    """Return the title of the hand, with the number of cards that it may hold."""
    maximum = HAND_MAXIMUM[len(model.seats)]
    count = f"{len(model.hand)} of {maximum}"
    words = count if model.alone or model.own else f"{model.hand_title}, {count}"
    return (Run(words, "on-felt"), Run(" cards", "on-felt"))


def _choices(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the players to choose from, and the own cards, drawn if there is room."""
    rows: list[Row] = [(Run("  Who goes next?", "text+bold"),), *_seats(model, symbols)]
    margin: Row = ()
    if height >= LARGE.hand - 1:
        margin = (Run("  "),)
        rows = [(), *[(*margin, *row) for row in rows], ()]
    fan = fan_of(len(model.hand), width - 2, height - len(rows) + 1)
    if fan.size is None or not model.hand:
        held = [run for card in model.hand for run in (part_run(card, symbols), Run(" "))]
        owner = "your" if model.alone or model.own else f"{model.seats[model.holder]}'s"
        rows[0] = (*rows[0], Run(f"   {owner} cards ", "on-felt"), *held)
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
    rows: list[Row] = []
    for seat, name in enumerate(model.seats):
        here = seat == model.cursor
        pointer = symbols.pointer if here else " "
        count = len(model.view.hands[seat])
        own = " (yourself)" if seat == model.view.turn else ""
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
