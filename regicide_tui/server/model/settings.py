"""What a visitor can set; the server keeps it with their name."""

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace

from regicide_tui.games.base import Json
from regicide_tui.play.settings import CHOICES as AT_HOME
from regicide_tui.play.settings import ChoiceSetting, Settings
from regicide_tui.terminal import Colours

BY_NAME = "auto"
_AS_AT_HOME = (
    *("theme", "four_colours", "symbols", "density", "sound", "mouse", "keyboard"),
    "king_four_colours",
)


class VisitorSettings(Settings):
    """The settings of a visitor. The bots of a server rate no positions for a win meter."""

    colours: str = BY_NAME
    """How many colours the terminal draws, as in `Colours`, or as its name says."""
    motion: bool = False
    sound: bool = True
    notices: bool = True
    """Whether the terminal may show notices on the desktop."""
    few_colours_told: bool = False
    """Whether the visitor was told that the terminal's name stands for few colours."""


DEFAULTS = VisitorSettings()
CHOICES = (
    *[one for key in _AS_AT_HOME for one in AT_HOME if one.key == key],
    ChoiceSetting(
        "colours", (BY_NAME, *get_args(Colours)), "How many your terminal draws; auto: by its name."
    ),
    ChoiceSetting("motion", (False, True), "Whether things move, for which a line must be fast."),
    ChoiceSetting("notices", (True, False), "Notices on the desktop, when it is your turn."),
)
"""The settings in the order of their lines."""
_NOTED = ChoiceSetting("few_colours_told", (False, True), "Noted, and never shown.")


def known_in(values: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the settings among these values that this version knows."""
    known = [one for one in (*CHOICES, _NOTED) if values.get(one.key) in one.values]
    return {one.key: values[one.key] for one in known}


def settings_of(values: Mapping[str, Json]) -> VisitorSettings:
    """Return the settings with these values, and the defaults of the others."""
    return replace(DEFAULTS, **values)
