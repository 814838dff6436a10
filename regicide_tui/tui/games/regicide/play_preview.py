"""The preview of Regicide: what the picked cards would do, and what it would cost."""

from regicide_tui.games.regicide.rules import PayPreview, PlayPreview
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, Flip, Yield, attack, immune_suit
from regicide_tui.games.words import RANK_NAMES
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, part_run
from regicide_tui.tui.table.hand import GAP, Badge, band_lines, is_tight, pay_badge, waiting_row
from regicide_tui.tui.table.play_or_pay import heal, payment, sum_of


def preview_lines(model: RegicideModel, width: int, symbols: Symbols) -> list[Row]:
    """Return the lines of the band in a window of this width."""
    tight = is_tight(width)
    preview, badge = preview_row(model, symbols, tight=tight), badge_of(model, tight=tight)
    return band_lines(model, preview, badge, width, symbols)


def badge_of(model: RegicideModel, *, tight: bool = False) -> Badge | None:
    """Return what must be paid, or that the play is exact."""
    if model.waiting or model.over:
        return None
    match model.play_preview:
        case PlayPreview() as play_preview if play_preview.exact and model.view.castle:
            return Badge("EXACT", "accent")
        case PlayPreview() as play_preview if play_preview.jester or play_preview.kills:
            return None  # the enemy does not attack
        case PlayPreview() as play_preview if play_preview.due:
            return _due(model, play_preview, tight)
        case PayPreview() as play_preview:
            return pay_badge(play_preview, tight=tight)
    return None


def preview_row(model: RegicideModel, symbols: Symbols, *, tight: bool = False) -> Row:
    """Return the preview line of a model; `tight` means that there is little room."""
    if model.waiting:
        return waiting_row(model)
    match model.play_preview:
        case PlayPreview() as play_preview if model.phase is PLAY:
            return _play(model, play_preview, symbols, tight)
        case PayPreview() as play_preview:
            return payment(play_preview, symbols, "Only a Jester helps.")
    if model.phase is CHOOSE:
        return (Run("The enemy has no immunity now. Choose whose turn it is.", "text"),)
    if model.phase is OVER:
        return (Run("The game is over.", "muted"),)
    if not model.hand:
        lost = () if not model.yield_loses else (GAP, Run(_yield_loses(model), "error+bold"))
        ways = ["yield"] * (Yield() in model.legal) + ["flip a Jester"] * (Flip() in model.legal)
        empty = Run(f"Your hand is empty: you can only {' or '.join(ways)}.", "warning")
        return (empty, *lost)
    return ()


def _yield_loses(model: RegicideModel) -> str:
    """Return that a yield loses the game (R-44)."""
    losers = "You lose" if model.alone else "All of you lose"
    return f"{losers} then: you can't pay {attack(model.view)}."


def _play(model: RegicideModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return value and damage, which are never cut, then the powers, then what is due."""
    if play_preview.jester:
        return _jester(model, play_preview, symbols, tight)
    row = sum_of(play_preview.cards, play_preview.value, symbols, "+" if tight else " + ")
    if play_preview.damage > play_preview.value and not tight:
        row += (Run(" doubled"),)
    row += (GAP, Run(f"{play_preview.damage} damage", "text+bold"), Run(", " if tight else ": "))
    row += _blow(model, play_preview, symbols, tight)
    if play_preview.blocked:
        row += (GAP, part_run(play_preview.blocked, symbols), Run(" blocked", "muted"))
    if play_preview.healed is not None:
        row += (GAP, heal(play_preview.healed))
    if play_preview.drawn is not None:
        row += (GAP, Run(f"draw {play_preview.drawn}"))
        if not model.alone:
            row += (Run(f" (you {play_preview.own})", "muted"),)
    if play_preview.kills:
        return row
    if play_preview.shield is not None:
        grown = (
            f"+{play_preview.value} ({play_preview.shield})"
            if play_preview.shield > play_preview.value
            else play_preview.value
        )
        row += (GAP, Run(f"shield {grown}"))
    if not play_preview.due:
        row += (GAP, Run("nothing to pay", "success"))
    return row


def _jester(model: RegicideModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return what a Jester does. In a tight line only the badge shows the attack."""
    immune = immune_suit(model.view)
    name = Run("Jester", "accent+bold")
    if tight:
        ended = "attack or immunity" if immune else "attack"
        return (name, Run(f": no {ended}, choose a player"))
    row: Row = (name, Run(": no attack, you choose who is next"))
    if immune:
        row += (GAP, Run("ends the immunity to "), part_run(immune, symbols))
    if play_preview.due < attack(model.view):
        row += (Run(f": attack then {play_preview.due}"),)
    return row


def _blow(model: RegicideModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return what the damage does to the enemy, and where a defeated enemy goes (R-38)."""
    enemy = model.view.enemy
    assert enemy is not None
    who = RANK_NAMES[enemy.rank]
    if not play_preview.kills and tight:
        return (Run(f"{play_preview.after} left"),)
    if not play_preview.kills:
        return (Run(f"{who} {play_preview.before} {symbols.arrow} {play_preview.after}"),)
    if not model.view.castle:
        return (Run(f"the {'' if tight else 'last '}{who} falls, you win", "success+bold"),)
    if play_preview.exact:
        where = "on the Tavern" if tight else f"the {who} goes on top of the Tavern"
        return (Run(f"EXACT, {where}", "success+bold"),)
    over = play_preview.damage - play_preview.before
    rest = f", {over} over" if tight else f" to the discard, {over} too many"
    return (Run(f"the {who} falls", "success+bold"), Run(rest, "muted"))


def _due(model: RegicideModel, play_preview: PlayPreview, tight: bool) -> Badge:
    """Return what must be paid after a play, and the value of the hand that can pay it."""
    draws = "draw" if play_preview.own == 1 else "draws"
    held = f"{play_preview.hand}{f' + {play_preview.own} {draws}' if play_preview.own else ''}"
    known = Run("of " if tight else "you hold ", "muted")
    if play_preview.payable is False:
        flip = "Jester only" if tight else "only a Jester helps"
        lost = flip if model.view.jesters_unused else "LOST"
        behind: Row = (known, Run(f"{play_preview.hand}: {lost}", "error+bold"))
    else:
        style = "warning" if play_preview.payable is None else "text"
        behind = (known, Run(held, f"{style}+bold"))
    return Badge(f"PAY {play_preview.due}", behind=behind, before="THEN ")
