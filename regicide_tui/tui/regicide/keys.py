"""Which keys do something at a moment of Regicide, and what they would do."""

from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.games.regicide.state import OVER, SUFFER, attack
from regicide_tui.play.table import Table
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import Keymap
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.bars import Key

_OWN_KEYS = Keymap()

Offer = tuple[c.Command, str, c.Command]
"""A command, what it would do in a word, and the last of the commands like it."""


def keys_now(scene: Scene, table: Table, symbols: Symbols, keymap: Keymap = _OWN_KEYS) -> list[Key]:
    """Return the keys that do something now, the most needed first."""
    keys = _keys_of_phase(scene, symbols)
    if table.can_undo:
        keys.append(_key(c.UNDO))
    if table.can_redo:
        keys.append(_key(c.REDO))
    keys += [_key(command) for command in (c.SAVE, c.MENU, c.QUIT)]
    return [_shown(offer, keymap) for offer in keys]


def _shown(offer: Offer, keymap: Keymap) -> Key:
    """Return an offer with its key, or the first and the last of several."""
    command, word, last = offer
    key = keymap.shown(command)
    if last is not command:
        key += f"-{keymap.shown(last)}"
    return key, word, command.action


def _keys_of_phase(scene: Scene, symbols: Symbols) -> list[Offer]:
    if scene.phase is OVER:
        return [_key(c.CONFIRM, "result")]
    if scene.curtain:
        return [_key(c.CONFIRM, "lift the curtain")]
    if scene.choosing:
        players = c.PICK[len(scene.seats) - 1]
        return [_key(c.PICK[0], "player", players), _key(c.CONFIRM, "choose")]
    keys: list[Offer] = []
    if scene.hand:
        keys.append(_key(c.PICK[0], "pick", c.PICK[len(scene.hand) - 1]))
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


def _key(command: c.Command, word: str = "", last: c.Command | None = None) -> Offer:
    return command, word or command.word, last or command


def why_nothing(scene: Scene, keymap: Keymap = _OWN_KEYS) -> str:
    """Say what to do where confirming does nothing."""
    flips = f"{keymap.shown(c.FLIP)} flips a Jester"
    if scene.phase is SUFFER:
        if list(scene.legal) == [Flip()]:
            return f"Your hand can't cover the attack: {flips}."
        return f"Pick the cards to discard, then press {keymap.shown(c.CONFIRM)}."
    yields = f"{keymap.shown(c.YIELD)} yields"
    return f"Your hand is empty: {flips if Flip() in scene.legal else yields}."


def commands_of(scene: Scene) -> list[c.Command]:
    """Return the commands that this game has at all."""
    absent = [] if scene.alone else [c.FLIP]
    absent += [c.YIELD] if scene.alone and not scene.view.options.solo_yield else []
    return [command for command in c.TABLE if command not in absent]
