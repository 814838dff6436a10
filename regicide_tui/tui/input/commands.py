"""All keys of the app. Bindings, key bars, help and keymap are made from these lists.

Keys of a single game are in its own folder: see `GameCommands`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from textual.binding import BindingType


class Command(NamedTuple):
    """A command of the player: its action, its keys, its main key as text, and its description.

    `id` is its name in the player's settings; it is never changed or given to another command.
    """

    action: str
    keys: tuple[str, ...]
    shown: str
    word: str
    meaning: str
    id: str = ""


SIGNS = {
    "escape": "esc",
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "question_mark": "?",
    "colon": ":",
    "equals_sign": "=",
    "greater_than_sign": ">",
    "less_than_sign": "<",
    "exclamation_mark": "!",
    "full_stop": ".",
    "comma": ",",
}
"""The signs that are shown instead of key names."""


def command(
    action: str, keys: str, word: str, meaning: str, name: str, *, shown: str = ""
) -> Command:
    """Return a command; its keys are separated by spaces, and the first is shown by default.

    `name` is its `id`.
    """
    names = keys.split()
    return Command(action, (*names,), shown or SIGNS.get(names[0], names[0]), word, meaning, name)


def game_action(name: str, *numbers: int) -> str:
    """Return the action that runs a command of the table's game, by its name in the controls."""
    return f"game({', '.join([repr(name), *map(str, numbers)])})"


def is_game_action(action: str) -> bool:
    """Return whether an action comes from `game_action`."""
    return action.startswith("game(")


# Commands with one meaning share a line in the help.
_NUMBERS = "Pick or unpick a card, or select a player."
_MOVES = "Move the cursor."
_PICKS = "Pick or unpick the card at the cursor."
_ENDS = "Go to the first or last card."

PICK = tuple(
    command(f"pick({number})", str(number), "pick", _NUMBERS, f"pick_{number}")
    for number in range(1, 9)
)
CONFIRM = command("confirm", "enter", "play", "Play, pay or choose what you picked.", "confirm")
TOGGLE = command("pick_here", "space", "pick", _PICKS, "pick_here")
CLEAR = command("clear", "escape backspace", "clear", "Unpick all cards.", "clear")
LEFT = command("move(-1)", "left", "left", _MOVES, "left")
RIGHT = command("move(1)", "right", "right", _MOVES, "right")
UP = command("rise", "up k", "up", _PICKS, "pick_up")
DOWN = command("sink", "down j", "down", _PICKS, "put_down")
HOME = command("first", "home", "first", _ENDS, "first_card")
END = command("last", "end", "last", _ENDS, "last_card")
UNDO = command("undo", "u", "undo", "Undo the last action.", "undo")
REDO = command("redo", "U ctrl+r", "redo", "Redo the last undone action.", "redo")
_HINTS = "Show the best action, its chances and why (counted)."
HINT = command("hint", "h", "hint", _HINTS, "hint")
EARLIER = command("log(-8)", "pageup [", "log up", "Scroll back in the log.", "log_up", shown="[")
LATER = command(
    "log(8)", "pagedown ]", "log down", "Scroll forward in the log.", "log_down", shown="]"
)
FULL_LOG = command("full_log", "L", "log", "Read the whole log.", "full_log")
SAVE = command("save", "s", "save as", "Save this position under a name.", "save_as")
HELP = command("app.help", "question_mark f1", "help", "Explain this moment and the keys.", "help")
PILES = command("piles", "d", "piles", "Look through all open piles.", "piles")
UNSEEN = command("unseen", "K", "not seen", "List the cards that are still unseen.", "unseen")
MENU = command("app.menu", "m", "menu", "Go to the menu; the game is saved.", "menu")
PALETTE = command(
    "app.palette", "colon ctrl+p", "commands", "Find a command by its name.", "palette"
)
QUIT = command("app.quit", "q ctrl+q ctrl+c", "quit", "Quit; the game is saved.", "quit")
REPAINT = command(
    "app.repaint",
    "ctrl+l",
    "repaint",
    "Redraw the screen.",
    "repaint",
)
SUSPEND = command(
    "app.suspend_process",
    "ctrl+z",
    "suspend",
    "Suspend the app. Type fg in the shell to return.",
    "suspend",
)

RESIGN = command(game_action("resign"), "X", "resign", "Resign the game.", "resign")
"""Resigns at any time, in games for two opponents."""
AGREE = command(
    game_action("agree"),
    "equals_sign",
    "offer draw",
    "End the game in a draw, if both agree.",
    "agree_on_draw",
)
"""Agrees on a draw at any time, in games for two opponents."""

