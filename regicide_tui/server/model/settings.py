"""The settings of a visitor, which the server stores with their name."""

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
    """The settings of a visitor. There is no win meter: a server's bots don't feed one."""

    colours: str = BY_NAME
    """The number of colours of the terminal, as in `Colours`, or by its name."""
    motion: bool = False
    sound: bool = True
    notices: bool = True
    """Whether the terminal may show notices on the desktop."""
    few_colours_told: bool = False
    """Whether the visitor was told that the terminal's name implies few colours."""


DEFAULTS = VisitorSettings()
CHOICES = (
    *[one for key in _AS_AT_HOME for one in AT_HOME if one.key == key],
    ChoiceSetting(
        "colours",
        (BY_NAME, *get_args(Colours)),
        "How many your terminal draws; auto: by its name (xterm: 16).",
    ),
    ChoiceSetting("motion", (True, False), "Animations, for fast connections."),
    ChoiceSetting("notices", (True, False), "Desktop notifications when it is your turn."),
)
"""The settings in the order of their lines."""
_KNOWN = {**{one.key: one.values for one in CHOICES}, "few_colours_told": (True,)}
"""The values stored with a name: the settings, and a mark that isn't listed."""


def known_in(values: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the values that this version knows."""
    return {key: values[key] for key, known in _KNOWN.items() if values.get(key) in known}


def settings_of(values: Mapping[str, Json]) -> VisitorSettings:
    """Return the settings with these values and the defaults of the others."""
    return replace(DEFAULTS, **values)
