"""What the help says about a screen, and where the rules describe it.

A game provides this in its UI (`explain` and `chapter`); its manifest names the document that holds
its rules (`Manifest.document`).
"""

from collections.abc import Sequence
from string import punctuation
from typing import NamedTuple, Protocol, runtime_checkable

from regicide_tui.tui.pages.bars import Key
from regicide_tui.tui.table.table_model import TableModel

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in punctuation})
HOUSE_RULES = "6. House-rule options"
"""The heading of the house rules in the rules of every game."""

_PAUSE = (
    "A bot waits for a moment before it acts, so that you can see what happens. Any key ends that; "
    "the settings say how long it is (`pace`)."
)


class Guide(NamedTuple):
    """What can be done now, and what to read about it.

    `text` is Markdown. A command's id in braces and marked as code, such as `{undo}`, stands for
    its key. A name that a person chose must be `escaped`. `heading` is a heading in the rules of
    `game`, or of the game that was played last; without a heading the rules open at the beginning.
    `keys` are the keys that do something now, the most useful first.
    """

    game: str = ""
    heading: str = ""
    text: str = ""
    keys: Sequence[Key] = ()


@runtime_checkable
class HasGuide(Protocol):
    """A screen with more help than its keys."""

    def guide(self) -> Guide:
        """Return what can be done now."""
        ...


def escaped(text: str) -> str:
    """Return Markdown that renders as exactly this text."""
    return text.translate(_ESCAPED)


def text_of_every_game(model: TableModel) -> str:
    """Return the help that is the same in every game; an empty text if the game must explain."""
    if model.replay_step:
        return (
            "A game is replayed, action by action. Nothing you do here changes it.\n\n"
            "`{play_on}` plays on from here, as a new game."
        )
    if model.over:
        return "It is over. `{confirm}` shows the result, `{undo}` takes back the last action."
    if model.waiting and not model.curtain:
        acting = f"{escaped(model.actor)} is {model.task}."
        hidden = f"{acting} The cards of the others stay hidden from you."
        return f"{hidden}\n\n{_PAUSE}" if model.bot_acts else hidden
    if model.curtain:
        return (
            f"The hands are hidden until {escaped(model.actor)} sits at the keyboard.\n\n"
            "Then `{confirm}` shows the hand."
        )
    return ""