_WISHES = "While another player chooses who goes next, say whether you'd like to."
WISH = command(game_action("wish", 1), "plus", "go next", _WISHES, "wish")
RATHER_NOT = command(game_action("wish", 0), "minus", "rather not", _WISHES, "rather_not")
"""Both apply while another player chooses who goes next (R-9)."""

TALK = command("talk", "t", "chat", "Send a message to the others.", "talk")
TABLE_MENU = command(
    "table_menu", "E", "more", "Show who is here and what else you can do.", "table_menu"
)
YES = command("answer_yes", "Y", "agree", "Agree to the request.", "answer_yes")
NO = command("answer_no", "r", "refuse", "Refuse the request, or withdraw yours.", "answer_no")
"""Both answer an open request. No game has these keys, so a late answer does nothing."""
SIT_DOWN = command("sit_down", "I", "sit down", "Take over a bot's seat.", "sit_down")
LOBBY = command("app.menu", "m", "lobby", "Go to the lobby; you keep your seat.", "lobby")
ASK_BACK = command("undo", "u", "undo", "Ask to undo the last action; all must agree.", "ask_back")
GO = command("app.quit", "q ctrl+q ctrl+c", "leave", "Leave the server.", "go")

AGAIN = command("again", "a", "again", "Start this lesson or puzzle again.", "again")

ANY_TABLE = (
    *PICK,
    LEFT,
    RIGHT,
    UP,
    DOWN,
    HOME,
    END,
    TOGGLE,
    CONFIRM,
    CLEAR,
    UNDO,
    REDO,
    HINT,
    EARLIER,
    LATER,
    FULL_LOG,
    PILES,
    UNSEEN,
    SAVE,
    HELP,
    PALETTE,
    MENU,
    QUIT,
)

_OFFERS = "Move between the offers; in a question, one row up or down."

PICK_MORE = (
    command("pick(9)", "9", "pick", _NUMBERS, "pick_9"),
    command("pick(10)", "0", "pick", _NUMBERS, "pick_10"),
)
OFFER_UP = command("rise", "up k shift+tab", "up", _OFFERS, "offer_up")
OFFER_DOWN = command("sink", "down j tab", "down", _OFFERS, "offer_down")
COPY = command("copy", "c", "copy", "Copy the text to the clipboard.", "copy")
TAKE_HOME = command(
    "transcript", "T", "transcript", "Show the game as text, to copy it.", "take_home"
)

HOME_ONLY = (UNDO, REDO, HINT, SAVE, MENU, QUIT)
REMOTE_ONLY = (ASK_BACK, TALK, TABLE_MENU, YES, NO, SIT_DOWN, LOBBY, GO)
"""The commands that replace `HOME_ONLY` at a table on a server."""
SPECTATOR = (
    *(TALK, TABLE_MENU, SIT_DOWN, PILES, UNSEEN, EARLIER, LATER, FULL_LOG),
    *(LOBBY._replace(meaning="Go to the lobby."), GO, HELP, PALETTE),
)
"""The commands of a spectator at a table on a server."""
REMOTE_TABLE = (*[command for command in ANY_TABLE if command not in HOME_ONLY], *REMOTE_ONLY)

_NEXT = "greater_than_sign"
_BEFORE = "less_than_sign"

STEP_BACK = command("step(-1)", "left", "previous", "Go back one action.", "step_back")
STEP_ON = command("step(1)", "right", "next", "Go forward one action.", "step_on")
TO_START = command("leap(0)", "home", "start", "Go to the start.", "to_start")
TO_END = command("leap(9999)", "end", "end", "Go to the end.", "to_end")
RUN = command("run", "space", "play", "Play the replay; press again to speed up, then stop.", "run")
PLAY_ON = command("play_on", "n", "play from here", "Play on from here in a new game.", "play_on")
LEAVE_REPLAY = command("back", "escape backspace", "back", "Go back.", "leave_replay")

REVIEW = command("review", "V", "review", "See where the game was won or lost.", "review")
STEPS = (STEP_BACK, STEP_ON, TO_START, TO_END)
REPLAY = (
    *(*STEPS, RUN, PLAY_ON, REVIEW, EARLIER, LATER, FULL_LOG),
    *(LEAVE_REPLAY, HELP, PALETTE, MENU, QUIT),
)

