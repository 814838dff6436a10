"""The meaning of each key, which is the same on all screens, at home and on a server."""

from collections.abc import Iterator
from typing import NamedTuple

from regicide_tui.tui.input import keymap
from regicide_tui.tui.input.keymap import written


class Meaning(NamedTuple):
    """Keys, their meaning on every screen, and the actions with this meaning.

    `lists` names the lists in which a line has one of the keys.
    """

    keys: tuple[str, ...]
    words: str
    actions: frozenset[str]
    lists: str = ""


def meaning(keys: str, words: str, actions: str, lists: str = "") -> Meaning:
    """Return the meaning of keys; keys and actions are separated by spaces."""
    return Meaning(tuple(keys.split()), words, frozenset(actions.split()), lists)


_BEFORE = "a table before its game"

MEANINGS = (
    meaning(
        "left right",
        "Left or right; one step back or forward.",
        "change column move section step turn",
    ),
    meaning("up down k j", "Up or down.", "focus_next focus_previous move rise scroll sink view"),
    meaning("home end", "The first or last item.", "first last leap to_start to_end"),
    meaning("pageup pagedown", "One page up or down.", "leap log turn"),
    meaning("left_square_bracket right_square_bracket", "Up or down in the log.", "log"),
    meaning("tab shift+tab", "The next or previous item.", "move other rise sink sort whose"),
    meaning(
        "1 2 3 4 5 6 7 8 9 0",
        "The item with this number.",
        "pick rank play",
        "lessons, puzzles, seats",
    ),
    meaning("enter", "Confirm.", "back change confirm deal look submit"),
    meaning(
        "space",
        "Pick or change the item at the cursor, or continue.",
        "change confirm pick_here run turn",
    ),
    meaning("escape backspace", "Back: unpick all cards, or leave the page.", "back clear close"),
    meaning("ctrl+b", "Back, in text fields.", "back close"),
    meaning("greater_than_sign", "The next match or costly decision.", "costly found"),
    meaning("less_than_sign", "The previous match or costly decision.", "costly found"),
    meaning("question_mark f1", "Open the help, or close it.", "help back"),
    meaning("colon ctrl+p", "Find a command.", "palette"),
    meaning(
        "q ctrl+q ctrl+c", "Quit, or leave the server.", "quit", "menu, lobby, the end of a game"
    ),
    meaning("ctrl+l", "Redraw the screen.", "repaint"),
    meaning("ctrl+z", "Suspend the app.", "suspend_process"),
    meaning("m", "The menu, or the lobby.", "menu", "the end of a game"),
    meaning(
        "n",
        "Start a new game.",
        "new new_game play_on",
        "menu, lobby, the end of a game",
    ),
    meaning(
        "r",
        "Resume the game; refuse a request (server).",
        "resume answer_no",
        "menu",
    ),
    meaning(
        "a",
        "Again: the same game from the start, or a mistake as a puzzle.",
        "again try_again",
        "the end of a game",
    ),
    meaning("D", "The daily deal.", "daily day", "menu, lobby"),
    meaning("l", "Learn to play.", "lessons", "menu, lobby"),
    meaning("p", "The puzzles.", "puzzles", "menu, lobby, the end of a puzzle"),
    meaning("g", "The saved or finished games.", "saves finished", "menu, lobby"),
    meaning("S", "The statistics.", "statistics players ranking results", "menu, lobby"),
    meaning("i", "The rules.", "rules", "menu, lobby"),
    meaning("o", "The settings.", "settings", "menu, lobby"),
    meaning("u", "Undo.", "undo restore", "the end of a game"),
    meaning("U ctrl+r", "Redo.", "redo"),
    meaning("h", "A hint.", "hint"),
    meaning("L", "The whole log.", "full_log"),
    meaning("d", "The open piles.", "piles"),
    meaning("K", "The unseen cards.", "unseen"),
    meaning(
        "s",
        "Save a position under a name, rename a game, or choose your own name (server).",
        "save rename get_name",
        f"lobby, {_BEFORE}",
    ),
    meaning(
        "x delete",
        "Delete a game; send a bot away; ignore people.",
        "delete send_bot_away ignore",
        f"lobby, the table, {_BEFORE}",
    ),
    meaning(
        "N",
        "The next deal, puzzle or game; choose nothing (King of the Dead).",
        "next pass_by",
        "the end of a game or of a puzzle",
    ),
    meaning("equals_sign", "Agree to a draw.", "agree"),
    meaning(
        "X",
        "Give up: resign, stand up, cancel, or hand the lead over (server).",
        "resign stand cancel hand_over",
        _BEFORE,
    ),
    meaning("Y", "Yes: agree to a request (server).", "answer_yes"),
    meaning("J", "Follow the leader again, in a shared review (server).", "follow"),
    meaning(
        "full_stop comma",
        "Point at the next or previous card on the table, in a shared review (server).",
        "point_on",
    ),
    meaning("M", "Read or write notes on a moment (server).", "notes note", "notes"),
    meaning("v", "Look at the table.", "look back", "the end of a game"),
    meaning("W", "Watch the replay.", "replay", "the end of a game"),
    meaning("V", "Review the game.", "review", "the end of a game"),
    meaning("T", "The transcript.", "transcript", "the end of a game"),
    meaning("c", "Copy.", "copy lines", f"the end of a game, {_BEFORE}"),
    meaning("H", "The headings of a text.", "contents"),
    meaning("slash", "Search.", "search find list_all", "lobby"),
    meaning(
        "t",
        "Chat (server).",
        "talk chat announce",
        "lobby, the end of a game, moderation",
    ),
    meaning("exclamation_mark", "Moderate (server).", "moderate", "lobby"),
    meaning("G", "Start the game (server).", "start_game", _BEFORE),
    meaning("O", "Free the seat of someone who is away (server).", "free_seat", _BEFORE),
    meaning(
        "R",
        "Be ready; join a tournament or its round (server).",
        "be_ready join round",
        f"lobby, {_BEFORE}",
    ),
    meaning("z", "Duplicate deals, and the par of a deal (server).", "duplicates compare", "lobby"),
    meaning(
        "b",
        "Let bots take seats (server).",
        "seat_bot stand_in ask play_now",
        f"lobby, the table, {_BEFORE}",
    ),
    meaning("I", "Take over a bot's seat (server).", "sit_down"),
    meaning(
        "E",
        "More: end or pause the game, call a bot, ignore people (server).",
        "table_menu end_all",
        "the table",
    ),
    meaning("Z", "End the game at once (server).", "end", "the table"),
    meaning("plus minus", "Say whether you'd like to go next (Regicide).", "wish"),
    # The keys of single games come last.
    meaning("y", "Yield (Regicide).", "yield_turn"),
    meaning("f", "Flip a Jester (Regicide).", "flip"),
    meaning("A B C", "The first three actions on offer (King of the Dead).", "do"),
    meaning("w", "The top card of the Well (King of the Dead).", "well"),
    meaning("F", "Recall a Familiar's card (King of the Dead).", "recall"),
    meaning("e", "End the turn (King of the Dead).", "end_turn"),
    meaning("P", "The powers of all cards (King of the Dead).", "powers"),
)


def where(one: Meaning) -> list[str]:
    """Return the places where a command has one of the keys of a meaning."""
    signs = {written(key) for key in one.keys}
    return [
        place
        for place, commands in keymap.commands_by_place().items()
        if signs.intersection(written(key) for command in commands for key in command.keys)
    ]


def document() -> Iterator[str]:
    """Yield the lines of docs/keys.md."""
    yield "# Keys"
    yield ""
    yield "Each key means one thing everywhere. To change a key, see [settings](settings.md#keys)."
    yield ""
    yield "| key | what it does | where |"
    yield "|---|---|---|"
    for one in MEANINGS:
        keys = " ".join([f"`{written(key)}`" for key in one.keys])
        places = ", ".join([*where(one), *([f"in lists: {one.lists}"] if one.lists else [])])
        yield f"| {keys} | {one.words} | {places} |"
