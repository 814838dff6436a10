"""Every key of the app, once: bindings, key bars and help are made from these lists."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding


class Command(NamedTuple):
    """A thing a player can do: its action, its keys, how the main key is written, and words."""

    action: str
    keys: tuple[str, ...]
    shown: str
    word: str
    meaning: str


# Commands with one meaning share a line in the help.
_NUMBERS = "Pick or drop a card, or point at a player."
_MOVES = "Move the pointer."
_PICKS = "Pick or drop the card at the pointer."
_ENDS = "Go to the first or the last card."
_UNDOES = "Take back the last action, or take it again."
_LOGS = "Look back in the log, or forward."

PICK = tuple(
    Command(f"pick({number})", (str(number),), str(number), "pick", _NUMBERS)
    for number in range(1, 9)
)
CONFIRM = Command("confirm", ("enter",), "enter", "play", "Play, pay or choose what is picked.")
TOGGLE = Command("pick_here", ("space",), "space", "pick", _PICKS)
CLEAR = Command("clear", ("escape", "backspace", "c"), "c", "clear", "Drop all picked cards.")
LEFT = Command("move(-1)", ("left", "h"), "left", "left", _MOVES)
RIGHT = Command("move(1)", ("right", "l"), "right", "right", _MOVES)
UP = Command("rise", ("up", "k"), "up", "up", _PICKS)
DOWN = Command("sink", ("down", "j"), "down", "down", _PICKS)
HOME = Command("first", ("home",), "home", "first", _ENDS)
END = Command("last", ("end",), "end", "last", _ENDS)
YIELD = Command("yield_turn", ("y",), "y", "yield", "Play nothing and suffer the attack.")
FLIP = Command("flip", ("f",), "f", "flip Jester", "Alone: discard the hand and draw a new one.")
UNDO = Command("undo", ("u",), "u", "undo", _UNDOES)
REDO = Command("redo", ("U", "ctrl+r"), "U", "redo", _UNDOES)
EARLIER = Command("log(8)", ("pageup", "["), "[", "log up", _LOGS)
LATER = Command("log(-8)", ("pagedown", "]"), "]", "log down", _LOGS)
SAVE = Command("save", ("s",), "s", "save as", "Keep this position under a name.")
HELP = Command("help", ("question_mark", "f1"), "?", "help", "Explain this moment and the keys.")
MENU = Command("app.menu", ("m",), "m", "menu", "Go to the menu; the game is saved.")
QUIT = Command("app.quit", ("q", "ctrl+q", "ctrl+c"), "q", "quit", "Leave; the game is saved.")

TABLE = (
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
    YIELD,
    FLIP,
    UNDO,
    REDO,
    EARLIER,
    LATER,
    SAVE,
    HELP,
    MENU,
    QUIT,
)

STEP_BACK = Command("step(-1)", ("left", "h", "backspace"), "left", "back", "One action back.")
STEP_ON = Command("step(1)", ("right", "l", "space"), "right", "on", "One action on.")
TO_START = Command("leap(0)", ("home", "0"), "home", "start", "Go to the start.")
TO_END = Command("leap(9999)", ("end",), "end", "end", "Go to the end.")
PLAY_ON = Command("play_on", ("p",), "p", "play from here", "Play on from here, as a new game.")

REPLAY = (STEP_BACK, STEP_ON, TO_START, TO_END, PLAY_ON, EARLIER, LATER, HELP, MENU, QUIT)
REPLAY_BAR = (STEP_BACK, STEP_ON, TO_START, TO_END, PLAY_ON, MENU, QUIT)


def bindings(commands: Iterable[Command]) -> list[Binding]:
    """Return the key bindings of these commands."""
    return [
        Binding(",".join(command.keys), command.action, command.meaning, show=False)
        for command in commands
    ]
