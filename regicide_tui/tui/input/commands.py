"""All keys of the app. Bindings, key bars, help and keymap are made from these lists.

The keys of a single game stand in its own folder: see `GameCommands`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from textual.binding import Binding


class Command(NamedTuple):
    """Something that a player can do: its action, its keys, its main key as text, and words for it.

    `id` is its name in the player's settings; it is never changed or given to another command.
    """

    action: str
    keys: tuple[str, ...]
    shown: str
    word: str
    meaning: str
    id: str = ""


def game_action(name: str, *numbers: int) -> str:
    """Return the action that runs a command of the table's game, by its name in the controls."""
    return f"game({', '.join([repr(name), *map(str, numbers)])})"


def is_game_action(action: str) -> bool:
    """Tell whether an action comes from `game_action`."""
    return action.startswith("game(")


# Commands with one meaning share a line in the help.
_NUMBERS = "Pick or drop a card, or point at a player."
_MOVES = "Move the pointer."
_PICKS = "Pick or drop the card at the pointer."
_ENDS = "Go to the first or the last card."

PICK = tuple(
    Command(f"pick({number})", (str(number),), str(number), "pick", _NUMBERS, f"pick_{number}")
    for number in range(1, 9)
)
CONFIRM = Command(
    "confirm", ("enter",), "enter", "play", "Play, pay or choose what is picked.", "confirm"
)
TOGGLE = Command("pick_here", ("space",), "space", "pick", _PICKS, "pick_here")
CLEAR = Command("clear", ("escape", "backspace"), "esc", "clear", "Drop all picked cards.", "clear")
LEFT = Command("move(-1)", ("left",), "left", "left", _MOVES, "left")
RIGHT = Command("move(1)", ("right",), "right", "right", _MOVES, "right")
UP = Command("rise", ("up", "k"), "up", "up", _PICKS, "pick_up")
DOWN = Command("sink", ("down", "j"), "down", "down", _PICKS, "put_down")
HOME = Command("first", ("home",), "home", "first", _ENDS, "first_card")
END = Command("last", ("end",), "end", "last", _ENDS, "last_card")
UNDO = Command("undo", ("u",), "u", "undo", "Undo the last action.", "undo")
REDO = Command("redo", ("U", "ctrl+r"), "U", "redo", "Redo the last undone action.", "redo")
_HINTS = "Show the best action, its chances, and why (counted)."
HINT = Command("hint", ("h",), "h", "hint", _HINTS, "hint")
EARLIER = Command("log(8)", ("pageup", "["), "[", "log up", "Look back in the log.", "log_up")
LATER = Command(
    "log(-8)", ("pagedown", "]"), "]", "log down", "Look forward in the log.", "log_down"
)
FULL_LOG = Command("full_log", ("L",), "L", "log", "Read the whole log.", "full_log")
SAVE = Command("save", ("s",), "s", "save as", "Save this position under a name.", "save_as")
HELP = Command(
    "app.help", ("question_mark", "f1"), "?", "help", "Explain this moment and the keys.", "help"
)
PILES = Command("piles", ("d",), "d", "piles", "Look through all open piles.", "piles")
UNSEEN = Command(
    "unseen", ("K",), "K", "not seen", "List the cards that have not been seen yet.", "unseen"
)
MENU = Command("app.menu", ("m",), "m", "menu", "Go to the menu; the game is saved.", "menu")
PALETTE = Command(
    "app.palette", ("colon", "ctrl+p"), ":", "commands", "Find a command by its name.", "palette"
)
QUIT = Command(
    "app.quit", ("q", "ctrl+q", "ctrl+c"), "q", "quit", "Leave; the game is saved.", "quit"
)
REPAINT = Command(
    "app.repaint",
    ("ctrl+l",),
    "ctrl+l",
    "repaint",
    "Redraw the screen.",
    "repaint",
)
SUSPEND = Command(
    "app.suspend_process",
    ("ctrl+z",),
    "ctrl+z",
    "suspend",
    "Suspend the app. Type fg in the shell to return.",
    "suspend",
)

RESIGN = Command(game_action("resign"), ("X",), "X", "resign", "Give the game up.", "resign")
"""Resigns at any time, in games of two rivals."""
AGREE = Command(
    game_action("agree"),
    ("equals_sign",),
    "=",
    "offer draw",
    "End the game as a draw, if both agree.",
    "agree_on_draw",
)
"""Agrees on a draw at any time, in games of two rivals."""