TEXT_UP = command("scroll(-1)", "up k", "up", "Scroll up one line.", "text_up")
TEXT_DOWN = command("scroll(1)", "down j", "down", "Scroll down one line.", "text_down")
PAGE_UP = command("turn(-1)", "pageup", "page up", "Scroll up one page.", "page_up")
PAGE_DOWN = command("turn(1)", "space pagedown", "page", "Scroll down one page.", "page_down")
TEXT_START = command("to_start", "home", "start", "Go to the start.", "text_start")
TEXT_END = command("to_end", "end", "end", "Go to the end.", "text_end")
LEAVE_TEXT = command("back", "escape backspace", "back", "Go back.", "leave_text")
TO_TABLE = command("back", "enter", "table", "Go to the table.", "to_table")
SECTION_BACK = command(
    "section(-1)", "left", "previous", "Go to the previous heading.", "section_back"
)
SECTION_ON = command("section(1)", "right", "next heading", "Go to the next heading.", "section_on")
CONTENTS = command("contents", "H", "headings", "List the headings and go to one.", "contents")
SEARCH = command("search", "slash", "search", "Search the text.", "search")
FOUND_NEXT = command("found(1)", _NEXT, "next", "Go to the next match.", "found_next")
FOUND_BEFORE = command(
    "found(-1)", _BEFORE, "previous", "Go to the previous match.", "found_before"
)
SUBMIT = command("submit", "enter", "done", "Confirm the text.", "submit")
FORM_QUIT = command("app.quit", "ctrl+q ctrl+c", "quit", "Leave the app.", "form_quit")
OTHER_BEFORE = command(
    "other(-1)", "shift+tab", "previous", "Show the previous game.", "rules_before"
)
OTHER_AFTER = command("other(1)", "tab", "game", "Show the next game.", "rules_after")

SORT = command("sort", "tab", "sort", "Sort the cards, or show them in pile order.", "sort")

READING = (TEXT_UP, TEXT_DOWN, PAGE_UP, PAGE_DOWN, TEXT_START, TEXT_END)
TEXT = (*READING, LEAVE_TEXT, HELP, PALETTE, QUIT)
MEANWHILE = (TO_TABLE, *TEXT)
SEARCHING = (SECTION_BACK, SECTION_ON, CONTENTS, SEARCH, FOUND_NEXT, FOUND_BEFORE, SUBMIT)
RULES = (*SEARCHING, OTHER_BEFORE, OTHER_AFTER, *TEXT)

HELP_RULES = command("rules", "i", "rules", "Read the rules for this moment.", "help_rules")
CLOSE_HELP = command(
    "back", "escape backspace question_mark f1", "close", "Close the help.", "close_help"
)

HELP_PAGE = (*READING, HELP_RULES, CLOSE_HELP, PALETTE, QUIT)

LIST_UP = command("move(-1)", "up k shift+tab", "up", "Move up.", "list_up")
LIST_DOWN = command("move(1)", "down j tab", "down", "Move down.", "list_down")
LIST_FIRST = command("first", "home", "first", "Go to the first line.", "list_first")
LIST_LAST = command("last", "end", "last", "Go to the last line.", "list_last")
_TEN = "Move by ten lines."
LIST_PAGE_UP = command("leap(-10)", "pageup", "ten up", _TEN, "list_page_up")
LIST_PAGE_DOWN = command("leap(10)", "pagedown", "ten down", _TEN, "list_page_down")
CHOOSE = command("confirm", "enter space", "choose", "Choose the line.", "choose")
BACK = command("back", "escape backspace", "back", "Go back.", "back")

COSTLY = command("costly(1)", _NEXT, "next costly", "Go to the next costly decision.", "costly")
COSTLY_BEFORE = command(
    "costly(-1)", _BEFORE, "previous", "Go to the previous costly decision.", "costly_before"
)
_RANKED = "Go to one of the three costliest decisions."
RANKED = tuple(
    [command(f"rank({n})", n, "costly", _RANKED, f"costly_{n}") for n in ("1", "2", "3")]
)
LOOK_THERE = command("look", "enter v", "table", "Show the table at this point.", "look_there")
TRY_AGAIN = command("try_again", "a", "try again", "Try again from here, as a puzzle.", "try_again")
WHOSE = command("whose", "tab", "whose", "Show the next player's chance.", "whose")

REVIEW_PAGE = (
    *(*STEPS, COSTLY, COSTLY_BEFORE, *RANKED, LOOK_THERE, TRY_AGAIN, WHOSE),
    *(LEAVE_REPLAY, HELP, PALETTE, MENU, QUIT),
)

