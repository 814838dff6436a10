"""The themes of Textual's own widgets, in the colours of the table."""

from collections.abc import Mapping

from textual.theme import Theme

from regicide_tui.tui.rendering.colours import DARK, LIGHT, Colours


def _theme(name: str, colours: Colours, *, dark: bool) -> Theme:
    """Return the theme of Textual's own widgets for the colours of a theme."""
    return Theme(
        name=name,
        dark=dark,
        primary=colours["primary"],
        secondary=colours["muted"],
        accent=colours["accent"],
        foreground=colours["text"],
        background=colours["night"],
        surface=colours["stone"],
        panel=colours["stone2"],
        success=colours["success"],
        warning=colours["warning"],
        error=colours["error"],
        variables={
            "muted": colours["muted"],
            "text-disabled": colours["muted"],
            "faint": colours["faint"],
            "line": colours["line"],
            "band": colours["band"],
            "felt": colours["felt"],
            "stone": colours["stone"],
            "chip": colours["stone2"],
            "on-accent": colours["on-accent"],
            "filled-style": "bold",
        },
    )


# What a theme of the terminal's own colours must say besides: nothing shows through what is on
# top, and Textual's own styles for such themes need the last two.
_SOLID = {
    "surface": "ansi_black",
    "panel": "ansi_black",
    "line": "ansi_bright_black",
    "muted": "ansi_white",
    "faint": "ansi_white",
    "band": "ansi_black",
    "felt": "ansi_black",
    "stone": "ansi_black",
    "chip": "ansi_bright_black",
    "on-accent": "ansi_black",
    "filled-style": "bold",
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
    "input-cursor-text-style": "bold underline",
}
_ANSI = Theme(
    name="regicide-ansi",
    ansi=True,
    primary="ansi_bright_yellow",
    secondary="ansi_white",
    accent="ansi_bright_yellow",
    foreground="ansi_bright_white",
    background="ansi_black",
    success="ansi_bright_green",
    warning="ansi_yellow",
    error="ansi_bright_red",
    variables=_SOLID,
)
_COLOURLESS = Theme(
    name="regicide-colourless",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    success="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    variables={
        **dict.fromkeys(_SOLID, "ansi_default"),
        **dict.fromkeys(("border", "border-blurred", "scrollbar"), "ansi_default"),
        "input-cursor-text-style": "bold underline",
        "filled-style": "bold reverse",
    },
)
THEMES: Mapping[str, Theme] = {
    "dark": _theme("regicide-dark", DARK, dark=True),
    "light": _theme("regicide-light", LIGHT, dark=False),
    "ansi": _ANSI,
    "none": _COLOURLESS,
}
"""Textual's themes by their names in the settings; `none` is used under NO_COLOR."""
