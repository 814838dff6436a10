"""The preview line in words: what the chosen cards would do, and what it would cost."""

from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.games.regicide.preview import PayPreview, PlayPreview
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, attack, immune_suit
from regicide_tui.games.sentences import RANK_NAMES
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.rendering.paint import Row, Run, part_run
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


def preview_lines(model: RegicideModel, width: int, symbols: Symbols) -> list[Row]:
    """Return the lines of the band in a window so wide."""
    tight = is_tight(width)
    preview, badge = foresight(model, symbols, tight=tight), badge_of(model, tight=tight)
    return band_lines(model, preview, badge, width, symbols)


def badge_of(model: RegicideModel, *, tight: bool = False) -> Badge | None:
    """Return what must be paid, or that the play is exact."""
    if model.waiting or model.over:
        return None
    match model.ahead:
        case PlayPreview() as ahead if ahead.exact and model.view.castle:
            return Badge("EXACT", "accent")
        case PlayPreview() as ahead if ahead.due and not ahead.kills:
            return _due(model, ahead, tight)
        case PayPreview() as ahead:
            return pay_badge(ahead, tight=tight)
    return None


def foresight(model: RegicideModel, symbols: Symbols, *, tight: bool = False) -> Row:
    """Return the preview line of a scene, `tight` where there is little room."""
    if model.waiting:
        return waiting_row(model)
    match model.ahead:
        case PlayPreview() as ahead if model.phase is PLAY:
            return _play(model, ahead, symbols, tight)
        case PayPreview() as ahead:
            return payment(ahead, symbols, "Only a Jester helps.")
    if model.phase is CHOOSE:
        return (Run("The enemy has no immunity now. Choose whose turn it is.", "text"),)
    if model.phase is OVER:
        return (Run("The game is over.", "muted"),)
    if not model.hand:
        ways = ["yield"] * (Yield() in model.legal) + ["flip a Jester"] * (Flip() in model.legal)
        return (Run(f"Your hand is empty: you can only {' or '.join(ways)}.", "warning"),)
    return ()


def _play(model: RegicideModel, ahead: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return value and damage, which nothing may displace, then the powers, then what is due."""
    if ahead.jester:
        return _jester(model, ahead, symbols, tight)
    row = sum_of(ahead.cards, ahead.value, symbols, "+" if tight else " + ")
    if ahead.damage > ahead.value and not tight:
        row += (Run(" doubled"),)
    row += (GAP, Run(f"{ahead.damage} damage", "text+bold"), Run(", " if tight else ": "))
    row += _blow(model, ahead, symbols, tight)
    if ahead.blocked:
        row += (GAP, part_run(ahead.blocked, symbols), Run(" blocked", "muted"))
    if ahead.healed is not None:
        row += (GAP, heal(ahead.healed))
    if ahead.drawn is not None:
        row += (GAP, Run(f"draw {ahead.drawn}"))
        if not model.alone:
            row += (Run(f" (you {ahead.own})", "muted"),)
    if ahead.kills:
        return row
    if ahead.shield is not None:
        grown = f"+{ahead.value} ({ahead.shield})" if ahead.shield > ahead.value else ahead.value
        row += (GAP, Run(f"shield {grown}"))
    if not ahead.due:
        row += (GAP, Run("nothing to pay", "success"))
    return row


def _jester(model: RegicideModel, ahead: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return what a Jester does. A tight line leaves the attack to the badge beside it."""
    immune = immune_suit(model.view)
    name = Run("Jester", "accent+bold")
    if tight:
        ended = "attack or immunity" if immune else "attack"
        return (name, Run(f": no {ended}, choose a player"))
    row: Row = (name, Run(": no attack, you choose who is next"))
    if immune:
        row += (GAP, Run("ends the immunity to "), part_run(immune, symbols))
    if ahead.due < attack(model.view):
        row += (Run(f": attack then {ahead.due}"),)
    return row


def _blow(model: RegicideModel, ahead: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return what the damage does to the enemy, and where he goes if he falls (R-38)."""
    enemy = model.view.enemy
    assert enemy is not None
    who = RANK_NAMES[enemy.rank]
    if not ahead.kills and tight:
        return (Run(f"{ahead.after} left"),)
    if not ahead.kills:
        return (Run(f"{who} {ahead.before} {symbols.arrow} {ahead.after}"),)
    if not model.view.castle:
        return (Run(f"the {'' if tight else 'last '}{who} falls, you win", "success+bold"),)
    if ahead.exact:
        where = "on the Tavern" if tight else f"the {who} goes on top of the Tavern"
        return (Run(f"EXACT, {where}", "success+bold"),)
    over = ahead.damage - ahead.before
    rest = f", {over} over" if tight else f" to the discard, {over} too many"
    return (Run(f"the {who} falls", "success+bold"), Run(rest, "muted"))


def _due(model: RegicideModel, ahead: PlayPreview, tight: bool) -> Badge:
    """Return what must be paid after a play, and what there is to pay it with."""
    draws = "draw" if ahead.own == 1 else "draws"
    held = f"{ahead.hand}{f' + {ahead.own} {draws}' if ahead.own else ''}"
    known = Run("of " if tight else "you hold ", "muted")
    if ahead.payable is False:
        flip = "Jester only" if tight else "only a Jester helps"
        lost = flip if model.view.jesters_unused else "LOST"
        behind: Row = (known, Run(f"{ahead.hand}: {lost}", "error+bold"))
    else:
        style = "warning" if ahead.payable is None else "text"
        behind = (known, Run(held, f"{style}+bold"))
    return Badge(f"PAY {ahead.due}", behind=behind, before="THEN ")