_WISHES = "While another player chooses who goes next, say whether you'd like to."
WISH = Command(game_action("wish", 1), ("plus",), "+", "go next", _WISHES, "wish")
RATHER_NOT = Command(game_action("wish", 0), ("minus",), "-", "rather not", _WISHES, "rather_not")
"""Say so while the next player is chosen, in games with such a choice (R-9)."""

TALK = Command(
    "talk", ("t",), "t", "talk", "Say something, ask the others, or answer them.", "talk"
)
YES = Command("answer_yes", ("a",), "a", "agree", "Agree to what is asked.", "answer_yes")
NO = Command("answer_no", ("r",), "r", "refuse", "Refuse what is asked.", "answer_no")
"""Answer an open question. No game has these keys, so a late answer does nothing."""
SIT_DOWN = Command("sit_down", ("I",), "I", "sit down", "Sit down instead of a bot.", "sit_down")
LOBBY = Command("app.menu", ("m",), "m", "lobby", "Go to the lobby; the seat stays yours.", "lobby")
ASK_BACK = Command(
    "undo", ("u",), "u", "undo", "Ask to take the last action back; all must agree.", "ask_back"
)
GO = Command("app.quit", ("q", "ctrl+q", "ctrl+c"), "q", "leave", "Leave the server.", "go")

AGAIN = Command("again", ("a",), "a", "again", "Start this lesson or puzzle again.", "again")

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

_OFFERS = "Move among the things on offer; in a question, one row up or down."

PICK_MORE = (
    Command("pick(9)", ("9",), "9", "pick", _NUMBERS, "pick_9"),
    Command("pick(10)", ("0",), "0", "pick", _NUMBERS, "pick_10"),
)
OFFER_UP = Command("rise", ("up", "k", "shift+tab"), "up", "up", _OFFERS, "offer_up")
OFFER_DOWN = Command("sink", ("down", "j", "tab"), "down", "down", _OFFERS, "offer_down")
COPY = Command("copy", ("c",), "c", "copy", "Send the text to the clipboard.", "copy")
TAKE_HOME = Command(
    "transcript", ("T",), "T", "transcript", "Show the game as text, to copy it.", "take_home"
)

HOME_ONLY = (UNDO, REDO, HINT, SAVE, MENU, QUIT)
REMOTE_ONLY = (ASK_BACK, TALK, YES, NO, SIT_DOWN, LOBBY, GO)
"""The commands that replace `HOME_ONLY` at a table on a server."""
REMOTE_TABLE = (*[command for command in ANY_TABLE if command not in HOME_ONLY], *REMOTE_ONLY)

_NEXT = ("greater_than_sign",)
_BEFORE = ("less_than_sign",)

STEP_BACK = Command("step(-1)", ("left",), "left", "previous", "One action back.", "step_back")
STEP_ON = Command("step(1)", ("right",), "right", "next", "One action on.", "step_on")
TO_START = Command("leap(0)", ("home",), "home", "start", "Go to the start.", "to_start")
TO_END = Command("leap(9999)", ("end",), "end", "end", "Go to the end.", "to_end")
RUN = Command(
    "run",
    ("space",),
    "space",
    "play",
    "Play the replay; press again to speed up, then stop.",
    "run",
)
PLAY_ON = Command(
    "play_on", ("n",), "n", "play from here", "Play on from here in a new game.", "play_on"
)
LEAVE_REPLAY = Command("back", ("escape", "backspace"), "esc", "back", "Go back.", "leave_replay")

REVIEW = Command("review", ("V",), "V", "review", "See where the game was won or lost.", "review")
STEPS = (STEP_BACK, STEP_ON, TO_START, TO_END)
REPLAY = (
    *(*STEPS, RUN, PLAY_ON, REVIEW, EARLIER, LATER, FULL_LOG),
    *(LEAVE_REPLAY, HELP, PALETTE, MENU, QUIT),
)