SEEN_FROM = WHOSE._replace(meaning="View the table from the next seat.", id="seen_from")
HANDS = PILES._replace(word="hands", meaning="Show all hands.", id="hands")
"""Applies in a replay on a server, where all hands are open."""
FOLLOW = command("follow", "J", "follow", "Follow the leader again.", "follow")
HAND_OVER = command("hand_over", "X", "lead", "Hand the lead over to someone else.", "hand_over")
NOTES = command(
    "notes", "M", "notes", "Read and write notes, and get the link to this moment.", "notes"
)
WHAT_IF = PLAY_ON._replace(
    word="what if", meaning="Try other actions from here, with everyone who follows."
)
_POINTS = "Point at a card in the hand, for all to see."
POINT = tuple(
    [
        one._replace(word="point", meaning=_POINTS, id=one.id.replace("pick", "point"))
        for one in (*PICK, *PICK_MORE)
    ]
)
_POINTS_ON = "Point at the next or previous card on the table."
POINT_ON = command("point_on(1)", "full_stop", "point", _POINTS_ON, "point_on")
POINT_BACK = command("point_on(-1)", "comma", "point", _POINTS_ON, "point_back")
SERVER_REPLAY = (*REPLAY, TAKE_HOME, SEEN_FROM, HANDS)
SHARED_REVIEW = (
    *(*SERVER_REPLAY, *POINT, POINT_ON, POINT_BACK),
    *(TALK, FOLLOW, HAND_OVER, NOTES),
)

GAME_BEFORE = command("turn(-1)", "left", "game", "Go to the previous game.", "game_before")
GAME_AFTER = command("turn(1)", "right", "game", "Go to the next game.", "game_after")
BY_GAME = (GAME_BEFORE, GAME_AFTER)

FIGURES_BEFORE = command(
    "view(-1)", "up k", "view", "Show the previous statistics.", "figures_before"
)
FIGURES_AFTER = command("view(1)", "down j", "view", "Show the next statistics.", "figures_after")
FIGURES = (FIGURES_BEFORE, FIGURES_AFTER)

LEAVE_PAGE = command("back", "escape backspace", "back", "Go back.", "leave_page")

PAGE = (LEAVE_PAGE, HELP, PALETTE, QUIT)

_COLUMN = "Move to the next or previous column."
COLUMN_BEFORE = command("column(-1)", "left", "left", _COLUMN, "column_before")
COLUMN_AFTER = command("column(1)", "right", "right", _COLUMN, "column_after")
COLUMNS = (COLUMN_BEFORE, COLUMN_AFTER)

LIST_MOVES = (LIST_UP, LIST_DOWN, LIST_PAGE_UP, LIST_PAGE_DOWN, LIST_FIRST, LIST_LAST)
LIST = (*LIST_MOVES, CHOOSE, HELP, PALETTE, QUIT)

RENAME = command("rename", "s", "rename", "Give the game a name.", "rename_save")
DELETE = command(
    "delete", "x delete", "delete", "Delete the game; you can undo this.", "delete_save"
)
RESTORE = command("restore", "u", "undo", "Restore the last deleted game.", "restore_save")

SAVES = (*LIST, REVIEW, RENAME, DELETE, RESTORE, BACK)

FORM_NEXT = command("app.focus_next", "down", "next", "Go to the next line.", "form_next")
FORM_PREVIOUS = command(
    "app.focus_previous", "up", "previous", "Go to the previous line.", "form_previous"
)
DEAL = command("deal", "enter", "deal", "Deal the cards.", "deal")
# Players type text into these screens, so their keys aren't letters.
FORM_BACK = command("back", "escape ctrl+b", "back", "Go back.", "form_back")
FORM_HELP = command(
    "app.help", "f1 question_mark", "help", "Explain the form and the keys.", "form_help"
)

FORM = (FORM_NEXT, FORM_PREVIOUS, DEAL, FORM_BACK, FORM_HELP, PALETTE, FORM_QUIT)

CANCEL = command("close", "escape ctrl+b", "back", "Close.", "cancel")
VALUE_BEFORE = command("change(-1)", "left", "less", "Choose the previous value.", "value_before")
VALUE_AFTER = command("change(1)", "right space", "more", "Choose the next value.", "value_after")

CHOICE = (VALUE_BEFORE, VALUE_AFTER)

