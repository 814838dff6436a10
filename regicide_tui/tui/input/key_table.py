"""What each key means: the same on all screens, at home and on a server."""

from collections.abc import Iterator
from typing import NamedTuple

from regicide_tui.tui.input.commands import SCREENS
from regicide_tui.tui.input.keymap import written


class Meaning(NamedTuple):
    """Keys, what they mean on every screen, and the actions that this covers.

    `lists` tells which lines of lists have the key.
    """

    keys: tuple[str, ...]
    words: str
    actions: frozenset[str]
    lists: str = ""


def _of(keys: str, words: str, actions: str, lists: str = "") -> Meaning:
    return Meaning(tuple(keys.split()), words, frozenset(actions.split()), lists)


_BEFORE = "a table before its game"

MEANINGS = (
    _of("left right", "Left or right; one back or on.", "change column move section step turn"),
    _of("up down k j", "Up or down.", "focus_next focus_previous move rise scroll sink view"),
    _of("home end", "The first or the last one.", "first last leap to_start to_end"),
    _of("pageup pagedown", "One page up or down.", "leap log turn"),
    _of("left_square_bracket right_square_bracket", "Up or down in the log.", "log"),
    _of("tab shift+tab", "The next or the one before.", "move other rise sink sort whose"),
    _of("1 2 3 4 5 6 7 8 9 0", "The one with this number.", "pick rank", "lessons, puzzles, seats"),
    _of("enter", "Do it.", "change confirm deal look submit"),
    _of("space", "Take what is at the pointer; go on.", "change confirm pick_here run turn"),
    _of("escape backspace", "Back: drop what is picked, or leave the page.", "back clear close"),
    _of("ctrl+b", "Back, where texts are typed.", "back close"),
    _of("greater_than_sign", "The next one.", "costly found next", "next deal, puzzle or game"),
    _of("less_than_sign", "The one before.", "costly found"),
    _of("question_mark f1", "Open the help, or close it.", "help back"),
    _of("colon ctrl+p", "Find a command.", "palette"),
    _of("q ctrl+q ctrl+c", "Quit, or leave the server.", "quit", "menu, lobby, the end of a game"),
    _of("ctrl+l", "Paint everything again.", "repaint"),
    _of("ctrl+z", "Suspend the app.", "suspend_process"),
    _of("m", "The menu, or the lobby.", "menu", "the end of a game"),
    _of("n", "Begin a new game.", "new new_game play_on", "menu, lobby, the end of a game"),
    _of("r", "Resume the game.", "resume", "menu"),
    _of(
        "a",
        "Again: a game from the beginning, a mistake as a puzzle.",
        "again try_again",
        "the end of a game",
    ),
    _of("D", "The daily deal.", "daily", "menu"),
    _of("l", "Learn to play.", "lessons", "menu"),
    _of("p", "The puzzles.", "puzzles", "menu, the end of a puzzle"),
    _of("g", "The saved or finished games.", "saves finished", "menu, lobby"),
    _of("S", "The statistics.", "statistics players", "menu, lobby"),
    _of("i", "The rules.", "rules", "menu, lobby"),
    _of("o", "The settings.", "settings", "menu"),
    _of("u", "Undo.", "undo restore", "the end of a game"),
    _of("U ctrl+r", "Redo.", "redo"),
    _of("h", "A hint.", "hint"),
    _of("L", "The whole log.", "full_log"),
    _of("d", "The open piles.", "piles"),
    _of("K", "The cards that have not been seen yet.", "unseen"),
    _of("s", "Give a name: save a position under it, or rename a game.", "save rename"),
    _of("x delete", "Delete a game; send a bot away.", "delete send_away", _BEFORE),
    _of("y", "Yield (Regicide).", "yield_turn"),
    _of("f", "Flip a Jester (Regicide).", "flip"),
    _of("A B C", "The first three things on offer (King of the Dead).", "do"),
    _of("w", "The top card of the Well (King of the Dead).", "well"),
    _of("F", "Recall a Familiar's card (King of the Dead).", "recall"),
    _of("e", "End the turn (King of the Dead).", "end_turn"),
    _of("P", "The powers of all cards (King of the Dead).", "powers"),
    _of("N", "No: choose nothing, or refuse.", "pass_by refuse", "talk"),
    _of("equals_sign", "Agree: to a draw, or to what is asked.", "agree", "talk"),
    _of("X", "Give up: resign, or stand up.", "resign stand", _BEFORE),
    _of("v", "Look at the table.", "look back", "the end of a game"),
    _of("W", "Watch the replay.", "replay", "the end of a game"),
    _of("V", "Review the game.", "review", "the end of a game"),
    _of("T", "The transcript.", "transcript", "the end of a game"),
    _of("c", "Copy.", "copy lines", "the end of a game"),
    _of("H", "The headings of a text.", "contents"),
    _of("slash", "Search.", "search find list_all", "lobby"),
    _of("t", "Talk (server).", "talk chat whisper", "lobby, the end of a game, talk"),
    _of("G", "Start the game (server).", "start", _BEFORE),
    _of("O", "Free the seat of somebody who is away (server).", "free_seat", _BEFORE),
    _of("R", "Ready, or not ready (server).", "ready", _BEFORE),
    _of("b", "A bot takes a seat (server).", "seat_bot stand_in ask_stand_in", f"talk, {_BEFORE}"),
    _of("E", "Ask to end the game (server).", "end_all", "talk"),
    _of("Z", "End the game at once (server).", "end_now", "talk"),
    _of("plus minus", "Wish to go next, or not to (server).", "wish", "talk"),
)


def where(meaning: Meaning) -> list[str]:
    """Return the places at which commands have one of these keys."""
    signs = {written(key) for key in meaning.keys}
    return [
        place
        for place, commands in SCREENS.items()
        if signs.intersection(written(key) for command in commands for key in command.keys)
    ]


def document() -> Iterator[str]:
    """Yield the lines of docs/keys.md."""
    yield "# Keys"
    yield ""
    yield "Each key means one thing everywhere. [settings.md](settings.md) tells how to change it."
    yield ""
    yield "| key | what it does | where |"
    yield "|---|---|---|"
    for one in MEANINGS:
        keys = " ".join([f"`{written(key)}`" for key in one.keys])
        places = ", ".join([*where(one), *([f"in lists: {one.lists}"] if one.lists else [])])
        yield f"| {keys} | {one.words} | {places} |"