TEXT_UP = Command("scroll(-1)", ("up", "k"), "up", "up", "One line up.", "text_up")
TEXT_DOWN = Command("scroll(1)", ("down", "j"), "down", "down", "One line down.", "text_down")
PAGE_UP = Command("turn(-1)", ("pageup",), "pageup", "page up", "One page up.", "page_up")
PAGE_DOWN = Command(
    "turn(1)", ("space", "pagedown"), "space", "page", "One page down.", "page_down"
)
TEXT_START = Command("to_start", ("home",), "home", "start", "Go to the start.", "text_start")
TEXT_END = Command("to_end", ("end",), "end", "end", "Go to the end.", "text_end")
LEAVE_TEXT = Command("back", ("escape", "backspace"), "esc", "back", "Go back.", "leave_text")
TO_TABLE = Command("back", ("enter",), "enter", "table", "Go to the table.", "to_table")
SECTION_BACK = Command(
    "section(-1)", ("left",), "left", "before", "Go to the previous heading.", "section_back"
)
SECTION_ON = Command(
    "section(1)", ("right",), "right", "next heading", "Go to the next heading.", "section_on"
)
CONTENTS = Command(
    "contents", ("H",), "H", "headings", "List the headings, to go to one.", "contents"
)
SEARCH = Command("search", ("slash",), "/", "search", "Look for something.", "search")
FOUND_NEXT = Command("found(1)", _NEXT, ">", "next", "Go to the next match.", "found_next")
FOUND_BEFORE = Command(
    "found(-1)", _BEFORE, "<", "before", "Go to the previous match.", "found_before"
)
SUBMIT = Command("submit", ("enter",), "enter", "done", "Confirm the text.", "submit")
FORM_QUIT = Command(
    "app.quit", ("ctrl+q", "ctrl+c"), "ctrl+q", "quit", "Leave the app.", "form_quit"
)
OTHER_BEFORE = Command(
    "other(-1)", ("shift+tab",), "shift+tab", "before", "Show the previous game.", "rules_before"
)
OTHER_AFTER = Command("other(1)", ("tab",), "tab", "game", "Show the next game.", "rules_after")

SORT = Command("sort", ("tab",), "tab", "sort", "Sort the cards, or show them as they lie.", "sort")

READING = (TEXT_UP, TEXT_DOWN, PAGE_UP, PAGE_DOWN, TEXT_START, TEXT_END)
TEXT = (*READING, LEAVE_TEXT, HELP, PALETTE, QUIT)
MEANWHILE = (TO_TABLE, *TEXT)
SEARCHING = (SECTION_BACK, SECTION_ON, CONTENTS, SEARCH, FOUND_NEXT, FOUND_BEFORE, SUBMIT)
RULES = (*SEARCHING, OTHER_BEFORE, OTHER_AFTER, *TEXT)

HELP_RULES = Command("rules", ("i",), "i", "rules", "Read the rules of this moment.", "help_rules")
CLOSE_HELP = Command(
    "back",
    ("escape", "backspace", "question_mark", "f1"),
    "esc",
    "close",
    "Close the help.",
    "close_help",
)

HELP_PAGE = (*READING, HELP_RULES, CLOSE_HELP, PALETTE, QUIT)

LIST_UP = Command("move(-1)", ("up", "k", "shift+tab"), "up", "up", "Move up.", "list_up")
LIST_DOWN = Command("move(1)", ("down", "j", "tab"), "down", "down", "Move down.", "list_down")
LIST_FIRST = Command("first", ("home",), "home", "first", "Go to the first line.", "list_first")
LIST_LAST = Command("last", ("end",), "end", "last", "Go to the last line.", "list_last")
_TEN = "Move by ten lines."
LIST_PAGE_UP = Command("leap(-10)", ("pageup",), "pageup", "ten up", _TEN, "list_page_up")
LIST_PAGE_DOWN = Command("leap(10)", ("pagedown",), "pagedown", "ten down", _TEN, "list_page_down")
CHOOSE = Command("confirm", ("enter", "space"), "enter", "choose", "Choose the line.", "choose")
BACK = Command("back", ("escape", "backspace"), "esc", "back", "Go back.", "back")

COSTLY = Command(
    "costly(1)", _NEXT, ">", "next costly", "Go to the next costly decision.", "costly"
)
COSTLY_BEFORE = Command(
    "costly(-1)", _BEFORE, "<", "before", "Go to the previous costly decision.", "costly_before"
)
_RANKED = "Go to the costliest decision, the second or the third."
RANKED = tuple(
    [Command(f"rank({n})", (n,), n, "costly", _RANKED, f"costly_{n}") for n in ("1", "2", "3")]
)
LOOK_THERE = Command(
    "look", ("enter", "v"), "enter", "table", "Look at the table at this point.", "look_there"
)
TRY_AGAIN = Command(
    "try_again", ("a",), "a", "try again", "Try again from here, as a puzzle.", "try_again"
)
WHOSE = Command("whose", ("tab",), "tab", "whose", "Show the chance of the next player.", "whose")

REVIEW_PAGE = (
    *(*STEPS, COSTLY, COSTLY_BEFORE, *RANKED, LOOK_THERE, TRY_AGAIN, WHOSE),
    *(LEAVE_REPLAY, HELP, PALETTE, MENU, QUIT),
)