SETTING_UP = command("app.focus_previous", "up k", "up", "Move up.", "setting_up")
SETTING_DOWN = command("app.focus_next", "down j", "down", "Move down.", "setting_down")
CHANGE = command("change(1)", "enter", "change", "Change the setting.", "change_setting")

SETTINGS = (SETTING_UP, SETTING_DOWN, CHANGE, BACK, HELP, PALETTE, QUIT)

FIND_UP = command("move(-1)", "up shift+tab", "up", "Move up.", "find_up")
FIND_DOWN = command("move(1)", "down tab", "down", "Move down.", "find_down")

FIND = (FIND_UP, FIND_DOWN, LIST_PAGE_UP, LIST_PAGE_DOWN, SUBMIT, CANCEL)
NAMING = (SUBMIT, CANCEL)

EVERYWHERE = (AGAIN, SAVE, HELP, FORM_HELP, PALETTE, REPAINT, SUSPEND, MENU, QUIT, FORM_QUIT)
"""Commands that are available on most screens, whatever the moment."""

POINTING = (
    *(*PICK, LEFT, RIGHT, UP, DOWN, HOME, END, TOGGLE),
    *(*PICK_MORE, OFFER_UP, OFFER_DOWN),
    *(*LIST_MOVES, CHOOSE, *BY_GAME, *COLUMNS),
    *(FORM_NEXT, FORM_PREVIOUS, SETTING_UP, SETTING_DOWN, *CHOICE),
)
"""Commands that depend on the cursor; players rarely search for them by name."""

VERBS = (CONFIRM, CLEAR, UNDO, REDO, RENAME, DELETE, RESTORE)
"""Commands that the line of keys names whenever they do something."""

LEFT_OUT_FIRST = (PALETTE, UNSEEN, PILES, POINT_ON, HAND_OVER)
LEFT_OUT_NEXT = (
    *(FULL_LOG, SAVE, TO_END, TEXT_END, SECTION_ON, TEXT_DOWN, PAGE_DOWN),
    *(LIST_DOWN, SETTING_DOWN, FORM_NEXT, REDO),
)
LEFT_OUT_LAST = (
    LOOK_THERE,
    REVIEW,
    PLAY_ON,
    OTHER_AFTER,
    HELP,
    FORM_HELP,
    HELP_RULES,
    MENU,
    TABLE_MENU,
)
"""The commands that a line of keys leaves out if it is too short, in this order."""

PLACES = {
    "at a table on a server": REMOTE_TABLE,
    "in a replay on a server": SERVER_REPLAY,
    "in a shared review": SHARED_REVIEW,
    "on the page of what you missed": MEANWHILE,
    "in a transcript": (COPY, *TEXT),
    "on the page of piles": (SORT, *TEXT),
    "in a replay": REPLAY,
    "in a review": REVIEW_PAGE,
    "in a list": (*LIST, *BY_GAME, BACK),
    "at the end of a game": (*LIST, *COLUMNS, BACK),
    "in the saved games": SAVES,
    "on a page": (*PAGE, *BY_GAME, *FIGURES),
    "in the new game form": (*FORM, *CHOICE),
    "in a name field": NAMING,
    "in the help": HELP_PAGE,
    "on a text page": RULES,
    "in the settings": (*SETTINGS, *CHOICE),
    "in the list of commands": FIND,
    "anywhere": (REPAINT, SUSPEND),
}
"""The commands of every place except the tables of single games."""


class GameCommands(NamedTuple):
    """The keys at the table of a game."""

    place: str
    """The place where they apply, as `docs/keys.md` names it."""
    commands: tuple[Command, ...]
    """All commands with keys at the table, including those of every table."""
    verbs: tuple[Command, ...] = ()
    """Its own commands that the line of keys names whenever they do something."""
    left_out_early: tuple[Command, ...] = ()
    """Its own commands that a line of keys leaves out before most others if it is too short."""
    left_out_late: tuple[Command, ...] = ()
    """Its own commands that it leaves out later."""


def before_undo(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return the commands of every table, with these commands of a game before `UNDO`."""
    place = ANY_TABLE.index(UNDO)
    return (*ANY_TABLE[:place], *commands, *ANY_TABLE[place:])


def bindings(commands: Iterable[Command]) -> "list[BindingType]":
    """Return the key bindings of these commands."""
    from textual.binding import Binding  # keys are also listed without an app

    return [
        Binding(
            ",".join(command.keys),
            command.action,
            command.meaning,
            show=False,
            id=command.id or None,
        )
        for command in commands
    ]
