"""The preview of a duel: attack against shield, what falls, and the shield one keeps."""

from regicide_tui.games.duel.preview import PlayPreview
from regicide_tui.games.duel.state import PLAY, shield
from regicide_tui.games.regicide_family.previews import PayPreview
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.laying import heal, payment, sum_of
from regicide_tui.tui.widgets.table.play_preview import (
    GAP,
    Badge,
    band_lines,
    is_tight,
    pay_badge,
    waiting_row,
)


def preview_lines(model: DuelModel, width: int, symbols: Symbols) -> list[Row]:
    """Return the lines of the band in a window so wide."""
    tight = is_tight(width)
    preview, badge = foresight(model, symbols, tight=tight), badge_of(model, tight=tight)
    return band_lines(model, preview, badge, width, symbols)


def badge_of(model: DuelModel, *, tight: bool = False) -> Badge | None:
    """Return what must be paid, and what there is to pay it with."""
    ahead = model.ahead
    if model.waiting or model.over or model.step or not isinstance(ahead, PayPreview):
        return None
    return pay_badge(ahead, tight=tight)


def foresight(model: DuelModel, symbols: Symbols, *, tight: bool = False) -> Row:
    """Return the preview line of a scene, `tight` where there is little room."""
    if model.waiting:
        return waiting_row(model)
    if model.over:
        return (Run("The duel is over.", "muted"),)
    match model.ahead:
        case PlayPreview() as ahead if model.phase is PLAY:
            return _play(model, ahead, symbols, tight)
        case PayPreview() as ahead:
            return payment(ahead, symbols, "")
    return ()


def _play(model: DuelModel, ahead: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return value and attack, which nothing may displace, then the powers and one's shield."""
    rival = model.seats[model.rival]
    row = sum_of(ahead.cards, ahead.value, symbols, "+" if tight else " + ")
    row += (GAP, *_attack(ahead, rival, tight))
    if ahead.healed is not None:
        row += (GAP, heal(ahead.healed))
    if ahead.drawn is not None:
        row += (GAP, Run(f"draw {ahead.drawn}"))
    if ahead.castle:
        row += (GAP, Run(f"{rival} draws from the Castle", "warning"))
    own = _own(model, ahead, symbols, tight)
    return (*row, GAP, *own) if own else row


def _attack(ahead: PlayPreview, rival: str, tight: bool) -> Row:
    """Return whether the attack breaks the shield, and what the rival must pay then."""
    row: Row = (Run(f"attack {ahead.attack}", "text+bold"),)
    pays = (Run(f"{rival} pays "), Run(str(ahead.damage), "success+bold"))
    if not ahead.against:
        return (*row, Run(": "), *pays)
    row += (Run(f" against {'' if tight else 'the shield of '}{ahead.against}: "),)
    if not ahead.breaks:
        return (*row, Run("it stands", "warning"))
    row += (Run("it falls", "success+bold"), Run(", "))
    return (*row, *(pays if ahead.damage else (Run("no damage"),)))


def _own(model: DuelModel, ahead: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return the shield one has after the turn; where there is little room, only if one has it."""
    now = shield(model.view, model.holder)
    if ahead.shield is None:
        if tight:
            return (Run(f"keep {now}"),) if now else ()
        kept = f"you keep your shield {now}" if now else "you have no shield"
        return (Run(kept, "text" if now else "muted"),)
    grown = f"{now} {symbols.arrow} {ahead.shield}" if now else str(ahead.shield)
    return (Run("your shield "), Run(grown, "text+bold"))