SEEN_FROM = WHOSE._replace(meaning="Look from the next seat.", id="seen_from")
HANDS = PILES._replace(word="hands", meaning="Look at all hands.", id="hands")
"""In a replay on a server, where all hands are open."""
FOLLOW = Command("follow", ("J",), "J", "follow", "Follow the leader again.", "follow")
HAND_OVER = Command(
    "hand_over", ("Y",), "Y", "lead", "Hand the lead over to somebody else.", "hand_over"
)
NOTES = Command(
    "notes",
    ("M",),
    "M",
    "notes",
    "Read the notes, write one, and see the link to this moment.",
    "notes",
)
WHAT_IF = PLAY_ON._replace(
    word="what if", meaning="Try other actions from here, with everyone who follows."
)
_POINTS = "Point at a card of the hand, for all to see."
POINT = tuple(
    [
        one._replace(word="point", meaning=_POINTS, id=one.id.replace("pick", "point"))
        for one in (*PICK, *PICK_MORE)
    ]
)
_POINTS_ON = "Point at the next or previous card on the table."
POINT_ON = Command("point_on(1)", _NEXT, ">", "point", _POINTS_ON, "point_on")
POINT_BACK = Command("point_on(-1)", _BEFORE, "<", "point", _POINTS_ON, "point_back")
SERVER_REPLAY = (*REPLAY, TAKE_HOME, SEEN_FROM, HANDS)
SHARED_REVIEW = (
    *(*SERVER_REPLAY, *POINT, POINT_ON, POINT_BACK),
    *(TALK, FOLLOW, HAND_OVER, NOTES),
)

GAME_BEFORE = Command(
    "turn(-1)", ("left",), "left", "game", "Go to the previous game.", "game_before"
)
GAME_AFTER = Command("turn(1)", ("right",), "right", "game", "Go to the next game.", "game_after")
BY_GAME = (GAME_BEFORE, GAME_AFTER)

FIGURES_BEFORE = Command(
    "view(-1)", ("up", "k"), "up", "view", "Show the previous figures.", "figures_before"
)
FIGURES_AFTER = Command(
    "view(1)", ("down", "j"), "down", "view", "Show the next figures.", "figures_after"
)
FIGURES = (FIGURES_BEFORE, FIGURES_AFTER)

LEAVE_PAGE = Command("back", ("escape", "backspace"), "esc", "back", "Go back.", "leave_page")

PAGE = (LEAVE_PAGE, HELP, PALETTE, QUIT)

_COLUMN = "Move to the column beside this one."
COLUMN_BEFORE = Command("column(-1)", ("left",), "left", "left", _COLUMN, "column_before")
COLUMN_AFTER = Command("column(1)", ("right",), "right", "right", _COLUMN, "column_after")
COLUMNS = (COLUMN_BEFORE, COLUMN_AFTER)

LIST_MOVES = (LIST_UP, LIST_DOWN, LIST_PAGE_UP, LIST_PAGE_DOWN, LIST_FIRST, LIST_LAST)
LIST = (*LIST_MOVES, CHOOSE, HELP, PALETTE, QUIT)

RENAME = Command("rename", ("s",), "s", "rename", "Give the game a name.", "rename_save")
DELETE = Command(
    "delete", ("x", "delete"), "x", "delete", "Delete it; it can be brought back.", "delete_save"
)
RESTORE = Command(
    "restore", ("u",), "u", "undo", "Bring back what was deleted last.", "restore_save"
)

SAVES = (*LIST, REVIEW, RENAME, DELETE, RESTORE, BACK)

FORM_NEXT = Command("app.focus_next", ("down",), "down", "next", "Next line.", "form_next")
FORM_PREVIOUS = Command(
    "app.focus_previous", ("up",), "up", "previous", "Previous line.", "form_previous"
)
DEAL = Command("deal", ("enter",), "enter", "deal", "Deal the cards.", "deal")
# Texts are typed into these, so their keys are no letters.
FORM_BACK = Command("back", ("escape", "ctrl+b"), "esc", "back", "Go back.", "form_back")
FORM_HELP = Command(
    "app.help", ("f1", "question_mark"), "f1", "help", "Explain the form and the keys.", "form_help"
)

FORM = (FORM_NEXT, FORM_PREVIOUS, DEAL, FORM_BACK, FORM_HELP, PALETTE, FORM_QUIT)

CANCEL = Command("close", ("escape", "ctrl+b"), "esc", "back", "Close.", "cancel")
VALUE_BEFORE = Command(
    "change(-1)", ("left",), "left", "less", "Choose the previous value.", "value_before"
)
VALUE_AFTER = Command(
    "change(1)", ("right", "space"), "right", "more", "Choose the next value.", "value_after"
)

