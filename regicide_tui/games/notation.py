"""The notation of actions in all three games.

The action of another game is a wrong action (`wrong_phase`), not wrong notation (`bad_syntax`). So
one pattern covers the notation of all games.
"""

import re
from functools import cache

from regicide_tui.games.base import IllegalAction

_CARD = r"(?:[A2-9TJQK][CDHS]|\*)"
_CARDS = rf"{_CARD}(?: {_CARD})*"
_PLAY = rf"{_CARD}(?:\+{_CARD}){{0,3}}"
_PLAYER = r"P[0-9]"
_SLOT = r"@[0-9]+"
_RUN = rf"(?:{_CARD}|W)"


@cache
def _well_formed() -> re.Pattern[str]:
    """Return the pattern of every action. It is compiled at the first call because that is slow."""
    shapes = (
        # Regicide and Regicide Duel
        rf"{_PLAY}|PAY {_CARDS}|YIELD|FLIP|(?:\*)?>{_PLAYER}",
        # King of the Dead
        rf"END|PASS|RECALL [0-9]+|SCORE {_RUN} {_RUN} {_RUN}|BUY (?:{_SLOT}|N) {_CARDS}",
        rf"PLAY {_PLAY}|DISCARD (?:-|{_CARDS})|ORDER {_CARDS}|RETAIN {_CARD} {_CARD}",
        rf"SEND (?:{_CARD} {_CARD}|[HD]:{_CARD}|{_CARD})|TARGET {_PLAYER}",
        rf"SWAP (?:{_SLOT} {_CARD}|{_PLAYER} {_PLAYER})",
        rf"TAKE (?:{_SLOT}|TOP|D:{_CARD}|{_CARDS})",
    )
    return re.compile("|".join(shapes))


def normalize(text: str, example: str = "8D+AC or pay 3C TH") -> str:
    """Return the text in upper case with single spaces, if it is an action of any game.

    Otherwise raises `IllegalAction` with `bad_syntax`; its message holds the `example`.
    """
    tidy = re.sub(" +", " ", text.strip(" ")).upper() if text.isascii() else ""
    if not _well_formed().fullmatch(tidy):
        shown = text if len(text) <= 40 else text[:39] + "…"
        raise IllegalAction("bad_syntax", f"{shown!r} is not an action. Try {example}.")
    return tidy
