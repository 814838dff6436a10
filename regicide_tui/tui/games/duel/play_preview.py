"""The preview of a duel: attack against shield, what falls, and the own shield."""

from regicide_tui.games.duel.rules import PlayPreview
from regicide_tui.games.duel.state import PLAY, shield
from regicide_tui.games.regicide_family.plays import PayPreview
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.rendering.paint import Row, Run, Symbols
from regicide_tui.tui.table.hand import GAP, Badge, band_lines, is_tight, pay_badge, waiting_row
from regicide_tui.tui.table.play_or_pay import heal, payment, sum_of


def preview_lines(model: DuelModel, width: int, symbols: Symbols) -> list[Row]:
    """Return the lines of the band in a window of this width."""
    tight = is_tight(width)
    preview, badge = preview_row(model, symbols, tight=tight), badge_of(model, tight=tight)
    return band_lines(model, preview, badge, width, symbols)


def badge_of(model: DuelModel, *, tight: bool = False) -> Badge | None:
    """Return what must be paid, and the value of the hand that can pay it."""
    play_preview = model.play_preview
    if model.waiting or model.over or model.replay_step or not isinstance(play_preview, PayPreview):
        return None
    return pay_badge(play_preview, tight=tight)


def preview_row(model: DuelModel, symbols: Symbols, *, tight: bool = False) -> Row:
    """Return the preview line of a model; `tight` means that there is little room."""
    if model.waiting:
        return waiting_row(model)
    if model.over:
        return (Run("The duel is over.", "muted"),)
    match model.play_preview:
        case PlayPreview() as play_preview if model.phase is PLAY:
            return _play(model, play_preview, symbols, tight)
        case PayPreview() as play_preview:
            return payment(play_preview, symbols, "")
    return ()


def _play(model: DuelModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return value and attack, which are never cut, then the powers and the own shield."""
    rival = model.seats[model.rival]
    row = sum_of(play_preview.cards, play_preview.value, symbols, "+" if tight else " + ")
    row += (GAP, *_attack(play_preview, rival, tight))
    if play_preview.healed is not None:
        row += (GAP, heal(play_preview.healed))
    if play_preview.drawn is not None:
        row += (GAP, Run(f"draw {play_preview.drawn}"))
    if play_preview.castle:
        row += (GAP, Run(f"{rival} draws from the Castle", "warning"))
    own = _own(model, play_preview, symbols, tight)
    return (*row, GAP, *own) if own else row


def _attack(play_preview: PlayPreview, rival: str, tight: bool) -> Row:
    """Return whether the attack breaks the shield, and what the rival must pay."""
    row: Row = (Run(f"attack {play_preview.attack}", "text+bold"),)
    pays = (Run(f"{rival} pays "), Run(str(play_preview.damage), "success+bold"))
    if not play_preview.against:
        return (*row, Run(": "), *pays)
    row += (Run(f" against {'' if tight else 'the shield of '}{play_preview.against}: "),)
    if not play_preview.breaks:
        return (*row, Run("it stands", "warning"))
    row += (Run("it falls", "success+bold"), Run(", "))
    return (*row, *(pays if play_preview.damage else (Run("no damage"),)))


def _own(model: DuelModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return the own shield after the turn; if there is little room, only if there is one."""
    now = shield(model.view, model.holder)
    if play_preview.shield is None:
        if tight:
            return (Run(f"keep {now}"),) if now else ()
        kept = f"you keep your shield {now}" if now else "you have no shield"
        return (Run(kept, "text" if now else "muted"),)
    grown = f"{now} {symbols.arrow} {play_preview.shield}" if now else str(play_preview.shield)
    return (Run("your shield "), Run(grown, "text+bold"))