CHOICE = (VALUE_BEFORE, VALUE_AFTER)

SETTING_UP = Command("app.focus_previous", ("up", "k"), "up", "up", "Move up.", "setting_up")
SETTING_DOWN = Command(
    "app.focus_next", ("down", "j"), "down", "down", "Move down.", "setting_down"
)
CHANGE = Command(
    "change(1)", ("enter",), "enter", "change", "Change the setting.", "change_setting"
)

SETTINGS = (SETTING_UP, SETTING_DOWN, CHANGE, BACK, HELP, PALETTE, QUIT)

FIND_UP = Command("move(-1)", ("up", "shift+tab"), "up", "up", "Move up.", "find_up")
FIND_DOWN = Command("move(1)", ("down", "tab"), "down", "down", "Move down.", "find_down")

FIND = (FIND_UP, FIND_DOWN, SUBMIT, CANCEL)
NAMING = (SUBMIT, CANCEL)

EVERYWHERE = (AGAIN, SAVE, HELP, FORM_HELP, PALETTE, REPAINT, SUSPEND, MENU, QUIT, FORM_QUIT)
"""Commands that are available on most screens, whatever the moment."""

POINTING = (
    *(*PICK, LEFT, RIGHT, UP, DOWN, HOME, END, TOGGLE),
    *(*PICK_MORE, OFFER_UP, OFFER_DOWN),
    *(*LIST_MOVES, CHOOSE, *BY_GAME, *COLUMNS),
    *(FORM_NEXT, FORM_PREVIOUS, SETTING_UP, SETTING_DOWN, *CHOICE),
)
"""Commands that depend on the pointer; players rarely search for them by name."""

VERBS = (CONFIRM, CLEAR, UNDO, REDO, RENAME, DELETE, RESTORE)
"""Commands that the line of keys names whenever they do something."""

LEFT_OUT_FIRST = (PALETTE, UNSEEN, PILES, POINT_ON, HAND_OVER)
LEFT_OUT_NEXT = (
    *(FULL_LOG, SAVE, TO_END, TEXT_END, SECTION_ON, TEXT_DOWN, PAGE_DOWN),
    *(LIST_DOWN, SETTING_DOWN, FORM_NEXT, REDO),
)
LEFT_OUT_LAST = (LOOK_THERE, REVIEW, PLAY_ON, OTHER_AFTER, HELP, FORM_HELP, HELP_RULES, MENU)
"""The commands that a line of keys leaves out if it is too short, in this order."""

PLACES = {
    "at a table on a server": REMOTE_TABLE,
    "in a replay on a server": SERVER_REPLAY,
    "in a shared review": SHARED_REVIEW,
    "on the page of what happened meanwhile": MEANWHILE,
    "in a transcript": (COPY, *TEXT),
    "on the page of the piles": (SORT, *TEXT),
    "in a replay": REPLAY,
    "in a review": REVIEW_PAGE,
    "in a list": (*LIST, *BY_GAME, BACK),
    "at the end of a game": (*LIST, *COLUMNS, BACK),
    "in the saved games": SAVES,
    "on a page": (*PAGE, *BY_GAME, *FIGURES),
    "in the form of a new game": (*FORM, *CHOICE),
    "where a name is typed": NAMING,
    "in the help": HELP_PAGE,
    "in a text": RULES,
    "in the settings": (*SETTINGS, *CHOICE),
    "in the list of commands": FIND,
    "anywhere": (REPAINT, SUSPEND),
}
"""The commands of every place but the tables of single games."""


class GameCommands(NamedTuple):
    """The keys at the table of a game."""

    place: str
    """The place where they apply, in the words of `docs/keys.md`."""
    commands: tuple[Command, ...]
    """All commands with keys at the table, including those of every table."""
    verbs: tuple[Command, ...] = ()
    """Its own commands that the line of keys names whenever they do something."""
    left_out_early: tuple[Command, ...] = ()
    """Its own commands that a line of keys leaves out before most others if it is too short."""
    left_out_late: tuple[Command, ...] = ()
    """Its own commands that are left out later."""


def before_undo(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return the commands of every table, with these commands of a game before `UNDO`."""
    place = ANY_TABLE.index(UNDO)
    return (*ANY_TABLE[:place], *commands, *ANY_TABLE[place:])


def bindings(commands: Iterable[Command]) -> "list[Binding]":
    """Return the key bindings of these commands."""
    from textual.binding import Binding  # the keys are listed without an app, too

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
