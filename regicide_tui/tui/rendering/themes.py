"""The themes of Textual's own widgets, in the colours of the table."""

from collections.abc import Mapping

from textual.theme import Theme

from regicide_tui.tui.rendering.colours import BACKGROUND, COLOURS, FOREGROUND, Colours


def _theme(name: str, *, dark: bool = True) -> Theme:
    """Return the theme of Textual's own widgets for the colours of a theme."""
    colours = COLOURS[name]

    def colour(role: str) -> str:
        return _of_terminal(colours[role]) if colours.of_terminal else colours[role]

    return Theme(
        name=f"regicide-{name}",
        dark=dark,
        ansi=colours.of_terminal,
        primary=colour("primary"),
        secondary=colour("muted"),
        accent=colour("accent"),
        foreground=colour("text"),
        background=colour("night"),
        surface=colour("stone"),
        panel=colour("stone2"),
        success=colour("success"),
        warning=colour("warning"),
        error=colour("error"),
        variables={
            "muted": colour("muted"),
            "text-disabled": colour("muted"),
            "faint": colour("faint"),
            "line": colour("line"),
            "band": colour("band"),
            "felt": colour("felt"),
            "stone": colour("stone"),
            "chip": colour("stone2"),
            "on-accent": colour("on-accent"),
            "filled-style": "bold",
            "selection-style": "none",
            **(_own(colours) if colours.of_terminal else {}),
        },
    )


def _of_terminal(colour: str) -> str:
    """Return Textual's name of one of the terminal's own colours."""
    return "ansi_default" if colour in (FOREGROUND, BACKGROUND) else f"ansi_{colour}"


def _own(colours: Colours) -> dict[str, str]:
    """Return the additional variables of a theme in the terminal's own colours."""
    return {
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "input-cursor-text-style": "bold underline",
        "input-selection-background": _of_terminal(colours["accent"]),
        "input-selection-foreground": _of_terminal(colours["on-accent"]),
    }


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
        **dict.fromkeys(_theme("ansi").variables, "ansi_default"),
        **dict.fromkeys(("border", "border-blurred", "scrollbar"), "ansi_default"),
        "input-cursor-text-style": "bold underline",
        "filled-style": "bold reverse",
        "selection-style": "reverse",
    },
)
THEMES: Mapping[str, Theme] = {
    "dark": _theme("dark"),
    "light": _theme("light", dark=False),
    "dark-256": _theme("dark-256"),
    "light-256": _theme("light-256", dark=False),
    "ansi": _theme("ansi"),
    "ansi-on-light": _theme("ansi-on-light", dark=False),
    "none": _COLOURLESS,
}
"""Textual's themes by their names in the palette; `none` is used under NO_COLOR."""
