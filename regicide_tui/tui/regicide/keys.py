"""Which keys do something at a moment of Regicide, and what they would do."""

from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.games.regicide.state import OVER, SUFFER, attack
from regicide_tui.play.table import Table
from regicide_tui.tui import commands as c
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.bars import Key


def keys_now(scene: Scene, table: Table, symbols: Symbols) -> list[Key]:
    """Return the keys that do something now, the most needed first."""
    keys = _keys_of_phase(scene, symbols)
    if table.can_undo:
        keys.append(_key(c.UNDO))
    if table.can_redo:
        keys.append(_key(c.REDO))
    return [*keys, *[_key(command) for command in (c.SAVE, c.MENU, c.QUIT)]]


def _keys_of_phase(scene: Scene, symbols: Symbols) -> list[Key]:
    if scene.phase is OVER:
        return [_key(c.CONFIRM, "result")]
    if scene.curtain:
        return [_key(c.CONFIRM, "lift the curtain")]
    if scene.choosing:
        return [_key(c.PICK[0], "player", f"1-{len(scene.seats)}"), _key(c.CONFIRM, "choose")]
    keys: list[Key] = []
    if scene.hand:
        numbers = "1" if len(scene.hand) == 1 else f"1-{len(scene.hand)}"
        keys.append(_key(c.PICK[0], "pick", numbers))
        keys.append(_key(c.CONFIRM, _confirmed(scene, symbols)))
    if scene.chosen:
        keys.append(_key(c.CLEAR))
    if Yield() in scene.legal:
        keys.append(_key(c.YIELD, f"yield, pay {attack(scene.view) or 'nothing'}"))
    if Flip() in scene.legal:
        keys.append(_key(c.FLIP))
    return keys


def _confirmed(scene: Scene, symbols: Symbols) -> str:
    """Say what enter does now: with nothing picked it plays the card at the pointer."""
    if scene.phase is SUFFER:
        return "pay"
    return f"play {'+'.join([symbols.card_text(card) for card in scene.laid])}"


def _key(command: c.Command, word: str = "", shown: str = "") -> Key:
    return shown or command.shown, word or command.word, command.action


def why_nothing(scene: Scene) -> str:
    """Say what to do where confirming does nothing."""
    if scene.phase is SUFFER:
        if list(scene.legal) == [Flip()]:
            return "Your hand can't cover the attack: f flips a Jester."
        return "Pick the cards to discard, then press enter."
    return f"Your hand is empty: {'f flips a Jester' if Flip() in scene.legal else 'y yields'}."


def commands_of(scene: Scene) -> list[c.Command]:
    """Return the commands that this game has at all."""
    absent = [] if scene.alone else [c.FLIP]
    absent += [c.YIELD] if scene.alone and not scene.view.options.solo_yield else []
    return [command for command in c.TABLE if command not in absent]
